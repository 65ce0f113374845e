"""Word lists: sound files, and no section that nobody reads."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from quantity_tagger.errors import DataError
from quantity_tagger.languages import ROOT, known
from quantity_tagger.languages.lexicon import parse

LISTS = sorted(path for one in known().values() for path in one.folder.glob("lexicon/*.txt"))
#: Files of which every section is read by whatever name it has: tables, and whole lists.
OPEN = ("balances", "comparatives", "dimensions", "generate_", "reasons", "retellings")
#: Sections of a family are read by the name that follows.
FAMILIES = ("ask ", "asks ", "beside ", "dimension ")


@cache
def strings() -> set[object]:
    """Every string that the package's code names."""
    trees = [ast.parse(path.read_text("utf-8")) for path in ROOT.parent.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {node.value for node in nodes if isinstance(node, ast.Constant)}


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("# words\n[first]\none\ntwo words # and why\n\n[second]\n", "utf-8")
    assert dict(parse(file)) == {"first": ("one", "two words"), "second": ()}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[one]\na\n[one]\nb\n", r"words.txt, line 3: the section \[one\] stands twice"),
        ("a\n[one]\n", "words.txt, line 1: 'a' stands in no section"),
    ],
)
def test_a_file_that_is_not_sound(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "words.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(DataError, match=sentence):
        parse(file)


@pytest.mark.parametrize("file", LISTS, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_every_section_is_read(file: Path) -> None:
    sections = () if file.stem.startswith(OPEN) else parse(file)
    assert [one for one in sections if one not in strings() and not one.startswith(FAMILIES)] == []
