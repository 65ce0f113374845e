"""What the words around the amounts suggest where a story was not understood.

A guess is never trusted: it keeps the likely equations among the candidates, for whoever weighs
them by other evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.families.naming import (
    NEAR,
    bare,
    named,
    named_by,
    shared,
)
from quantity_tagger.languages.chinese.frames.families.pieces import (
    Piece,
    alike,
    asked_piece,
    relevant,
)
from quantity_tagger.languages.chinese.frames.words import any_of
from quantity_tagger.situation.statements import Number, whole
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

Signs = dict[int, int]
#: A guess comes after readings with doubts, before those that only repeat a told number.
COST = 1.5
#: How many equations are guessed, and how many of a group of amounts before those of the next.
MOST = 6
LIKELY = 2
_ONE: Final = Fraction(1)


_cue = partial(any_of, "guesses")


def guess(problem: Problem, found: Sequence[Piece]) -> list[Candidate]:
    """Equations of the amounts that are counted like the asked one, likeliest first."""
    asked = asked_piece(found)
    if asked is None:
        return []
    told = [piece for piece in found if piece.word.quantity is not None]
    near = [piece for piece in relevant(found, asked) if piece.word.quantity is not None]
    like = [piece for piece in told if alike(piece, asked)]
    scales = slots.unit_scales([piece.word.unit for piece in found])
    groups: list[list[Piece]] = []
    for own in (named(near, asked), _nearest(near, asked), near, like, told):
        if len(own) > 1 and own not in groups:
            groups.append(own)
    guesses: dict[tuple[Number, ...], Candidate] = {}
    for own, schema, signs in _in_turn(problem, groups, asked):
        cost = COST + 0.1 * len(guesses)
        one = _candidate(problem, schema, signs, own, asked, scales, cost)
        if one is not None:
            guesses.setdefault(one.coefficients, one)
        if len(guesses) == MOST:
            break
    return list(guesses.values())


def _in_turn(
    problem: Problem, groups: list[list[Piece]], asked: Piece
) -> Iterator[tuple[list[Piece], str, Signs]]:
    """The likeliest equations of each group of amounts, then all the others."""
    ways = [(own, _equations(problem, own, asked)) for own in groups]
    for own, equations in ways:
        for schema, signs in islice(equations, LIKELY):
            yield own, schema, signs
    for own, equations in ways:
        for schema, signs in equations:
            yield own, schema, signs


def _nearest(own: list[Piece], asked: Piece) -> list[Piece]:
    """The amounts that are not said to be of another holder, time or thing."""
    return [piece for piece in own if not _another(piece, asked)]


def _another(piece: Piece, asked: Piece) -> bool:
    pairs = (
        (piece.holders, asked.holders),
        ("".join(piece.times), "".join(asked.times)),
        (piece.thing, asked.thing),
    )
    return any(
        mine and theirs and mine not in theirs and theirs not in mine for mine, theirs in pairs
    )


def _candidate(
    problem: Problem,
    schema: str,
    signs: Signs,
    own: Sequence[Piece],
    asked: Piece,
    scales: dict[str, Fraction],
    cost: float,
) -> Candidate | None:
    shares: list[Number] = [0] * len(problem.quantities)
    for place, sign in signs.items():
        word = own[place].word
        scale: Number = 1
        if scales:
            scale = whole(scales.get(word.unit, _ONE) / scales.get(asked.word.unit, _ONE))
        shares[word.quantity or 0] += sign * scale
    used = [place for place, share in enumerate(shares) if share]
    if len(used) < 2:
        return None
    answer: Number = 0
    for place in used:
        answer += shares[place] * whole(problem.quantities[place].value)
    if answer < 0:
        shares, answer = [-share for share in shares], -answer
    if not answer:
        return None
    words = {word for place in signs for word in own[place].words}
    return Candidate(tuple(shares), schema, cost, answer, tuple(sorted(words)), ("a guess",))


def _equations(problem: Problem, own: list[Piece], asked: Piece) -> Iterator[tuple[str, Signs]]:
    """The equations of these amounts in the order in which the question suggests them."""
    far = slots.size_of(asked.word.text) == "length"
    text = asked.before + (asked.word.text if far else "") + asked.after
    values = [problem.quantities[piece.word.quantity or 0].value for piece in own]
    ways = {
        "total?": _total(own),
        "chain?": _chain(own),
        "start?": _start(own),
        "rest?": _rest(values),
        "compared?": _compared(own, asked),
        "flows?": _flows(own, asked),
        "left?": _left(own, values),
    }
    first = [name for name in _ORDER if _cue(name.rstrip("?")).search(text)]
    if "total?" in first and _opposed(own, asked):
        first.remove("total?")
    if "left?" not in first and "start?" not in first and "比" not in text:
        first = [*_told_stock(own, asked), *first]
    order = [*first, *(name for name in _PLAIN if name not in first)]
    for name in order:
        if ways[name]:
            yield _SAME.get(name, name), ways[name]
    if len(own) > 2:
        unnamed = sorted(range(len(own)), key=lambda place: named_by(own[place], asked))
        for name in order:
            for left_out in unnamed:
                yield (
                    _SAME.get(name, name),
                    {p: sign for p, sign in ways[name].items() if p != left_out},
                )


#: A cue that stands earlier here decides.
_ORDER = ("start?", "compared?", "flows?", "left?", "total?", "chain?", "rest?")
#: Ways to the equation of another.
_SAME = {"left?": "rest?", "flows?": "total?"}
#: What is likely without a cue.
_PLAIN = ("compared?", "rest?", "chain?", "total?", "start?")


def _opposed(own: Sequence[Piece], asked: Piece) -> bool:
    """Whether some grow and some shrink, so that all of them make no sum."""
    ways = {piece.direction for piece in own}
    return -1 in ways and (len(ways) > 1 or asked.direction >= 0)


def _flows(own: Sequence[Piece], asked: Piece) -> Signs:
    """第一次剪去9米，第二次剪去12米，短了多少: all that went that way."""
    same = [place for place, piece in enumerate(own) if piece.direction == asked.direction]
    return dict.fromkeys(same, 1) if asked.direction and len(same) > 1 else {}


def _left(own: Sequence[Piece], values: Sequence[Fraction]) -> Signs:
    """The largest and what else there is, without what was done of it."""
    most = max(range(len(values)), key=lambda place: values[place])
    signs = {
        place: 1 if place == most or not _done(piece) or _comes(piece) else -1
        for place, piece in enumerate(own)
    }
    return signs if -1 in signs.values() else _rest(values)


def _done(piece: Piece) -> bool:
    return bool(piece.direction) or piece.verb or _cue("done").search(piece.before) is not None


def _comes(piece: Piece) -> bool:
    return piece.direction > 0 and _cue("comes").search(piece.before) is not None


def _told_stock(own: Sequence[Piece], asked: Piece) -> list[str]:
    """What a told stock suggests: one that was left goes back to the start, one that was there
    before its changes on to the end.
    """
    left = [piece for piece in own if _cue("left").search(piece.before + piece.after)]
    if left and left[0] is not own[0]:
        gone = asked.direction < 0 or (asked.verb and not asked.direction)
        whole_told = any(piece not in left and not _done(piece) for piece in own)
        return ["rest?"] if gone or whole_told else ["start?"]
    ways = [piece.direction for piece in own]
    if 1 in ways and -1 in ways and 0 in (ways[0], ways[-1]):
        return ["chain?"] if not ways[0] else ["start?"]
    return []


def _total(own: Sequence[Piece]) -> Signs:
    return dict.fromkeys(range(len(own)), 1)


def _chain(own: Sequence[Piece]) -> Signs:
    return {place: piece.direction or 1 for place, piece in enumerate(own)}


def _start(own: Sequence[Piece]) -> Signs:
    """The stock at the end, told last or told as such, with all changes undone."""
    still = [place for place, piece in enumerate(own) if not piece.direction]
    ends = [place for place in still if _cue("end").search(own[place].before)]
    if not still:
        return {}
    last = (ends or still)[-1]
    return {
        place: 1 if place == last else -(piece.direction or -1) for place, piece in enumerate(own)
    }


def _rest(values: Sequence[Fraction]) -> Signs:
    """The largest without all the others."""
    most = max(range(len(values)), key=lambda place: values[place])
    return {place: 1 if place == most else -1 for place in range(len(values))}


def _compared(own: Sequence[Piece], asked: Piece) -> Signs:
    """What is told, and the differences that are told of it, each in its direction."""
    if "比" in asked.before or not any("比" in piece.before for piece in own):
        return {}
    return {place: _difference(piece, asked) for place, piece in enumerate(own)}


def _difference(piece: Piece, asked: Piece) -> int:
    """The sign of a told difference: it is turned where its second side is asked for."""
    one, compares, other = piece.before[-NEAR:].partition("比")
    if not compares:
        return 1
    way = -1 if _cue("less").search(other) else 1
    question = bare(asked.before[-NEAR:])
    turned = shared(question, bare(other)) or shared(bare(other)[:2], question)
    same = shared(bare(one), question) if bare(one) else 0.0
    return -way if turned > same else way
