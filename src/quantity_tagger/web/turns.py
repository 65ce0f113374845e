"""The line before the workers, in which requests take turns, problem by problem."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from quantity_tagger.web.jobs import Job, Outcome


@dataclass(eq=False, slots=True)
class Ticket:
    """One problem of a request; ``alone`` once it was in a helping that went wrong.

    ``request``: those of the same request that wait.
    """

    job: Job
    done: asyncio.Future[Outcome]
    alone: bool = False
    request: deque[Ticket] = field(default_factory=deque)


class Turns:
    """Requests that wait: whose turn it is gives one problem, and goes to the end of the line.

    So a request of one problem waits for one problem of each other request, however many those
    have.
    """

    def __init__(self) -> None:
        self._line: deque[deque[Ticket]] = deque()

    def __len__(self) -> int:
        """How many problems wait."""
        return sum(not ticket.done.done() for request in self._line for ticket in request)

    def join(self, tickets: Iterable[Ticket]) -> None:
        """A request comes to the end of the line."""
        request = deque(tickets)
        for ticket in request:
            ticket.request = request
        self._line.append(request)

    def return_alone(self, tickets: Sequence[Ticket]) -> None:
        """Those of a helping that went wrong come first, each to be served alone."""
        for ticket in reversed(tickets):
            ticket.alone = True
            with suppress(ValueError):
                self._line.remove(ticket.request)
            ticket.request.appendleft(ticket)
            self._line.appendleft(ticket.request)

    def take(self, most: int) -> list[Ticket]:
        """The next helping, of at most so many problems; none where nobody waits."""
        helping: list[Ticket] = []
        while len(helping) < most:
            request = self._first()
            if request is None or (helping and request[0].alone):
                break
            helping.append(request.popleft())
            self._line.rotate(-1)
            if helping[0].alone:
                break
        return helping

    def _first(self) -> deque[Ticket] | None:
        """The request whose turn it is; what nobody waits for any more is dropped on the way."""
        while self._line:
            request = self._line[0]
            while request and request[0].done.done():
                request.popleft()
            if request:
                return request
            self._line.popleft()
        return None
