"""Connections: no waiting for acknowledgements, an end to patience, and refusals that arrive."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from quantity_tagger.web.queue import FairQueue, PendingJob
from quantity_tagger.web.settings import Limits, Settings
from serving import PATIENCE, TOLD_WORKER, asking, error_of, gauge, wait_for

HEAD = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A server in a hurry with those who say nothing, and with nobody else."""
    limits = Limits(head_seconds=1, idle=1, linger=1, head=4_000, **PATIENCE)
    with asking(Settings(limits=limits), worker=TOLD_WORKER) as found:
        yield found


def connected(client: httpx.Client) -> socket.socket:
    url = client.base_url
    return socket.create_connection((url.host, url.port or 80), timeout=60)


def heard(connection: socket.socket) -> bytes:
    """All that the server says until it hangs up."""
    found = b""
    while part := connection.recv(65536):
        found += part
    return found


def error_in(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]), json.loads(body)["error"]["code"]


def test_an_answer_does_not_wait_for_an_acknowledgement(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    own = HttpToolsProtocol.on_headers_complete

    def look(self: HttpToolsProtocol) -> None:
        accepted = self.transport.get_extra_info("socket")
        found.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        own(self)

    monkeypatch.setattr(HttpToolsProtocol, "on_headers_complete", look)
    with connected(client) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
    assert found == [1]


class TestPatience:
    @pytest.mark.parametrize(
        "sent",
        [
            b"",
            b"GET",
            b"\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: local",
            b"GET / HTTP/1.1\r\nX-Y: 1\r\n",
        ],
    )
    def test_a_head_that_does_not_come(self, client: httpx.Client, sent: bytes) -> None:
        with connected(client) as connection:
            connection.sendall(sent)
            assert heard(connection) == b""

    @pytest.mark.parametrize("then", [b"", b"\r\n", b"GET / HT"])
    def test_a_connection_that_falls_silent(self, client: httpx.Client, then: bytes) -> None:
        with connected(client) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
            connection.sendall(then)
            assert heard(connection).count(b"HTTP/1.1") == 0

    def test_who_waits_for_an_answer_is_not_hung_up_on(
        self, client: httpx.Client, tmp_path: Path
    ) -> None:
        body = json.dumps({"text": f"wait for {tmp_path}/go"}).encode()
        with connected(client) as connection, connected(client) as silent:
            connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            silent.sendall(b"GET")
            assert heard(silent) == b""  # the time for a head is over
            (tmp_path / "go").touch()
            assert connection.recv(100).startswith(b"HTTP/1.1 200")


class TestSize:
    @pytest.mark.parametrize(
        "head",
        [
            b"GET /" + b"a" * 9_000,
            b"GET / HTTP/1.1\r\nX-Long: " + b"a" * 9_000,
            b"GET / HTTP/1.1\r\n" + b"X-Y: 1\r\n" * 1_000,
            b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-Y: 1\r\n" * 1_000 + b"\r\n",
        ],
    )
    def test_of_a_head(self, client: httpx.Client, head: bytes) -> None:
        with connected(client) as connection:
            connection.sendall(head)
            assert error_in(heard(connection)) == (431, "head_too_large")

    def test_of_what_follows_a_body(self, client: httpx.Client) -> None:
        with connected(client) as connection:
            connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n0\r\nX-Long: ")
            try:
                connection.sendall(b"a" * 100_000)
                assert b" 200 " not in heard(connection)
            except ConnectionError:
                pass

    @pytest.mark.parametrize("announced", [True, False])
    def test_a_large_body_is_refused_and_its_client_hears_it(
        self, client: httpx.Client, announced: bool
    ) -> None:
        """More than the system's own buffers hold, from a client that sends before it listens."""
        size = 8_000_000
        body = b" " * size
        if not announced:
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (size, body)
        length = b"Content-Length: %d" % size if announced else b"Transfer-Encoding: chunked"
        with connected(client) as connection:
            connection.sendall(HEAD + length + b"\r\n\r\n")
            connection.sendall(body)
            assert error_in(heard(connection)) == (413, "body_too_large")

    def test_so_is_one_for_another_host(self, client: httpx.Client) -> None:
        with connected(client) as connection:
            connection.sendall(HEAD.replace(b"localhost", b"evil.example"))
            connection.sendall(b"Content-Length: 8000000\r\n\r\n" + b" " * 8_000_000)
            assert error_in(heard(connection)) == (400, "host")

    def test_what_is_no_request_is_told_so_in_our_shape(self, client: httpx.Client) -> None:
        with connected(client) as connection:
            connection.sendall(b"Good morning\r\n\r\n" + b" " * 1_000_000)
            assert error_in(heard(connection)) == (400, "http")


def test_no_more_connections_than_so_many() -> None:
    limits = Limits(connections=3, head_seconds=120, **PATIENCE)
    with asking(Settings(limits=limits), worker=TOLD_WORKER) as client:
        idle = [connected(client) for _ in range(2)]  # and the client's own
        with connected(client) as connection:
            assert error_in(heard(connection)) == (503, "busy")
        assert client.get("/healthz").status_code == 200
        idle.pop().close()
        wait_for(lambda: httpx.get(f"{client.base_url}/healthz").status_code == 200)
        idle.pop().close()


class TestQueue:
    @staticmethod
    def queue_of(*sizes: int) -> tuple[FairQueue, dict[str, PendingJob]]:
        """Requests of so many problems: a0, a1 …, b0 …"""
        queue, found = FairQueue(), {}
        for name, size in zip("abcdefgh", sizes, strict=False):
            jobs = {f"{name}{n}": PendingJob({}, asyncio.Future()) for n in range(size)}
            queue.add(jobs.values())
            found.update(jobs)
        return queue, found

    @staticmethod
    def taken(queue: FairQueue, jobs: dict[str, PendingJob]) -> list[list[str]]:
        names = {job: name for name, job in jobs.items()}
        batches = iter(lambda: [names[job] for job in queue.take(4)], [])
        return list(batches)

    def test_one_list_is_handed_over_in_batches(self) -> None:
        async def look() -> Any:
            return self.taken(*self.queue_of(6))

        assert asyncio.run(look()) == [["a0", "a1", "a2", "a3"], ["a4", "a5"]]

    def test_a_long_list_holds_nobody_up(self) -> None:
        async def look() -> Any:
            return self.taken(*self.queue_of(7, 1, 3))

        assert asyncio.run(look()) == [
            ["a0", "b0", "c0", "a1"],
            ["c1", "a2", "c2", "a3"],
            ["a4", "a5", "a6"],
        ]

    def test_who_is_served_before_a_request_that_comes_now(self) -> None:
        async def look() -> Any:
            queue, jobs = self.queue_of(7, 1, 3)
            before = [queue.ahead_of(size) for size in (1, 2, 100)]
            jobs["b0"].done.cancel()
            return before, queue.ahead_of(1)

        assert asyncio.run(look()) == ([3, 5, 11], 2)

    def test_what_nobody_waits_for_is_left_out(self) -> None:
        async def look() -> Any:
            queue, jobs = self.queue_of(3, 1)
            jobs["a1"].done.cancel()
            return len(queue), self.taken(queue, jobs)

        assert asyncio.run(look()) == (3, [["a0", "b0", "a2"]])

    def test_after_a_failure_each_comes_alone_and_requests_still_take_turns(self) -> None:
        async def look() -> Any:
            queue, jobs = self.queue_of(5, 1, 1)
            queue.return_alone(queue.take(4))
            return self.taken(queue, jobs)

        assert asyncio.run(look()) == [["a0"], ["b0"], ["c0"], ["a1"], ["a2", "a3", "a4"]]

    def test_a_single_problem_is_answered_before_the_list_that_came_first(
        self, client: httpx.Client, tmp_path: Path
    ) -> None:
        first, last = ({"text": f"wait for {tmp_path}/{name}"} for name in ("first", "last"))
        texts = [first, *[{"text": "hello"}] * 20, last]
        with ThreadPoolExecutor(2) as threads:
            many = threads.submit(client.post, "/api/solve", json=texts)
            wait_for(lambda: gauge(client, "problems_waiting") == 18)
            one = threads.submit(client.post, "/api/solve", json={"text": "hello"})
            wait_for(lambda: gauge(client, "problems_waiting") == 19)
            (tmp_path / "first").touch()
            assert one.result(60).text == "hello"
            assert not many.done()
            (tmp_path / "last").touch()
            assert many.result(60).status_code == 200


class TestLateLists:
    def test_what_is_done_is_answered_when_time_is_up(self, tmp_path: Path) -> None:
        limits = Limits(**PATIENCE | {"seconds": 2.0})
        with asking(Settings(limits=limits), worker=TOLD_WORKER) as client:
            texts = ['"one"', '"two"', '"three"', '"four"', f"wait for {tmp_path}/never"]
            found = client.post("/api/solve", json=[{"text": text} for text in texts])
        assert found.status_code == 200
        *done, late = found.json()
        assert done == ["one", "two", "three", "four"]
        assert late["error"]["code"] == "too_slow"

    def test_one_that_stalls_has_its_error_in_its_place(self) -> None:
        limits = Limits(**PATIENCE | {"solving": 1.0})
        with asking(Settings(limits=limits), worker=TOLD_WORKER) as client:
            found = client.post("/api/solve", json=[{"text": "stall"}, {"text": '"hello"'}])
            assert error_of(client.post("/api/solve", json={"text": "stall"})) == (504, "too_slow")
        stalled, answered = found.json()
        assert stalled["error"]["code"] == "too_slow"
        assert answered == "hello"
