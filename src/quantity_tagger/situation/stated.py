"""What a reading says of each quantity, in the few words that a person is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quantity_tagger.problem.world import Apart, Asks, Statement, Tells
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Story
from quantity_tagger.situation.statements import Statement as Linear

_NOTHING: Final = Statement()
_GOALS: Final = frozenset(["need", "room", "lack"])

#: What the statements of families tell that name no part.
_FAMILY_TELLS: Final[dict[str, Tells]] = {
    "comparison": "difference",
    "stock": "change",
    "change": "change",
    "sum": "doing",
}

#: What the schemas ask for.
_ASKS: Final[dict[str, Asks]] = {
    **dict.fromkeys(("stock end", "stock in words", "age"), "end"),
    "stock start": "start",
    **dict.fromkeys(("change", "net", "change in words"), "change"),
    **dict.fromkeys(("flows", "sum in words", "needs"), "sum"),
    **dict.fromkeys(("difference", "compared", "made equal", "gap"), "difference"),
    **dict.fromkeys(
        ("goal", "room", "to do", "not done", "over", "needed", "reached", "debt", "task", "lack"),
        "goal",
    ),
    **dict.fromkeys(("part", "rest", "complement", "content", "divisions"), "part"),
    "purchase": "money",
}


def asks(schema: str) -> Asks:
    """What a world of this schema makes of the question."""
    return _ASKS.get(schema, "")


def of_story(story: Story) -> tuple[Statement, ...]:
    """One statement for each quantity, from the first fact that has it, and one for each fact that
    has none ("some boats left").
    """
    found = [_NOTHING] * len(story.values)
    for fact in story.facts:
        _put(found, fact.amount, story, fact)
        if fact.than is not None and fact.than.amount is not None:
            _put(found, fact.than.amount, story, fact, "side")
        if fact.time.shift is not None:
            _put(found, fact.time.shift, story, fact, "shift")
    asked = story.question.fact
    if asked.time.shift is not None:
        _put(found, asked.time.shift, story, asked, "shift")
    found += [
        _statement(story, fact, "")
        for fact in story.facts
        if fact.amount.quantity is None and fact.amount.value is None
    ]
    return tuple(found)


def of_family(used: Sequence[Linear], count: int) -> tuple[Statement, ...]:
    """One statement for each quantity of a story that a family of its own reads: the part that it
    plays is the name of its amount.
    """
    found = [_NOTHING] * count
    for one in used:
        told = one.given.quantities
        words = one.words if len(told) == 1 else ()
        for quantity, share in told.items():
            tells = _FAMILY_TELLS.get(one.schema, "")
            part = "" if tells else _part(one)
            if one.schema == "told" and not part:
                tells = "state"
            found[quantity] = Statement(tells, part, 1 if share > 0 else -1, words=words)
    return tuple(found)


def _part(statement: Linear) -> str:
    """The part that an amount plays: its name, where the statement is about it alone."""
    if len(statement.form) != 1:
        return ""
    (name,) = statement.form
    part = name[0] if isinstance(name, tuple) else name
    return part if isinstance(part, str) and part != "asked" else ""


def _put(
    found: list[Statement], amount: Amount, story: Story, fact: Fact, tells: Tells = ""
) -> None:
    place = amount.quantity
    if place is not None and found[place] is _NOTHING:
        found[place] = _statement(story, fact, tells)


def _statement(story: Story, fact: Fact, tells: Tells) -> Statement:
    asked = story.question.fact
    told = tells or _tells(fact)
    moves = fact.sign if told == "difference" else _moves(fact, asked)
    if told == "shift":
        moves = fact.time.shift_sign
    return Statement(
        told,
        _money(fact) or ("age" if fact.kind.head == "age" else fact.effect),
        moves,
        _apart(story, fact, asked),
        fact.time.phase == "end",
        fact.kind.measure,
        fact.holder,
        fact.verb,
        () if told == "shift" else fact.words,
    )


def _money(fact: Fact) -> str:
    """What a told sum of money is: what something costs, or what somebody has."""
    if fact.kind.head != "money" or fact.effect != "state":
        return ""
    return "price" if fact.verb == "cost" or "price" in fact.extras else "purse"


def _tells(fact: Fact) -> Tells:
    if fact.than is not None and fact.sign:
        return "difference"
    if fact.effect in DIRECTION:
        return "change"
    if fact.total:
        return "total"
    if fact.effect in _GOALS:
        return "goal"
    if fact.of is not None or fact.rest:
        return "part"
    return "doing" if fact.effect == "do" else "state"


def _moves(fact: Fact, asked: Fact) -> int:
    """The direction in which the event moves the stock of the one asked about."""
    if asked.holder and asked.holder != fact.holder and asked.holder in (fact.to, fact.source):
        return 1 if asked.holder == fact.to else -1
    return DIRECTION.get(fact.effect, 0)


def _apart(story: Story, fact: Fact, asked: Fact) -> Apart:
    if fact.negated:
        return "negated"
    if not kinds.meets(fact.kind, asked.kind):
        return "kind"
    if fact.holder and asked.holder and fact.holder != asked.holder:
        mine = (story.within.get(fact.holder), fact.to, fact.source)
        if asked.holder not in mine and fact.holder not in story.groups.get(asked.holder, ()):
            return "holder"
    if fact.time.label and asked.time.label and fact.time.label != asked.time.label:
        return "time"
    return "planned" if fact.planned and not asked.planned else ""
