"""What a person is shown: the answer, the equation, what every quantity does in it, and how sure.

A `Solution` is data alone: it keeps the problem, its facts and the tagging of the model, so that
whoever prints, draws or explains it works nothing out again.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NamedTuple

from quantity_tagger.confidence.verdict import Scope
from quantity_tagger.model.decoding import Tagging
from quantity_tagger.problem.document import Language
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.notation import MINUS, ascii_minus, to_latex, write_value
from quantity_tagger.problem.problem import Problem
from quantity_tagger.signs import INDEX, SIGNS
from quantity_tagger.solution import beyond
from quantity_tagger.solution.equation import Equation
from quantity_tagger.values import Value

if TYPE_CHECKING:
    from quantity_tagger.problem.world import World
    from quantity_tagger.solution.story import StoryLine
    from quantity_tagger.solution.worlds import Rival

SIGN_MARKS: Final = {1: "+", 0: "0", -1: MINUS}
"""Signs as people write them."""

SURE: Final = 0.7
"""An answer whose confidence is lower is told as unsure, with its rivals beside it."""


class Reason(Value):
    """A feature that moved a quantity's sign: its attribute, the text it was seen at, how much it
    speaks for the sign that was chosen (above 0) or for the best other one (below), and what it
    means in ``words``.
    """

    FIELDS: ClassVar = ("attribute", "seen_at", "weight", "words")
    __slots__ = FIELDS

    def __init__(self, attribute: str, seen_at: str, weight: float, words: str) -> None:
        self.attribute = attribute
        self.seen_at = seen_at
        self.weight = weight
        self.words = words

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "feature": self.words,
            "attribute": self.attribute,
            "seen_at": self.seen_at,
            "weight": self.weight,
        }


class Member(NamedTuple):
    """A token, as characters of the text, and how likely it belongs to a quantity's span."""

    start: int
    end: int
    probability: float


class SolvedQuantity(Value):
    """A number of the text and its sign in x = Σ sᵢqᵢ.

    ``start`` and ``end`` are characters of the text, so is the ``span`` that the lattice gives it;
    ``probability`` is the sign's, ``shares`` are those of all three, in the order of `SIGNS`.
    Where they were asked for, ``reasons``, weightiest first, tell ``sign`` from ``rival``, the
    likeliest other sign, and ``members`` tell how likely each token beside it is in its span.
    """

    FIELDS: ClassVar = (
        "text", "value", "start", "end", "unit", "sign", "probability", "span", "rival", "reasons",
        "shares", "members",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        text: str,
        value: Fraction,
        start: int,
        end: int,
        unit: tuple[str, ...],
        sign: int,
        probability: float,
        span: tuple[int, int],
        rival: int = 0,
        reasons: tuple[Reason, ...] = (),
        shares: tuple[float, ...] = (0.0, 0.0, 0.0),
        members: tuple[Member, ...] = (),
    ) -> None:
        self.text = text
        self.value = value
        self.start = start
        self.end = end
        self.unit = unit
        self.sign = sign
        self.probability = probability
        self.span = span
        self.rival = rival
        self.reasons = reasons
        self.shares = shares
        self.members = members


class SolvedUnknown(Value):
    """What is asked: where x stands, the question, the words that say of what, the span of x and
    its ``members``, and the unit that the question asks the answer in, empty where it names none.
    """

    FIELDS: ClassVar = ("text", "start", "end", "question", "head", "span", "unit", "members")
    __slots__ = FIELDS

    def __init__(
        self,
        text: str,
        start: int,
        end: int,
        question: str,
        head: tuple[str, ...],
        span: tuple[int, int],
        unit: tuple[str, ...] = (),
        members: tuple[Member, ...] = (),
    ) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.question = question
        self.head = head
        self.span = span
        self.unit = unit
        self.members = members


class Alternative(Value):
    """Another assignment of signs, as an equation, and how likely it is."""

    FIELDS: ClassVar = ("equation", "probability")
    __slots__ = FIELDS

    def __init__(self, equation: Equation, probability: float) -> None:
        self.equation = equation
        self.probability = probability

    @property
    def answer(self) -> Fraction:
        return self.equation.solution


class Piece(NamedTuple):
    """A piece of the text: plain, words that a sign rests on, or whose sign that is.

    ``owner`` is the place of the quantity among the quantities, −1 for the unknown.
    """

    text: str
    role: Literal["plain", "words", "quantity", "unknown"]
    owner: int | None


