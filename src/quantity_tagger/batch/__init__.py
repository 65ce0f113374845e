"""Streams of millions: a file of problems in, the same file with their solutions out.

    job → chunks → (local processes, or a cluster) → answers in order → journal → file

`solve_file` does it all. Memory does not grow with the file, and a run that was killed can be gone
on with.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from quantity_tagger import __version__
from quantity_tagger.batch.chunk import Outcome, Position, Tally
from quantity_tagger.batch.job import STANDARD, Job, format_of
from quantity_tagger.batch.journal import Fingerprint, discard, part_file, part_of, publish
from quantity_tagger.errors import DataError, QuantityTaggerError

__all__ = ["Job", "State", "Summary", "Tally", "format_of", "solve_file"]

Engine = Literal["local", "ray"]


class State(NamedTuple):
    """How far a run has come: what became of the rows, where the input stands, where it ends."""

    tally: Tally
    offset: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of the rows, how many of them a run before this one had done, and the time."""

    tally: Tally
    resumed: int
    seconds: float


def solve_file(
    job: Job,
    *,
    workers: int | None = None,
    engine: Engine = "local",
    address: str | None = None,
    resume: bool = False,
    watch: Callable[[State], None] = lambda _: None,
) -> Summary:
    """Solves every row of a file. ``watch`` is told after each chunk how far it is.

    ``workers`` are processes (1 if not told; on a cluster, as many as it has cores). ``address`` is
    a Ray cluster's. ``resume`` goes on with a run that was killed.
    """
    began = time.monotonic()
    job.check()
    if workers is not None and workers < 1:
        raise QuantityTaggerError(f"--workers is {workers} and must be at least 1.")
    job.load()  # a model that cannot be read is told before anything is begun
    answers = _engine(job, engine, workers, address)
    stamp = _stamp(job)
    total = None if job.source == STANDARD else job.module.total(job)
    if resume and STANDARD in (job.source, job.target):
        raise QuantityTaggerError("--resume needs files on both sides: name them instead of '-'.")
    if job.target == STANDARD:
        tally = _to_standard_output(answers(Position()), total, watch)
        _check_unchanged(job, stamp)
        return Summary(tally, 0, time.monotonic() - began)
    target = Path(job.target)
    resumable = job.source != STANDARD
    with part_file(target, _fingerprint(job), resume=resume, resumable=resumable) as part:
        _, start, before = part.progress
        for outcome in answers(start):
            part.append(outcome)
            watch(State(part.progress.tally, outcome.after.offset, total))
        tally = part.progress.tally
    _check_unchanged(job, stamp)
    publish(target, job.module.finish(job, part_of(target)))
    return Summary(tally, before.rows, time.monotonic() - began)


def _engine(
    job: Job, engine: Engine, workers: int | None, address: str | None
) -> Callable[[Position], Iterator[Outcome]]:
    if engine == "local":
        from quantity_tagger.batch.engines import local

        if address is not None:
            raise QuantityTaggerError("--address is a Ray cluster's: add --engine ray.")
        return lambda start: local.outcomes(job, start, workers or 1)
    from quantity_tagger.batch.engines import ray as cluster

    cluster.check(job, address)
    return lambda start: cluster.outcomes(job, start, workers, address)


def _to_standard_output(
    outcomes: Iterator[Outcome], total: int | None, watch: Callable[[State], None]
) -> Tally:
    tally = Tally()
    for outcome in outcomes:
        sys.stdout.buffer.write(outcome.body)
        sys.stdout.buffer.flush()
        tally += outcome.tally
        watch(State(tally, outcome.after.offset, total))
    return tally


def _fingerprint(job: Job) -> Fingerprint:
    """What the output depends on: a run can be gone on with only where all of it is as before."""
    source = None if job.source == STANDARD else _digest(Path(job.source))
    return {
        "the input": source,
        "--format": job.format,
        "--text-field": job.text_field,
        "--language": job.language,
        "--full": job.full,
        "the model": [_digest(path) for path in _models(job.model)],
        "the version of the program": __version__,
    }


def _models(name: str | None) -> list[Path]:
    """The files of the models that a job may use."""
    from quantity_tagger import languages
    from quantity_tagger.model import bundled

    language, variant = (bundled.named(name) or (None, None)) if name else (None, None)
    if name and language is variant is None:
        return [Path(name)]
    tongues = [language] if language else list(languages.codes())
    files = [bundled.path(tongue, variant) for tongue in tongues]
    # The default of a language has no second file under its variant's name.
    return [
        file if file.exists() else bundled.path(tongue)
        for file, tongue in zip(files, tongues, strict=True)
    ]


def _stamp(job: Job) -> tuple[int, ...] | None:
    """By what it is seen that the input is another than before."""
    if job.source == STANDARD:
        return None
    try:
        told = Path(job.source).stat()
    except OSError:
        return ()
    return told.st_ino, told.st_size, told.st_mtime_ns


def _check_unchanged(job: Job, before: tuple[int, ...] | None) -> None:
    if _stamp(job) != before:
        if job.target != STANDARD:
            discard(Path(job.target))
        raise DataError(
            f"{job.source} was changed or cut off while it was read: run again when it is whole."
        )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
