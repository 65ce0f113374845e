"""A search half done, on disk: arrays alone, written whole or not at all."""

from __future__ import annotations

import json
import zlib
from dataclasses import astuple, dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from quantity_tagger.errors import ModelFileError
from quantity_tagger.files import atomic_write
from quantity_tagger.lattice.layout import Floats
from quantity_tagger.learning.monitor import Step


@dataclass(frozen=True)
class Checkpoint:
    """Where a search is: its point, its history, and the ``identity`` of what is searched."""

    point: Floats
    history: list[Step]
    identity: str

    def save(self, path: Path) -> None:
        head = json.dumps(
            {"identity": self.identity, "history": [astuple(s) for s in self.history]}
        )
        with atomic_write(path) as file:
            np.savez(file, point=self.point, head=np.frombuffer(head.encode(), np.uint8))

    @classmethod
    def load(cls, path: Path, identity: str) -> Checkpoint:
        try:
            # Opened here, because NumPy leaves a file open that it can make no sense of.
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                point, head = arrays["point"], json.loads(arrays["head"].tobytes())
            history = [Step(*step) for step in head["history"]]
            owner = head["identity"]
        except (
            OSError,
            ValueError,
            KeyError,
            TypeError,
            EOFError,
            BadZipFile,
            zlib.error,
        ) as error:
            raise ModelFileError(
                f"{path} is not a checkpoint of ours or is damaged; delete it to start afresh"
            ) from error
        if owner != identity:
            raise ModelFileError(
                f"{path} is a checkpoint of another training run (other data or settings); "
                "delete it or name another file"
            )
        return cls(point, history, identity)
