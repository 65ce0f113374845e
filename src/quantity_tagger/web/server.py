"""How uvicorn is to serve the application."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from quantity_tagger.web.connection import Connection
from quantity_tagger.web.settings import Limits

PATIENCE = 30  # seconds that requests under way have to end when the server is told to stop

BACKLOG = 100
"""Connections accepted at once, before any of them can be refused: with those that are allowed they
must stay below the 1,024 files that a process may commonly have open.
"""


def server(app: FastAPI, limits: Limits, root_path: str = "") -> uvicorn.Server:
    """A server of the application, which runs on sockets that it is given."""
    connection = partial(Connection, limits=limits)
    config = uvicorn.Config(
        app,
        http=cast("Any", connection),
        log_config=None,
        access_log=False,  # the app's own says less
        server_header=False,
        proxy_headers=False,  # nothing here depends on who asks
        root_path=root_path,
        ws="none",
        backlog=BACKLOG,
        timeout_keep_alive=limits.idle,
        timeout_graceful_shutdown=PATIENCE,
    )
    return uvicorn.Server(config)
