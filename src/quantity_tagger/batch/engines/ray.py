"""A Ray cluster at work on chunks, through Ray Data: the model is loaded once in each actor.

    one reader beside the files → actors anywhere → this process, in order

The reader runs on the node where the command was given, so the files need not be on the others. It
is held back when the actors fall behind (Ray Data's backpressure), so memory stays bounded.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from quantity_tagger.batch.chunk import Chunk, Outcome, Position, Tally
from quantity_tagger.batch.job import STANDARD, Job
from quantity_tagger.errors import MissingExtraError, QuantityTaggerError

if TYPE_CHECKING:
    import pyarrow as pa
    from ray.data import Dataset, Datasource

BLOCK_BYTES = 1 << 18
"""Chunks up to this size go to an actor at once: about half a second of work."""

STORE_BYTES = 1 << 28
"""Memory for what is on its way, on a cluster of our own on this machine."""

SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is sent home
    "RAY_BACKEND_LOG_LEVEL": "fatal",  # notes to its developers are not for our users
}
LOOPBACK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""With 0, a cluster on this machine cannot be reached from another, on Linux too."""


def check(job: Job, address: str | None) -> None:
    """Refuses what a cluster cannot do, and settles what Ray reads when it is imported."""
    if job.source == STANDARD:
        raise QuantityTaggerError(
            "--engine ray reads the input in a process of the cluster: name a file instead of '-'."
        )
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    if address is None:
        os.environ.setdefault(LOOPBACK, "0")
    try:
        with _quiet():
            import ray.data  # noqa: F401
    except ImportError:
        raise MissingExtraError("--engine ray", "ray") from None


def outcomes(
    job: Job, start: Position, workers: int | None, address: str | None
) -> Iterator[Outcome]:
    """The answers of all chunks from ``start`` on, in order."""
    # An input that cannot be read at all is told of here, before a cluster is started for it.
    if next(job.module.chunks(job, start), None) is None:
        return
    with _quiet(), _connected(workers, address), _told():
        for table in _dataset(job, start, workers).iter_batches(
            batch_size=None, batch_format="pyarrow"
        ):
            for row in table.to_pylist():
                yield Outcome(
                    row["body"], Tally(*row["tally"]), Position(row["offset"], row["line"])
                )


class Worker:
    """An actor: a model at work on packed chunks."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.module = job.module
        self.solve = job.load()

    def __call__(self, table: pa.Table) -> pa.Table:
        """Chunks in, their answers out."""
        import pyarrow as pa

        answers = [
            self.module.answered(self.job, payload.as_py(), self.solve)
            for payload in table["payload"]
        ]
        return pa.table(
            {
                "body": pa.array([body for body, _ in answers], pa.large_binary()),
                "tally": pa.array([list(_counts(tally)) for _, tally in answers]),
                "offset": table["offset"],
                "line": table["line"],
            }
        )


def _dataset(job: Job, start: Position, workers: int | None) -> Dataset:
    import ray

    here = {"ray.io/node-id": ray.get_runtime_context().get_node_id()}
    read = ray.data.read_datasource(
        _source(job, start), override_num_blocks=1, num_cpus=0, label_selector=here
    )
    return read.map_batches(
        Worker,
        fn_constructor_args=(job,),
        batch_size=None,
        batch_format="pyarrow",
        num_cpus=1,
        concurrency=workers or max(1, int(ray.cluster_resources().get("CPU", 1))),
    )


def _source(job: Job, start: Position) -> Datasource:
    """Our chunks as Ray Data takes them: one task that yields them one after another."""
    from ray.data import Datasource
    from ray.data.block import BlockMetadata
    from ray.data.datasource import ReadTask

    class Chunks(Datasource):  # type: ignore[misc]  # Ray is not typed throughout
        def estimate_inmemory_data_size(self) -> int | None:
            return None

        def get_read_tasks(self, *_: object, **__: object) -> list[ReadTask]:
            nothing = BlockMetadata(
                num_rows=None, size_bytes=None, input_files=None, exec_stats=None
            )
            return [ReadTask(lambda: _tables(job.module.chunks(job, start)), nothing)]

    return Chunks()


def _tables(chunks: Iterable[Chunk]) -> Iterator[pa.Table]:
    import pyarrow as pa

    for payload, (offset, line) in chunks:
        yield pa.table(
            {
                "payload": pa.array([payload], pa.large_binary()),
                "offset": pa.array([offset], pa.int64()),
                "line": pa.array([line], pa.int64()),
            }
        )


def _counts(tally: Tally) -> tuple[int, ...]:
    return tally.rows, tally.solved, tally.out_of_scope, tally.errors


@contextmanager
def _connected(workers: int | None, address: str | None) -> Iterator[None]:
    """A cluster: the one at an address, or one of our own on this machine, closed at the end."""
    import ray
    from ray.data import DataContext

    options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address is None:
        options |= {
            "address": "local",
            "num_cpus": workers,
            "include_dashboard": False,
            "object_store_memory": STORE_BYTES,
            "_node_ip_address": "127.0.0.1",
        }
    else:
        options["address"] = address
    try:
        ray.init(**options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        reason = str(error).splitlines()[0].rstrip(".")
        raise QuantityTaggerError(f"The Ray cluster cannot be reached ({reason}).") from None
    try:
        context = DataContext.get_current()
        context.execution_options.preserve_order = True
        context.target_max_block_size = BLOCK_BYTES
        context.enable_progress_bars = False
        context.print_on_execution_start = False
        yield
    finally:
        ray.shutdown()


@contextmanager
def _told() -> Iterator[None]:
    """What a cluster fails of, in one sentence instead of the stack traces of several machines."""
    from ray.exceptions import RayError

    try:
        yield
    except RayError as error:
        reason = str(error).strip().splitlines()[-1].rstrip(".")
        raise QuantityTaggerError(
            f"The Ray cluster failed ({reason}): when that is mended, go on with --resume."
        ) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Ray's notes to its developers are not for whoever solves problems: errors alone are told."""
    for name in ("ray", "ray.data"):
        logging.getLogger(name).setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
