"""A real Ray cluster of two workers on this machine gives the very bytes that one process gives."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quantity_tagger import batch as stream
from quantity_tagger import cli
from quantity_tagger.batch import Job
from quantity_tagger.batch.engines import ray as cluster
from quantity_tagger.batch.journal import part_of
from quantity_tagger.generation import generate

pa = pytest.importorskip("pyarrow", reason="the extra [ray] is not installed")
if not any((Path(folder) / "ray").is_dir() for folder in sys.path):
    pytest.skip("the extra [ray] is not installed", allow_module_level=True)

ROWS = 40
PAGE = "x" * 300_000
"""Beside a text, so that a chunk has few rows: four such reach `CHUNK_BYTES`."""
CHUNK = 4

# Ray runs in processes of its own: what it leaves behind in one would be errors of these tests.
# A worker waits with its first answer for the other one, so that one alone cannot do it all.
BATCH = """
import os, sys, time
from quantity_tagger import cli
from quantity_tagger.batch.engines import ray as cluster

class Meeting(cluster.Worker):
    def __call__(self, table):
        open(os.path.join({meeting!r}, str(os.getpid())), "w").close()
        patience = 600
        while len(os.listdir({meeting!r})) < 2 and patience:
            patience -= 1
            time.sleep(0.1)
        return super().__call__(table)

cluster.Worker = Meeting
cluster.BLOCK_BYTES = 1
sys.exit(cli.main(["batch", *sys.argv[1:], "--engine", "ray", "--json"]))
"""

CLUSTER = """
import ray, sys
ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False,
         object_store_memory=1 << 28, _node_ip_address="127.0.0.1")
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()  # until the test closes it
ray.shutdown()
"""


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    # A key of the test's own, else Ray makes one in the home folder of whoever runs the test.
    key = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    return {**os.environ, **cluster.SETTINGS, cluster.LOOPBACK: "0", **key}


@pytest.fixture(scope="module")
def address(environment: dict[str, str]) -> Iterator[str]:
    """Where a cluster of two workers can be reached."""
    with subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        found = process.stdout.readline().strip()
        assert found.startswith("127.0.0.1:"), "nobody else can reach it"
        yield found
        process.communicate()


@pytest.fixture(scope="module")
def texts() -> list[str]:
    found = [record.text for lang in ("en", "zh") for record in generate(lang, ROWS // 2, seed=11)]
    found[5] = "nothing to solve"
    return found


def batch(environment: dict[str, str], folder: Path, *argv: object) -> dict[str, Any]:
    """The summary of a run that two workers shared."""
    meeting = folder / "meeting"
    meeting.mkdir()
    process = subprocess.run(
        [sys.executable, "-c", BATCH.format(meeting=str(meeting)), *map(str, argv)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert len(list(meeting.iterdir())) == 2
    summary: dict[str, Any] = json.loads(process.stdout)
    return summary


def test_a_cluster_at_an_address(
    tmp_path: Path, texts: list[str], environment: dict[str, str], address: str
) -> None:
    import pyarrow.parquet as pq

    source, here, there = (tmp_path / f"{name}.parquet" for name in ("in", "here", "there"))
    pq.write_table(pa.table({"text": texts, "id": range(ROWS)}), source, row_group_size=10)
    stream.solve_file(Job(str(source), str(here), "parquet"))
    summary = batch(environment, tmp_path, source, there, "--address", address)
    assert there.read_bytes() == here.read_bytes()
    assert (summary["rows"], summary["errors"]) == (ROWS, 1)


def test_a_cluster_of_our_own_goes_on_where_one_process_was_stopped(
    tmp_path: Path, texts: list[str], environment: dict[str, str]
) -> None:
    source, here, there = (tmp_path / f"{name}.jsonl" for name in ("in", "here", "there"))
    rows = [{"text": text, "page": PAGE} for text in texts]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    stream.solve_file(Job(str(source), str(here), "jsonl"))

    def stop(state: stream.State) -> None:
        if state.tally.rows == 2 * CHUNK:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stream.solve_file(Job(str(source), str(there), "jsonl"), watch=stop)
    assert part_of(there).exists()
    summary = batch(environment, tmp_path, source, there, "--workers", "2", "--resume")
    assert there.read_bytes() == here.read_bytes()
    assert (summary["rows"], summary["resumed_rows"]) == (ROWS, 2 * CHUNK)


def test_what_a_cluster_cannot_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "in.csv"
    source.write_text("id\n1\n")
    assert cli.main(["batch", str(source), str(tmp_path / "out.csv"), "--engine", "ray"]) == 2
    assert "has no column text" in capsys.readouterr().err
    assert cli.main(["batch", "-", str(tmp_path / "out.jsonl"), "--engine", "ray"]) == 2
    assert "name a file instead of '-'" in capsys.readouterr().err
