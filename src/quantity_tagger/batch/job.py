"""What is to be done: which file, how it is read, with which model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger.batch import formats
from quantity_tagger.errors import DataError, QuantityTaggerError
from quantity_tagger.support.files import check_target

if TYPE_CHECKING:
    from quantity_tagger.errors import ReadingError
    from quantity_tagger.problem.document import Language
    from quantity_tagger.solution.solution import Solution

STANDARD = "-"
"""Stands for standard input or output."""

Solve = Callable[[list[str]], "list[Solution | ReadingError]"]


PACKED = ".gz"
SHOWN_COLUMNS = 12
SHOWN_CHARACTERS = 40


def is_packed(name: str) -> bool:
    """Whether a file is packed by gzip, as its ending says."""
    return name.lower().endswith(PACKED)


@dataclass(frozen=True, slots=True)
class Job:
    """A file of problems to be solved row by row into another; ``-`` is standard input or output.

    ``text_field`` names the field or column that holds the problem. ``model`` is a model file or
    the name of a bundled model, None the default of each language. ``full`` adds the whole solution
    of each problem.
    """

    source: str
    target: str
    format: str
    text_field: str = "text"
    language: Language | None = None
    model: str | None = None
    full: bool = False

    @property
    def module(self) -> formats.Format:
        """The module of the format."""
        return formats.load(self.format)

    def check(self) -> None:
        """Refuses, before any work is done, what cannot end well."""
        if STANDARD in (self.source, self.target) and not self.module.STREAMS:
            raise QuantityTaggerError(
                f"The format {self.format} cannot be streamed through standard input or output: "
                "name files."
            )
        if self.source != STANDARD:
            path = Path(self.source)
            if not path.exists():
                raise QuantityTaggerError(f"There is no file {self.source}: check its name.")
            if not path.is_file():
                raise QuantityTaggerError(f"{self.source} is no file: name a file of problems.")
        if self.target != STANDARD:
            target = Path(self.target)
            if is_packed(self.target):
                raise QuantityTaggerError(
                    f"{self.target} would not be packed: name it without {PACKED}."
                )
            check_target(target)
            if self.source != STANDARD and target.exists() and target.samefile(self.source):
                raise QuantityTaggerError(
                    f"{self.target} is the input itself: name another file for the output."
                )

    def load(self) -> Solve:
        """The model at work on texts."""
        from quantity_tagger import solver

        solver_of = solver.chosen(self.model)
        return lambda texts: solver.solve_each(texts, solver_of, self.language)


def no_column(job: Job, names: Sequence[str]) -> DataError:
    """The error of a table without the column that should hold the problems."""
    shown = ", ".join(name[:SHOWN_CHARACTERS] for name in names[:SHOWN_COLUMNS]) + (
        ", …" if len(names) > SHOWN_COLUMNS else ""
    )
    return DataError(
        f"{job.source} has no column {job.text_field}: name the one that holds the problems "
        f"with --text-field (there are {shown})."
    )


def format_of(source: str, target: str, told: str | None = None) -> str:
    """The format of both files: as told, else by their endings; ``-`` takes that of the other."""
    if told is not None:
        return told
    found = {_ending(name) for name in (source, target) if name != STANDARD}
    if len(found) > 1:
        raise QuantityTaggerError(
            f"{source} and {target} end differently: rows stay in their format, so give both the "
            "same ending, or name it with --format."
        )
    return found.pop() if found else "jsonl"


def _ending(name: str) -> str:
    ending = Path(name.lower().removesuffix(PACKED)).suffix
    known = formats.by_ending()
    if ending not in known:
        raise QuantityTaggerError(
            f"The format of {name} cannot be told by its ending ({', '.join(known)}): "
            "name it with --format."
        )
    return known[ending]
