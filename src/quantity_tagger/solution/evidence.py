"""The words that a number's sign rests on: those of its statement in the world that won, else those
that decided for the network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from quantity_tagger import languages
from quantity_tagger.reading.occlusion import decisive_words
from quantity_tagger.solution.worlds import signs_of, understood

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem
    from quantity_tagger.problem.world import Statement
    from quantity_tagger.solution.solution import Solution

Span = tuple[int, int]
Evidence = tuple[tuple[Span, ...], ...]
"""The stretches of text that the sign of each quantity rests on."""

#: So many tokens between two words of a statement belong to them ("took some of them away").
_NEAR: Final = 2
#: So far after its verb the rest of it may stand ("gave them all away").
_FAR: Final = 5


def evidence(solution: Solution) -> Evidence:
    """For each quantity the characters of the words that its sign rests on: what happens or how it
    compares, and of a number that the world leaves out what it counts. Where no world won, the
    words without which the network would be less sure of the sign, if there are such.
    """
    world = understood(solution)
    problem = solution.problem
    if world is None:
        return _decisive(solution)
    signs = signs_of(solution, world)
    found = []
    for place, (quantity, statement) in enumerate(
        zip(problem.quantities, world.statements, strict=False)
    ):
        own = own_words(problem, statement, quantity.token)
        if signs[place]:
            words = _telling(problem, statement, own, quantity.token)
        else:
            words = [word for word in own if word > quantity.token]
        found.append(spans(problem, words))
    return tuple(found)


def _decisive(solution: Solution) -> Evidence:
    """The words that decided for the network, where it is what the answer rests on."""
    equation = solution.equation
    if solution.given or not solution.in_scope or equation.repeats or equation.constants:
        return ((),) * len(solution.quantities)
    signs = [one.sign for one in solution.quantities]
    decisive = decisive_words(solution.problem, solution.facts, signs)
    return tuple([spans(solution.problem, its) for its in decisive])


def own_words(problem: Problem, statement: Statement, number: int) -> list[int]:
    """The words of a statement, without those that stand behind another number and are its own."""
    after = [quantity.token for quantity in problem.quantities if quantity.token > number]
    end = min(after, default=len(problem.document.columns.texts))
    return [word for word in statement.words if word < end]


def spans(problem: Problem, words: Iterable[int]) -> tuple[Span, ...]:
    """Tokens as stretches of characters: one where no number stands between two that are near."""
    columns = problem.document.columns
    numbers = {quantity.token for quantity in problem.quantities}
    runs: list[list[int]] = []
    for word in sorted(words):
        if word in numbers:
            continue
        between = range(runs[-1][1] + 1, word) if runs else range(0)
        if runs and len(between) <= _NEAR and numbers.isdisjoint(between):
            runs[-1][1] = word
        else:
            runs.append([word, word])
    return tuple([(columns.starts[first], columns.ends[last]) for first, last in runs])


def _telling(problem: Problem, statement: Statement, own: Sequence[int], number: int) -> list[int]:
    """The words of a statement that say what happens, or how it compares, without those for whom
    and what it is about; with the particle of a verb, which may stand further on.
    """
    columns = problem.document.columns
    names = languages.get(problem.language).tagset.names
    whole = not languages.get(problem.language).space  # a name and a verb may be one token
    verb, *particles = statement.verb.split() or [""]
    words = [
        word
        for word in own
        if columns.tags[word] not in names
        or columns.lemmas[word] == verb
        or (whole and verb and verb in columns.texts[word])
        or (statement.tells == "difference" and word == number - 1)
    ]
    if statement.tells == "difference":  # "7 degrees colder"
        after = range(number + 1, min(number + 1 + _NEAR, len(columns.tags)))
        words += [at for at in after if columns.tags[at] not in names and at not in words][:1]
    if whole:
        words += [at for word in words for at in _rest_of(problem, word, verb)]
    if words and particles:
        last = max(words)
        after = range(last + 1, min(last + 1 + _FAR, len(columns.lemmas)))
        words += [at for at in after if columns.lemmas[at] in particles]
    return words


def _rest_of(problem: Problem, first: int, verb: str) -> Iterator[int]:
    """The tokens after one that are of the same verb, where words are written as one."""
    texts = problem.document.columns.texts
    said = texts[first]
    for at in range(first + 1, len(texts)):
        said += texts[at]
        if said not in verb:
            return
        yield at
