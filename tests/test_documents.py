"""What the documents refer to is there."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.md")]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
MODULE = re.compile(r"(?:from|`)\s*(quantity_tagger(?:\.[a-z_]+)+)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    links = [link for link in LINK.findall(document.read_text("utf-8")) if ":" not in link]
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_are_there(document: Path) -> None:
    for name in MODULE.findall(document.read_text("utf-8")):
        owner, _, last = name.rpartition(".")
        found = find_spec(owner) and (
            find_spec(name) or hasattr(__import__(owner, fromlist=[last]), last)
        )
        assert found, name
