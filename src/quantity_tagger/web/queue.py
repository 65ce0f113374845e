"""The queue before the workers, in which requests take turns, problem by problem."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from quantity_tagger.web.jobs import Job, Outcome


@dataclass(eq=False, slots=True)
class PendingJob:
    """One problem of a request; ``alone`` once it was in a batch that went wrong.

    ``request``: those of the same request that wait.
    """

    job: Job
    done: asyncio.Future[Outcome]
    alone: bool = False
    request: deque[PendingJob] = field(default_factory=deque)


class FairQueue:
    """Requests that wait: whose turn it is gives one problem, and goes to the end of the queue.

    So a request of one problem waits for one problem of each other request, however many those
    have.
    """

    def __init__(self) -> None:
        self._requests: deque[deque[PendingJob]] = deque()

    def __len__(self) -> int:
        """How many problems wait."""
        return sum(not pending.done.done() for request in self._requests for pending in request)

    def ahead_of(self, size: int) -> int:
        """How many problems are served before the last of a request of ``size`` that comes now."""
        return sum(
            min(sum(not pending.done.done() for pending in request), size)
            for request in self._requests
        )

    def add(self, jobs: Iterable[PendingJob]) -> None:
        """A request comes to the end of the queue."""
        request = deque(jobs)
        for pending in request:
            pending.request = request
        self._requests.append(request)

    def return_alone(self, jobs: Sequence[PendingJob]) -> None:
        """Those of a batch that went wrong come first, each to be served alone."""
        for pending in reversed(jobs):
            pending.alone = True
            with suppress(ValueError):
                self._requests.remove(pending.request)
            pending.request.appendleft(pending)
            self._requests.appendleft(pending.request)

    def take(self, most: int) -> list[PendingJob]:
        """The next batch, of at most so many problems; none where nobody waits."""
        batch: list[PendingJob] = []
        while len(batch) < most:
            request = self._first()
            if request is None or (batch and request[0].alone):
                break
            batch.append(request.popleft())
            self._requests.rotate(-1)
            if batch[0].alone:
                break
        return batch

    def _first(self) -> deque[PendingJob] | None:
        """The request whose turn it is; what nobody waits for any more is dropped on the way."""
        while self._requests:
            request = self._requests[0]
            while request and request[0].done.done():
                request.popleft()
            if request:
                return request
            self._requests.popleft()
        return None
