"""Whatever is too much, too slow or not for us is answered with its status and a sentence."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from quantity_tagger.web.errors import ApiError
from quantity_tagger.web.middleware import KnownHosts
from quantity_tagger.web.pool import MOST_IN_BATCH
from quantity_tagger.web.settings import Limits, Settings
from serving import ENGLISH, PATIENCE, TOLD_WORKER, asking, error_of, gauge, wait_for

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A server that does not take much, with a worker that does what a text says."""
    limits = Limits(body=2_000, waiting=20, **PATIENCE)
    with asking(Settings(limits=limits), worker=TOLD_WORKER) as found:
        yield found


@pytest.fixture(scope="module")
def hurried() -> Iterator[httpx.Client]:
    """One whose patience ends, with a worker and with what a client sends."""
    limits = Limits(**PATIENCE | {"solving": 2.0, "upload": 0.5})
    with asking(Settings(limits=limits), worker=TOLD_WORKER) as found:
        yield found


def ask(client: httpx.Client, text: str) -> httpx.Response:
    return client.post("/api/solve", json={"text": text})


def raw(client: httpx.Client, *parts: bytes) -> bytes:
    """What the server says to bytes that no proper client would send, until it hangs up."""
    url = client.base_url
    with socket.create_connection((url.host, url.port or 80), timeout=30) as connection:
        for part in parts:
            connection.sendall(part)
        found = b""
        while part := connection.recv(65536):
            found += part
        return found


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


