"""The work behind the API, done in a worker process: jobs in, JSON out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quantity_tagger import languages, solver
from quantity_tagger.errors import ModelFileError, QuantityTaggerError, ReadingError
from quantity_tagger.explanation.feature_words import in_words
from quantity_tagger.model import bundled as models
from quantity_tagger.reading import read
from quantity_tagger.solution.steps import answer_with_unit

if TYPE_CHECKING:
    from quantity_tagger.problem.document import Language
    from quantity_tagger.problem.problem import Problem
    from quantity_tagger.solution.solution import Solution
    from quantity_tagger.solver import Solver

Job = Mapping[str, Any]
"""What is wanted: ``do`` says which of `solve`, `generate`, `worksheet`, the rest is for it."""


class Outcome(NamedTuple):
    """What became of a job: ``body`` is the answer, or the code and sentence of an error.

    ``problems`` counts what was solved or made, ``language`` tells in which language.
    """

    result: Literal["done", "refused", "failed", "slow"]
    language: str
    problems: int
    body: bytes


class _RefusedError(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(code)
        self.outcome = refused(code, message)


def refused(code: str, message: str) -> Outcome:
    """An outcome that is the client's to mend."""
    return Outcome("refused", "", 0, _error(code, message))


FAILED = Outcome(
    "failed", "", 0, b'{"error": {"code": "internal", "message": "Something went wrong here."}}'
)


TOO_SLOW = Outcome(
    "slow", "", 0,
    b'{"error": {"code": "too_slow", '
    b'"message": "This took too long: send fewer or shorter problems at once."}}',
)  # fmt: skip


def warm_up() -> None:
    """Loads every bundled model and the words of every language."""
    for code, language in languages.known().items():
        for variant in (None, *models.available(code)):
            _solver(code, variant).solve(language.sentences.example, code, why=True)


def perform(jobs: Sequence[Job], longest: int, most: int) -> list[Outcome]:
    """Does all jobs; problems are solved together, which is faster.

    A text may have ``longest`` characters and ``most`` numbers.
    """
    outcomes: list[Outcome | None] = [None] * len(jobs)
    groups: dict[tuple[Language, str | None, bool], list[tuple[int, Problem]]] = {}
    for at, job in enumerate(jobs):
        if job["do"] != "solve":
            outcomes[at] = _made(job)
            continue
        try:
            problem = _read(job, longest, most)
        except _RefusedError as error:
            outcomes[at] = error.outcome
        except Exception:
            outcomes[at] = FAILED
        else:
            # A lattice is drawn from the window that an explained solution keeps.
            key = problem.language, job["model"], job["why"] or job["lattice"]
            groups.setdefault(key, []).append((at, problem))
    for (language, variant, why), group in groups.items():
        found = _solved(language, variant, why, [problem for _, problem in group])
        for (at, _), one in zip(group, found, strict=True):
            outcomes[at] = one if isinstance(one, Outcome) else _shown(one, jobs[at])
    return [FAILED if one is None else one for one in outcomes]


def _read(job: Job, longest: int, most: int) -> Problem:
    text: str = job["text"]
    if len(text) > longest:
        raise _RefusedError(
            "text_too_long",
            f"The text has {len(text):,} characters and at most {longest:,} are read here: "
            "give one problem at a time.",
        )
    try:
        problem = read(text, job["language"])
    except ReadingError as error:
        raise _RefusedError(error.code, _told(error, job["words"])) from None
    if len(problem.quantities) > most:
        raise _RefusedError(
            "too_many_numbers",
            f"The text has {len(problem.quantities):,} numbers and at most {most} are weighed "
            "here: give one problem at a time.",
        )
    return problem


def _told(error: ReadingError, language: str | None) -> str:
    """An error in the language of the page, where it has a sentence for it."""
    known = languages.get(language).sentences.unreadable if language else {}
    return known[error.code].format(text=error.quoted) if error.code in known else str(error)


def _solver(language: Language, variant: str | None) -> Solver:
    return solver.bundled(language) if variant is None else solver.bundled(language, variant)


def _solved(
    language: Language, variant: str | None, why: bool, problems: Sequence[Problem]
) -> Iterable[Solution | Outcome]:
    try:
        return _solver(language, variant).solve_problems(problems, why=why)
    except ModelFileError as error:
        return [refused("no_such_model", str(error))] * len(problems)
    except Exception:
        # One problem must not spoil those that happen to be solved with it.
        if len(problems) == 1:
            return [FAILED]
        return [one for each in problems for one in _solved(language, variant, why, [each])]


def _shown(solution: Solution, job: Job) -> Outcome:
    try:
        if job["signs"] is not None:
            solution = solution.with_signs(job["signs"])
        own = _solver(solution.language, job["model"])
        shown = {
            **solution.to_dict(why=job["why"]),
            "answer_text": solution.answer_text,
            "answer_with_unit": answer_with_unit(solution),
            "variant": own.model.settings.variant,
            "steps": solution.steps,
            "notes": solution.notes,
            "latex": solution.latex,
        }
        if job["why"]:
            _add_members(shown, solution)
        _say(shown, solution, job["words"] or languages.DEFAULT)
        if job["lattice"]:
            shown["lattice"] = own.draw(solution)
        return Outcome("done", solution.language, 1, _json(shown))
    except QuantityTaggerError as error:
        return refused("signs", str(error))
    except Exception:
        return FAILED


def _say(shown: dict[str, Any], solution: Solution, language: str) -> None:
    """What the page says of a solution in its own language, whatever that of the problem."""
    sentences = languages.get(language).sentences
    for quantity in shown["quantities"]:
        for reason in quantity.get("why", ()):
            reason["feature"] = in_words(reason["attribute"], language)
    for line in shown.get("story", ()):
        line["heading"] = sentences.headings[line["kind"]]
    for world in shown.get("worlds", ()):
        for reason in world["decided"]:
            reason["feature"] = in_words(reason["attribute"], language)
    unsure = solution.in_scope and not solution.sure
    answer = answer_with_unit(solution)
    shown["doubt"] = sentences.unsure.format(answer=answer) if unsure else None


def _add_members(shown: dict[str, Any], solution: Solution) -> None:
    """How likely each token belongs to the span of each quantity, and to that of the unknown."""
    shown["unknown"]["members"] = solution.unknown.members
    for quantity, its in zip(shown["quantities"], solution.quantities, strict=True):
        quantity["members"] = its.members


def _made(job: Job) -> Outcome:
    """Problems of the generator, as data or as a sheet to print."""
    from quantity_tagger.datasets.jsonl import dump
    from quantity_tagger.generation import generate, worksheet

    language: Language = job["language"]
    try:
        records = list(generate(language, job["count"], **job["options"]))
        if job["do"] == "worksheet":
            body = worksheet.html(records, language)
        else:
            problems = [json.loads(dump(record)) for record in records]
            body = _json({"problems": problems, "seed": job["options"]["seed"]})
        return Outcome("done", language, len(records), body)
    except QuantityTaggerError as error:
        return refused("generate", str(error))
    except Exception:
        return FAILED


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


def _error(code: str, message: str) -> bytes:
    return _json({"error": {"code": code, "message": message}})
