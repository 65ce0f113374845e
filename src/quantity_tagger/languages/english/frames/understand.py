"""From a problem and its tree to the worlds of its story."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.asked import at_moment
from quantity_tagger.languages.english.frames.constructions.bought import spend
from quantity_tagger.languages.english.frames.constructions.conditions import suppose
from quantity_tagger.languages.english.frames.constructions.each import share
from quantity_tagger.languages.english.frames.constructions.equal import equalise
from quantity_tagger.languages.english.frames.constructions.expressions import spoken
from quantity_tagger.languages.english.frames.constructions.fractions import fraction_story
from quantity_tagger.languages.english.frames.constructions.hindsight import with_question
from quantity_tagger.languages.english.frames.constructions.number_talk import number_story
from quantity_tagger.languages.english.frames.constructions.overlap import overlapping
from quantity_tagger.languages.english.frames.constructions.positions import in_row, position_story
from quantity_tagger.languages.english.frames.constructions.recounts import correct
from quantity_tagger.languages.english.frames.constructions.wholes import left_of_whole
from quantity_tagger.languages.english.frames.nouns import kind_of, sterling, unit_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.phrases import read_phrases
from quantity_tagger.languages.english.frames.question import read_question
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.tree import Tree, tree_of
from quantity_tagger.languages.english.frames.words import names as first_names
from quantity_tagger.situation import kinds
from quantity_tagger.situation.compound import join, spread
from quantity_tagger.situation.doubts import doubts
from quantity_tagger.situation.facts import DIRECTION, Question, Story
from quantity_tagger.situation.statements import whole
from quantity_tagger.situation.understand import Candidate, Understanding
from quantity_tagger.situation.understand import understand as understand_story
from quantity_tagger.situation.units import NO_UNIT, Unit

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


def read_story(problem: Problem, tree: Tree) -> Story:
    """The facts and the question of a problem."""
    quantities = {quantity.token: place for place, quantity in enumerate(problem.quantities)}
    values = tuple([quantity.value for quantity in problem.quantities])
    sterling(tree)
    number = number_story(tree, quantities, problem.unknown.token, values)
    if number is None:
        number = position_story(tree, quantities, problem.unknown.token, values)
    if number is None:
        number = fraction_story(tree, quantities, problem.unknown.token, values)
    if number is not None:
        phrases = read_phrases(tree, quantities)
        return number._replace(units=_units(tree, phrases, len(values)))
    reader = Reader(tree, quantities, problem.unknown.token)
    clause = reader.read()
    share(reader)
    correct(reader)
    equalise(reader)
    suppose(reader, clause)
    question = left_of_whole(reader, read_question(reader, clause), values)
    spend(reader, question)
    places = {fact.place for fact in reader.facts}
    facts = tuple(with_question(reader, question))
    return Story(
        facts,
        at_moment(reader, question, facts),
        tuple([whole(value) for value in values]),
        reader.entities.within,
        frozenset(reader.entities.people - (places - set(first_names()))),
        reader.entities.groups,
        reader.names() | _of_other_kinds(reader, question),
        _units(tree, reader.phrases, len(values)),
    )


def _units(tree: Tree, phrases: Sequence[Phrase], count: int) -> tuple[Unit, ...]:
    """The unit of each quantity in the words of its phrase."""
    found = [NO_UNIT] * count
    for phrase in phrases:
        if phrase.quantity is not None:
            found[phrase.quantity] = unit_of(tree, phrase)
    return tuple(found)


def _of_other_kinds(reader: Reader, question: Question) -> frozenset[int]:
    """Quantities of things that the question does not ask for and no clause says anything of."""
    told = {fact.amount.quantity for fact in reader.facts}
    kinds_of = {p.quantity: kind_of(reader.tree, p)[0] for p in reader.phrases}
    return frozenset(
        quantity
        for quantity, kind in kinds_of.items()
        if quantity is not None
        and quantity not in told
        and kind is not None
        and kind.head
        and question.fact.kind.head
        and not kinds.heads_meet(kind, question.fact.kind)
    )


def understand(problem: Problem) -> list[Candidate]:
    """The readings of a problem that determine its answer, best first."""
    return _understood(problem).candidates


def understand_all(problems: Sequence[Problem]) -> list[Understanding]:
    """The stories of many problems."""
    return [_understood(problem) for problem in problems]


def _understood(problem: Problem) -> Understanding:
    said = spoken(problem)
    if said is not None:
        return Understanding([said])
    tree = tree_of(problem)
    told = read_story(problem, tree)
    story, joined = join(told, _beside(problem))
    found = understand_story(story, doubts)
    quantities = {quantity.token: place for place, quantity in enumerate(problem.quantities)}
    lost = any(DIRECTION.get(fact.effect, 0) < 0 for fact in story.facts)
    sets = overlapping(tree, quantities, problem.unknown.token, story.values, changed=lost)
    sets = sets or in_row(tree, quantities, problem.unknown.token, story.values)
    if sets is not None:
        same = [one for one in found if one.coefficients == sets.coefficients]
        best = min([sets, *same], key=lambda one: (bool(one.doubts), one.cost))
        found = [best, *(one for one in found if one not in same)]
    ranked = sorted(found, key=lambda one: one.cost)
    return Understanding([spread(one, joined) for one in ranked] if joined else ranked, told)


def _beside(problem: Problem) -> list[int]:
    """The numbers that follow another and its unit: "1 hour 20 minutes", "$3 and 50 cents"."""
    texts = problem.document.columns.texts
    found = []
    for place, (one, other) in enumerate(pairwise(problem.quantities)):
        between = [text for text in texts[one.token + 1 : other.token] if text != "and"]
        if len(between) <= 1 and all(text.isalpha() for text in between):
            found.append(place + 1)
    return found
