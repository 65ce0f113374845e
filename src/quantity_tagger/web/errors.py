"""What a client is told when there is no answer: a status, a code for programs, one sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.responses import Response


class ApiError(Exception):
    """Ends a request with an error answer."""

    def __init__(
        self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(code)  # not the message: it may quote a text, and this may be logged
        self.status = status
        self.code = code
        self.message = message
        self.headers = dict(headers or {})

    def response(self) -> Response:
        return Response(
            error_body(self.code, self.message), self.status, self.headers, "application/json"
        )


def error_body(code: str, message: str) -> bytes:
    """``{"error": {"code": …, "message": …}}``, the shape of every error of the API."""
    return json.dumps({"error": {"code": code, "message": message}}, ensure_ascii=False).encode(
        "utf-8", "backslashreplace"
    )
