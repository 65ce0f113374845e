"""Puzzles about bare numbers: "I add 14 and get 40. What is my number?".

Such a text tells one stock, the number, that grows, shrinks and ends somewhere.
"""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.languages.english.frames.constructions import spoken_sums
from quantity_tagger.languages.english.frames.constructions.spoken_sums import (
    number_fact,
    told_of_number,
)
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import Effect, Fact, Story

#: Words without which no text is about bare numbers.
_SPOKEN = frozenset(["number", "sum", "difference", "answer", "result", "addend", "minuend"])


def number_story(
    tree: Tree, quantities: dict[int, int], asked: int, values: tuple[Fraction, ...]
) -> Story | None:
    """The story of a number, None where the text is about something else."""
    lemmas = tree.lemmas
    if _counts_things(tree, quantities):
        return None
    places = sorted(quantities)
    told = [place for place in places if _is_bare(tree, place)]
    bare = {place: quantities[place] for place in told}
    if len(places) == 2 and len(tree.sentences) == 1:
        story = spoken_sums.set_against(tree, bare, asked, values) or _must(
            tree, told, quantities, asked, values
        )
        if story is not None:
            return story
    if not _SPOKEN & set(lemmas):
        return None
    if lemmas[asked] == "how" or len(told) != len([p for p in places if lemmas[p] != "two"]):
        return spoken_sums.third_of_sum(tree, quantities, asked, values)
    for spoken in (
        spoken_sums.misreckoned,
        spoken_sums.by_operands,
        spoken_sums.set_against,
        spoken_sums.third_of_sum,
    ):
        story = spoken(tree, bare, asked, values)
        if story is not None:
            return story
    for read in (_must, _pair, _chain):
        story = read(tree, told, quantities, asked, values)
        if story is not None:
            return story
    return None


def _counts_things(tree: Tree, quantities: dict[int, int]) -> bool:
    return any(
        place + 1 < len(tree.tags)
        and tree.tags[place + 1] in ("NNS", "NN")
        and tree.lemmas[place + 1] not in ("number", "time")
        for place in quantities
    )


def _is_bare(tree: Tree, place: int) -> bool:
    return not (place + 1 < len(tree.lemmas) and tree.lemmas[place + 1] == "number")


def _must(
    tree: Tree,
    told: list[int],
    quantities: dict[int, int],
    asked: int,
    values: tuple[Fraction, ...],
) -> Story | None:
    """As in "What must be added to 27 to make 60?"."""
    lemmas = tree.lemmas[asked:]
    if not {"must", "should", "have", "need"} & set(lemmas) or len(told) != 2:
        return None
    plus = bool(words("adding") & set(lemmas))
    if not plus and not words("subtracting") & set(lemmas):
        return None
    first, last = quantities[told[0]], quantities[told[1]]
    facts = [number_fact("state", first, "start"), number_fact("state", last, "end")]
    return told_of_number(facts, "rise" if plus else "fall", values, start=False)


def _pair(
    tree: Tree,
    told: list[int],
    quantities: dict[int, int],
    asked: int,
    values: tuple[Fraction, ...],
) -> Story | None:
    """Two numbers of which the sum or the difference and one are told."""
    lemmas = tree.lemmas
    if len(told) != 2 or "number" not in lemmas:
        return None
    first, last = quantities[told[0]], quantities[told[1]]
    before = lemmas[: told[0]]
    if "sum" in before:
        facts = [number_fact("rise", last), number_fact("state", first, "end")]
        return told_of_number(facts, "state", values, start=True)
    if "difference" in before:
        lesser = bool({"small", "smaller", "less", "lesser"} & set(lemmas[asked:]))
        effect: Effect = "fall" if lesser else "rise"
        facts = [number_fact("state", last, "start"), number_fact(effect, first)]
        return told_of_number(facts, "state", values, start=False)
    return None


def _chain(
    tree: Tree,
    told: list[int],
    quantities: dict[int, int],
    asked: int,
    values: tuple[Fraction, ...],
) -> Story | None:
    """What is done to a number, step by step, and what comes out."""
    facts: list[Fact] = []
    result: Fact | None = None
    floor = 0
    for place in told:
        before = tree.lemmas[floor:place]
        after = tree.lemmas[place + 1 : place + 3]
        floor = place + 1
        if words("subtracting") & set(before) or {"less", "away"} & set(after[:1]):
            facts.append(number_fact("fall", quantities[place]))
        elif words("adding") & set(before) or "more" in after[:1]:
            facts.append(number_fact("rise", quantities[place]))
        elif words("resulting") & set(before):
            result = number_fact("state", quantities[place], "end")
        else:
            return None
    if not facts or result is None:
        return None
    return told_of_number([*facts, result], "state", values, start=True)
