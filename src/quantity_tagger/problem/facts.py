"""What the analysis room hands on: what the text says of each quantity and of what is asked.

The vocabulary is the same for every language, so that features, a situation model and an
explanation can be written once. A field that the text does not fill is empty ("" or ()), which
reads as "not said" and agrees with anything.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Literal

from quantity_tagger.problem.beyond import Beyond, Conversions
from quantity_tagger.problem.world import CLEAR, DOUBTED, GUESSED, World
from quantity_tagger.values import Value

__all__ = [
    "CLEAR",
    "DOUBTED",
    "GUESSED",
    "Agreement",
    "Facts",
    "Outline",
    "QuantityFacts",
    "QuestionFacts",
    "QuestionKind",
    "Relation",
    "Role",
    "Told",
    "UnitKind",
    "UnitRelation",
    "VerbClass",
    "Whose",
    "World",
]

#: What a unit measures; "count" is a number of things, "" not known.
UnitKind = Literal[
    "",
    "count",
    "money",
    "length",
    "area",
    "weight",
    "volume",
    "time",
    "part",
    "score",
    "degree",
    "power",
]

#: What a verb does to what its subject holds.
VerbClass = Literal[
    "",
    "hold",  # has, owns, keeps: the subject's stock is stated
    "exist",  # there are, is, contains, weighs: a stock or a measure is stated
    "gain",  # finds, gets, buys, receives, earns: the subject's stock grows
    "lose",  # loses, eats, spends, uses up: the subject's stock shrinks
    "give",  # gives, sells, lends: from the subject to another
    "take",  # takes, borrows: from another to the subject
    "put",  # places, adds, pours in: a place's stock grows
    "remove",  # takes out, cuts down, deletes: a place's stock shrinks
    "make",  # bakes, grows, builds: things come to be
    "use",  # uses, serves, eats for a purpose: things are consumed
    "spoil",  # breaks, tears, cracks: things are no longer good, but still there
    "come",  # joins, arrives, enters, boards: those counted come to a place
    "leave",  # leaves, flies away, gets off: those counted go from a place
    "increase",  # grows, rises, gets taller: a measure grows
    "decrease",  # drops, shrinks, melts: a measure shrinks
    "cost",  # costs, pays, is priced
    "need",  # needs, wants, requires, has as a goal
    "do",  # runs, drives, reads, scores: activity that adds up
]

#: What a quantity is in the story.
Role = Literal[
    "",
    "state",  # how many there are or someone has, at some time
    "change",  # how many come or go in an event
    "difference",  # how many more or fewer one has than another
    "total",  # "a total of 50", said of the whole
    "goal",  # "needs 20", "the recipe calls for 7"
    "part",  # "9 were torn", "12 of them are red": some of what was named before
    "price",  # what one thing or a lot costs
    "groups",  # "on 3 shelves", "2 friends": how many containers, people, occasions
    "rate",  # "each", "per": would need multiplication
    "age",
    "date",  # years, clock times, days of the month
    "label",  # "grade 4", "room 12": names, counts nothing
]

#: What the question asks for.
QuestionKind = Literal[
    "",  # the question shows no cue
    "whole",  # in all, altogether, total: parts add up
    "difference",  # how many more, how much longer, what is the difference
    "need",  # how many more are needed, must be added, to reach a goal
    "remainder",  # left, remaining, still
    "end",  # now, will there be: the state after the events
    "change",  # how many did she give, pick, add: the event itself
    "start",  # at first, before, to begin with
    "part",  # the rest, the other kind, how many were rubies
    "state",  # how many does Ann have: someone's stock, at no marked time
]


def _as_float(value: Fraction) -> float:
    """Several times as fast as `float`."""
    numerator, denominator = value.as_integer_ratio()
    return numerator / denominator


class QuantityFacts(Value):
    """One entry of the sequence of quantities and unknown, in text order.

    ``size`` is the value where only its size matters; 0 for the unknown.
    """

    FIELDS: ClassVar = (
        "value", "token", "sentence", "in_question", "unit", "modifiers", "material", "unit_kind",
        "kinds", "verb_class", "owner", "place", "time", "item", "role", "direction",
        "reference",
    )  # fmt: skip
    __slots__ = (*FIELDS, "size")

    def __init__(
        self,
        value: Fraction | None = None,  # None for the unknown
        token: int = 0,
        sentence: int = 0,
        in_question: bool = False,  # stands in the sentence that asks
        # of what
        unit: str = "",  # lemma of the head noun: "marble", "dollar", "个"
        modifiers: tuple[str, ...] = (),  # "red", "baseball", in text order, lemmas
        material: tuple[str, ...] = (),  # what follows "of": "cups of flour" gives ("flour",)
        unit_kind: UnitKind = "",
        kinds: tuple[str, ...] = (),  # what the unit is a kind of: "goose" gives ("bird", "animal")
        # what happens, who, where, when
        verb_class: VerbClass = "",
        owner: str = "",  # who has or acts, pronouns resolved, with what tells it from others
        place: str = "",
        time: str = "",  # "scale:point" ("weekday:monday", "year:last"): other points exclude it
        item: str = "",  # what money went for: "spent $5 on marbles", "a kite for $7"
        # what it is in the story
        role: Role = "",
        direction: int = 0,  # +1 gain or more, −1 loss or fewer, seen from the owner
        reference: str = "",  # in a difference: than whom
    ) -> None:
        self.value = value
        self.size = 0.0 if value is None else _as_float(value)
        self.token = token
        self.sentence = sentence
        self.in_question = in_question
        self.unit = unit
        self.modifiers = modifiers
        self.material = material
        self.unit_kind = unit_kind
        self.kinds = kinds
        self.verb_class = verb_class
        self.owner = owner
        self.place = place
        self.time = time
        self.item = item
        self.role = role
        self.direction = direction
        self.reference = reference


class QuestionFacts(Value):
    """What is asked."""

    FIELDS: ClassVar = (
        "kind", "cues", "unit", "modifiers", "material", "unit_kind", "units", "verb",
        "verb_class", "owner", "joint", "time",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        kind: QuestionKind = "",
        cues: tuple[str, ...] = (),  # every cue class seen in the question, for what one kind hides
        unit: str = "",
        modifiers: tuple[str, ...] = (),
        material: tuple[str, ...] = (),
        unit_kind: UnitKind = "",
        units: tuple[str, ...] = (),  # further units asked for: "how many goats and sheep"
        verb: str = "",
        verb_class: VerbClass = "",
        owner: str = "",
        joint: bool = False,  # of several together: "they", "Ann and Ben", "both"
        time: str = "",
    ) -> None:
        self.kind = kind
        self.cues = cues
        self.unit = unit
        self.modifiers = modifiers
        self.material = material
        self.unit_kind = unit_kind
        self.units = units
        self.verb = verb
        self.verb_class = verb_class
        self.owner = owner
        self.joint = joint
        self.time = time


#: "rival" is another kind of the same thing: red marbles where blue ones are asked for.
UnitRelation = Literal["same", "kind", "unsaid", "rival", "other"]
Agreement = Literal["same", "joint", "unsaid", "other"]


class Relation(Value):
    """How a quantity agrees with what is asked; ``effect`` is what its event does to the stock
    asked about: +1, −1, or 0 where it does nothing to it.
    """

    FIELDS: ClassVar = ("unit", "owner", "place", "time", "effect", "related")
    __slots__ = FIELDS

    def __init__(
        self,
        unit: UnitRelation,
        owner: Agreement,
        place: Agreement,
        time: Agreement,
        effect: int,
        related: bool,
    ) -> None:
        self.unit = unit
        self.owner = owner
        self.place = place
        self.time = time
        self.effect = effect
        self.related = related


#: What a statement makes of an amount; "apart" is another kind of thing than what is asked.
Told = Literal["", "apart", "state", "change", "difference", "goal", "total", "part", "other"]
#: Whose it is, beside the holder asked about: a "party" gave it to them or took it from them, a
#: "member" is one of them.
Whose = Literal["", "other", "unsaid", "same", "party", "member"]


class Outline(Value):
    """What the statement of a quantity says of it, seen from the question: ``names`` to learn from;
    ``moved`` is what it does to the stock asked about (−1, 0, +1).
    """

    FIELDS: ClassVar = ("names", "told", "whose", "moved")
    __slots__ = FIELDS

    def __init__(
        self, names: tuple[str, ...] = (), told: Told = "", whose: Whose = "", moved: int = 0
    ) -> None:
        self.names = names
        self.told = told
        self.whose = whose
        self.moved = moved


class Facts(Value):
    """All that is known of a problem: ``quantities[unknown]`` is the entry of x."""

    FIELDS: ClassVar = (
        "quantities", "unknown", "question", "relations", "worlds", "outlines", "conversions",
        "beyond", "scope_odds", "sign_odds",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        quantities: tuple[QuantityFacts, ...],
        unknown: int,
        question: QuestionFacts,
        relations: tuple[Relation, ...] = (),  # of each entry to the question
        worlds: tuple[World, ...] = (),  # the story understood as a whole, likeliest first
        outlines: tuple[Outline, ...] = (),  # of each without x: what its statement says
        conversions: Conversions = (),  # of each without x, where the units differ
        beyond: tuple[Beyond, ...] = (),  # those that signs cannot write, the understood first
        scope_odds: float
        | None = None,  # log-odds that the problem is one of + and −, by its words
        sign_odds: float | None = None,  # log-odds that signs write its equation, by its words
    ) -> None:
        self.quantities = quantities
        self.unknown = unknown
        self.question = question
        self.relations = relations
        self.worlds = worlds
        self.outlines = outlines
        self.conversions = conversions
        self.beyond = beyond
        self.scope_odds = scope_odds
        self.sign_odds = sign_odds

    @property
    def first(self) -> World | Beyond | None:
        """The likeliest reading of the story, whether signs can write it or not."""
        if self.beyond and self.beyond[0].rank == 0:
            return self.beyond[0]
        return self.worlds[0] if self.worlds else None

    def completed(
        self,
        relations: tuple[Relation, ...] = (),
        worlds: tuple[World, ...] = (),
        outlines: tuple[Outline, ...] = (),
        conversions: Conversions = (),
        beyond: tuple[Beyond, ...] = (),
        scope_odds: float | None = None,
        sign_odds: float | None = None,
    ) -> Facts:
        """The same with what was worked out of it."""
        return Facts(
            self.quantities,
            self.unknown,
            self.question,
            relations or self.relations,
            worlds or self.worlds,
            outlines or self.outlines,
            conversions or self.conversions,
            beyond or self.beyond,
            self.scope_odds if scope_odds is None else scope_odds,
            self.sign_odds if sign_odds is None else sign_odds,
        )
