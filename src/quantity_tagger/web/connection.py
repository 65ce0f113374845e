"""A connection as uvicorn serves it, with an end to its patience.

uvicorn waits for ever for the head of a request and takes one of any size. Here a head must be
whole in time and within bounds, an answer must be taken in time, and there are not more connections
than so many.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from quantity_tagger.web.errors import error_body
from quantity_tagger.web.settings import Limits


class Connection(HttpToolsProtocol):
    """One client's; ``limits`` says how long it may take and how much it may send."""

    def __init__(self, *arguments: Any, limits: Limits, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._limits = limits
        self._unplaced = 0  # bytes that came since the request last moved on
        self._discarded: int | None = None  # bytes that came after it was refused
        self._due: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        found = transport.get_extra_info("socket")
        if found is not None and found.family in (socket.AF_INET, socket.AF_INET6):
            # Head and body of an answer are two writes: without this the second waits until the
            # client has acknowledged the first. asyncio sets it for some sockets, not for ours.
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if len(self.connections) > self._limits.connections:
            self._refuse(503, "busy", "The server is busy: try again in a moment.")
            transport.close()
            return
        self._end_in(self._limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._go_on()
        self._is_read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._discarded is not None:
            self._discarded += len(data)
            if self._discarded > self._limits.discarded:
                self.transport.abort()
            return
        while data and self._discarded is None and not self.transport.is_closing():
            room = self._limits.head - self._unplaced
            part, data = data[:room], data[room:]
            self._unplaced += len(part)
            super().data_received(part)
            if self._unplaced >= self._limits.head and self._discarded is None:
                self._refuse(
                    431, "head_too_large",
                    f"The head of the request is larger than {self._limits.head:,} bytes.",
                )  # fmt: skip
        if self._due is None and not self._answering:
            self._end_in(self._limits.head_seconds)

    def on_headers_complete(self) -> None:
        self._unplaced = 0
        self._go_on()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unplaced = 0
        super().on_body(body)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self._limits.download, self.transport.abort)

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """What uvicorn says to what is no request, in the shape of our own errors."""
        self._refuse(400, "http", "The request is not HTTP that can be understood.")

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Answers before there is a request, and hangs up when the client has heard it."""
        if self._answering:
            self.transport.close()  # the answer before this one is half out
            return
        body = error_body(code, message)
        head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head % len(body) + body)
        # Closed while bytes are on their way, the connection would be reset and the answer lost.
        self._discarded = 0
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._end_in(self._limits.upload)

    def _end_in(self, seconds: float) -> None:
        self._go_on()
        self._due = self.loop.call_later(seconds, self._end)

    def _go_on(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _end(self) -> None:
        self._due = None
        if not self._answering or self._discarded is not None:
            self.transport.close()
