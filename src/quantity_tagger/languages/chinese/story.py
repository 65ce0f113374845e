"""Scenes of a Chinese story: its clauses, with the subject put back where it was left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from quantity_tagger.problem.story_line import Scene, places_within, slice_of

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import QuantityFacts
    from quantity_tagger.problem.problem import Problem

_MARKS = "，。；：、？！,.;:?! "
#: Words that join what is counted: "28只山羊和37只绵羊".
_JOINTS = frozenset({"、", "和", "与", "及", "以及", "跟"})
#: Words that lead on and say nothing by themselves.
_LEADS = ("如果", "已知", "那么", "但是", "可是", "而且", "后来", "其中")
#: A clause that begins with one of these has left its subject out; so has one whose verb does.
_SUBJECTLESS = frozenset({"比", "今年", "有", "还有", "只有"})
#: What follows a part of a name or of a longer noun.
_NOUN_TAGS = frozenset({"n", "nr", "nz", "ns", "uj", "f", "s"})


def scenes(problem: Problem, entries: Sequence[QuantityFacts]) -> Iterator[Scene]:
    """The clauses that have a number, and the one that asks with what follows it."""
    unknown = problem.unknown.token
    start = next(one.start for one in problem.document.clauses if unknown in one)
    end = next(one.stop for one in problem.document.sentences if unknown in one)
    for clause in problem.document.clauses:
        if clause.start == start:
            question = slice_of(problem, start, end).strip(_MARKS)
            yield Scene(question, places_within(problem, start, end), asks=True)
        elif clause.start not in range(start, end):
            places = places_within(problem, clause.start, clause.stop)
            if places:
                yield from _told(problem, clause, places, entries)


def _told(
    problem: Problem, clause: range, places: Sequence[int], entries: Sequence[QuantityFacts]
) -> Iterator[Scene]:
    cuts = _cuts(problem, clause, places)
    opening = ""
    for first, end in pairwise([clause.start, *cuts, clause.stop]):
        within = places_within(problem, first, end)
        if first == clause.start:
            text = _with_subject(problem, first, slice_of(problem, first, end), entries[within[0]])
            # What the parts of a list share: all that stands before the last number here.
            opening = slice_of(problem, first, problem.quantities[within[-1]].token)
        else:
            counted = first + 1  # after the joint
            text = slice_of(problem, counted, end)
            if problem.quantities[within[0]].token == counted:
                text = opening + text
        yield Scene(_trimmed(text), within)


def _cuts(problem: Problem, clause: range, places: Sequence[int]) -> list[int]:
    """Where "和" or "、" stands between two numbers of a list."""
    cuts: list[int] = []
    for here, there in pairwise(places):
        between = range(problem.quantities[here].token + 1, problem.quantities[there].token)
        joints = [at for at in between if problem.tokens[at].text in _JOINTS]
        if joints and joints[-1] + 1 < clause.stop:
            cuts.append(joints[-1])
    return cuts


def _with_subject(problem: Problem, first: int, text: str, entry: QuantityFacts) -> str:
    word = problem.tokens[first].text
    left_out = word in _SUBJECTLESS or entry.verb.startswith(word)
    if left_out and entry.owner and _opens_clause_before(problem, first, entry.owner):
        return entry.owner + text
    return text


def _opens_clause_before(problem: Problem, first: int, owner: str) -> bool:
    """Whether the clause before has the owner for its whole subject: no noun follows it there."""
    tokens = problem.tokens
    return any(
        clause.stop == first
        and len(clause) > 1
        and tokens[clause.start].text == owner
        and tokens[clause.start + 1].tag not in _NOUN_TAGS
        for clause in problem.document.clauses
    )


def _trimmed(text: str) -> str:
    text = text.strip(_MARKS)
    for lead in _LEADS:
        if text.startswith(lead) and len(text) > len(lead):
            text = text[len(lead) :].strip(_MARKS)
    return text
