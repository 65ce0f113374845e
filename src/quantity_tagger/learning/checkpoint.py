"""A search half done, on disk: arrays alone, written whole or not at all."""

from __future__ import annotations

import json
import zlib
from dataclasses import astuple, dataclass
from io import BytesIO
from math import prod
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile

import numpy as np
from numpy.lib import format as npy

from quantity_tagger.errors import ModelFileError
from quantity_tagger.learning.lbfgs import State
from quantity_tagger.learning.monitor import Step
from quantity_tagger.support.files import atomic_write, plain_file

LARGEST = 1 << 30
"""Bytes of a checkpoint."""

HEAD = "head"
"""The array that holds all but arrays, as JSON."""


@dataclass(frozen=True)
class Checkpoint:
    """Where a search is: its state, its history, and the ``identity`` of what is searched."""

    state: State
    history: list[Step]
    identity: str

    def save(self, path: Path) -> None:
        state = self.state
        head = {
            "identity": self.identity,
            "history": [astuple(step) for step in self.history],
            "value": state.value,
            "evaluations": state.evaluations,
        }
        size = len(state.point)
        with atomic_write(path) as file:
            np.savez(
                file,
                head=np.frombuffer(json.dumps(head).encode(), np.uint8),
                point=state.point,
                gradient=state.gradient,
                steps=np.array(state.steps).reshape(-1, size),
                changes=np.array(state.changes).reshape(-1, size),
            )

    @classmethod
    def load(cls, path: Path, identity: str) -> Checkpoint:
        try:
            with plain_file(path, LARGEST) as file, ZipFile(file) as archive:
                head = json.loads(_array(archive, HEAD).tobytes())
                point, gradient, steps, changes = (
                    _array(archive, name) for name in ("point", "gradient", "steps", "changes")
                )
            if not (gradient.shape == point.shape == steps.shape[1:] == changes.shape[1:]):
                raise ValueError("its arrays do not fit each other")
            if point.ndim != 1 or len(steps) != len(changes):
                raise ValueError("its arrays are not those of a search")
            if not all(np.isfinite(array).all() for array in (point, gradient, steps, changes)):
                raise ValueError("a weight of it is no number")
            state = State(
                point=point,
                value=_finite(head["value"]),
                gradient=gradient,
                steps=tuple(steps),
                changes=tuple(changes),
                evaluations=int(head["evaluations"]),
            )
            history = [
                Step(int(at), _finite(objective), _finite(norm), int(evaluations))
                for at, objective, norm, evaluations in head["history"]
            ]
            found = head["identity"]
        except (
            OSError,
            EOFError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            NotImplementedError,
            RuntimeError,
            OverflowError,
            BadZipFile,
            zlib.error,
        ) as error:
            raise ModelFileError(
                f"{path} is not a checkpoint of ours or is damaged; delete it to start afresh"
            ) from error
        if found != identity:
            raise ModelFileError(
                f"{path} is a checkpoint of another training run (other data or settings); "
                "delete it or name another file"
            )
        return cls(state, history, identity)


def _finite(value: Any) -> float:
    if not np.isfinite(found := float(value)):
        raise ValueError("a figure of it is no number")
    return found


def _array(archive: ZipFile, name: str) -> np.ndarray[Any, Any]:
    """An array of the archive; NumPy by itself takes the memory that its header claims."""
    entry = archive.getinfo(f"{name}.npy")
    if entry.compress_type != ZIP_STORED or entry.file_size != entry.compress_size:
        raise ValueError("its arrays are packed")
    with archive.open(entry) as file:
        content = file.read()
    source = BytesIO(content)
    version = npy.read_magic(source)
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _, kind = read(source)
    if prod(shape) * kind.itemsize != len(content) - source.tell():
        raise ValueError("an array claims to be of another size than it is")
    if kind != (np.uint8 if name == HEAD else np.float64):
        raise ValueError("an array is of another kind than those of a search")
    source.seek(0)
    return npy.read_array(source, allow_pickle=False)
