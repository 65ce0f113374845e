"""Likely effects of verbs, from a WordNet of a few synsets."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from quantity_tagger.languages.english.frames.words import effects, likely_effects
from quantity_tagger.situation.facts import DIRECTION

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import compile_wordnet

DATA = """\
  1 a line of the licence
00000001 30 v 01 destroy 0 000 01 + 08 00 | put an end to
00000002 30 v 02 zap 0 vaporise 0 001 @ 00000001 v 0000 01 + 08 00 | destroy with heat
00000003 30 v 01 ponder 0 000 01 + 08 00 | think
"""
INDEX = """\
  1 a line of the licence
destroy v 1 1 ~ 1 1 00000001
ponder v 1 0 1 0 00000003
vaporise v 1 1 @ 1 0 00000002
zap v 1 1 @ 1 1 00000002
"""
COUNTS = "destroy%2:30:00:: 1 12\nzap%2:30:00:: 1 3\n"


@pytest.fixture
def near(tmp_path: Path) -> compile_wordnet.Neighbours:
    for name, content in (("data.verb", DATA), ("index.verb", INDEX), ("cntlist.rev", COUNTS)):
        (tmp_path / name).write_text(content, encoding="utf-8")
    return compile_wordnet.Neighbours(compile_wordnet.Verbs(tmp_path), {"destroy": "lose"})


def test_a_verb_does_what_the_verb_above_it_does(near: compile_wordnet.Neighbours) -> None:
    assert near.likely("zap") == "lose"
    assert near.likely("vaporise") == "lose"


def test_a_verb_without_neighbours_does_nothing(near: compile_wordnet.Neighbours) -> None:
    assert near.likely("ponder") == ""


def test_a_known_verb_does_not_speak_for_itself(near: compile_wordnet.Neighbours) -> None:
    assert near.likely("destroy") == ""


def test_the_table_has_the_unknown_verbs_by_effect(near: compile_wordnet.Neighbours) -> None:
    assert "[lose]\nvaporise, zap\n" in compile_wordnet.text(near)


def test_the_bundled_table_has_only_verbs_that_no_list_has() -> None:
    assert len(likely_effects()) > 1000
    assert not set(likely_effects()) & set(effects())
    assert set(likely_effects().values()) <= set(DIRECTION)
