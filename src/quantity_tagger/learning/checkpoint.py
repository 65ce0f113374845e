"""A search half done, on disk: arrays alone, written whole or not at all."""

from __future__ import annotations

import json
import zlib
from dataclasses import astuple, dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from quantity_tagger.errors import ModelFileError
from quantity_tagger.learning.lbfgs import State
from quantity_tagger.learning.monitor import Step
from quantity_tagger.support.files import atomic_write


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
            # Opened here, because NumPy leaves a file open that it can make no sense of.
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                head = json.loads(arrays["head"].tobytes())
                state = State(
                    point=arrays["point"],
                    value=head["value"],
                    gradient=arrays["gradient"],
                    steps=tuple(arrays["steps"]),
                    changes=tuple(arrays["changes"]),
                    evaluations=head["evaluations"],
                )
            history = [Step(*step) for step in head["history"]]
            found = head["identity"]
        except (
            OSError,
            EOFError,
            ValueError,
            KeyError,
            TypeError,
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
