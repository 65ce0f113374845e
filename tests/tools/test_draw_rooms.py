"""The picture of the rooms is that of the rooms as they are."""

from __future__ import annotations

import sys
from pathlib import Path

from test_architecture import LAYERS, PACKAGE

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from draw_rooms import PICTURE, WAY, draw, jobs


def test_the_picture_is_not_stale() -> None:
    assert PICTURE.read_text("utf-8") == draw(), "make picture"


def test_every_room_has_its_line_in_the_table() -> None:
    assert set(jobs()) == {room for layer in LAYERS for room in layer}


def test_the_way_leads_through_rooms_that_there_are() -> None:
    assert all((PACKAGE / room).is_dir() for _, room, _ in WAY if room)
