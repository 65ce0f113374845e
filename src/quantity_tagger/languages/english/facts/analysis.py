"""What an English problem says of each quantity and of what it asks, read off its story."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.agreement import relations
from quantity_tagger.languages.english.facts.question import asked_facts
from quantity_tagger.languages.english.facts.units import unit_kind, units
from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.languages.english.frames.understand import read_story
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.problem.facts import (
    Facts,
    QuantityFacts,
    QuestionFacts,
    Relation,
    Role,
)
from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.described import verb_class
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind, Side, Story
from quantity_tagger.situation.outline import told_as
from quantity_tagger.situation.units import Unit

#: How the unknown agrees with what is asked.
_ITSELF: Final = Relation("same", "same", "same", "same", 0, True)
#: How a quantity agrees with it of which nothing is known.
_UNREAD: Final = Relation("unsaid", "unsaid", "unsaid", "unsaid", 0, True)
_CLOCK: Final = frozenset(["clock", "o'clock"])
#: Extras that are no words of the text.
_NO_ITEMS: Final = frozenset(["price", "each", "goal", "left", "own", "paid with"])


def describe(problem: Problem, story: Story | None = None) -> Facts:
    """What the story says of each quantity and of the unknown, and how they agree; where there is
    none, where they stand.
    """
    story = story or read_story(problem, tree_of(problem))
    unknown = problem.unknown
    entries: list[QuantityFacts] = []
    agreed = [_UNREAD] * len(problem.quantities)
    question = QuestionFacts()
    if story is None:
        entries = [_entry(problem, number) for number in range(len(problem.quantities))]
    else:
        question = asked_facts(problem, story)
        facts = _of_quantities(story)
        told_in = units(story, facts)
        for number, (unit, fact) in enumerate(zip(told_in, facts, strict=True)):
            entries.append(_told(problem, story, number, unit, fact))
        agreed = relations(story, facts, question.kind)
    place = problem.place_of_unknown
    asked = QuantityFacts(
        token=unknown.token,
        sentence=_sentence(problem, unknown.token),
        in_question=True,
        unit=question.unit,
    )
    entries.insert(place, asked)
    agreed.insert(place, _ITSELF)
    return Facts(tuple(entries), place, question, tuple(agreed))


def _of_quantities(story: Story) -> list[Fact | None]:
    """The fact of each quantity; the side of a comparison is one of its own."""
    found: list[Fact | None] = [None] * len(story.values)
    for fact in story.facts:
        quantity, side = fact.amount.quantity, fact.than
        if quantity is not None and found[quantity] is None:
            found[quantity] = fact
        if side is not None and side.amount is not None and side.amount.quantity is not None:
            found[side.amount.quantity] = _of_side(fact, side)
    return found


def _of_side(fact: Fact, side: Side) -> Fact:
    """As in "12 fewer than the 40 of last year": what is told of the 40."""
    return fact.but(
        amount=side.amount,
        holder=fact.holder if side.holder is None else side.holder,
        kind=fact.kind if side.kind is None else side.kind,
        place=fact.place if side.place is None else side.place,
        time=fact.time if side.time is None else side.time,
        effect="state",
        than=None,
    )


def _sentence(problem: Problem, token: int) -> int:
    sentences = problem.document.sentences
    return next(number for number, span in enumerate(sentences) if token < span.stop)


def _entry(problem: Problem, number: int) -> QuantityFacts:
    """Where a quantity stands."""
    quantity = problem.quantities[number]
    sentence = _sentence(problem, quantity.token)
    return QuantityFacts(
        value=quantity.value,
        token=quantity.token,
        sentence=sentence,
        in_question=sentence == _sentence(problem, problem.unknown.token),
    )


def _told(
    problem: Problem, story: Story, number: int, unit: Unit, fact: Fact | None
) -> QuantityFacts:
    entry = _entry(problem, number)
    if fact is None or number in story.names or fact.kind.head in _CLOCK:
        role = _role_of_name(story, number, unit, fact)
        if role == "label":
            return entry._replace(role=role)
        return entry._replace(
            unit=unit.head,
            modifiers=unit.marks,
            material=unit.of,
            unit_kind=unit_kind(unit, fact),
            role=role,
        )
    moved = DIRECTION.get(fact.effect, 0)
    item = " ".join(sorted(fact.extras - _NO_ITEMS))
    return QuantityFacts(
        value=entry.value,
        token=entry.token,
        sentence=entry.sentence,
        in_question=entry.in_question,
        unit=unit.head,
        modifiers=unit.marks,
        material=unit.of,
        unit_kind=unit_kind(unit, fact),
        kinds=tuple(sorted(fact.kind.ups)),
        verb_class=verb_class(fact),
        owner=item if item and "price" in fact.extras else fact.holder,
        place=fact.place,
        time=fact.time.label,
        item=item,
        role=_role(fact),
        direction=fact.sign if fact.than is not None else moved or int(fact.more),
        reference="" if fact.than is None else _reference(fact.than),
    )


def _role_of_name(story: Story, number: int, unit: Unit, fact: Fact | None) -> Role:
    """What a number is of which no clause says anything."""
    if fact is not None or unit.head in words("months"):
        return "date"
    if unit.label:  # "from page 12 to page 30", unless it is pages that are asked for
        return "" if unit.head == story.question.unit.head else "label"
    return "groups" if number in story.names else ""


def _role(fact: Fact) -> Role:
    told = told_as(fact)
    if told == "part" and fact.effect in DIRECTION:
        return "change"  # "lost 2 of them"
    if told == "state" and fact.more:
        return "change"  # "has 5 more in a drawer"
    return "" if told == "other" or told == "apart" else told


def _reference(side: Side) -> str:
    """The words for what is compared with."""
    if side.holder or side.place:
        return side.holder or side.place or ""
    if side.time is not None:
        return side.time.label or side.time.phase
    return "" if side.kind is None else _phrase(side.kind)


def _phrase(kind: Kind) -> str:
    return " ".join([*sorted(kind.marks), kind.head])
