"""``quantity-tagger serve``: the web page and its API."""

from __future__ import annotations

import argparse
import errno
import gc
import logging
import socket
import sys
from threading import Thread

from quantity_tagger.cli import cores
from quantity_tagger.errors import MissingExtraError, QuantityTaggerError

HELP = "Serves the web page and the API; problems that are sent are neither logged nor kept."

EXAMPLES = """\
examples:
  quantity-tagger serve --open
  quantity-tagger serve --port 8080 --workers 2
  quantity-tagger serve --host 0.0.0.0 --allow-host problems.example.org
"""

LAST_PORT = 65_535


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen at (127.0.0.1: this machine alone)"
    )
    parser.add_argument(
        "--port", type=int, default=8000, help="port to listen at (8000; 0 takes a free one)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes that solve (1)"
    )
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME",
        help="a name that the server is reached by, beside localhost; may be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--root-path",
        default="",
        metavar="/PATH",
        help="where a proxy puts the server, if not at /",
    )
    parser.add_argument("--quiet", action="store_true", help="do not log requests")


def run(arguments: argparse.Namespace) -> int:
    """Serves until it is stopped; what is under way then is finished."""
    try:
        import fastapi  # noqa: F401 - only to know that it is there, as the next
        import httptools  # noqa: F401
        import prometheus_client  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("the web page", "web") from error
    from quantity_tagger.web.app import create_app
    from quantity_tagger.web.server import server
    from quantity_tagger.web.settings import Settings

    if arguments.workers < 1:
        raise QuantityTaggerError(f"--workers is {arguments.workers} and must be at least 1.")
    if not 0 <= arguments.port <= LAST_PORT:
        raise QuantityTaggerError(f"--port is {arguments.port} and must be from 0 to {LAST_PORT}.")
    if arguments.root_path and not arguments.root_path.startswith("/"):
        raise QuantityTaggerError("--root-path must begin with a slash, as in /problems.")
    _log_to_stderr(arguments.quiet)
    workers = cores.limited("--workers", arguments.workers)
    settings = Settings(hosts=(arguments.host, *arguments.allow_host), workers=workers)
    serving = server(create_app(settings), settings.limits, arguments.root_path)
    with _listen(arguments.host, arguments.port) as listening:
        address = _address(arguments.host, listening.getsockname()[1])
        print(f"Quantity Tagger is at {address} (Ctrl-C stops it)", file=sys.stderr, flush=True)
        if arguments.open:
            _open(address)
        gc.freeze()  # what is loaded stays: looking through it for garbage would hold up requests
        serving.run(sockets=[listening])
    return 0


def _open(address: str) -> None:
    """Shows the page, whose request waits until the server runs; so must not the server for it."""
    import webbrowser

    Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _log_to_stderr(quiet: bool) -> None:
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    logging.getLogger("quantity_tagger.web").setLevel(logging.WARNING if quiet else logging.INFO)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise QuantityTaggerError(
                f"Port {port} is taken: stop what listens there, or choose another with --port."
            ) from None
        raise QuantityTaggerError(
            f"{host} port {port} cannot be listened at ({error.strerror or error}): "
            "choose others with --host and --port."
        ) from None


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
