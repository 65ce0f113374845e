"""What a language tells the situation: one `Fact` for each amount of the text, and a `Question`.

Everything here is free of any language: entities, verbs and marks are names that are only compared
with each other. What a slot does not say is the empty string or None, which means "as told before".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal

#: What a clause does to amounts. ``at`` is the stock's locus: holder or place.
Effect = Literal[
    "state",  # the holder has, the place holds, there are
    "gain",  # the holder's stock grows from outside
    "lose",  # the holder's stock shrinks: spend, eat, burst
    "give",  # holder − , receiver +
    "take",  # holder + , source −
    "put",  # place +
    "remove",  # place −
    "come",  # those counted come to the place
    "leave",  # those counted go from the place, or end
    "make",  # things come to be, with the holder
    "use",  # things are used up
    "do",  # an activity that adds up and changes no stock
    "rise",  # a measure grows by
    "fall",  # a measure shrinks by
    "need",  # a goal: what the holder wants to reach, have or pay
    "room",  # a capacity: how many fit
    "lack",  # what is still missing to a goal; places still free
    "note",  # says something of the amount of another fact (``about``)
]

#: The direction in which an effect moves the stock of its own locus.
DIRECTION: Final[dict[str, int]] = {
    "gain": 1, "take": 1, "put": 1, "come": 1, "make": 1, "rise": 1,
    "lose": -1, "give": -1, "remove": -1, "leave": -1, "use": -1, "fall": -1,
}  # fmt: skip

#: Effects of something that happens, whether or not it moves a stock.
HAPPENING: Final = frozenset([*DIRECTION, "do"])

Phase = Literal["start", "", "end"]


@dataclass(frozen=True, slots=True)
class Kind:
    """What is counted or measured: a head, what it is said to be (``marks``) or not to be
    (``lacks``), the more general heads above it (``ups``).

    For measures ``head`` is the dimension ("length", "money", "age"): whose length is the holder.
    """

    head: str = ""
    marks: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()
    ups: frozenset[str] = frozenset()
    measure: bool = False
    #: coordinated kinds that are asked or told as one ("lions and tigers")
    parts: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Time:
    """When: a name ("friday"), the spans it lies in ("weekend"), its order among named times, the
    phase that words like "at first" and "now" tell, and whether it is told as over before its
    neighbour (a past perfect).
    """

    label: str = ""
    ups: frozenset[str] = frozenset()
    rank: int | None = None
    phase: Phase = ""
    earlier: bool = False
    #: told as holding now ("has"), where others were told as past
    present: bool = False
    #: told as still to come ("will plant")
    future: bool = False
    #: coordinated times ("on Sunday and today")
    parts: tuple[Time, ...] = ()
    #: so much later (sign +1) or earlier (−1) than now: "in 5 years"
    shift: Amount | None = None
    shift_sign: int = 0


@dataclass(frozen=True, slots=True)
class Amount:
    """``quantity`` indexes the problem's quantities; None with ``value`` is a constant ("nobody",
    "a"), None without is unknown ("some", the asked amount). ``scale`` brings it to the base unit
    of its dimension.
    """

    quantity: int | None = None
    value: Fraction | None = None
    scale: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: slots that differ from the other side; None is "the same".

    ``amount`` is told with the side itself: "12 fewer than the 40 of last year".
    """

    holder: str | None = None
    kind: Kind | None = None
    place: str | None = None
    time: Time | None = None
    verb: str | None = None
    effect: Effect | None = None
    extras: frozenset[str] | None = None
    amount: Amount | None = None


@dataclass(frozen=True)
class Fact:
    """One amount in its clause.

    ``holder`` is who has, does or is measured; ``to`` and ``source`` the other party of a
    transfer; ``place`` where; ``extras`` what else restricts it (purpose, complement, manner);
    ``of`` the whole of which it is a part; ``more`` that it comes on top; ``total`` that it is
    told as a sum; ``rest`` that it is what remains of a whole ("the others"); ``level`` of a rise
    or fall that it is where it ends ("to"), or starts ("from"); ``than`` the other side of a
    comparison that ``sign`` directs: fact = side + sign · amount. ``negated``: it did not happen.
    ``planned``: wanted, not done. ``words`` are the tokens it was read from.
    """

    amount: Amount
    effect: Effect
    kind: Kind
    verb: str = ""
    holder: str = ""
    to: str = ""
    source: str = ""
    place: str = ""
    time: Time = Time()
    extras: frozenset[str] = frozenset()
    of: Kind | None = None
    more: bool = False
    total: bool = False
    rest: bool = False
    level: Literal["", "to", "from"] = ""
    than: Side | None = None
    sign: int = 0
    negated: bool = False
    planned: bool = False
    #: nothing is known of what its verb does
    unsure: bool = False
    #: the place of the fact whose amount this one compares ("that is 5 more than …")
    about: int | None = None
    sentence: int = 0
    clause: int = 0
    #: where it belongs in the order of telling, for facts that others imply
    position: float | None = None
    words: tuple[int, ...] = ()
    #: other ways to read this fact, best first, each with what it costs (1 is a doubt)
    others: tuple[tuple[float, Fact], ...] = ()

    def but(self, **changes: object) -> Fact:
        """The fact with other values for some fields: as `dataclasses.replace`, in a tenth of the
        time, since every reading of a story does this dozens of times.
        """
        other = object.__new__(Fact)
        fields = other.__dict__
        fields.update(self.__dict__)
        fields.update(changes)
        return other


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a fact whose amount is unknown.

    ``form``: "amount", or "difference" of the fact and its ``than`` side (absolute where ``sign``
    is 0; where ``than`` is None the other side is what the story has beside it).
    ``cues``: "left", "total", "start", "now", "need", "free", "change", "each side" and others that
    a schema asks for. ``unread`` are content words that no slot took.
    """

    fact: Fact
    form: Literal["amount", "difference"] = "amount"
    cues: frozenset[str] = frozenset()
    unread: tuple[str, ...] = ()
    #: entities that the question names
    mentions: frozenset[str] = frozenset()
    #: other ways to take the question, each with what it costs
    others: tuple[tuple[float, Question], ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """Facts in the order of telling and the question. ``within`` tells for an entity the one it
    belongs to ("album" to "tessa"); ``people`` are the entities that act; ``groups`` the members
    of joint entities ("they").
    """

    facts: tuple[Fact, ...]
    question: Question
    values: tuple[Fraction | int, ...]
    within: dict[str, str] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    #: places of the quantities that are names and count nothing ("round 2")
    names: frozenset[int] = frozenset()


def another_deed(story: Story, fact: Fact) -> bool:
    """Whether a deed is told by another verb than the asked one, which is told too."""
    asked = story.question.fact
    if asked.effect not in HAPPENING or fact.effect not in HAPPENING or not asked.verb:
        return False
    return fact.verb != asked.verb and any(
        f.verb == asked.verb and f.effect == asked.effect for f in story.facts
    )
