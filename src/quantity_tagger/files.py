"""Files that appear under their name only when they are whole; files that are plain and sane."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """A binary file that is named ``path`` when the block ends well, and vanishes otherwise."""
    path = Path(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


@contextmanager
def plain_file(path: Path, largest: int) -> Iterator[BinaryIO]:
    """A file to read of at most ``largest`` bytes.

    Raises `OSError` where it is something else, such as a pipe or a device, which may have no end
    or never begin.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(0, "it is not a plain file")
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size > largest:
            raise OSError(0, f"it is larger than {largest:,} bytes")
        yield file


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
