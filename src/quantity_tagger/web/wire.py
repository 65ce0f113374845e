"""What the server and its workers say to each other: a length, then so many bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from quantity_tagger.web.jobs import Job, Outcome

PREFIX = 4  # bytes of a length


def framed(content: bytes) -> bytes:
    return len(content).to_bytes(PREFIX, "big") + content


def length(prefix: bytes) -> int:
    return int.from_bytes(prefix, "big")


def pack_jobs(jobs: Sequence[Job]) -> bytes:
    return framed(json.dumps(jobs).encode())


def unpack_jobs(content: bytes) -> list[Job]:
    jobs: list[Job] = json.loads(content)
    return jobs


def pack_outcomes(outcomes: Sequence[Outcome]) -> bytes:
    """The answers stay the bytes they are: the server passes them on and does not look inside."""
    head = [(one.result, one.language, one.problems, len(one.body)) for one in outcomes]
    return framed(json.dumps(head).encode() + b"\n" + b"".join(one.body for one in outcomes))


def unpack_outcomes(content: bytes) -> list[Outcome]:
    head, _, bodies = content.partition(b"\n")
    found = []
    at = 0
    for result, language, problems, size in json.loads(head):
        found.append(Outcome(result, language, problems, bodies[at : at + size]))
        at += size
    return found
