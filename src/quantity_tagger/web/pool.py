"""The server's side of the workers: a line of requests, and a task for each worker that serves it.

Solving is processor work, so it is done in processes: the server stays quick to answer, and a
worker that takes too long can be ended. What waits is handed over in helpings, since problems
solved together cost about half of what they cost alone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Sequence

from quantity_tagger.support.processes import ONE_THREAD
from quantity_tagger.web import wire
from quantity_tagger.web.errors import ApiError
from quantity_tagger.web.jobs import FAILED, TOO_SLOW, Job, Outcome
from quantity_tagger.web.settings import Limits
from quantity_tagger.web.turns import Ticket, Turns

WORKER = (sys.executable, "-m", "quantity_tagger.web.worker")

HELPING = 4
"""Problems that a worker is handed at once, at most: more of them would do more at full speed and
make those that come in between wait longer.
"""

START = 60.0
"""Seconds a worker may take to load its models."""

PAUSE = 1.0
"""Seconds between attempts to start a worker that does not come up."""

log = logging.getLogger(__name__)


class _GoneError(Exception):
    """A worker ended, or did not answer in time."""


class Pool:
    """So many workers and the line before them."""

    def __init__(self, size: int, limits: Limits, command: Sequence[str] = WORKER) -> None:
        self._size = size
        self._limits = limits
        self._command = (*command, str(limits.text), str(limits.numbers))
        self._line = Turns()
        self._arrived = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self.ready = 0
        self.replaced = 0

    @property
    def waiting(self) -> int:
        """How many problems wait for a worker."""
        return len(self._line)

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
        if self.waiting + len(jobs) > self._limits.waiting:
            raise ApiError(
                503, "busy", "The server is busy: try again in a moment.", {"Retry-After": "1"}
            )
        loop = asyncio.get_running_loop()
        tickets = [Ticket(job, loop.create_future()) for job in jobs]
        async with self._arrived:
            self._line.join(tickets)
            self._arrived.notify(len(tickets))
        try:
            if tickets:
                await asyncio.wait(
                    [ticket.done for ticket in tickets], timeout=self._limits.seconds
                )
            return [ticket.done.result() if ticket.done.done() else TOO_SLOW for ticket in tickets]
        finally:
            for ticket in tickets:
                ticket.done.cancel()  # nobody waits for what is left of it

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
            helping = await self._next_helping()
            try:
                async with asyncio.timeout(self._limits.solving):
                    outcomes = await worker.ask([ticket.job for ticket in helping])
            except (TimeoutError, _GoneError) as error:
                await self._after_failure(helping, slow=isinstance(error, TimeoutError))
                return
            for ticket, outcome in zip(helping, outcomes, strict=True):
                if not ticket.done.done():
                    ticket.done.set_result(outcome)

    async def _next_helping(self) -> list[Ticket]:
        async with self._arrived:
            while not (helping := self._line.take(HELPING)):
                await self._arrived.wait()
            return helping

    async def _after_failure(self, helping: Sequence[Ticket], slow: bool) -> None:
        """Who was served together is served once more, alone; who was alone is the culprit."""
        still_open = [ticket for ticket in helping if not ticket.done.done()]
        if len(helping) > 1:
            async with self._arrived:
                self._line.return_alone(still_open)
                self._arrived.notify_all()
            return
        for ticket in still_open:
            ticket.done.set_result(TOO_SLOW if slow else FAILED)


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
