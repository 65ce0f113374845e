"""Lines of a text file, one after another, with their numbers and places, however long they are."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple, cast

from quantity_tagger.batch.chunk import Position
from quantity_tagger.batch.job import STANDARD, is_packed
from quantity_tagger.datasets.jsonl import LONGEST_LINE
from quantity_tagger.errors import DataError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SHOWN = 200
"""Bytes that are kept of a line too long to be held."""


class Line(NamedTuple):
    r"""A line as text without its end; bytes that are not UTF-8 are written ``\xff``.

    ``fault`` says what is wrong with it, ``after`` where the next line begins, ``size`` how many
    bytes it takes.
    """

    number: int
    text: str
    ending: str
    fault: str
    after: Position
    size: int


@contextmanager
def opened(source: str) -> Iterator[BinaryIO]:
    """The file of that name, or standard input; unpacked, where its name says that it is packed."""
    if source == STANDARD:
        yield sys.stdin.buffer
        return
    if not is_packed(source):
        with open(source, "rb") as file:
            yield file
        return
    try:
        with gzip.open(source, "rb") as packed:
            yield cast(BinaryIO, packed)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        reason = str(error).rstrip(".")
        raise DataError(f"{source} is no gzip file, or cut off or damaged ({reason}).") from None


def size_of(source: str) -> int | None:
    """How many bytes there are to read; nobody knows for a packed file."""
    return None if is_packed(source) else os.stat(source).st_size


def lines(file: BinaryIO, start: Position) -> Iterator[Line]:
    """The lines of a file that stands at ``start``."""
    offset, number = start
    while raw := file.readline(LONGEST_LINE + 1):
        size = len(raw)
        fault = ""
        if size > LONGEST_LINE and not raw.endswith(b"\n"):
            size += _skip_line(file)
            fault = f"The line has {size:,} bytes and may have at most {LONGEST_LINE:,}."
            raw = raw[:SHOWN]
        offset, number = offset + size, number + 1
        if number == 1:
            raw = raw.removeprefix(BYTE_ORDER_MARK)
        text, unreadable = _decoded(raw)
        body = text.rstrip("\r\n")
        yield Line(
            number, body, text[len(body) :], fault or unreadable, Position(offset, number), size
        )


def _skip_line(file: BinaryIO) -> int:
    """Reads to the end of the line without holding it; says how many bytes that were."""
    size = 0
    while piece := file.readline(1 << 20):
        size += len(piece)
        if piece.endswith(b"\n"):
            break
    return size


def _decoded(raw: bytes) -> tuple[str, str]:
    """The text of a line, and what is wrong with it."""
    try:
        return raw.decode("utf-8"), ""
    except UnicodeDecodeError as error:
        return (
            raw.decode("utf-8", "backslashreplace"),
            f"Byte {error.start + 1} of the line is not UTF-8: save the file as UTF-8.",
        )
