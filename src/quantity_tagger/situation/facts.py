"""What a language tells the situation: one `Fact` for each amount of the text, and a `Question`.

Everything here is free of any language: entities, verbs and marks are names that are only compared
with each other. What a slot does not say is the empty string or None, which means "as told before".
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar, Final, Literal

from quantity_tagger.situation.units import NO_UNIT, Unit
from quantity_tagger.values import Value

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

#: Verbs that stand for any other of their direction.
GENERIC: Final = frozenset(["do", "get", "have", "be", ""])

#: Extras that say what part an amount plays, not which things it is of.
ROLES: Final = frozenset(
    ["price", "purse", "paid with", "spent", "got", "change", "lack", "left", "not", "goal"]
)

Phase = Literal["start", "", "end"]

_NOTHING: Final[frozenset[str]] = frozenset()
_NO_NUMBERS: Final[frozenset[int]] = frozenset()
_ONE: Final = Fraction(1)


class Kind(Value):
    """What is counted or measured: a head, what it is said to be (``marks``) or not to be
    (``lacks``), the more general heads above it (``ups``).

    For measures ``head`` is the dimension ("length", "money", "age"): whose length is the holder.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "head", "marks", "lacks", "ups", "measure", "parts",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        head: str = "",
        marks: frozenset[str] = _NOTHING,
        lacks: frozenset[str] = _NOTHING,
        ups: frozenset[str] = _NOTHING,
        measure: bool = False,
        parts: tuple[Kind, ...] = (),
    ) -> None:
        self.head: str = head
        self.marks: frozenset[str] = marks
        self.lacks: frozenset[str] = lacks
        self.ups: frozenset[str] = ups
        self.measure: bool = measure
        #: coordinated kinds that are asked or told as one ("lions and tigers")
        self.parts: tuple[Kind, ...] = parts

    def _values(self) -> tuple[Any, ...]:
        return (
            self.head,
            self.marks,
            self.lacks,
            self.ups,
            self.measure,
            self.parts,
        )


_NO_KIND: Final = Kind()


class Amount(Value):
    """``quantity`` indexes the problem's quantities; None with ``value`` is a constant ("nobody",
    "a"), None without is unknown ("some", the asked amount). ``scale`` brings it to the base unit
    of its dimension.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "quantity", "value", "scale",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        quantity: int | None = None,
        value: Fraction | None = None,
        scale: Fraction = _ONE,
    ) -> None:
        self.quantity: int | None = quantity
        self.value: Fraction | None = value
        self.scale: Fraction = scale

    def _values(self) -> tuple[Any, ...]:
        return (
            self.quantity,
            self.value,
            self.scale,
        )


class Time(Value):
    """When: a name ("friday"), the spans it lies in ("weekend"), its order among named times, the
    phase that words like "at first" and "now" tell, and whether it is told as over before its
    neighbour (a past perfect).
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "label", "ups", "rank", "phase", "earlier", "present", "future", "parts", "shift",
        "shift_sign",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        label: str = "",
        ups: frozenset[str] = _NOTHING,
        rank: int | None = None,
        phase: Phase = "",
        earlier: bool = False,
        present: bool = False,
        future: bool = False,
        parts: tuple[Time, ...] = (),
        shift: Amount | None = None,
        shift_sign: int = 0,
    ) -> None:
        self.label: str = label
        self.ups: frozenset[str] = ups
        self.rank: int | None = rank
        self.phase: Phase = phase
        self.earlier: bool = earlier
        #: told as holding now ("has"), where others were told as past
        self.present: bool = present
        #: told as still to come ("will plant")
        self.future: bool = future
        #: coordinated times ("on Sunday and today")
        self.parts: tuple[Time, ...] = parts
        #: so much later (sign +1) or earlier (−1) than now: "in 5 years"
        self.shift: Amount | None = shift
        self.shift_sign: int = shift_sign

    def _values(self) -> tuple[Any, ...]:
        return (
            self.label,
            self.ups,
            self.rank,
            self.phase,
            self.earlier,
            self.present,
            self.future,
            self.parts,
            self.shift,
            self.shift_sign,
        )


_NO_TIME: Final = Time()


