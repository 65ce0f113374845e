"""The file of a network: arrays and strings, nothing that is executed.

An ``.npz`` archive, whose checksums tell when it was damaged; its ``header`` is JSON in UTF-8.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from quantity_tagger.errors import ModelFileError
from quantity_tagger.support.files import atomic_write

#: How NumPy heads an array that lies row by row.
_HEAD: Final = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<|][fiu]\d)', 'fortran_order': False, "
    rb"'shape': \(([\d, ]*)\), \} *\n",
    re.DOTALL,
)

Arrays = dict[str, NDArray[Any]]


def write(path: Path, header: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a header and arrays; the same ones give the same bytes."""
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    with atomic_write(path) as file:
        every: dict[str, Any] = {"header": np.frombuffer(text, np.uint8), **arrays}
        np.savez(file, **every)


@contextmanager
def opened(path: Path, kind: str, version: int) -> Iterator[tuple[dict[str, Any], Arrays]]:
    """The header and the arrays of a file, for as long as something is made of them; what is none
    of this kind and version, or turns out to be damaged, is refused in one sentence.
    """
    try:
        header, arrays = read(path)
        if header["version"] != version:
            raise ModelFileError(
                f"{path} is a {kind} of version {header['version']}, this package reads {version}"
            )
        yield header, arrays
    except OSError as error:
        raise ModelFileError(f"{path} cannot be read ({error})") from None
    except (BadZipFile, ValueError, KeyError, TypeError, AttributeError, EOFError) as error:
        if isinstance(error, ModelFileError):
            raise
        raise ModelFileError(f"{path} is no {kind} or is damaged") from None


def read(path: Path) -> tuple[dict[str, Any], Arrays]:
    """The header and the arrays of a file."""
    with ZipFile(path) as archive:
        arrays = {name[:-4]: _array(archive.read(name)) for name in archive.namelist()}
    header: dict[str, Any] = json.loads(arrays.pop("header").tobytes())
    return header, arrays


def full(arrays: Arrays) -> Arrays:
    """The arrays as floats, each times its scale where it has one."""
    return {
        name: array.astype(np.float32) * arrays.get(f"{name}.scale", np.float32(1))
        for name, array in arrays.items()
        if not name.endswith(".scale")
    }


def _array(data: bytes) -> NDArray[Any]:
    """The array of an ``.npy`` file; `numpy.load` takes longer to read its head than to read it."""
    head = _HEAD.match(data)
    if head is None:
        raise ValueError
    shape = [int(size) for size in head[2].split(b",") if size.strip()]
    return np.frombuffer(data, head[1].decode(), offset=head.end()).reshape(shape)
