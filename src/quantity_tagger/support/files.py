"""Files that appear under their name only when they are whole; files that are plain and sane."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from quantity_tagger.errors import QuantityTaggerError

try:
    import fcntl
except ImportError:  # pragma: no cover - a system without locks
    fcntl = None  # type: ignore[assignment]

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """A binary file that is named ``path`` when the block ends well, and vanishes otherwise.

    Until then it has one name of its own, so that the next writer takes over what a killed one
    left; writers of the same file take turns. The new name outlasts a crash of the machine.
    """
    path = Path(path)
    part = path.with_name(f".{path.name}.part")
    with _locked(part) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if fcntl is None:  # pragma: no cover - there, an open file cannot be renamed
                file.close()
            rename(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def rename(path: Path, target: Path) -> None:
    """Gives a file another name, in the place of what has it, for good."""
    os.replace(path, target)
    try:
        folder = os.open(target.parent, os.O_RDONLY)
    except OSError:  # not every system opens folders
        return
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def check_target(path: Path) -> None:
    """Refuses, before any work is done, a file that cannot be written at the end of it."""
    if path.is_dir():
        raise QuantityTaggerError(f"{path} is a folder; name a file in a folder that exists")
    if path.exists() and not path.is_file():
        raise QuantityTaggerError(f"{path} is no file; name a file in a folder that exists")
    if not path.parent.is_dir():
        raise QuantityTaggerError(
            f"{path} cannot be written, {path.parent} is no folder; "
            "name a file in a folder that exists"
        )
    part = path.with_name(f".{path.name}.part")
    try:
        with _locked(part):
            part.unlink()
    except OSError as error:
        raise QuantityTaggerError(
            f"{path} cannot be written ({error.strerror}); name a file that can"
        ) from None


@contextmanager
def _locked(part: Path) -> Iterator[BinaryIO]:
    """The file of that name, empty, for this writer alone."""
    while True:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | _NO_LINK, 0o666), "wb") as file:
            if fcntl is not None:
                with suppress(OSError):  # a file system without locks
                    fcntl.flock(file, fcntl.LOCK_EX)
            if _is_still(part, file):
                file.truncate()
                yield file
                return


def _is_still(part: Path, file: BinaryIO) -> bool:
    """Whether the name is still that of the file: who had the lock before has perhaps moved it."""
    try:
        return os.path.samestat(part.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


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
