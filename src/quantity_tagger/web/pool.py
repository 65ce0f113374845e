"""The server's side of the workers: a queue of requests, and a task for each worker.

Solving is processor work, so it is done in processes: the server stays quick to answer, and a
worker that takes too long can be ended. What waits is handed over in batches, since problems
solved together cost about half of what they cost alone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from math import ceil

from quantity_tagger.support.processes import ONE_THREAD
from quantity_tagger.web import wire
from quantity_tagger.web.errors import ApiError
from quantity_tagger.web.jobs import FAILED, TOO_SLOW, Job, Outcome
from quantity_tagger.web.queue import FairQueue, PendingJob
from quantity_tagger.web.settings import Limits

WORKER = (sys.executable, "-m", "quantity_tagger.web.worker")

MOST_IN_BATCH = 4
"""Problems that a worker is handed at once, at most: more of them would do more at full speed and
make those that come in between wait longer.
"""

START = 60.0
"""Seconds a worker may take to load its models."""

INERTIA = 0.9
"""How much of the pace is what it was before the last batch."""

PAUSE = 1.0
"""Seconds between attempts to start a worker that does not come up."""

log = logging.getLogger(__name__)


class _GoneError(Exception):
    """A worker ended, or did not answer in time."""


class Pool:
    """So many workers and the queue before them."""

    def __init__(self, size: int, limits: Limits, command: Sequence[str] = WORKER) -> None:
        self._size = size
        self._limits = limits
        self._command = (*command, str(limits.text), str(limits.numbers))
        self._queue = FairQueue()
        self._arrived = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self._pace = 0.0  # seconds that a worker takes for a problem, of late
        self.ready = 0
        self.replaced = 0

    @property
    def waiting(self) -> int:
        """How many problems wait for a worker."""
        return len(self._queue)

    def start(self) -> None:
        """Starts the workers; they are ready a moment later, what comes before then waits."""
        self._tasks = [asyncio.create_task(self._serve()) for _ in range(self._size)]

    async def stop(self) -> None:
        """Ends the workers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def do(self, jobs: Sequence[Job]) -> list[Outcome]:
        """What becomes of the jobs, in their order; when time is up, of those that are done."""
        # What would be answered too late is better refused at once: its client can go elsewhere,
        # and the workers are left to those who still wait.
        wait = self._queue.ahead_of(len(jobs)) * self._pace / max(self.ready, 1)
        if wait > self._limits.wait or self.waiting + len(jobs) > self._limits.waiting:
            later = str(max(ceil(wait), 1))
            raise ApiError(
                503, "busy", "The server is busy: try again in a moment.", {"Retry-After": later}
            )
        loop = asyncio.get_running_loop()
        waiting = [PendingJob(job, loop.create_future()) for job in jobs]
        async with self._arrived:
            self._queue.add(waiting)
            self._arrived.notify(len(waiting))
        try:
            if waiting:
                await asyncio.wait([one.done for one in waiting], timeout=self._limits.seconds)
            return [one.done.result() if one.done.done() else TOO_SLOW for one in waiting]
        finally:
            for one in waiting:
                one.done.cancel()  # nobody waits for what is left of it

    async def _serve(self) -> None:
        """The life of one place in the pool, whatever becomes of the worker that fills it."""
        while True:
            worker = await _Worker.start(self._command)
            if worker is None:
                await asyncio.sleep(PAUSE)
                continue
            self.ready += 1
            try:
                await self._work_with(worker)
            finally:
                self.ready -= 1
                await worker.end()
            self.replaced += 1
            log.warning("a worker did not answer and was replaced")

    async def _work_with(self, worker: _Worker) -> None:
        while True:
            batch = await self._next_batch()
            started = asyncio.get_running_loop().time()
            try:
                async with asyncio.timeout(self._limits.solving):
                    outcomes = await worker.ask([one.job for one in batch])
            except (TimeoutError, _GoneError) as error:
                await self._after_failure(batch, slow=isinstance(error, TimeoutError))
                return
            took = (asyncio.get_running_loop().time() - started) / len(batch)
            self._pace = INERTIA * self._pace + (1 - INERTIA) * took
            for one, outcome in zip(batch, outcomes, strict=True):
                if not one.done.done():
                    one.done.set_result(outcome)

    async def _next_batch(self) -> list[PendingJob]:
        async with self._arrived:
            while not (batch := self._queue.take(MOST_IN_BATCH)):
                await self._arrived.wait()
            return batch

    async def _after_failure(self, batch: Sequence[PendingJob], slow: bool) -> None:
        """Problems of one batch are tried once more, each alone; one that was alone failed."""
        still_open = [one for one in batch if not one.done.done()]
        if len(batch) > 1:
            async with self._arrived:
                self._queue.return_alone(still_open)
                self._arrived.notify_all()
            return
        for one in still_open:
            one.done.set_result(TOO_SLOW if slow else FAILED)


class _Worker:
    """A worker process and the frames to and from it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, command: Sequence[str]) -> _Worker | None:
        """A worker that has loaded its models; None where it does not come up."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, env={**os.environ, **ONE_THREAD}
        )
        worker = cls(process)
        try:
            async with asyncio.timeout(START):
                await worker._answer()
        except (TimeoutError, _GoneError):
            log.error("a worker did not start; another attempt follows")
            await worker.end()
            return None
        except BaseException:
            await worker.end()
            raise
        return worker

    async def ask(self, jobs: Sequence[Job]) -> list[Outcome]:
        try:
            self._input.write(wire.pack_jobs(jobs))
            await self._input.drain()
        except OSError:
            raise _GoneError from None
        outcomes = await self._answer()
        if len(outcomes) != len(jobs):
            raise _GoneError
        return outcomes

    async def end(self) -> None:
        """Ends the process, whatever it does."""
        if self._process.returncode is None:
            self._process.kill()
        self._input.close()
        await self._process.wait()

    async def _answer(self) -> list[Outcome]:
        output = self._process.stdout
        if output is None:
            raise _GoneError
        try:
            prefix = await output.readexactly(wire.PREFIX)
            return wire.unpack_outcomes(await output.readexactly(wire.length(prefix)))
        except (asyncio.IncompleteReadError, OSError, ValueError):
            raise _GoneError from None

    @property
    def _input(self) -> asyncio.StreamWriter:
        if self._process.stdin is None:
            raise _GoneError
        return self._process.stdin
