"""Where a command's text comes from: the argument itself, a file, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from quantity_tagger.errors import QuantityTaggerError

HELP = "a text, a file that holds one (UTF-8), or - for standard input"
MODEL_HELP = (
    "a file that train wrote, or a bundled model: en, zh, a variant as qt-s, or both as en-qt-s "
    "(default: the bundled one of each problem's language)"
)


def text_of(argument: str) -> str:
    """The text that ``argument`` means: ``-`` is standard input, a file's name its content."""
    if argument == "-":
        if sys.stdin.isatty():
            print("Type a problem, then Enter and Ctrl-D.", file=sys.stderr)
        return _decoded(sys.stdin.buffer.read(), "standard input")
    if not argument.strip():
        return argument  # no name of a file; who reads it says that it is empty
    path = Path(argument)
    if _is(Path.is_file, path):
        return _decoded(path.read_bytes(), argument)
    if _is(Path.is_dir, path):
        raise QuantityTaggerError(f"{argument} is a folder: name a file in it, or give a text.")
    # A lone word with an ending is a misspelt file name, not a word problem.
    if path.suffix in (".txt", ".md", ".json", ".jsonl") and not any(map(str.isspace, argument)):
        raise QuantityTaggerError(f"There is no file {argument}: check its name.")
    return argument


def _is(kind: Callable[[Path], bool], path: Path) -> bool:
    try:
        return kind(path)
    except (OSError, ValueError):  # longer than a file name may be, or with a NUL character
        return False


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise QuantityTaggerError(
            f"{name} is not UTF-8 text (byte {error.start + 1}): save it as UTF-8."
        ) from error
