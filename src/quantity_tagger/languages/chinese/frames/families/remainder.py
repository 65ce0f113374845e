"""The rest of what a list counts: 男生64人、女生58人，其中75人住帐篷，其余的住木屋."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.pieces import Piece, asked_piece, relevant
from quantity_tagger.languages.chinese.frames.words import any_of, role
from quantity_tagger.languages.chinese.tokenizer import plain
from quantity_tagger.situation.direct import signed_sum
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


_any = partial(any_of, "remainder")


def read_remainder(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """What is left of a list once its parts are told; None where it is no such story."""
    asked = asked_piece(found)
    if asked is None or asked is not found[-1] or _any("never").search(problem.text):
        return None
    told = [piece for piece in found[:-1] if piece.word.quantity is not None]
    if len(told) != len(relevant(found, asked)) or not _asks_rest(problem, told, asked):
        return None
    first = next((n for n, piece in enumerate(told) if _is_part(piece)), 0)
    whole, parts = told[:first], told[first:]
    if len(whole) < 2 or not all(piece.joined for piece in whole[1:]):
        return None
    things = [piece.thing or piece.subject for piece in whole]
    if any(thing and thing in part.before for thing in things for part in [*parts, asked]):
        return None  # 鸡中有15只: of some of the list
    if any(piece.direction < 0 for piece in whole) or any(p.direction > 0 for p in parts):
        return None
    form = {piece.word.quantity or 0: 1 if piece in whole else -1 for piece in told}
    words = [word for piece in told for word in piece.words]
    return signed_sum(form, problem.values, "rest", "rest", words)


def _is_part(piece: Piece) -> bool:
    """其中75人…, 卖掉的有132枝: told of some of them."""
    return _any("part").search(piece.before) is not None


def _asks_rest(problem: Problem, told: Sequence[Piece], asked: Piece) -> bool:
    """Whether those are asked for who were not told of."""
    last = problem.tokens[told[-1].word.last].end if told else 0
    text = plain(problem.text)[last : problem.tokens[asked.word.first].start]
    rest = any(word in text for word in role("rest"))
    return rest or any(asked.before.startswith(word) for word in role("negative"))
