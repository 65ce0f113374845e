"""What the facts of a story say of each amount, seen from the question: plain names to learn from.

Where no world determines the answer, or several do, how each amount stands to what is asked is
still known: whether it is of the asked kind and holder, what its event does to the stock asked
about, on which side of a comparison it is.
"""

from __future__ import annotations

from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Fact, Question, Story

#: Cues of a question that tell what it asks for, the first that is there.
_CUES = ("start", "left", "total", "need", "free", "change", "more", "now")


def outline(story: Story) -> list[list[str]]:
    """For each quantity names of what is said of it; none where no fact has it."""
    asked = _asked(story.question)
    found: list[list[str]] = [[] for _ in story.values]
    told = [fact for fact in story.facts if fact.amount.quantity is not None]
    for place, fact in enumerate(told):
        quantity = fact.amount.quantity
        if quantity is not None and not found[quantity]:
            found[quantity] = _names(story, fact, asked, _order(place, len(told)))
    return found


def _order(place: int, count: int) -> str:
    if place == 0:
        return "first"
    return "last" if place == count - 1 else "between"


def _asked(question: Question) -> str:
    cue = next((cue for cue in _CUES if cue in question.cues), "")
    return f"{question.form} {question.fact.effect} {cue}".strip()


def _names(story: Story, fact: Fact, asked: str, order: str) -> list[str]:
    question = story.question.fact
    kind = kinds.relation(fact.kind, question.kind)
    holder = _holder(story, fact, question)
    effect = fact.effect
    moved = _moved(fact, question)
    marks = [
        name
        for name, there in (
            ("more", fact.more),
            ("total", fact.total),
            ("rest", fact.rest),
            ("part", fact.of is not None),
            ("not", fact.negated),
            ("planned", fact.planned),
            (f"level {fact.level}", bool(fact.level)),
            (f"phase {fact.time.phase}", bool(fact.time.phase)),
            ("earlier", fact.time.earlier),
        )
        if there
    ]
    found = [
        f"{asked}",
        f"{effect}/{kind}",
        f"{asked}/{effect}/{kind}",
        f"{asked}/{effect}/{kind}/{holder}",
        f"{asked}/{moved}/{kind}/{holder}",
        f"{asked}/{effect}/{kind}/{order}",
        f"{asked}/time {_time(fact, question)}",
        *(f"{asked}/{mark}" for mark in marks),
        *(f"{asked}/{effect}/{mark}" for mark in marks),
    ]
    if fact.verb and fact.verb == question.verb:
        found.append(f"{asked}/same verb")
    if fact.than is not None:
        found.append(f"{asked}/than {fact.sign:+d} {_side(fact, question)}")
    return found


def _holder(story: Story, fact: Fact, asked: Fact) -> str:
    if not asked.holder or not fact.holder:
        return "unsaid"
    if asked.holder in (fact.holder, story.within.get(fact.holder)):
        return "same"
    if asked.holder in (fact.to, fact.source):
        return "party"
    members = story.groups.get(asked.holder, ())
    if fact.holder in members:
        return "member"
    return "other"


def _moved(fact: Fact, asked: Fact) -> str:
    """The direction in which the event moves the stock of the one asked about."""
    direction = DIRECTION.get(fact.effect, 0)
    if asked.holder and asked.holder != fact.holder and asked.holder in (fact.to, fact.source):
        direction = 1 if asked.holder == fact.to else -1
    return f"{direction:+d}"


def _time(fact: Fact, asked: Fact) -> str:
    if not asked.time.label or not fact.time.label:
        return "unsaid"
    same = asked.time.label == fact.time.label or asked.time.label in fact.time.ups
    return "same" if same else "other"


def _side(fact: Fact, asked: Fact) -> str:
    """Which side of the comparison is asked about."""
    than = fact.than
    if than is None:
        return ""
    if than.holder and than.holder == asked.holder:
        return "of the other"
    if fact.holder and fact.holder == asked.holder:
        return "of this"
    if than.kind is not None and than.kind.head and kinds.within(than.kind, asked.kind):
        return "of the other kind"
    return "unsaid"
