"""Two sets that overlap: "22 play chess, 15 play tennis and 6 play both".

Which set a number counts is read off the words after it, whatever verbs and nouns they are: what
only the first says is the first set, what only the second says the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.families.atoms import Count, Mode, overlap
from quantity_tagger.situation.statements import Number
from quantity_tagger.situation.understand import Candidate

#: A reading by sets goes before those that take the sets for stocks.
_COST = -0.3


@dataclass(frozen=True, slots=True)
class _Told:
    """What a stretch of words says: of which atoms, and by which words."""

    mode: Mode
    said: frozenset[str]
    quantity: int | None
    start: int


def overlapping(
    tree: Tree, quantities: dict[int, int], asked: int, values: tuple[Number, ...]
) -> Candidate | None:
    """The asked count of two sets, where the text tells of both or neither."""
    lemmas = tree.lemmas
    if "by both" in " ".join(lemmas):
        return None  # who did it, and no sets
    if not {"both", "neither"} & set(lemmas) or lemmas[asked : asked + 2] != ["how", "many"]:
        return None
    span = tree.sentences[tree.sentence_of(asked)]
    counted = [
        k
        for k in sorted(quantities)
        if k not in range(asked, span.stop) and not _is_object(tree, k)
    ]
    told = [_told(tree, quantities, place, asked) for place in counted]
    stop = next((k for k in range(asked, span.stop) if lemmas[k] == "if"), span.stop)
    wanted = _stretch(tree, range(asked + 2, stop), None)
    single = [one for one in told if one.mode in ("in", "only") and one.said]
    known_words = frozenset[str]().union(*(one.said for one in single))
    if (
        wanted.mode == "in"
        and _sets([one.said for one in single])
        and (not wanted.said & known_words)
    ):
        wanted = replace(wanted, mode="all")  # "How many children are in the club?"
    named = [one.said for one in single] + [wanted.said] * (wanted.mode in ("in", "only"))
    sets = _sets(named)
    if sets is None:
        return None
    modes = {one.mode for one in (*told, wanted)}
    if not modes & {"joint", "none"} or len(told) < 2:
        return None
    counts = [_count(one, sets) for one in (*told, wanted)]
    known = [count for count in counts if count is not None]
    if len(known) != len(counts):
        return None
    parts = [values[one.quantity] for one in told if one.mode == "in" and one.quantity is not None]
    joint = [values[c.quantity] for c in known if c.mode == "joint" and c.quantity is not None]
    if joint and parts and max(joint) > min(parts):
        return None
    apart = "joint" not in modes and all(said <= _adjectives(tree) for said in sets)
    found = overlap(known, 2, values, everybody_in="none" not in modes, apart=apart)
    return None if found is None or found.doubts else replace(found, cost=_COST)


def _is_object(tree: Tree, place: int) -> bool:
    """As in "Their teacher owns 5 guitars": no count of those who are in a set."""
    before = place - 1
    return tree.tags[before][:1] == "V" and tree.lemmas[before] not in ("be", "have", "contain")


def _adjectives(tree: Tree) -> set[str]:
    """Words that are adjectives alone: what is red is not blue."""
    return {lemma for lemma, tag in zip(tree.lemmas, tree.tags, strict=True) if tag == "JJ"}


def _told(tree: Tree, quantities: dict[int, int], place: int, asked: int) -> _Told:
    span = tree.sentences[tree.sentence_of(place)]
    later = [k for k in quantities if place < k < span.stop]
    stop = min([*later, span.stop, *([asked] if place < asked else [])])
    lemmas = tree.lemmas
    before = lemmas[max(span.start, place - 2) : place]
    there = "there" in lemmas[max(span.start, place - 3) : place]
    listed = ":" in tree.texts[place + 1 : stop]
    if "of" in before or there or listed or "have" in before[1:]:
        return _Told("all", frozenset(), quantities[place], place)
    stop = next((k for k in range(place, stop) if tree.texts[k] == ";"), stop)
    return _stretch(tree, range(place + 1, stop), quantities[place])


def _stretch(tree: Tree, span: range, quantity: int | None) -> _Told:
    """What the words of a stretch say of those counted."""
    lemmas = tree.lemmas[span.start : span.stop]
    run = next((k for k in span if tree.tags[k][:1] not in ("N", "J")), span.stop)
    noun = next((k for k in range(span.start, run) if tree.tags[k] in ("NNS", "NNPS")), -1)
    said = [tree.lemmas[k] for k in span if tree.tags[k][:1] in ("V", "N", "J") and k != noun]
    content = frozenset(said) - words("set words")
    mode: Mode = "in"
    if "or" in lemmas or {"least", "different", "either", "something", "anything"} & set(lemmas):
        mode = "any"
    elif "both" in lemmas:
        mode = "joint"
    elif "neither" in lemmas or "nor" in lemmas:
        mode = "none"
    elif "only" in lemmas or "just" in lemmas:
        mode = "only"
    elif "but" in lemmas and {"not", "no", "n't"} & set(lemmas):
        mode = "only"
        cut = lemmas.index("but")
        kept = tree.lemmas[span.start : span.start + cut]
        content = frozenset(w for w in content if w in kept)
    elif not content:
        mode = "all"
    return _Told(mode, content, quantity, span.start)


def _sets(named: list[frozenset[str]]) -> list[frozenset[str]] | None:
    """What tells the two sets apart; None where there are not two."""
    different = list(dict.fromkeys(named))
    found: list[frozenset[str]] = []
    for one in different:
        if any(one >= other or one <= other for other in found):
            continue
        found.append(one)
    if len(found) != 2:
        return None
    return [found[0] - found[1], found[1] - found[0]]


def _count(told: _Told, sets: list[frozenset[str]]) -> Count | None:
    if told.mode in ("in", "only"):
        numbers = [n for n, said in enumerate(sets) if told.said & said]
        if len(numbers) != 1:
            return None
        named = frozenset(numbers)
    else:
        named = frozenset((0, 1)) if told.mode == "joint" else frozenset[int]()
    return Count(told.mode, named, told.quantity, (told.start,))
