"""No byte of a model or checkpoint can change unseen, and no file of either kind can run code."""

from __future__ import annotations

import hashlib
import os
import pickle
import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from benchmarks.doors import small_checkpoint, small_model

from quantity_tagger.errors import ModelFileError
from quantity_tagger.learning.checkpoint import Checkpoint
from quantity_tagger.model.file import load_model


def sealed(content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    seal = hashlib.sha256(packed).hexdigest().encode()
    return b"quantity-tagger model 1\nsha256 " + seal + b"\n" + packed


def is_refused(load: Callable[[Path], object], path: Path, content: bytes) -> bool:
    path.write_bytes(content)
    try:
        load(path)
    except ModelFileError as error:
        told = str(error)
    else:
        return False
    assert told.startswith(str(path))
    assert "\n" not in told
    return True


def load_checkpoint(path: Path) -> Checkpoint:
    return Checkpoint.load(path, "same")


def test_each_byte_of_a_model(tmp_path: Path) -> None:
    content = sealed(small_model())
    for at in range(len(content)):
        for bit in (1, 0x80):
            changed = content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :]
            assert is_refused(load_model, tmp_path / "a.model", changed), at


def test_each_length_of_a_model(tmp_path: Path) -> None:
    content = sealed(small_model())
    for length in range(len(content)):
        assert is_refused(load_model, tmp_path / "a.model", content[:length]), length
    assert not is_refused(load_model, tmp_path / "a.model", content)


def test_each_length_of_a_checkpoint(tmp_path: Path) -> None:
    content = small_checkpoint()
    for length in range(len(content)):
        assert is_refused(load_checkpoint, tmp_path / "half", content[:length]), length


def test_each_byte_of_a_checkpoint(tmp_path: Path) -> None:
    """A byte that says nothing of the search, such as a date, may be another."""
    content, path = small_checkpoint(), tmp_path / "half"
    path.write_bytes(content)
    whole = load_checkpoint(path)
    for at in range(len(content)):
        changed = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        if not is_refused(load_checkpoint, path, changed):
            found = load_checkpoint(path)
            assert np.array_equal(found.state.point, whole.state.point), at
            assert np.array_equal(found.state.gradient, whole.state.gradient), at
            assert found.history == whole.history, at


class Payload:
    """Made anew from a pickle, it makes a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.folder),)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_no_pickle_is_run(tmp_path: Path, protocol: int) -> None:
    trap = tmp_path / "trap"
    content = pickle.dumps(Payload(trap), protocol)
    held = BytesIO()
    np.savez(held, head=np.array([Payload(trap)], dtype=object))
    raw = BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("head.npy", content)
    for data in (
        content,
        sealed(content),
        sealed(content + b"\n"),
        held.getvalue(),
        raw.getvalue(),
    ):
        for load in (load_model, load_checkpoint):
            assert is_refused(load, tmp_path / "file", data)
    assert not trap.exists()
    pickle.loads(content)  # the trap does work
    assert trap.is_dir()
