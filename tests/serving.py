"""What the tests of the web server share: problems of our own, a server in this process or in one
of its own, and a worker that does as it is told.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families

from quantity_tagger.web.app import create_app
from quantity_tagger.web.server import server as server_of
from quantity_tagger.web.settings import Limits, Settings

ENGLISH = "Ida had 15 plums and 3 jars. She ate 6 plums. How many plums are left?"
CHINESE = "园里有30棵桃树，又种了12棵，砍了4棵，现在有多少棵桃树？"
PATIENCE = {
    "seconds": 120.0,
    "solving": 120.0,
    "upload": 120.0,
    "wait": 1e9,
}  # no test fails by the clock
TOLD_WORKER = (sys.executable, str(Path(__file__).with_name("told_worker.py")))


@contextmanager
def asking(settings: Settings | None = None, **options: Any) -> Iterator[httpx.Client]:
    """The application in a thread of this process, on a port of its own, with its own workers."""
    settings = settings or Settings(limits=Limits(**PATIENCE))
    server = server_of(create_app(settings, **options), settings.limits)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            port = listening.getsockname()[1]
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
                wait_until_ready(client)
                yield client
        finally:
            server.should_exit = True
            thread.join()


def wait_until_ready(client: httpx.Client) -> None:
    wait_for(lambda: client.get("/readyz").status_code == 200)


@contextmanager
def serving(*options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command itself in a process of its own, and its address."""
    command = [sys.executable, "-m", "quantity_tagger", "serve", "--port", "0", *options]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
    ) as process:
        try:
            assert process.stderr is not None
            found = re.search(r"http://\S+", process.stderr.readline())
            assert found is not None
            address = found.group().rstrip("/")
            with httpx.Client(base_url=address) as client:
                wait_until_ready(client)
            yield process, address
        finally:
            process.kill()


def wait_for(condition: Callable[[], object]) -> None:
    """Waits until it holds, however slow the machine is."""
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come about")


def gauge(client: httpx.Client, name: str) -> float:
    """A count of the server, of those without labels."""
    return next(
        sample.value
        for family in text_string_to_metric_families(client.get("/metrics").text)
        for sample in family.samples
        if sample.name == f"quantity_tagger_{name}"
    )


def error_of(response: httpx.Response) -> tuple[int, str]:
    """Status and code of an error answer, which has the shape that every one has."""
    assert response.headers["content-type"] == "application/json"
    body: dict[str, Any] = response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message"}
    message = body["error"]["message"]
    assert not message[0].islower()
    assert message.endswith((".", "。", "'"))
    return response.status_code, body["error"]["code"]
