"""From a Chinese problem to the worlds of its story."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.arithmetic import read_arithmetic
from quantity_tagger.languages.chinese.frames.families.balances import balances, read_balances
from quantity_tagger.languages.chinese.frames.families.changes import read_change, read_net
from quantity_tagger.languages.chinese.frames.families.compared import read_compared
from quantity_tagger.languages.chinese.frames.families.crossed import read_crossed
from quantity_tagger.languages.chinese.frames.families.extremes import read_extremes
from quantity_tagger.languages.chinese.frames.families.gaps import read_gap
from quantity_tagger.languages.chinese.frames.families.gross import read_gross
from quantity_tagger.languages.chinese.frames.families.level import read_level
from quantity_tagger.languages.chinese.frames.families.objections import objection
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, pieces
from quantity_tagger.languages.chinese.frames.families.routes import read_points, read_route
from quantity_tagger.languages.chinese.frames.families.rows import (
    read_floors,
    read_pages,
    read_row,
    read_walk,
)
from quantity_tagger.languages.chinese.frames.families.series import read_series
from quantity_tagger.languages.chinese.frames.families.sets import read_sets
from quantity_tagger.languages.chinese.frames.families.stocks import (
    read_remainder,
    read_stock,
    read_sum,
)
from quantity_tagger.languages.chinese.frames.families.years import read_hours, read_years
from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.moments import asked_moment
from quantity_tagger.languages.chinese.frames.question import read_question
from quantity_tagger.languages.chinese.frames.reader import Reader
from quantity_tagger.languages.chinese.frames.retelling import retold
from quantity_tagger.languages.chinese.frames.roles import mark
from quantity_tagger.languages.chinese.frames.words import role
from quantity_tagger.languages.chinese.tokenizer import plain
from quantity_tagger.situation.doubts import doubts
from quantity_tagger.situation.facts import Story
from quantity_tagger.situation.statements import Number, whole
from quantity_tagger.situation.understand import TRUSTED, Candidate, Understanding
from quantity_tagger.situation.understand import understand as understand_story

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


def read_story(problem: Problem, words: list[Word] | None = None) -> Story:
    """The facts and the question of a problem."""
    reader = Reader(problem, words)
    reader.read()
    question = read_question(reader)
    if reader.unmet:
        question = question._replace(unmet=(reader.unmet,))
    return Story(
        tuple(reader.facts),
        question,
        tuple([whole(quantity.value) for quantity in problem.quantities]),
        reader.within,
        frozenset([*reader.people, *_of_people(reader)]),
        reader.groups | dict.fromkeys(_counted_names(reader), ()),
        frozenset(range(len(problem.quantities))) - {f.amount.quantity for f in reader.facts},
    )


def _of_people(reader: Reader) -> list[str]:
    """The groups that have people as members."""
    return [name for name, own in reader.groups.items() if not reader.people.isdisjoint(own)]


def _counted_names(reader: Reader) -> list[str]:
    """Names that tell how many they name: 两种金鱼, 两天."""
    found = []
    for word, after in pairwise([*reader.words, Word("", "stop", -1, -1)]):
        if word.role in ("span", "det") and word.text[0] in "两二三四五六七八九十":
            named = word.role == "det" and after.role in ("noun", "place", "person")
            found.append(word.text + after.text if named else word.text)
    return [name for name in found if name not in reader.groups]


def understand(problem: Problem) -> list[Candidate]:
    """The readings of a problem that determine its answer, best first.

    Those with doubts follow the first.
    """
    return _understood(problem).candidates


def understand_all(problems: Sequence[Problem]) -> list[Understanding]:
    """Many problems."""
    return [_understood(problem) for problem in problems]


def _understood(problem: Problem) -> Understanding:
    """The worlds of a problem, read in plainer words where it can be said in such."""
    plainer = retold(problem)
    return _read(problem) if plainer is None else plainer.back(_read(plainer.problem))


def _read(problem: Problem) -> Understanding:
    words = mark(problem)
    if asked_moment(words) is not None:
        return _at_moment(problem, words)
    found = [one for one in (read(problem, words) for read in _FAMILIES) if one is not None]
    told = pieces(problem, words)
    worded = [one for one in (read(problem, told) for read in _TEXT_FAMILIES) if one is not None]
    found += [one for one in worded if not _is_told(one)]
    if found and found[0].clear:
        return Understanding(_in_order(found))
    story = read_story(problem, words)
    others = [read(problem, told) for read in (read_compared, read_route, read_net, read_remainder)]
    families = [*read_balances(problem, told), *[one for one in others if one]]
    unread = _unread(problem, story)
    framed = understand_story(story, doubts)
    changed = read_change(problem, told)
    sure_ones = [*families, *([changed] if changed else [])]
    confirmed = {one.coefficients for one in sure_ones if one.clear}
    for place, one in enumerate(framed):
        if one.schema in _LOOSE:
            framed[place] = _doubted(one, "taken loosely")
        elif unread and one.coefficients not in confirmed and one.schema not in _FAMILY_SCHEMAS:
            framed[place] = _doubted(one, unread)
    numbered = _numbered(problem, told)
    framed = [
        _doubted(one, "a numbered place is left out")
        if any(not one.coefficients[place] for place in numbered)
        else one
        for one in framed
    ]
    if framed and framed[0].clear and (why := objection(framed[0], told)):
        framed[0] = replace(_doubted(framed[0], why), cost=_OBJECTED)
    found = _with([*found, *framed], families)
    disputed = bool(found) and _DISPUTED in found[0].doubts
    if not disputed and not (found and found[0].clear):
        found = _with(found, [changed] if changed else [])
    if not disputed and not (found and found[0].clear):
        plain = read_stock(problem, told) or read_sum(problem, told)
        if plain is not None:
            agreed = bool(framed) and framed[0].coefficients == plain.coefficients
            sure = agreed and framed[0].trusted and all(plain.coefficients) and not unread
            plain = _doubted(plain, unread) if unread else plain
            found.insert(0, replace(plain, doubts=()) if sure else plain)
    found.sort(key=_poor)
    found = [one if one.clear else _loose(one) for one in found]
    return Understanding(_in_order(found), story)


def _loose(one: Candidate) -> Candidate:
    """A reading that is not clear, to be weighed beside what the network finds likely."""
    return replace(one, cost=max(one.cost, TRUSTED), doubts=one.doubts or ("taken loosely",))


def _numbered(problem: Problem, told: Sequence[Piece]) -> list[int]:
    """The numbers of places that are counted like what is asked: 登到第138级, 还有多少级."""
    unit = next((piece.word.unit for piece in told if piece.word.asked), "")
    text = plain(problem.text)
    return [
        place
        for place, quantity in enumerate(problem.quantities)
        if unit and text[: quantity.start].endswith("第") and text[quantity.end :].startswith(unit)
    ]


def _at_moment(problem: Problem, words: list[Word]) -> Understanding:
    """A question of a moment within the story, which only the frames know of."""
    story = read_story(problem, words)
    found = [
        _doubted(one, unread) if (unread := _unread(problem, story)) else one
        for one in understand_story(story, doubts)
    ]
    return Understanding(_in_order(found), story)


def _unread(problem: Problem, story: Story) -> str:
    """What is said of words that no frame understands; nothing where there are none."""
    some = bool(story.question.fact.time.parts)  # 前两天 is understood then
    unread = [word for word in role("unread") if word in problem.text]
    unread = sorted(word for word in unread if not (some and word[0] in "前后"))
    unread += _UNREAD.findall(problem.text)
    return f"not understood: {'、'.join(unread)}" if unread else ""


def _in_order(found: list[Candidate]) -> list[Candidate]:
    """One reading for each equation, by cost."""
    best: dict[tuple[tuple[Number, ...], Number], Candidate] = {}
    for one in found:
        best.setdefault((one.coefficients, one.constant), one)
    return sorted(best.values(), key=lambda one: (_poor(one), one.cost))


def _with(found: list[Candidate], others: Iterable[Candidate]) -> list[Candidate]:
    """Readings by the words of a family, which know more than the frames: they go first where they
    are sure. What is as sure to be read otherwise is doubted, and so are common words themselves.
    """
    known = {one.coefficients for one in found if one.clear}
    new = list({one.coefficients: one for one in others if one.coefficients not in known}.values())
    sure = [one for one in new if one.clear]
    common = bool(known) and any(one.schema in _COMMON for one in sure)
    if len(sure) > 1 or common:
        new = [_doubted(one, _DISPUTED) for one in new]
    if known and sure:
        found = [_doubted(one, _DISPUTED) for one in found]
        return [*found, *new] if common else [*new, *found]
    return sorted([*found, *new], key=lambda one: not one.clear)


def _poor(candidate: Candidate) -> bool:
    """Whether a reading says no more than a told number, or what cannot be."""
    return not candidate.clear and (_is_told(candidate) or candidate.answer < 0)


def _is_told(candidate: Candidate) -> bool:
    """Whether the answer is one of the told numbers."""
    return sum(share != 0 for share in candidate.coefficients) < 2


def _doubted(candidate: Candidate, doubt: str) -> Candidate:
    return replace(candidate, doubts=(*candidate.doubts, doubt))


#: What is said of readings that others go against.
_DISPUTED = "read otherwise too"
#: What a reading costs that the question speaks against.
_OBJECTED = 2.0
#: Readings for which the frames tell too little of what is wanted, owed or done.
_LOOSE = frozenset(["goal", "reached", "needs", "debt"])
#: Balances whose words other stories have too.
_COMMON = frozenset(["task", "rest", "rest of all", "plan", "plan less", "parts", "rod"])
_FAMILY_SCHEMAS = frozenset(balances()) | frozenset(
    [
        "number talk",
        "expression",
        "series",
        "years",
        "sets",
        "row",
        "line",
        "gross and net",
        "compared",
        "change in words",
        "made equal",
        "divisions",
        "gap",
        "way",
        "room",
    ]
)
#: Talk of sets or sums that the families did not understand.
_UNREAD = re.compile(
    "既.*又|既.*也|都[不没会对错]|都参加|都喜欢|都[^是有]{1,3}的有|退了?回来|被减数|减数|加数|两个数|两数|相差[0-9]|至少(?!还?要|再|需)|连[同空]?[筐桶盒瓶箱篮袋罐]"
)
_FAMILIES = (
    read_arithmetic,
    read_series,
    read_years,
    read_hours,
    read_sets,
    read_row,
    read_floors,
    read_pages,
    read_walk,
    read_gross,
)
#: Families whose words leave no doubt that the story is theirs.
_TEXT_FAMILIES = (read_gap, read_level, read_crossed, read_points, read_extremes)