class Solution(Value):
    """A problem with the signs that a model gives its quantities, and the answer they lead to.

    ``facts`` are what the analysis of the problem found, ``tagging`` what the model made of it.
    ``scope`` says whether this is a problem of addition and subtraction, None where nobody looked.
    Where it is none, there is no answer: ``equation`` and the signs are then no more than a guess.
    ``confidence`` is the probability that the answer is right, 0 where there is none; ``model``
    names the model. ``window`` are the tokens that the model looked at, where reasons were asked
    for. ``given`` says that the signs are somebody's own, and not the model's. ``decided`` are, for
    each world of the facts, the features that moved the model from its equation to this one, where
    reasons were asked for.
    """

    FIELDS: ClassVar = (
        "problem", "facts", "tagging", "equation", "quantities", "unknown", "confidence", "model",
        "alternatives", "scope", "window", "given", "decided",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        problem: Problem,
        facts: Facts,
        tagging: Tagging,
        equation: Equation,
        quantities: tuple[SolvedQuantity, ...],
        unknown: SolvedUnknown,
        confidence: float,
        model: str,
        alternatives: tuple[Alternative, ...] = (),
        scope: Scope | None = None,
        window: tuple[int, ...] = (),
        given: bool = False,
        decided: tuple[tuple[Reason, ...], ...] = (),
    ) -> None:
        self.problem = problem
        self.facts = facts
        self.tagging = tagging
        self.equation = equation
        self.quantities = quantities
        self.unknown = unknown
        self.model = model
        self.scope = scope
        self.window = window
        self.given = given
        self.decided = decided
        # What is no answer is right with no probability, and has no rivals.
        self.confidence = confidence if self.in_scope else 0.0
        self.alternatives = alternatives if self.in_scope else ()

    @property
    def signs(self) -> tuple[int, ...]:
        """The sign of each quantity."""
        return tuple([one.sign for one in self.quantities])

    @property
    def in_scope(self) -> bool:
        """False where there is no answer, for a reason that ``scope`` tells."""
        return self.scope is None or self.scope.in_scope

    @property
    def sure(self) -> bool:
        """Whether there is an answer that may be told without a warning: a likely one, or that of
        signs somebody gave.
        """
        return self.in_scope and (self.given or self.confidence >= SURE)

    @property
    def text(self) -> str:
        return self.problem.text

    @property
    def language(self) -> Language:
        return self.problem.language

    @property
    def answer(self) -> Fraction | None:
        """The exact x; None where the problem is out of scope."""
        return self.equation.solution if self.in_scope else None

    @property
    def answer_text(self) -> str | None:
        """The answer as people would write it beside the numbers of the text."""
        return self.equation.answer() if self.in_scope else None

    @property
    def latex(self) -> str | None:
        """The way to the answer for LaTeX's mathematical mode: ``x = 52 - 34 = 18``."""
        if not self.in_scope:
            return None
        sides = dict.fromkeys(("x", self.equation.expression(), self.equation.answer()))
        solved = to_latex(" = ".join(sides))
        return solved if self.equation.only_signs else beyond.latex(self) + solved

    @property
    def notes(self) -> tuple[str, ...]:
        """What the equation has beyond signs: ``2 m = 200 cm``, a number that goes unsaid."""
        return () if self.equation.only_signs else beyond.notes(self)

    @property
    def guess(self) -> Equation | None:
        """What adding and taking away alone would make of a problem that is out of scope."""
        return None if self.in_scope else self.equation

    @property
    def steps(self) -> tuple[str, ...]:
        """The way to the answer in plain words, in the language of the text; none without one."""
        from quantity_tagger.solution.steps import steps

        return steps(self)

    @property
    def world(self) -> World | None:
        """The understood story that the answer follows from, None where it follows from none."""
        from quantity_tagger.solution.worlds import won

        return won(self)

    @property
    def worlds(self) -> tuple[Rival, ...]:
        """All ways in which the story was understood, the one that won first."""
        from quantity_tagger.solution.worlds import rivals

        return rivals(self)

    @property
    def clearness(self) -> tuple[str, ...]:
        """How clear the story is, in sentences: that nothing speaks against it, or what does."""
        from quantity_tagger.solution.worlds import clearness

        return clearness(self)

    @property
    def story(self) -> tuple[StoryLine, ...]:
        """The world that won, line by line, with what the equation leaves out; none without one."""
        from quantity_tagger.solution.story import story

        return story(self)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why each quantity has its sign, a sentence each, in the language of the text."""
        from quantity_tagger.solution.reasons import reasons_in_words

        return reasons_in_words(self)

    def with_signs(self, signs: Sequence[int]) -> Solution:
        """What if: the same problem where the quantities have these signs, in text order.

        What the model says of them stays what it was: ``confidence`` is that of these signs where
        they are among the alternatives, else 0; the model's own are then the first alternative.
        """
        changes = self.facts.conversions
        equation = Equation.of(self.problem.quantities, signs, conversions=changes)
        candidates = (Alternative(self.equation, self.confidence), *self.alternatives)
        known = {one.equation: one.probability for one in candidates}
        return self._replace(
            equation=equation,
            quantities=tuple(
                one
                if one.sign == sign
                else one._replace(
                    sign=sign, probability=one.shares[INDEX[sign]], rival=one.sign, reasons=()
                )
                for one, sign in zip(self.quantities, equation.signs, strict=True)
            ),
            confidence=known.get(equation, 0.0),
            alternatives=tuple(one for one in candidates if one.equation != equation),
            given=True,
            decided=(),
        )

    def pieces(self) -> list[Piece]:
        """The text cut where a quantity, or words that its sign rests on, begin or end; joined it
        is the text again.
        """
        from quantity_tagger.solution.evidence import evidence

        owners: list[tuple[str, int | None]] = [("plain", None)] * len(self.text)
        for place, spans in enumerate(evidence(self)):
            for start, end in spans:
                for at in range(start, end):
                    if owners[at][1] is None:  # two amounts of one verb: the first keeps it
                        owners[at] = ("words", place)
        x = self.unknown
        owners[x.start : x.end] = [("unknown", -1)] * (x.end - x.start)
        for place, one in enumerate(self.quantities):
            owners[one.start : one.end] = [("quantity", place)] * (one.end - one.start)
        pieces: list[Piece] = []
        at = 0
        for (role, owner), run in groupby(owners):
            end = at + sum(1 for _ in run)
            pieces.append(Piece(self.text[at:end], role, owner))  # type: ignore[arg-type]
            at = end
        return pieces

    def to_dict(self, *, why: bool = False) -> dict[str, Any]:
        """Plain values for JSON; numbers that must be exact are strings, offsets count characters.

        The keys are those of ``quantity-tagger solve --json``; ``why`` adds the world that won, its
        rivals, the story, and to each quantity the reasons that it has.
        """
        unknown = self.unknown
        solved = _solved(self.equation)
        shown = {
            "text": self.text,
            **(solved if self.in_scope else dict.fromkeys(solved)),
            **(beyond.to_dict(self) if self.in_scope else {}),
            "quantities": [
                {
                    "text": one.text,
                    "value": write_value(one.value),
                    "start": one.start,
                    "end": one.end,
                    "sign": one.sign,
                    "probability": one.probability,
                    "shares": {str(sign): one.shares[at] for at, sign in enumerate(SIGNS)},
                    "span": list(one.span),
                }
                for one in self.quantities
            ],
            "unknown": {
                "text": unknown.text,
                "start": unknown.start,
                "end": unknown.end,
                "span": list(unknown.span),
                "question": unknown.question,
            },
            "confidence": self.confidence,
            "sure": self.sure,
            "in_scope": self.in_scope,
            "scope": None if self.scope is None else self.scope.to_dict(),
            "guess": None if self.in_scope else solved,
            "language": self.language,
            "model": self.model,
            "alternatives": [
                {
                    **_solved(other.equation),
                    "signs": list(other.equation.canonical().signs),
                    "probability": other.probability,
                }
                for other in self.alternatives
            ],
        }
        if why:
            from quantity_tagger.solution.worlds import add_world

            add_world(shown, self)
        return shown

    def __str__(self) -> str:
        if self.scope is not None and not self.in_scope:
            return self.scope.message
        return f"{self.answer_text}  ({self.equation})"

    def __repr__(self) -> str:
        return self._shown(self.FIELDS[3:-1])  # without what is long

    def _repr_html_(self) -> str:
        from quantity_tagger.solution.html import html

        return html(self)


def _solved(equation: Equation) -> dict[str, str]:
    return {"answer": write_value(equation.solution), "equation": ascii_minus(str(equation))}
