"""An error is one short sentence, whatever it quotes."""

from __future__ import annotations

import pytest

from quantity_tagger.errors import LONGEST, DataError, MissingExtraError, QuantityTaggerError


@pytest.mark.parametrize(
    ("quoted", "shown"),
    [
        ("a\nb", r"a\nb"),
        ("\x1b[2J", r"\x1b[2J"),
        ("\u202eabc", r"\u202eabc"),
        ("\ud800", r"\ud800"),
        ("−3 支\u3000笔 é", "−3 支\u3000笔 é"),
    ],
)
def test_it_neither_breaks_the_line_nor_speaks_to_the_terminal(quoted: str, shown: str) -> None:
    assert str(DataError(f"there is no {quoted} here")) == f"there is no {shown} here"


def test_the_middle_of_a_long_one_is_left_out() -> None:
    told = str(QuantityTaggerError(f"There is no kind {'x' * 9_000}; there are two."))
    assert told.startswith("There is no kind xxx")
    assert told.endswith("xxx; there are two.")
    assert len(told) < LONGEST + 10


def test_of_an_extra() -> None:
    assert str(MissingExtraError("a plot", "plot")).startswith("a plot needs the extra [plot]")
