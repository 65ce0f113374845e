"""Streams that the shell has closed, that are full, or that a person sits at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = "Ann had 9 pens and lost 4. How many pens has she left?"
CLOSED = "quantity-tagger: Standard input or output is closed: open it, or name files.\n"


def shell(command: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", f'"$PYTHON" -m quantity_tagger {command}'],
        env={**os.environ, "PYTHON": sys.executable, "TEXT": TEXT, **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    [
        '--version >&-',
        'solve "$TEXT" >&-',
        'solve "$TEXT" --json >&-',
        "solve - <&-",
        "solve <&-",
        "solve --interactive <&-",
        "read - <&-",
        "batch - - <&-",
        "solve - <&- >&-",
    ],
)  # fmt: skip
def test_a_stream_that_is_needed_and_closed(command: str) -> None:
    found = shell(command)
    assert (found.returncode, found.stdout, found.stderr) == (2, "", CLOSED)


def test_a_stream_that_is_closed_and_not_needed(tmp_path: Path) -> None:
    answered = shell('solve "$TEXT" --json <&-')
    assert (answered.returncode, answered.stderr) == (0, "")
    assert '"answer": "5"' in answered.stdout
    silent = shell("solve '' 2>&-")
    assert (silent.returncode, silent.stdout, silent.stderr) == (2, "", "")
    sheet = tmp_path / "sheet.jsonl"
    (tmp_path / "in.jsonl").write_text(json.dumps({"text": TEXT}) + "\n")
    done = shell('batch "$IN" "$OUT" <&- >&-', IN=str(tmp_path / "in.jsonl"), OUT=str(sheet))
    assert done.returncode == 0
    assert '"answer": "5"' in sheet.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_told_once() -> None:
    found = shell('solve "$TEXT" > /dev/full')
    assert (found.returncode, found.stderr) == (2, "quantity-tagger: No space left on device.\n")
