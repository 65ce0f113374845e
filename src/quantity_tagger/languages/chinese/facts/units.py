"""In what each amount counts, and which amounts may be of what is asked, by their units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.facts.comparisons import Frame
from quantity_tagger.languages.chinese.facts.mentions import Mention
from quantity_tagger.languages.chinese.vocabulary import character_set, word_set
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Token
from quantity_tagger.problem.facts import Role, UnitKind

_KINDS: Final[Mapping[str, UnitKind]] = {
    "classifier": "count",
    "length": "length",
    "mass": "weight",
    "money": "money",
    "time": "time",
    "area": "length",
    "volume": "volume",
    "other": "degree",
}
_PEOPLE: Final = word_set("word_groups", "measure of people")
_PERSONS: Final = character_set("characters", "people")


@cache
def _unit_kinds() -> Mapping[str, UnitKind]:
    kinds: dict[str, UnitKind] = {"钱": "money"}
    for section, words in load("zh", "measures").items():
        if section in _KINDS:
            for word in words:
                kinds.setdefault(word, _KINDS[section])
    return kinds


def unit_kind(unit: tuple[str, ...]) -> UnitKind:
    kinds = _unit_kinds()
    return next((kinds[word] for word in unit if word in kinds), "")


def complete_units(tokens: Sequence[Token], found: Sequence[Mention]) -> None:
    """Give a unit to what counts in a word that is no measure word elsewhere (敲了19下), and to a
    question that names none (周长=) what most amounts count in.
    """
    for mention in found:
        at = mention.token + 1
        if mention.unit or at >= len(tokens):
            continue
        text, _, _, tag, _ = tokens[at]
        if len(text) == 1 and tag in ("f", "q", "n", "v", "m") and text not in "的和与是":
            mention.unit = (text,)
    asked = next(mention for mention in found if mention.value is None)
    if not asked.unit or (unit_kind(asked.unit) == "" and len(found) > 3):
        units = [mention.unit[0] for mention in found if mention.unit and mention is not asked]
        if units:
            common = max(units, key=units.count)
            if units.count(common) > 1:
                asked.unit = (common,)


def find_related(
    framed: Sequence[Frame],
    found: Sequence[Mention],
    kinds: Sequence[UnitKind],
    roles: Sequence[Role],
    asked: int,
) -> list[int]:
    """The amounts that may be of what is asked, in text order."""
    related = _compared_things(framed, kinds, roles, asked)
    related = related or _related_by_unit(found, kinds, roles, asked)
    return _with_standards(related, framed, kinds, roles, asked)


def kinds_of_units(found: Sequence[Mention]) -> list[UnitKind]:
    """What the unit of each mention measures."""
    kinds = [unit_kind(mention.unit) for mention in found]
    if all(
        mention.unit[:1] in ((), ("分",))
        for mention, kind in zip(found, kinds, strict=True)
        if kind == "money"
    ):
        return ["score" if kind == "money" else kind for kind in kinds]  # points, not cents
    return kinds


def _related_by_unit(
    found: Sequence[Mention], kinds: Sequence[UnitKind], roles: Sequence[Role], asked: int
) -> list[int]:
    """The amounts that may be of what is asked, by their units."""
    counted = [i for i in range(len(found)) if i != asked and not roles[i]]
    question = found[asked]
    if question.unit:
        same = [i for i in counted if not found[i].unit or _counts_alike(found[i], question)]
        if len(same) > 1 and kinds[asked] in ("", "count"):
            return same
    agreeing = [i for i in counted if _agree(found[i], question, kinds, i, asked)]
    dated = any(role == "date" for role in roles)  # 5年前: an age and the years are enough
    return agreeing if len(agreeing) > 1 or (agreeing and dated) else counted


def _compared_things(
    framed: Sequence[Frame], kinds: Sequence[UnitKind], roles: Sequence[Role], asked: int
) -> list[int]:
    """Where the question compares two things, the counts of these, whatever measures them
    (40把椅子, 18台电脑: 椅子比电脑多多少); else none.
    """
    tie = framed[asked].tie
    if not tie or kinds[asked] not in ("", "count"):
        return []
    things = [side.thing for side in (*tie.subject, *tie.standard)]
    if len(things) != 2 or not all(things):
        return []
    found = [
        [
            i
            for i, frame in enumerate(framed)
            if i != asked and not roles[i] and kinds[i] == "count" and frame.thing == thing
        ]
        for thing in things
    ]
    return sorted({*found[0], *found[1]}) if all(found) and things[0] != things[1] else []


def _with_standards(
    related: list[int],
    framed: Sequence[Frame],
    kinds: Sequence[UnitKind],
    roles: Sequence[Role],
    asked: int,
) -> list[int]:
    """The related amounts with those counts that they are compared with (椅子比24张桌子多26把)."""
    counts = [
        i
        for i in range(len(framed))
        if i != asked and i not in related and not roles[i] and kinds[i] == "count"
    ]
    found = set(related)
    for index in related if counts else ():
        tie = framed[index].tie
        for side in (*tie.subject, *tie.standard) if tie and not framed[index].equalled else ():
            found.update(i for i in counts if side.thing and framed[i].thing == side.thing)
    return sorted(found) if len(found) > len(related) else related


def _counts_alike(one: Mention, other: Mention) -> bool:
    return one.unit[0] == other.unit[0] or (_are_people(one.unit) and _are_people(other.unit))


def _agree(one: Mention, other: Mention, kinds: Sequence[UnitKind], index: int, asked: int) -> bool:
    """Whether two amounts may be of the same thing, by their units."""
    if not one.unit or not other.unit or not kinds[asked]:
        return True
    if kinds[index] != kinds[asked]:
        return not kinds[index] and kinds[asked] == "count"
    if kinds[index] != "count" or _counts_alike(one, other):
        return True
    return bool(set(one.unit[1:]) & set(other.unit[1:]))


def _are_people(unit: tuple[str, ...]) -> bool:
    return unit[0] in _PEOPLE or (
        unit[0] == "个" and any(word[-1] in _PERSONS for word in unit[1:])
    )
