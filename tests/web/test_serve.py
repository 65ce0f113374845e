"""The command: starts with nothing to configure, says what is wrong, and ends well."""

from __future__ import annotations

import builtins
import signal
import socket
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from quantity_tagger.cli import main
from quantity_tagger.support import processes
from serving import ENGLISH, gauge, serving, wait_for


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence that a command ends with."""
    assert main(["serve", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith("quantity-tagger: ")
    assert told.count("\n") == 1
    return told


class TestStart:
    def test_a_missing_extra_is_named(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        own = builtins.__import__

        def without_uvicorn(name: str, *rest: Any) -> Any:
            if name == "uvicorn":
                raise ImportError(name)
            return own(name, *rest)

        monkeypatch.setattr(builtins, "__import__", without_uvicorn)
        assert "[web]" in complaint(capsys)

    def test_a_port_that_is_taken(self, capsys: pytest.CaptureFixture[str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            assert f"Port {port} is taken" in complaint(capsys, "--port", str(port))

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("--port", "70000"), "70000"),
            (("--port", "-1"), "-1"),
            (("--port", "http"), "invalid int value"),
            (("--host", "203.0.113.7"), "203.0.113.7"),
            (("--host", "no such host"), "no such host"),
            (("--workers", "0"), "--workers"),
            (("--root-path", "here"), "--root-path"),
        ],
    )
    def test_what_cannot_be_done(
        self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
    ) -> None:
        assert told in complaint(capsys, *arguments)

    def test_no_more_workers_than_cores(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(processes, "cores", lambda: 2)
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = str(other.getsockname()[1])
            assert main(["serve", "--workers", "100", "--port", port]) == 2
        first = capsys.readouterr().err.splitlines()[0]
        assert first == "--workers 100 is more than the 2 cores here: 2 it is."


class TestRunning:
    def test_it_serves_this_machine_alone_and_logs_what_it_did(self) -> None:
        with serving() as (process, address):
            assert address.startswith("http://127.0.0.1:")
            page = httpx.get(address)
            assert page.headers["content-type"].startswith("text/html")
            found = httpx.post(f"{address}/api/solve", json={"text": ENGLISH}).json()
            assert found["answer"] == "9"
            process.send_signal(signal.SIGTERM)
            process.wait(30)
            assert process.stderr is not None
            lines = process.stderr.read().splitlines()
        assert any(line.startswith("GET /index.html 200 ") for line in lines)
        assert any(line.startswith("POST /api/solve 200 ") for line in lines)

    def test_it_shows_the_page(self, tmp_path: Path) -> None:
        browser = tmp_path / "browser"
        browser.write_text(
            f'#!/bin/sh\nprintf %s "$1" > {tmp_path}/shown.part\n'
            f"mv {tmp_path}/shown.part {tmp_path}/shown\n"
        )
        browser.chmod(0o755)
        with serving("--open", BROWSER=f"{browser} %s") as (_, address):
            wait_for((tmp_path / "shown").exists)
            assert (tmp_path / "shown").read_text() == f"{address}/"

    def test_it_can_be_quiet_and_stand_behind_a_proxy(self) -> None:
        options = ("--quiet", "--allow-host", "problems.example", "--root-path", "/sums")
        with serving(*options) as (process, address):
            named = {"Host": "problems.example"}
            assert httpx.get(f"{address}/", headers=named).status_code == 200
            assert httpx.get(f"{address}/api/models", headers=named).status_code == 200
            assert httpx.get(f"{address}/", headers={"Host": "other.example"}).status_code == 400
            document = httpx.get(f"{address}/openapi.json").json()
            assert document["servers"] == [{"url": "/sums"}]
            process.send_signal(signal.SIGINT)
            process.wait(30)
            assert process.stderr is not None
            assert process.stderr.read() == ""

    @pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
    def test_what_is_under_way_is_finished(self, name: str) -> None:
        body = b'{"text": "%s"}' % ENGLISH.encode()
        with serving() as (process, address):
            url = httpx.URL(address)
            with socket.create_connection((url.host, url.port or 80), timeout=60) as connection:
                connection.sendall(
                    b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\n"
                    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
                )
                connection.sendall(body[:10])
                with httpx.Client(base_url=address) as client:
                    # That one, and the question for it.
                    wait_for(lambda: gauge(client, "requests_in_flight") == 2)
                process.send_signal(getattr(signal, name))
                wait_for(lambda: not listens(address))
                connection.sendall(body[10:])
                answer = b""
                while part := connection.recv(65536):
                    answer += part
            assert answer.startswith(b"HTTP/1.1 200 ")
            assert b'"answer": "9"' in answer
            process.wait(30)

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
    def test_no_worker_outlives_it(self) -> None:
        with serving("--workers", "2") as (process, _):
            its = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            wait_for(lambda: len(its.read_text().split()) == 2)
            children = its.read_text().split()
            process.kill()  # it cannot tell them to go
            process.wait(30)
            wait_for(lambda: not any(runs(child) for child in children))


def listens(address: str) -> bool:
    try:
        httpx.get(f"{address}/healthz")
    except httpx.TransportError:
        return False
    return True


def runs(pid: str) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