class Side(Value):
    """One side of a comparison: slots that differ from the other side; None is "the same".

    ``amount`` is told with the side itself: "12 fewer than the 40 of last year".
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "holder", "kind", "place", "time", "verb", "effect", "extras", "amount",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        holder: str | None = None,
        kind: Kind | None = None,
        place: str | None = None,
        time: Time | None = None,
        verb: str | None = None,
        effect: Effect | None = None,
        extras: frozenset[str] | None = None,
        amount: Amount | None = None,
    ) -> None:
        self.holder: str | None = holder
        self.kind: Kind | None = kind
        self.place: str | None = place
        self.time: Time | None = time
        self.verb: str | None = verb
        self.effect: Effect | None = effect
        self.extras: frozenset[str] | None = extras
        self.amount: Amount | None = amount


class Fact(Value):
    """One amount in its clause.

    ``holder`` is who has, does or is measured; ``to`` and ``source`` the other party of a
    transfer; ``place`` where; ``extras`` what else restricts it (purpose, complement, manner);
    ``of`` the whole of which it is a part; ``more`` that it comes on top; ``total`` that it is
    told as a sum; ``rest`` that it is what remains of a whole ("the others"); ``level`` of a rise
    or fall that it is where it ends ("to"), or starts ("from"); ``than`` the other side of a
    comparison that ``sign`` directs: fact = side + sign · amount. ``negated``: it did not happen.
    ``planned``: wanted, not done. ``words`` are the tokens it was read from.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "amount", "effect", "kind", "verb", "holder", "to", "source", "place", "time", "extras",
        "of", "more", "total", "rest", "level", "than", "sign", "negated", "planned", "unsure",
        "about", "sentence", "clause", "position", "words", "others", "said", "by", "named",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        amount: Amount,
        effect: Effect,
        kind: Kind,
        verb: str = "",
        holder: str = "",
        to: str = "",
        source: str = "",
        place: str = "",
        time: Time = _NO_TIME,
        extras: frozenset[str] = _NOTHING,
        of: Kind | None = None,
        more: bool = False,
        total: bool = False,
        rest: bool = False,
        level: Literal["", "to", "from"] = "",
        than: Side | None = None,
        sign: int = 0,
        negated: bool = False,
        planned: bool = False,
        unsure: bool = False,
        about: int | None = None,
        sentence: int = 0,
        clause: int = 0,
        position: float | None = None,
        words: tuple[int, ...] = (),
        others: tuple[tuple[float, Fact], ...] = (),
        said: str = "",
        by: str = "",
        named: Kind | None = None,
    ) -> None:
        self.amount: Amount = amount
        self.effect: Effect = effect
        self.kind: Kind = kind
        self.verb: str = verb
        self.holder: str = holder
        self.to: str = to
        self.source: str = source
        self.place: str = place
        self.time: Time = time
        self.extras: frozenset[str] = extras
        self.of: Kind | None = of
        self.more: bool = more
        self.total: bool = total
        self.rest: bool = rest
        self.level: Literal["", "to", "from"] = level
        self.than: Side | None = than
        self.sign: int = sign
        self.negated: bool = negated
        self.planned: bool = planned
        #: nothing is known of what its verb does
        self.unsure: bool = unsure
        #: the place of the fact whose amount this one compares ("that is 5 more than …")
        self.about: int | None = about
        self.sentence: int = sentence
        self.clause: int = clause
        #: where it belongs in the order of telling, for facts that others imply
        self.position: float | None = position
        self.words: tuple[int, ...] = words
        #: other ways to read this fact, best first, each with what it costs (1 is a doubt)
        self.others: tuple[tuple[float, Fact], ...] = others
        #: the verb as told, where ``verb`` names what it comes to ("has" is, "was sold for" costs)
        self.said: str = said
        #: who does it, where it is done to what is nobody's or another's (a task, a place)
        self.by: str = by
        #: the kind as told, where ``kind`` names what it comes to (seats are room for people)
        self.named: Kind | None = named

    def but(self, **changes: object) -> Fact:
        """The fact with other values for some fields."""
        other = Fact(
            self.amount,
            self.effect,
            self.kind,
            self.verb,
            self.holder,
            self.to,
            self.source,
            self.place,
            self.time,
            self.extras,
            self.of,
            self.more,
            self.total,
            self.rest,
            self.level,
            self.than,
            self.sign,
            self.negated,
            self.planned,
            self.unsure,
            self.about,
            self.sentence,
            self.clause,
            self.position,
            self.words,
            self.others,
            self.said,
            self.by,
            self.named,
        )
        for name, value in changes.items():
            setattr(other, name, value)
        return other


class Question(Value):
    """What is asked: a fact whose amount is unknown.

    ``form``: "amount", or "difference" of the fact and its ``than`` side (absolute where ``sign``
    is 0; where ``than`` is None the other side is what the story has beside it).
    ``cues``: "left", "total", "start", "now", "need", "free", "change", "each side" and others that
    a schema asks for. ``unread`` are content words that no slot took.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "fact", "form", "cues", "unread", "mentions", "others", "named", "unmet", "unit", "after",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        fact: Fact,
        form: Literal["amount", "difference"] = "amount",
        cues: frozenset[str] = _NOTHING,
        unread: tuple[str, ...] = (),
        mentions: frozenset[str] = _NOTHING,
        others: tuple[tuple[float, Question], ...] = (),
        named: Kind = _NO_KIND,
        unmet: tuple[str, ...] = (),
        unit: Unit = NO_UNIT,
        after: int | None = None,
    ) -> None:
        self.fact: Fact = fact
        self.form: Literal["amount", "difference"] = form
        self.cues: frozenset[str] = cues
        self.unread: tuple[str, ...] = unread
        #: entities that the question names
        self.mentions: frozenset[str] = mentions
        #: other ways to take the question, each with what it costs
        self.others: tuple[tuple[float, Question], ...] = others
        #: what the question names, before it is put in the words of the story
        self.named: Kind = named
        #: who or what it names of which nothing is told ("the family", "on the tray")
        self.unmet: tuple[str, ...] = unmet
        #: in which the answer is asked for
        self.unit: Unit = unit
        #: the place of the fact after which it is asked, or before which (``~place``)
        self.after: int | None = after


class Story(Value):
    """Facts in the order of telling and the question. ``within`` tells for an entity the one it
    belongs to ("album" to "tessa"); ``people`` are the entities that act; ``groups`` the members
    of joint entities ("they").
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "facts", "question", "values", "within", "people", "groups", "names", "units",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        facts: tuple[Fact, ...],
        question: Question,
        values: tuple[Fraction | int, ...],
        within: dict[str, str] | None = None,
        people: frozenset[str] = _NOTHING,
        groups: dict[str, tuple[str, ...]] | None = None,
        names: frozenset[int] = _NO_NUMBERS,
        units: tuple[Unit, ...] = (),
    ) -> None:
        self.facts: tuple[Fact, ...] = facts
        self.question: Question = question
        self.values: tuple[Fraction | int, ...] = values
        self.within: dict[str, str] = {} if within is None else within
        self.people: frozenset[str] = people
        self.groups: dict[str, tuple[str, ...]] = {} if groups is None else groups
        #: places of the quantities that are names and count nothing ("round 2")
        self.names: frozenset[int] = names
        #: of each quantity, where the language tells
        self.units: tuple[Unit, ...] = units
