"""What a Chinese problem says of its quantities and of what it asks: its story, seen number by
number.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from quantity_tagger.languages.chinese.facts.labels import label
from quantity_tagger.languages.chinese.facts.units import common_unit, unit_after, unit_kinds
from quantity_tagger.languages.chinese.frames.understand import read_story
from quantity_tagger.problem.facts import Facts, QuantityFacts, QuestionFacts, Relation, UnitKind
from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.described import (
    Said,
    facts_of,
    is_joint,
    material,
    question_kind,
    relation,
    said_of,
    verb_class,
)
from quantity_tagger.situation.facts import Fact, Story

_LONGEST: Final = 1_000
"""Tokens of a text that may be a story."""

_NOT_TOLD: Final = Relation("other", "unsaid", "unsaid", "unsaid", 0, related=False)
_NOTHING: Final = Said()


def describe(problem: Problem, story: Story | None = None) -> Facts:
    """What the text says of each quantity and of the unknown; its ``story`` if it was read."""
    story = story or _story(problem)
    unknown, numbers = problem.unknown, _numbers(problem)
    units = [one.unit[:1] or unit_after(problem, one.token) for one in problem.quantities]
    asked_unit = unknown.head[:1] or common_unit(units)
    kinds = unit_kinds([*units, asked_unit])
    told = {} if story is None else facts_of(story)
    entries: list[QuantityFacts] = []
    relations: list[Relation] = []
    for place, quantity in enumerate(problem.quantities):
        fact = told.get(place)
        said = _NOTHING if fact is None else said_of(fact)
        named = label(problem.tokens, quantity.token, numbers)
        entries.append(
            QuantityFacts(
                value=quantity.value,
                token=quantity.token,
                sentence=_sentence(problem, quantity.token),
                in_question=quantity.token in unknown.question,
                unit="".join(units[place]),
                material=said.material or quantity.unit[1:],
                unit_kind=kinds[place],
                verb_class=said.verb_class,
                owner=said.owner,
                place=said.place,
                time=said.time,
                role=named or said.role,
                direction=said.direction,
                reference=said.reference,
            )
        )
        relations.append(_relation(story, fact, alike=units[place] == asked_unit))
    at = problem.place_of_unknown
    asked = _question(story, problem, "".join(asked_unit), kinds[-1])
    entries.insert(at, _unknown(problem, asked))
    relations.insert(at, Relation("same", "same", "unsaid", "unsaid", 0, related=False))
    return Facts(tuple(entries), at, asked, tuple(relations))


def _story(problem: Problem) -> Story | None:
    if len(problem.tokens) > _LONGEST:
        return None
    try:
        return read_story(problem)
    except ValueError:  # no question that could be read
        return None


def _numbers(problem: Problem) -> dict[int, Fraction | None]:
    found: dict[int, Fraction | None] = {one.token: one.value for one in problem.quantities}
    found[problem.unknown.token] = None
    return found


def _sentence(problem: Problem, token: int) -> int:
    sentences = problem.document.sentences
    return next((at for at, sentence in enumerate(sentences) if token < sentence.stop), 0)


def _relation(story: Story | None, fact: Fact | None, *, alike: bool) -> Relation:
    return _NOT_TOLD if story is None or fact is None else relation(story, fact, alike=alike)


def _unknown(problem: Problem, asked: QuestionFacts) -> QuantityFacts:
    token = problem.unknown.token
    return QuantityFacts(
        token=token,
        sentence=_sentence(problem, token),
        in_question=True,
        unit=asked.unit,
        material=asked.material,
        unit_kind=asked.unit_kind,
        verb_class=asked.verb_class,
        owner=asked.owner,
        time=asked.time,
    )


def _question(
    story: Story | None, problem: Problem, unit: str, unit_kind: UnitKind
) -> QuestionFacts:
    if story is None:
        return QuestionFacts(unit=unit, material=problem.unknown.head[1:], unit_kind=unit_kind)
    question = story.question
    fact = question.fact
    return QuestionFacts(
        kind=question_kind(question),
        cues=tuple(sorted({*question.cues, f"verb:{verb_class(fact)}"})),
        unit=unit,
        material=material(fact.kind) or problem.unknown.head[1:],
        unit_kind=unit_kind,
        verb=fact.verb,
        verb_class=verb_class(fact),
        owner=fact.holder,
        joint=is_joint(story),
        time=fact.time.label or fact.time.phase,
    )