class TestBody:
    def test_one_that_is_announced_too_large(self, client: httpx.Client) -> None:
        response = client.post("/api/solve", content=b"[" + b" " * 2_000 + b"]", headers=JSON)
        assert error_of(response) == (413, "body_too_large")
        assert "2,000 bytes" in response.json()["error"]["message"]

    def test_one_that_is_too_large_and_does_not_say_so(self, client: httpx.Client) -> None:
        chunk = b"7d0\r\n" + b" " * 2_000 + b"\r\n"
        answer = raw(
            client,
            b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n",
            chunk,
            chunk,
        )
        assert status_of(answer) == 413
        assert b"body_too_large" in answer

    def test_one_in_parts_that_fits(self, client: httpx.Client) -> None:
        body = json.dumps({"text": "hello"}).encode()
        response = client.post("/api/solve", content=iter([body[:5], body[5:]]), headers=JSON)
        assert (response.status_code, response.text) == (200, "hello")

    def test_one_that_does_not_come(self, hurried: httpx.Client) -> None:
        answer = raw(
            hurried,
            b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Connection: close\r\nContent-Length: 20\r\n\r\n{",
        )
        assert status_of(answer) == 408
        assert b"upload_too_slow" in answer

    def test_what_is_no_request_at_all(self, client: httpx.Client) -> None:
        assert status_of(raw(client, b"Good morning\r\n\r\n")) == 400
        assert client.get("/healthz").status_code == 200


class TestBatch:
    def test_too_many_problems(self, client: httpx.Client) -> None:
        response = client.post("/api/solve", json=[{"text": ""}] * 101)
        assert error_of(response) == (422, "batch_too_large")
        assert "100" in response.json()["error"]["message"]

    def test_more_than_may_wait(self, client: httpx.Client) -> None:
        response = client.post("/api/solve", json=[{"text": ""}] * 21)
        assert error_of(response) == (503, "busy")
        assert response.headers["retry-after"] == "1"

    def test_a_wait_that_would_be_too_long(self, tmp_path: Path) -> None:
        """However little the machine can do, nobody is kept waiting who will not be served."""
        settings = Settings(limits=Limits(**PATIENCE | {"wait": 0.0}))
        with asking(settings, worker=TOLD_WORKER) as client, ThreadPoolExecutor(2) as threads:
            assert ask(client, "hello").text == "hello"  # from now on the pace is known
            found = [threads.submit(ask, client, f"wait for {tmp_path}/go")]
            wait_for(lambda: gauge(client, "requests_in_flight") == 2)
            wait_for(lambda: gauge(client, "problems_waiting") == 0)
            found.append(threads.submit(ask, client, "hello"))
            wait_for(lambda: gauge(client, "problems_waiting") == 1)
            refused = ask(client, "hello")
            (tmp_path / "go").touch()
            assert [one.result().status_code for one in found] == [200, 200]
            assert ask(client, "hello").text == "hello"
        assert error_of(refused) == (503, "busy")


class TestTime:
    def test_a_problem_that_takes_too_long(self, hurried: httpx.Client) -> None:
        assert error_of(ask(hurried, "stall")) == (504, "too_slow")
        assert ask(hurried, "hello").text == "hello"

    @pytest.mark.parametrize("text", ["die", "fall silent", "babble", "forget"])
    def test_a_worker_that_fails(self, client: httpx.Client, text: str) -> None:
        assert error_of(ask(client, text)) == (500, "internal")
        assert ask(client, "hello").text == "hello"

    @pytest.mark.parametrize(("bad", "status"), [("stall", 504), ("die", 500)])
    def test_others_do_not_pay_for_it(
        self, hurried: httpx.Client, tmp_path: Path, bad: str, status: int
    ) -> None:
        """The first keeps the worker busy, so that the others are handed over together."""
        texts = [bad, *(f"hello {n}" for n in range(8))]
        with ThreadPoolExecutor(len(texts) + 1) as threads:
            threads.submit(ask, hurried, f"wait for {tmp_path}/go")
            wait_for(lambda: gauge(hurried, "requests_in_flight") == 2)
            wait_for(lambda: gauge(hurried, "problems_waiting") == 0)
            found = [threads.submit(ask, hurried, text) for text in texts]
            wait_for(lambda: gauge(hurried, "problems_waiting") in (len(texts), 0))
            (tmp_path / "go").touch()
        assert [one.result().status_code for one in found] == [status] + [200] * 8
        assert [one.result().text for one in found[1:]] == texts[1:]

    def test_a_request_that_takes_too_long_as_a_whole(self) -> None:
        limits = Limits(**PATIENCE | {"seconds": 0.3})
        with asking(Settings(limits=limits), worker=TOLD_WORKER) as client:
            assert error_of(ask(client, "stall")) == (504, "too_slow")

    def test_the_server_answers_while_a_worker_is_busy(
        self, client: httpx.Client, tmp_path: Path
    ) -> None:
        with ThreadPoolExecutor(1) as thread:
            busy = thread.submit(ask, client, f"wait for {tmp_path}/go")
            wait_for(lambda: gauge(client, "requests_in_flight") == 2)
            assert client.get("/healthz").status_code == 200
            assert client.get("/api/models").status_code == 200
            assert not busy.done()
            (tmp_path / "go").touch()
            assert busy.result().status_code == 200


class TestConcurrency:
    def test_more_requests_than_may_be_under_way(self, tmp_path: Path) -> None:
        text = f"wait for {tmp_path}/go"
        settings = Settings(limits=Limits(requests=4, **PATIENCE))
        with (
            asking(settings, worker=TOLD_WORKER) as client,
            ThreadPoolExecutor(4) as threads,
        ):
            found = [threads.submit(ask, client, text) for _ in range(3)]
            wait_for(lambda: gauge(client, "requests_in_flight") == 4)  # and this one
            found.append(threads.submit(ask, client, text))
            wait_for(lambda: client.get("/healthz").status_code == 503)
            refused = client.get("/healthz")
            (tmp_path / "go").touch()
            assert [one.result().status_code for one in found] == [200] * 4
        assert error_of(refused) == (503, "busy")
        assert refused.headers["retry-after"] == "1"

    def test_what_waits_is_handed_over_together(self) -> None:
        settings = Settings(limits=Limits(**PATIENCE))
        with asking(settings, worker=TOLD_WORKER) as client:
            count = 2 * MOST_IN_BATCH + 1
            found = client.post("/api/solve", json=[{"text": "how many"}] * count)
        assert re.findall(r"\d+", found.text) == [str(MOST_IN_BATCH)] * (count - 1) + ["1"]


class TestHosts:
    @pytest.mark.parametrize(
        "host",
        ["localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:8000",
         "10.1.2.3:80", "problems.example", "Problems.Example:443"],
    )  # fmt: skip
    def test_ours(self, host: str) -> None:
        assert self.passes(host)

    @pytest.mark.parametrize(
        "host",
        ["evil.example", "localhost.evil.example", "problems.example.evil.example", "", ":8000",
         "localhost:8000:9", "localhost:x", "[::1", "[::1]x", "[evil.example]", "127.0.0.1.evil",
         "localhost/", "x@localhost", "problems.example.", "localhost:²"],
    )  # fmt: skip
    def test_others(self, host: str) -> None:
        assert not self.passes(host)

    def test_none_and_two(self, client: httpx.Client) -> None:
        ask = b"GET /healthz HTTP/1.1\r\nConnection: close\r\n%s\r\n"
        for hosts in (b"", b"Host: localhost\r\nHost: localhost\r\n"):
            assert status_of(raw(client, ask % hosts)) == 400

    def test_the_answer_says_what_to_do(self, client: httpx.Client) -> None:
        response = client.get("/", headers={"Host": "evil.example"})
        assert error_of(response) == (400, "host")
        assert "--allow-host" in response.json()["error"]["message"]

    @staticmethod
    def passes(host: str) -> bool:
        passed = False

        async def app(*_: object) -> None:
            nonlocal passed
            passed = True

        async def unused(*_: object) -> None:
            raise AssertionError

        headers = [(b"host", host.encode("latin-1"))]
        gate = KnownHosts(app, ["problems.example"])
        with suppress(ApiError):
            asyncio.run(gate({"type": "http", "headers": headers}, unused, unused))
        return passed


class TestHeaders:
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("GET", "/"), ("GET", "/docs"), ("GET", "/healthz"), ("GET", "/nothing"),
            ("GET", "/metrics"), ("GET", "/api/solve"), ("POST", "/api/solve"),
            ("GET", "/api/models"), ("GET", "/api/worksheet"),
        ],
    )  # fmt: skip
    def test_every_answer_is_guarded(self, client: httpx.Client, method: str, path: str) -> None:
        headers = client.request(method, path).headers
        policy = dict(
            part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        assert "server" not in headers
        assert not [name for name in headers if name.startswith("access-control")]

    def test_what_people_send_is_not_to_be_kept(self, client: httpx.Client) -> None:
        response = client.post("/api/solve", json={"text": ENGLISH})
        assert response.headers["cache-control"] == "no-store"

    def test_another_site_gets_no_leave_to_ask(self, client: httpx.Client) -> None:
        asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        assert error_of(client.options("/api/solve", headers=asked)) == (405, "method")
