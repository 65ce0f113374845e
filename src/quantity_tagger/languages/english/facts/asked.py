"""What stands after "how" or "what" in an English question: of what an amount is asked for."""

from __future__ import annotations

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.predicate import COUNTERS
from quantity_tagger.languages.english.facts.roles import DIMENSIONS
from quantity_tagger.languages.english.facts.units import Unit, asked_unit, kind_of
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import NOUNS
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.problem.facts import UnitKind
from quantity_tagger.problem.problem import Unknown


def read_asked(document: Text, words: Words, unknown: Unknown, tail: int) -> Asked:
    """What is asked for; ``tail`` is where a condition follows the question."""
    return _asked(document, words, unknown.token, min(unknown.question.stop, tail))


def condition_after(document: Text, at: int) -> int:
    """Where a condition follows the question: "how many are left if 3 are sold"."""
    tags, lemmas = document.tags, document.lemmas
    if not document.conditional:
        return len(lemmas)
    for index in range(at + 1, len(lemmas)):
        if lemmas[index] == "if":
            return index
        if tags[index] == ".":
            break
    return len(lemmas)


class Asked:
    """What stands after "how" or "what": a unit, a comparative, the measure of an adjective."""

    __slots__ = ("after", "amount", "comparative", "dimension", "direction", "kind", "unit")

    def __init__(
        self,
        unit: Unit,
        after: int,
        kind: UnitKind = "",
        amount: bool = False,
        comparative: str = "",
        direction: int = 0,
        dimension: str = "",
    ) -> None:
        self.unit = unit
        self.after = after
        self.kind: UnitKind = kind
        self.amount = amount  # "how much"
        self.comparative = comparative
        self.direction = direction
        self.dimension = dimension


def _asked(document: Text, words: Words, at: int, end: int) -> Asked:
    tags, lemmas = document.tags, document.lemmas
    index = at + 1
    if lemmas[at] != "how" or index >= end:
        return Asked(_asked_thing(document, words, index, end), index)
    first = lemmas[index]
    index += 1
    if first not in ("many", "much"):
        dimension = DIMENSIONS.get(first, "")
        return Asked(Unit(), index, words.asks.get(first, ""), dimension=dimension)
    kind: UnitKind = ""
    comparative = ""
    direction = 0
    if index < end and words.is_comparative(tags[index], lemmas[index]):
        comparative = lemmas[index]
        direction = -1 if comparative in words.less else 1
        kind = words.asks.get(comparative, "")
        index += 1
    unit = asked_unit(document, words, index, end)
    index = max(index, unit.end)
    if not comparative and index < end:
        tag, lemma = tags[index], lemmas[index]
        if unit.head and words.is_comparative(tag, lemma):  # "how many years older"
            comparative = lemma
            direction = -1 if lemma in words.less else 1
            index += 1
    return Asked(unit, index, kind, first == "much", comparative, direction)


def _asked_thing(document: Text, words: Words, index: int, end: int) -> Unit:
    """What "what is the weight of the balls" asks for."""
    tags, lemmas = document.tags, document.lemmas
    while index < end and tags[index] not in NOUNS:
        index += 1
    if index >= end:
        return Unit()
    unit = asked_unit(document, words, index, end)
    if unit.head != "fraction" and unit.head not in COUNTERS:
        return unit
    if not unit.material:
        return unit if unit.head in ("fraction", "value") else Unit(end=unit.end)
    *modifiers, head = unit.material
    head = words.spellings.get(head, head)
    material: tuple[str, ...] = ()
    after = unit.end
    if after < end and lemmas[after] == "of":  # "the number of cups of rice"
        inner = asked_unit(document, words, after + 1, end)
        material, after = (*inner.modifiers, inner.head), inner.end
    return Unit(head, tuple(modifiers), material, kind_of(words, head), end=after)


def further_units(document: Text, unit: Unit, end: int) -> tuple[str, ...]:
    """As in "how many goats and sheep": what else is asked for."""
    texts, tags = document.texts, document.tags
    units: list[str] = []
    index = unit.end
    while unit.head and index + 1 < end and tags[index] in ("CC", ","):
        index += 1
        if tags[index] == "CC":
            index += 1
        following = tags[index + 1] if index + 1 < end else "."
        if following not in ("VBD", "VBP", "VBZ", "MD", "CC", ","):
            break
        units.append(lemmatise(texts[index], "NNS"))
        index += 1
    return tuple(units)
