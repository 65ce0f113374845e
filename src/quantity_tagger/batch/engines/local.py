"""One machine at work on chunks: in this process, or in several of its own.

Workers are new processes that share nothing with this one but a pipe each, so that they end by
themselves when this one is killed. Each has a chunk waiting while it works on another.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, NoReturn

from quantity_tagger.batch.chunk import Outcome, Position, Tally
from quantity_tagger.batch.job import Job
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.support.processes import one_thread_each

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

AHEAD = 2
"""Chunks that a worker has at hand: the one in work and the next."""

WINDOW = 4
"""Chunks for each worker that may be under way or wait for their turn to be written."""


def outcomes(job: Job, start: Position, workers: int) -> Iterator[Outcome]:
    """The answers of all chunks from ``start`` on, in order."""
    if workers == 1:
        return _here(job, start)
    return _in_workers(job, start, workers)


def _here(job: Job, start: Position) -> Iterator[Outcome]:
    module, solve = job.module, job.load()
    for chunk in module.chunks(job, start):
        yield Outcome(*module.answered(job, chunk.payload, solve), chunk.after)


def _in_workers(job: Job, start: Position, count: int) -> Iterator[Outcome]:
    stream = enumerate(job.module.chunks(job, start))
    ends: dict[int, Position] = {}  # of the chunks that were handed out and are not written yet
    done: dict[int, tuple[bytes, Tally]] = {}
    turn = 0
    with _started(job, count) as workers:
        given: dict[Connection, deque[int]] = {connection: deque() for connection in workers}

        def hand_out() -> None:
            # One chunk for each before any gets its second.
            for level in range(1, AHEAD + 1):
                for connection, numbers in given.items():
                    if len(numbers) >= level or len(ends) >= WINDOW * count:
                        continue
                    number, chunk = next(stream, (-1, None))
                    if chunk is None:
                        return
                    ends[number] = chunk.after
                    numbers.append(number)
                    _send(connection, chunk.payload, workers[connection])

        hand_out()
        while any(given.values()):
            for connection in _ready([c for c, numbers in given.items() if numbers]):
                done[given[connection].popleft()] = _receive(connection, workers[connection])
            hand_out()
            while turn in done:
                yield Outcome(*done.pop(turn), ends.pop(turn))
                turn += 1
            hand_out()


def _ready(connections: list[Connection]) -> list[Connection]:
    """Those that have something to say; waits until one has."""
    return [connection for connection in wait(connections) if isinstance(connection, Connection)]


def _send(connection: Connection, payload: bytes, process: SpawnProcess) -> None:
    try:
        connection.send_bytes(payload)
    except OSError:
        _lost(process)


def _receive(connection: Connection, process: SpawnProcess) -> tuple[bytes, Tally]:
    try:
        answer = connection.recv()
    except (EOFError, OSError):
        _lost(process)
    if isinstance(answer, Exception):
        raise answer
    body, tally = answer
    return body, tally


def _lost(process: SpawnProcess) -> NoReturn:
    process.join(1)
    raise QuantityTaggerError(
        f"A worker process ended by itself (exit status {process.exitcode}), perhaps for want of "
        "memory: go on with --resume."
    )


@contextmanager
def _started(job: Job, count: int) -> Iterator[dict[Connection, SpawnProcess]]:
    context = multiprocessing.get_context("spawn")
    workers: dict[Connection, SpawnProcess] = {}
    try:
        with one_thread_each():
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, job), daemon=True)
                process.start()
                theirs.close()
                workers[ours] = process
        yield workers
    finally:
        for connection in workers:
            connection.close()  # the sign to end
        for process in workers.values():
            process.join(5)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()


def _work(connection: Connection, job: Job) -> None:
    """A worker's life: answers chunk after chunk until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that was started
    waiting: SimpleQueue[bytes | None] = SimpleQueue()
    # Always ready to receive, else both sides could wait for the other to read.
    Thread(target=_gather, args=(connection, waiting), daemon=True).start()
    with suppress(BrokenPipeError, ConnectionResetError):
        try:
            module, solve = job.module, job.load()
            while (payload := waiting.get()) is not None:
                connection.send(module.answered(job, payload, solve))
        except Exception as error:
            connection.send(QuantityTaggerError(f"A worker failed ({error})."))


def _gather(connection: Connection, waiting: SimpleQueue[bytes | None]) -> None:
    with suppress(EOFError, OSError):
        while True:
            waiting.put(connection.recv_bytes())
    waiting.put(None)
