"""What a client is told when there is no answer: a status, a code for programs, one sentence.

The sentence says what is wrong with a request and does not repeat what was sent.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

_TAGS = frozenset({"one", "many"})  # names of a choice in `schemas.SolveBody`, not of fields


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


def sentence(
    errors: Sequence[Mapping[str, Any]], within: tuple[int | str, ...] = ()
) -> tuple[int, str, str]:
    """Status, code and message for the first of pydantic's ``errors``.

    ``within`` is the path to what was looked at, where that is not the whole request.
    """
    error = errors[0]
    kind: str = error["type"]
    where = _place((*within, *error["loc"]))
    if kind == "json_invalid":
        return 400, "json", "The request is not JSON."
    if kind == "missing" and not where:
        return 422, "body", "The request is empty: send JSON."
    if kind == "too_long" and not where:
        most = error["ctx"]["max_length"]
        return (
            422,
            "batch_too_large",
            f"The list is too long: send at most {most} problems at once.",
        )
    if kind == "missing":
        return 422, "invalid", f"The field {where} is missing."
    if kind == "extra_forbidden":
        return 422, "invalid", "There is a field that is not known; /docs tells which there are."
    if kind == "string_unicode":
        return 422, "invalid", f"The field {where} holds half a character (a lone surrogate)."
    subject = f"The field {where}" if where else "The request"
    message: str = error["msg"]
    wanted = message.removeprefix("Input should be ").removeprefix("Value should be ")
    if wanted == message:
        return 422, "invalid", f"{subject} is not as it should be: {_lower(message)}."
    return 422, "invalid", f"{subject} should be {wanted}."


def _place(location: Sequence[int | str]) -> str:
    """``[3].signs[0]`` for the path to a value."""
    path = "".join(
        f"[{step}]" if isinstance(step, int) else f".{step}"
        for step in location[1:]
        if step not in _TAGS
    )
    return path.removeprefix(".")


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
