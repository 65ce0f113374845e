"""Units of English numbers that leave them out, completed from their neighbours."""

from __future__ import annotations

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.units import Unit, kind_of, unit_of
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.problem.facts import Role
from quantity_tagger.problem.problem import Quantity


def complete(
    document: Text,
    words: Words,
    quantities: tuple[Quantity, ...],
    labels: dict[int, Role],
    asked: str,
) -> list[Unit]:
    """The unit of each quantity, completed from its neighbours where it was left out; in a new
    sentence a bare number counts what is ``asked`` for, where that was spoken of.
    """
    units = [unit_of(document, words, quantity.token) for quantity in quantities]
    for number in range(len(units) - 2, -1, -1):
        units[number] = _shared_noun(
            document, quantities[number], units[number], quantities[number + 1], units[number + 1]
        )
    _mark_new(document, quantities, units)
    last = Unit()
    thing = Unit()  # what was asked about and counted last
    for number, unit in enumerate(units):
        token = quantities[number].token
        if token in labels:
            units[number] = Unit(end=token + 1)
            continue
        if not unit.head:
            # "8 hats at $9 and 5 on Friday"
            beside = last.kind == "money" and thing.kind == "count"
            anew = thing.head and (beside or _opens(document, token))
            units[number] = unit = _inherit(document, words, token, unit, thing if anew else last)
        elif last.material and unit.head == last.head and not unit.material and not unit.modifiers:
            unit.material = last.material  # "another 3 cups"
        if unit.head and not (last.head and _is_where(document, words, token)):
            last = unit
            if asked == unit.head or (unit.material and asked == unit.material[-1]):
                thing = unit
    return units


def _mark_new(document: Text, quantities: tuple[Quantity, ...], units: list[Unit]) -> None:
    """As in "3 old and 5 new hats": where some are of a sort, to be new is one too."""
    sorts = [unit.head for unit in units if unit.modifiers]
    if not sorts:
        return
    lemmas = document.lemmas
    for number, unit in enumerate(units):
        after = min(quantities[number].token + 1, len(lemmas) - 1)
        if lemmas[after] == "new" and not unit.modifiers and unit.head in sorts:
            unit.modifiers = ("new",)


def _opens(document: Text, token: int) -> bool:
    """Whether no number stands before this one in its sentence."""
    index = token - 1
    while index >= 0 and document.tags[index] != ".":
        if document.tags[index] == "CD":
            return False
        index -= 1
    return True


def _is_where(document: Text, words: Words, token: int) -> bool:
    """As in "90 drums on 4 racks": the drums are spoken of, not the racks."""
    return (
        token >= 2
        and document.tags[token - 2] == "NNS"
        and document.lemmas[token - 1] in words.places
    )


def _shared_noun(
    document: Text, quantity: Quantity, unit: Unit, following: Quantity, next_unit: Unit
) -> Unit:
    """In "3 red and 5 blue marbles", "2 apple and 4 cherry pies" the first shares the last noun."""
    token = quantity.token
    if (
        unit.head
        and next_unit.modifiers
        and not unit.modifiers
        and not unit.material
        and unit.end == token + 2
        and quantity.value != 1
        and document.tags[token + 1] in ("NN", "JJ")  # what is singular is no head
        and unit.kind == "count"
        and following.token - unit.end <= 2
    ):
        return Unit(
            next_unit.head, (unit.head,), (), next_unit.kind, unit.source, unit.of, unit.end
        )
    adjectives_alone = not unit.head and unit.modifiers and next_unit.head
    if adjectives_alone and following.token - token <= len(unit.modifiers) + 3:
        shared = next_unit.modifiers[len(unit.modifiers) :]  # "3 red and 5 blue tennis balls"
        return Unit(
            next_unit.head,
            (*unit.modifiers, *shared),
            next_unit.material,
            next_unit.kind,
            unit.source,
            unit.of,
            unit.end,
        )
    return unit


def _inherit(document: Text, words: Words, token: int, unit: Unit, last: Unit) -> Unit:
    """A number without a noun counts what was counted last, else the last plural named."""
    if not last.head:
        last = _last_plural(document, words, token)
    modifiers = tuple(filter(None, unit.modifiers)) if unit.modifiers else last.modifiers
    found = Unit(last.head, modifiers, last.material, last.kind, unit.source, unit.of, token + 1)
    found.inherited = True
    return found


def _last_plural(document: Text, words: Words, token: int) -> Unit:
    tags, lemmas = document.tags, document.lemmas
    for index in range(token - 1, -1, -1):
        tag, lemma = tags[index], lemmas[index]
        if tag == "NNS" and lemma not in words.times and lemma not in words.kin:
            start = index
            while start and tags[start - 1] in ("NN", "JJ", "NNP"):
                start -= 1
            modifiers = tuple(lemmas[start:index])
            return Unit(lemma, modifiers, kind=kind_of(words, lemma))
    return Unit()
