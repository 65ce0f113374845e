"""Text in, `Solution` out: the pipeline from reading to explaining, with a given or bundled model.

A problem is analysed, encoded and scored once; all that follows takes what was found from there.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from quantity_tagger.confidence.assessment import Assessment, assess
from quantity_tagger.errors import ReadingError
from quantity_tagger.model.decoding import shares_of
from quantity_tagger.model.model import Model, Tagging
from quantity_tagger.reading import CHUNK, check_several, read, read_all
from quantity_tagger.reading.analysis import analyse_all
from quantity_tagger.reading.conversion import in_one_unit
from quantity_tagger.signs import INDEX
from quantity_tagger.solution.equation import Equation
from quantity_tagger.solution.solution import (
    Alternative,
    Solution,
    SolvedQuantity,
    SolvedUnknown,
)

if TYPE_CHECKING:
    from quantity_tagger.problem.document import Language
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

ALTERNATIVES: Final = 3
"""How many other candidates a solution has, at most."""


class Solver:
    """Solves problems with one model.

    ``name`` is what a solution says of the model; a file's name, or the language of a bundled one.
    """

    def __init__(self, model: Model, name: str | None = None) -> None:
        self.model = model
        self.name = model.settings.variant if name is None else name

    def __reduce__(self) -> tuple[type[Solver], tuple[Model, str]]:
        return type(self), (self.model, self.name)

    @classmethod
    def load(cls, path: str | Path) -> Solver:
        """A solver with the model of a file."""
        from quantity_tagger.model.file import load_model

        return cls(load_model(path), Path(path).name)

    def solve(self, text: str, language: Language | None = None, *, why: bool = False) -> Solution:
        """The problem solved; ``why`` adds the features that moved each sign.

        Raises `ReadingError` where the text is no word problem.
        """
        return self.solve_problems([read(text, language)], why=why)[0]

    def solve_all(
        self, texts: Iterable[str], language: Language | None = None, *, why: bool = False
    ) -> list[Solution | ReadingError]:
        """All problems at once, which is faster; an error stands where a text cannot be read."""
        return solve_each(texts, lambda _: self, language, why=why)

    def solve_problems(self, problems: Sequence[Problem], *, why: bool = False) -> list[Solution]:
        """Problems that have been read, solved."""
        if not problems:
            return []
        facts = analyse_all(problems)
        scored = self.model.score(problems, facts)
        alike = in_one_unit(problems, facts)
        taggings = self.model.decode(alike, scored)
        solutions = [
            self._solution(problem, found, self._assessed(same, found, tagging))
            for problem, same, found, tagging in zip(problems, alike, facts, taggings, strict=True)
        ]
        if not why:
            return solutions
        from quantity_tagger.explanation.reasons import explain

        return explain(self.model, scored, solutions)

    def assess(
        self, problems: Sequence[Problem], facts: Sequence[Facts] | None = None
    ) -> list[Assessment]:
        """How far the signs of problems can be trusted, without solutions to show; ``facts`` where
        they have been analysed already.
        """
        facts = analyse_all(problems) if facts is None else facts
        alike = in_one_unit(problems, facts)
        taggings = self.model.tag(alike, facts)
        return [self._assessed(*each) for each in zip(alike, facts, taggings, strict=True)]

    def draw(self, given: str | Solution, language: Language | None = None) -> str:
        """The lattice of a problem with the path of its solution, as SVG."""
        from quantity_tagger.explanation.lattice_svg import draw

        solution = self.solve(given, language, why=True) if isinstance(given, str) else given
        if not solution.window:
            (solution,) = self.solve_problems([solution.problem], why=True)
        return draw(self.model, solution)

    def _assessed(self, problem: Problem, facts: Facts, tagging: Tagging) -> Assessment:
        return assess(problem, facts, tagging, self.model.calibration)

    def _solution(self, problem: Problem, facts: Facts, assessment: Assessment) -> Solution:
        tagging = _usable(assessment.tagging)
        signs, confidence = tagging.candidates[0]
        shares = shares_of(tagging.candidates)
        spans = [_characters(problem, span) for span in tagging.spans]
        unknown_span = spans.pop(problem.place_of_unknown)
        equation = Equation.of(problem.quantities, signs, conversions=facts.conversions)
        candidates = tagging.candidates[1:]
        if assessment.beyond is not None:
            candidates = tagging.candidates
            equation = Equation.beyond(problem.quantities, assessment.beyond, facts.conversions)
            signs, confidence = equation.signs, assessment.certainty
            shares = shares_of(((signs, confidence), *candidates))
        quantities: list[SolvedQuantity] = []
        for place, quantity in enumerate(problem.quantities):
            share = shares[place]
            quantities.append(
                SolvedQuantity(
                    text=quantity.text,
                    value=quantity.value,
                    start=quantity.start,
                    end=quantity.end,
                    unit=quantity.unit,
                    sign=signs[place],
                    probability=share[INDEX[signs[place]]],
                    span=spans[place],
                    rival=_rival(signs[place], share),
                    shares=share,
                )
            )
        return Solution(
            problem=problem,
            facts=facts,
            tagging=tagging,
            equation=equation,
            quantities=tuple(quantities),
            unknown=_unknown(problem, unknown_span),
            confidence=confidence,
            model=self.name,
            alternatives=tuple(
                Alternative(equation.with_signs(other), probability)
                for other, probability in candidates[:ALTERNATIVES]
                if any(other)
            ),
            scope=assessment.scope,
        )


def solve(text: str, language: Language | None = None, *, why: bool = False) -> Solution:
    """Solve a word problem with the bundled model of its language.

    ``language`` ("en" or "zh") is found by script where it is not given; ``why`` adds the features
    that moved each sign. Raises `ReadingError` where the text is no word problem.
    """
    problem = read(text, language)
    return bundled(problem.language).solve_problems([problem], why=why)[0]


def solve_all(
    texts: Iterable[str], language: Language | None = None, *, why: bool = False
) -> list[Solution | ReadingError]:
    """Solve problems of either language at once; an error stands where a text cannot be read."""
    return solve_each(texts, bundled, language, why=why)


def chosen(model: str | None) -> Callable[[Language], Solver]:
    """What solves the problems of a language: ``model`` is a model file or the name of a bundled
    model ("en", "qt-s", "en-qt-s"), None the default of each language.
    """
    from quantity_tagger.model import bundled as models

    if model is None:
        return bundled
    named = models.named(model)
    if named is None:
        own = Solver.load(model)
        return lambda _: own
    only, variant = named
    return lambda language: bundled(only or language, variant)


@cache
def bundled(language: Language, variant: str | None = None) -> Solver:
    """The solver with a bundled model of a language, loaded when it is first asked for.

    ``variant`` is one of `models.available(language)`; the default model where it is not given.
    """
    from quantity_tagger.model import bundled as models

    name = f"bundled {language}" if variant is None else f"bundled {language} {variant}"
    return Solver(models.load(language, variant), name)


def solve_each(
    texts: Iterable[str],
    solver_of: Callable[[Language], Solver],
    language: Language | None = None,
    *,
    why: bool = False,
) -> list[Solution | ReadingError]:
    """Solve each problem with the solver of its language."""
    check_several(texts)
    left = iter(texts)
    found: list[Solution | ReadingError] = []
    while chunk := list(islice(left, CHUNK)):
        with _no_collection():
            found += _solved_chunk(chunk, language, solver_of, why)
    return found


def _solved_chunk(
    texts: Sequence[str],
    language: Language | None,
    solver_of: Callable[[Language], Solver],
    why: bool,
) -> list[Solution | ReadingError]:
    found: list[Solution | ReadingError | None] = []
    problems: dict[Language, list[tuple[int, Problem]]] = {}
    for place, problem in enumerate(read_all(texts, language)):
        if isinstance(problem, ReadingError):
            found.append(problem)
        else:
            found.append(None)
            problems.setdefault(problem.language, []).append((place, problem))
    for own, group in problems.items():
        solutions = solver_of(own).solve_problems([problem for _, problem in group], why=why)
        for (place, _), solution in zip(group, solutions, strict=True):
            found[place] = solution
    return [one for one in found if one is not None]


@contextmanager
def _no_collection() -> Iterator[None]:
    """Solving makes many small values and no cycle of them: looking for some in the middle of a
    chunk would only take time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _usable(tagging: Tagging) -> Tagging:
    """A tagging whose best signs use a quantity: where none is used, all are added, unbelieved."""
    signs = tagging.candidates[0][0]
    if any(signs):
        return tagging
    return Tagging((((1,) * len(signs), 0.0),), tagging.spans)


def _rival(sign: int, share: tuple[float, ...]) -> int:
    """The likeliest other sign."""
    plus, zero, minus = share
    if sign > 0:
        return 0 if zero >= minus else -1
    if sign < 0:
        return 1 if plus >= zero else 0
    return 1 if plus >= minus else -1


def _unknown(problem: Problem, span: tuple[int, int]) -> SolvedUnknown:
    unknown = problem.unknown
    columns = problem.document.columns
    question = ""
    if unknown.question:
        start, end = _characters(problem, (unknown.question.start, unknown.question.stop))
        question = problem.text[start:end]
    return SolvedUnknown(
        text=columns.texts[unknown.token],
        start=columns.starts[unknown.token],
        end=columns.ends[unknown.token],
        question=question,
        head=unknown.head,
        span=span,
        unit=unknown.unit,
    )


def _characters(problem: Problem, tokens: tuple[int, int]) -> tuple[int, int]:
    start, stop = tokens
    columns = problem.document.columns
    return columns.starts[start], columns.ends[stop - 1]
