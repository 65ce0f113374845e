"""Fractions of one whole: "1/2 of them walk, 1/8 cycle. What fraction walk or cycle?".

Which fraction is meant is read off the words around it, whatever verbs and nouns they are: those
that the other fractions go without.
"""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import Amount, Fact, Kind, Question, Story

_CONTENT = ("N", "V", "J", "C")


def fraction_story(
    tree: Tree, quantities: dict[int, int], asked: int, values: tuple[Fraction, ...]
) -> Story | None:
    """The story of a whole that is told in fractions, None where the text is about other things."""
    if tree.lemmas[asked] != "what" or tree.lemmas[asked + 1] not in words("fractions"):
        return None
    if {"both", "neither"} & set(tree.lemmas):
        return None  # they may overlap
    span = tree.sentences[tree.sentence_of(asked)]
    told = [k for k in sorted(quantities) if values[quantities[k]] < 1 and k not in span]
    said = {k: _said(tree, k, told) for k in told}
    wanted = {tree.lemmas[k] for k in range(asked + 2, span.stop)}
    led = set(tree.lemmas[span.start : asked])
    if sum(values[quantities[k]] for k in told) > 1:
        return None
    if len(told) < 2 or not wanted & {"or", "and", "together"} | led & words("ask total"):
        return None
    own = {k: said[k] - frozenset().union(*(said[j] for j in told if j != k)) for k in told}
    named = [k for k in told if own[k] & wanted]
    meant = named if len(named) > 1 else told
    facts = [Fact(Amount(quantities[k]), "state", _kind(k), "be", words=(k,)) for k in meant]
    whole = Fact(Amount(), "state", Kind("fraction"), "be")
    question = Question(whole, cues=frozenset(["total"]))
    names = frozenset(q for k, q in quantities.items() if k not in meant)
    return Story(tuple(facts), question, values, names=names)


def _kind(place: int) -> Kind:
    return Kind("fraction", frozenset([str(place)]))


def _said(tree: Tree, place: int, told: list[int]) -> frozenset[str]:
    """The content words after a fraction, up to the next."""
    span = tree.sentences[tree.sentence_of(place)]
    stop = min([k for k in told if place < k < span.stop], default=span.stop)
    return frozenset(
        tree.lemmas[k] for k in range(place + 1, stop) if tree.tags[k][:1] in _CONTENT
    ) - {"and", "but", "be"}
