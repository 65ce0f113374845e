"""The worlds of a problem beside its answer: the one that won, and its rivals."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from quantity_tagger.languages.reasons import reasons
from quantity_tagger.problem.notation import ascii_minus, write_value
from quantity_tagger.problem.world import CLEAR, DOUBTED, GUESSED, World
from quantity_tagger.solution.equation import Equation

if TYPE_CHECKING:
    from quantity_tagger.problem.beyond import Beyond
    from quantity_tagger.problem.world import Statement
    from quantity_tagger.solution.solution import Reason, Solution

TRUST: Final = {CLEAR: "clear", DOUBTED: "doubted", GUESSED: "guessed"}


class Rival(NamedTuple):
    """A world with its equation, how likely the model finds that, and whether it won; ``decided``
    are the features that moved the model from this equation to the one that won, where they were
    asked for.
    """

    world: World
    equation: Equation
    probability: float
    won: bool
    decided: tuple[Reason, ...] = ()

    @property
    def wording(self) -> float | None:
        """The share that the network gives its equation, by how the text is worded."""
        likelihood = self.world.likelihood
        return None if likelihood is None else exp(likelihood)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        world = self.world
        return {
            "answer": write_value(self.equation.solution),
            "equation": ascii_minus(str(self.equation)),
            "signs": list(self.equation.canonical().signs),
            "probability": self.probability,
            "won": self.won,
            "schema": world.schema,
            "trust": TRUST[world.trust],
            "cost": world.cost,
            "wording": self.wording,
            "doubts": list(world.doubts),
            "decided": [one.to_dict() for one in self.decided],
        }


def won(solution: Solution) -> World | None:
    """The understood story that the answer follows from; a guess is none."""
    found = solution.facts.worlds
    signs = solution.equation.canonical().signs
    unknown = solution.facts.unknown
    if solution.equation.repeats or solution.equation.constants:
        return _beyond_signs(solution)
    for world in found:
        if world.trust > GUESSED and _without(world.signs, unknown) == signs:
            return world
    return None


def _beyond_signs(solution: Solution) -> World | None:
    """The world of an equation that signs cannot write; what a rule put in has none."""
    equation = solution.equation
    world = next((one for one in solution.facts.beyond if equation.is_of(one)), None)
    if world is None or world.rank is None or world.trust == GUESSED:
        return None
    return _as_world(solution, world)


def _as_world(solution: Solution, beyond: Beyond) -> World:
    unknown = solution.facts.unknown
    return World(
        beyond.schema,
        (*beyond.signs[:unknown], -1, *beyond.signs[unknown:]),
        beyond.trust,
        beyond.cost,
        beyond.words,
        beyond.doubts,
        beyond.asks,
        beyond.statements,
        beyond.likelihood,
    )


def understood(solution: Solution) -> World | None:
    """The world that won, or where somebody gave the signs, the story that they go against."""
    best = won(solution)
    if best is None and solution.given:
        best = next((world for world in solution.facts.worlds if world.trust > GUESSED), None)
    return best


def rivals(solution: Solution) -> tuple[Rival, ...]:
    """All worlds, likeliest for the model first."""
    unknown = solution.facts.unknown
    chances = dict(solution.tagging.candidates)
    best = won(solution)
    found = []
    beyond = zip(solution.facts.beyond, solution.tagging.beyond, strict=False)
    for one, probability in beyond:
        equation = Equation.beyond(solution.problem.quantities, one, solution.facts.conversions)
        its = best is not None and solution.equation.is_of(one)
        found.append(Rival(_as_world(solution, one), equation, probability, its))
    for place, world in enumerate(solution.facts.worlds):
        signs = _without(world.signs, unknown)
        if any(signs):
            decided = solution.decided[place] if solution.decided else ()
            equation = solution.equation.canonical().with_signs(signs)
            found.append(Rival(world, equation, chances.get(signs, 0.0), world is best, decided))
    return tuple(sorted(found, key=lambda one: (not one.won, -one.probability)))


def clearness(solution: Solution) -> tuple[str, ...]:
    """How clear the story is, in sentences: that nothing speaks against it, or what does; that
    none was understood; that the signs are somebody's own and go against it.
    """
    words = reasons(solution.language)
    world = won(solution)
    if world is None:
        return (words.world["none" if understood(solution) is None else "given"],)
    if world.trust == CLEAR:
        return (words.world["clear"],)
    return (words.world["doubted"], *words.doubts(world.doubts))


def add_world(shown: dict[str, Any], solution: Solution) -> None:
    """Adds to a solution for JSON why it is so: the story and the worlds, and for each quantity its
    reason, the words that tell it, and what the model weighed.
    """
    from quantity_tagger.solution.evidence import evidence
    from quantity_tagger.solution.reasons import reasons_in_words

    told = evidence(solution)
    sentences = reasons_in_words(solution, told)
    rows = zip(shown["quantities"], solution.quantities, sentences, told, strict=True)
    for quantity, one, reason, spans in rows:
        quantity["rival"] = one.rival
        quantity["why"] = [each.to_dict() for each in one.reasons]
        quantity["reason"] = reason
        quantity["words"] = [list(span) for span in spans]
    shown["story"] = [line.to_dict() for line in solution.story]
    shown["clearness"] = list(solution.clearness)
    shown["world"] = _to_dict(solution)
    shown["worlds"] = [one.to_dict() for one in rivals(solution)]


def _to_dict(solution: Solution) -> dict[str, Any] | None:
    """The world that won, None where there is none: in the field's words, and where in the text
    each of its statements stands.
    """
    world = won(solution)
    if world is None:
        return None
    return {
        "schema": world.schema,
        "asks": world.asks,
        "trust": TRUST[world.trust],
        "cost": world.cost,
        "doubts": list(world.doubts),
        "statements": [
            {
                "quantity": place if place < len(solution.quantities) else None,
                **_statement(solution, one),
            }
            for place, one in enumerate(world.statements)
        ],
    }


def _statement(solution: Solution, statement: Statement) -> dict[str, Any]:
    columns = solution.problem.document.columns
    return {
        "tells": statement.tells,
        "effect": statement.effect,
        "moves": statement.moves,
        "apart": statement.apart,
        "holder": statement.holder,
        "verb": statement.verb,
        "words": [[columns.starts[word], columns.ends[word]] for word in statement.words],
    }


def signs_of(solution: Solution, world: World) -> tuple[int, ...]:
    """The signs that a world gives the quantities."""
    return _without(world.signs, solution.facts.unknown)


def _without(signs: tuple[int, ...], unknown: int) -> tuple[int, ...]:
    return (*signs[:unknown], *signs[unknown + 1 :])
