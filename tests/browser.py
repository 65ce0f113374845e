"""A server and a browser for the page's tests and its screenshots, both on this machine alone.

The browser is Debian's Chromium (or another, named by CHROMIUM); nothing is ever downloaded.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.error import HTTPError

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",  # the tests may run as root, in a container
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ATTEMPTS = 20  # to have an answer from a server that is loading its models; each waits by itself


def chromium() -> str | None:
    """Where the browser is, if there is one."""
    named = os.environ.get("CHROMIUM")
    found = (shutil.which(name) for name in ([named] if named else NAMES))
    return next((path for path in found if path), None)


@contextmanager
def launched(executable: str) -> Iterator[Browser]:
    """A headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def serving() -> Iterator[str]:
    """The address of ``quantity-tagger serve`` at a free port, once it answers."""
    command = [sys.executable, "-m", "quantity_tagger", "serve", "--port", "0", "--quiet"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            said = server.stderr.readline()
            address = next((word for word in said.split() if word.startswith("http://")), None)
            if address is None:
                raise RuntimeError(f"The server did not start: {said}{server.stderr.read()}")
            _wait_for(address)
            yield address
        finally:
            server.terminate()
            server.wait()


def _wait_for(address: str) -> None:
    question = json.dumps({"text": "1 and 2. How many?"}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}api/solve", question, headers)
    for _ in range(ATTEMPTS):
        try:
            with urllib.request.urlopen(request):
                return
        except HTTPError as error:
            error.close()
            if error.code not in (503, 504):
                raise
    raise RuntimeError("The server does not become ready.")
