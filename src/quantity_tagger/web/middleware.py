"""What every request passes on its way in, and every answer on its way out.

Plain ASGI, outermost first: `Observed` (counts, log, errors, headers), `KnownHosts`, `Bounded`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Collection
from contextlib import suppress
from time import perf_counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quantity_tagger.web.errors import ApiError
from quantity_tagger.web.metrics import Metrics
from quantity_tagger.web.policy import SECURITY_HEADERS
from quantity_tagger.web.privacy import place_of
from quantity_tagger.web.settings import Limits

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Methods that are counted and logged by name."""

log = logging.getLogger("quantity_tagger.web")


class Observed:
    """Counts and logs each request (method, route, status, time: never what it says), turns errors
    into answers, and adds the headers that every answer bears.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, limits: Limits) -> None:
        self._app = app
        self._metrics = metrics
        self._limits = limits
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        status = 0
        arriving = _Arriving(scope, receive)
        method = scope["method"]
        scope = {**scope, "method": "GET"} if method == "HEAD" else scope  # the same, less the body

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            elif method == "HEAD":
                message = {**message, "body": b""}
            await send(message)

        self._under_way += 1
        self._metrics.in_flight.set(self._under_way)
        try:
            if self._under_way > self._limits.requests:
                raise ApiError(
                    503, "busy", "The server is busy: try again in a moment.", {"Retry-After": "1"}
                )
            await self._app(scope, arriving, sending)
        except Exception as error:
            if not isinstance(error, ApiError):
                log.error("internal error: %s", place_of(error))
                error = ApiError(500, "internal", "Something went wrong here.")
            if status:
                raise _CutError from None  # half an answer is out: all that is left is to hang up
            await self._refuse(error, scope, arriving, sending)
        finally:
            self._under_way -= 1
            self._metrics.in_flight.set(self._under_way)
            seconds = perf_counter() - started
            route = route_of(scope)
            method = method if method in METHODS else "(other)"
            self._metrics.request(method, route, status, seconds)
            log.info("%s %s %d %.1f ms", method, route, status, seconds * 1e3)

    async def _refuse(self, error: ApiError, scope: Scope, arriving: _Arriving, send: Send) -> None:
        """Answers, then reads what still arrives and hangs up: a connection that is closed while
        bytes are on their way is reset, and its client loses the answer.
        """
        if arriving.whole:
            await error.response()(scope, arriving, send)
            return
        error.headers["Connection"] = "close"

        async def holding(message: Message) -> None:
            await send({**message, "more_body": True} if "body" in message else message)

        await error.response()(scope, arriving, holding)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._limits.upload):
                await arriving.discard(self._limits)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class _Arriving:
    """The messages of a request's body; ``whole`` once the last of them is here."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = Headers(scope=scope)
        self.whole = (
            headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
        )
        self._receive = receive

    async def __call__(self) -> Message:
        message = await self._receive()
        self.whole = not message.get("more_body", False)
        return message

    async def discard(self, limits: Limits) -> None:
        """Reads what still comes of the body, within limits."""
        size = 0
        while not self.whole and size <= limits.discarded:
            async with asyncio.timeout(limits.linger):
                size += len((await self()).get("body", b""))


class _CutError(Exception):
    """An answer broke off."""


class KnownHosts:
    """Refuses names that are not this server's: another site's name that is made to point here
    (DNS rebinding) must not turn a visitor's browser into a way in. An address needs no such care.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts) | {"localhost"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            values = [value for name, value in scope["headers"] if name == b"host"]
            if len(values) != 1 or not self._known(values[0].decode("latin-1")):
                raise ApiError(
                    400, "host",
                    "This server does not go by that name: start it with --allow-host NAME.",
                )  # fmt: skip
        await self._app(scope, receive, send)

    def _known(self, host: str) -> bool:
        name, _, port = host.partition(":") if not host.startswith("[") else _bracketed(host)
        if port and not (port.isascii() and port.isdecimal()):
            return False
        if name.lower() in self._hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


class Bounded:
    """Reads the body before the app does: not too much of it, not for too long, and JSON only."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            async with asyncio.timeout(self._limits.upload):
                body = await self._body(headers, receive)
        except TimeoutError:
            raise ApiError(
                408, "upload_too_slow", "The request did not arrive in time: send it again."
            ) from None
        if body and not _is_json(headers.get("content-type", "")):
            raise ApiError(
                415, "media_type", "The request must be JSON: say Content-Type: application/json."
            )
        told = False

        async def replay() -> Message:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, replay, send)

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
        announced = headers.get("content-length", "")
        if announced.isdecimal() and int(announced[:20]) > self._limits.body:
            raise self._too_large()
        parts = []
        size = 0
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ApiError(400, "cut", "The request broke off.")
            part = message.get("body", b"")
            size += len(part)
            if size > self._limits.body:  # whatever was announced
                raise self._too_large()
            parts.append(part)
            more = message.get("more_body", False)
        return b"".join(parts)

    def _too_large(self) -> ApiError:
        return ApiError(
            413, "body_too_large",
            f"The request is larger than {self._limits.body:,} bytes: send fewer problems at once.",
        )  # fmt: skip


def route_of(scope: Scope) -> str:
    """The route that answered; a path that is none of ours is not repeated."""
    route = scope.get("route")
    return getattr(route, "path", None) or scope.get("asset") or "(unknown)"


def _bracketed(host: str) -> tuple[str, str, str]:
    name, closing, rest = host[1:].partition("]")
    if not closing or (rest and not rest.startswith(":")):
        return "", "", ""
    return name, ":", rest[1:]


def _is_json(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == "application/json"
