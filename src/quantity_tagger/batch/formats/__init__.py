"""The formats of rows: a file in this folder is one, and its name is the format's."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from quantity_tagger.batch.chunk import Chunk, Position, Tally
    from quantity_tagger.batch.job import Job, Solve


class Format(Protocol):
    """What the module of a format offers.

    ``ENDINGS`` are those of its files' names; ``STREAMS`` whether it can go through standard input
    and output.
    """

    ENDINGS: tuple[str, ...]
    STREAMS: bool

    def chunks(self, job: Job, start: Position) -> Iterator[Chunk]:
        """The rows from ``start`` on, chunk by chunk."""

    def answered(self, job: Job, payload: bytes, solve: Solve) -> tuple[bytes, Tally]:
        """A chunk's rows with their results, as they stand in the output."""

    def finish(self, job: Job, part: Path) -> Path:
        """Makes whole what the answers of all chunks, one after another, are; says where it is."""

    def total(self, job: Job) -> int | None:
        """The offset at which the input ends; None where it cannot be told."""


def names() -> list[str]:
    return sorted(module.name for module in iter_modules(__path__))


def load(name: str) -> Format:
    return cast(Format, import_module(f"{__name__}.{name}"))


def by_ending() -> dict[str, str]:
    """The format that each ending of a file name stands for."""
    return {ending: name for name in names() for ending in load(name).ENDINGS}
