"""An output that can be taken up again after a kill, and bears its name only when it is whole.

Answers are appended to ``OUT.part``. Now and then they are made safe on the disk, and after that
``OUT.journal`` is replaced by one that says how far input and output have come: what stands in
``OUT.part`` beyond that is cut off by the run that goes on. At the end ``OUT.part`` is renamed.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from quantity_tagger.batch.chunk import Outcome, Position, Tally
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.support.files import atomic_write, rename

COMMIT_SECONDS = 1.0
"""How much work a kill may cost, about."""

Fingerprint = Mapping[str, Any]
"""What a run depends on, under the names by which a person knows it."""


class Progress(NamedTuple):
    """How far a run has come: bytes put out, where the input stands, what became of its rows."""

    output_bytes: int = 0
    position: Position = Position()
    tally: Tally = Tally()


class PartFile:
    """The unfinished output of a run."""

    def __init__(self, target: Path, fingerprint: Fingerprint, file: BinaryIO) -> None:
        self.progress = Progress()
        self._target = target
        self._fingerprint = fingerprint
        self._file = file
        self._committed = time.monotonic()

    def append(self, outcome: Outcome) -> None:
        """Adds a chunk's answers; they are safe after the next commit."""
        size, _, tally = self.progress
        self._file.write(outcome.body)
        # In one step and after the writing: a failure or Ctrl-C leaves what was true before.
        self.progress = Progress(size + len(outcome.body), outcome.after, tally + outcome.tally)
        if time.monotonic() - self._committed >= COMMIT_SECONDS:
            self.commit()

    def commit(self) -> None:
        """Makes safe what was added, then notes how far it goes."""
        self._file.flush()
        os.fsync(self._file.fileno())
        size, position, tally = self.progress
        state = {
            "output_bytes": size,
            "position": position,
            "tally": asdict(tally),
            "fingerprint": self._fingerprint,
        }
        content = json.dumps(state, indent=2).encode()
        with atomic_write(journal_of(self._target)) as journal:
            journal.write(_seal(content) + b"\n" + content)
        self._committed = time.monotonic()

    def go_back(self, progress: Progress) -> None:
        """To where all was safe."""
        self._file.truncate(progress.output_bytes)
        self._file.seek(progress.output_bytes)
        self.progress = progress


def part_of(target: Path) -> Path:
    return target.with_name(target.name + ".part")


def journal_of(target: Path) -> Path:
    return target.with_name(target.name + ".journal")


@contextmanager
def part_file(
    target: Path, fingerprint: Fingerprint, *, resume: bool, resumable: bool
) -> Iterator[PartFile]:
    """The unfinished output, new or taken up; what was added is safe however the block ends.

    ``resumable`` is a run that another can go on with: its part file is not lightly overwritten.
    """
    part = part_of(target)
    if part.exists() and resumable and not resume:
        raise QuantityTaggerError(
            f"{part} holds a run that was not finished: go on with it by --resume, or delete it "
            "to start anew."
        )
    if not part.exists():
        journal_of(target).unlink(missing_ok=True)  # of a run killed when all was done but this
    with part.open("r+b" if part.exists() else "x+b") as file:
        _lock(file, target)
        unfinished = PartFile(target, fingerprint, file)
        unfinished.go_back(_progress(target, fingerprint) if resume else Progress())
        try:
            yield unfinished
        except BaseException:
            if unfinished.progress.output_bytes:
                unfinished.commit()
            else:  # nothing to go on with
                part.unlink()
            raise
        unfinished.commit()


def discard(target: Path) -> None:
    """Clears away a run that none can go on with."""
    part_of(target).unlink(missing_ok=True)
    journal_of(target).unlink(missing_ok=True)


def publish(target: Path, whole: Path) -> None:
    """Gives a whole output its name, and clears away what was needed to make it."""
    with whole.open("rb") as file:
        os.fsync(file.fileno())
    rename(whole, target)
    discard(target)


def _progress(target: Path, fingerprint: Fingerprint) -> Progress:
    """What the journal says; a run without one was killed before there was anything to say."""
    part, journal = part_of(target), journal_of(target)
    if not journal.exists():
        return Progress()
    try:
        seal, _, content = journal.read_bytes().partition(b"\n")
        state = json.loads(content)
        before = dict(state["fingerprint"])
        progress = Progress(
            state["output_bytes"], Position(*state["position"]), Tally(**state["tally"])
        )
        counts = (progress.output_bytes, *progress.position, *astuple(progress.tally))
        sound = (
            seal == _seal(content)
            and all(type(count) is int and count >= 0 for count in counts)
            and part.stat().st_size >= progress.output_bytes
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        sound = False
    if not sound:
        raise QuantityTaggerError(f"{journal} does not fit {part}: delete both to start anew.")
    _check(before, fingerprint, part)
    return progress


def _seal(content: bytes) -> bytes:
    """A sum over a journal: with a wrong digit in it, rows would be left out and nobody told."""
    return hashlib.sha256(content).hexdigest().encode()


def _check(before: Fingerprint, now: Fingerprint, part: Path) -> None:
    changed = [name for name in now if before.get(name) != now[name]]
    if changed:
        raise QuantityTaggerError(
            f"{part} cannot be gone on with, since {' and '.join(changed)} "
            f"{'have' if len(changed) > 1 else 'has'} changed: delete it to start anew."
        )


def _lock(file: BinaryIO, target: Path) -> None:
    try:
        import fcntl
    except ImportError:  # where there is none, files in use cannot be replaced anyway
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise QuantityTaggerError(
            f"Another run is writing {target}: wait for it, or name another file."
        ) from None
