"""Whatever comes in by a door is taken, or refused with one of the package's own sentences.

What was ever found to do otherwise is kept here; more is looked for by ``make fuzz``.
"""

from __future__ import annotations

import pytest
from benchmarks.doors import Door, doors
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

DOORS = doors()
SLOW = {"solver": 10, "command line": 10, "api body": 15, "chinese reader": 20, "batch parquet": 20,
        "checkpoint head": 20}  # fmt: skip

APART = {"batch parquet"}
"""Doors whose library can end the process: only ``make fuzz``, in a process of its own, goes on."""

FOUND = [
    ("chinese numerals", "?一万½".encode()),
    ("chinese numerals", "1.5½".encode()),
    ("values and equations", b"x -== \x00\n()"),
    ("batch csv", b'id,tex\x0071,"How \n3ny?"\n2,"a\nb"\n'),
    ("batch csv", b"\x1b[2Jid," + b"x" * 5_000 + b"\n1,2\n"),
    ("lexicon", b"# words\n[verb]\ngive\nt\x9f\x94\n"),
    ("batch journal", b'{"output_bytes": -1, "position": [0, 0], "fingerprint": {}, "tally": {}}'),
    ("batch journal", b'{"output_bytes": 1, "position": [0, 0], "fingerprint": [3], "tally": {}}'),
    ("batch journal", b'{"output_bytes": 1.5, "position": [0, 0], "fingerprint": {}, "tally": {}}'),
    ("batch journal", b"[" * 100_000),
    ("checkpoint head", b'{"identity": "same", "history": [], "value": "x", "evaluations": 1}'),
    ("checkpoint head", b'{"identity": "same", "history": [[1]], "value": 1, "evaluations": 1}'),
    ("checkpoint head", b'{"identity": "same", "history": [], "value": 1e999, "evaluations": 1}'),
    ("result of a run", b'{"signs": [], "seconds": 1' + b"0" * 400 + b"}"),
    ("result of a run", b"[" * 100_000),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "data"), FOUND, ids=[f"{name} {at}" for at, (name, _) in enumerate(FOUND)]
)
def test_what_was_found(name: str, data: bytes) -> None:
    DOORS[name].knock(data)


def changed(door: Door) -> st.SearchStrategy[bytes]:
    """Seeds with pieces cut out, put in and doubled; and bytes of all kinds."""
    pieces = st.one_of(
        st.binary(max_size=8),
        *([st.sampled_from(door.words).map(str.encode)] if door.words else []),
    )

    @st.composite
    def one(draw: st.DrawFn) -> bytes:
        data = draw(st.sampled_from(door.seeds))
        for _ in range(draw(st.integers(1, 4))):
            start = draw(st.integers(0, len(data)))
            end = draw(st.integers(start, min(start + 12, len(data))))
            piece = draw(st.one_of(pieces, st.just(data[start:end] * 2)))
            data = data[:start] + piece + data[end:]
        return data

    return st.one_of(one(), st.binary(max_size=60)) if door.seeds else st.binary(max_size=60)


@pytest.mark.parametrize("name", DOORS)
def test_any_bytes(name: str) -> None:
    door = DOORS[name]

    @settings(
        max_examples=SLOW.get(name, 60), deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(changed(door))
    def knock(data: bytes) -> None:
        door.knock(data)

    for seed in (b"", *door.seeds):
        door.knock(seed)
    if name not in APART:
        knock()
