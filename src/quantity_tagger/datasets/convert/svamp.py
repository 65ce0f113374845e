"""SVAMP.json as published: ``ID``, ``Body``, ``Question``, ``Equation``, ``Answer``, ``Type``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from quantity_tagger.datasets.convert.source import Source, number, objects, string


def svamp(path: Path) -> Iterator[Source]:
    """A SVAMP file; body and question make one text."""
    for where, item in objects(path):
        body, question = string(item, "Body", where), string(item, "Question", where)
        if body and body[-1].isalnum():
            body += "."
        kind = string(item, "Type", where) if "Type" in item else ""
        yield Source(
            id=f"svamp-{string(item, 'ID', where)}",
            lang="en",
            text=f"{body} {question}".strip(),
            answer=number(item.get("Answer")),
            equation=string(item, "Equation", where),
            extra={"type": kind} if kind else {},
        )
