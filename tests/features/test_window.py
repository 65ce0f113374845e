"""The token sequence t: what a window of J holds, whatever the text."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from problems import ALL
from quantity_tagger.errors import QuantityTaggerError, ReadingError
from quantity_tagger.features.window import Width, cut_all, name_of, width_of
from quantity_tagger.problem.document import Columns, Document, Token
from quantity_tagger.problem.problem import Problem, Quantity, Unknown
from quantity_tagger.reading import read


class Window(NamedTuple):
    """The window of one problem as plain tuples."""

    anchors: tuple[int, ...]
    unknown: int
    tokens: tuple[int, ...]
    gaps: tuple[int, ...]
    reach: tuple[tuple[int, ...], ...]


def cut(problem: Problem, width: Width) -> Window:
    found = cut_all([problem], width)
    anchors, tokens, gaps = (
        tuple(each.tolist()) for each in (found.anchors, found.tokens, found.gaps)
    )
    return Window(
        anchors, int(found.unknown[0]), tokens, gaps, tuple(map(tuple, found.reach.tolist()))
    )


WIDTHS = st.one_of(st.none(), st.integers(1, 8))


def problem_of(n_tokens: int, anchors: list[int], unknown: int) -> Problem:
    """A text of one-letter tokens with quantities and x at these places."""
    tokens = tuple(Token("a", at, at + 1, "NN", "a") for at in range(n_tokens))
    whole = range(n_tokens)
    return Problem(
        Document("a" * n_tokens, "en", Columns.of(tokens), (whole,), (whole,)),
        tuple(Quantity("a", Fraction(1), at, at + 1, at) for at in anchors if at != unknown),
        Unknown(unknown, whole),
    )


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    n_tokens = draw(st.integers(2, 30))
    places = st.lists(st.integers(0, n_tokens - 1), min_size=2, max_size=6, unique=True)
    anchors = sorted(draw(places))
    return problem_of(n_tokens, anchors, draw(st.sampled_from(anchors)))


def places(problem: Problem) -> set[int]:
    return {problem.unknown.token, *(quantity.token for quantity in problem.quantities)}


@given(problems(), WIDTHS)
def test_t_is_every_token_within_j_of_a_quantity_in_text_order(
    problem: Problem, width: Width
) -> None:
    window = cut(problem, width)
    anchors = places(problem)
    side = len(problem.tokens) if width is None else width - 1
    near = [
        token
        for token in range(len(problem.tokens))
        if token not in anchors and any(abs(token - anchor) <= side for anchor in anchors)
    ]
    assert list(window.tokens) == near
    assert list(window.anchors) == sorted(anchors)
    assert window.anchors[window.unknown] == problem.unknown.token


@given(problems(), WIDTHS)
def test_gaps_lie_between_the_anchors(problem: Problem, width: Width) -> None:
    window = cut(problem, width)
    assert len(window.gaps) == len(window.anchors) + 1
    assert sum(window.gaps) == len(window.tokens)
    rest = list(window.tokens)
    bounds = [-1, *window.anchors, len(problem.tokens)]
    for size, before, after in zip(window.gaps, bounds[:-1], bounds[1:], strict=True):
        inside, rest = rest[:size], rest[size:]
        assert all(before < token < after for token in inside)


@given(problems(), WIDTHS)
def test_an_anchor_reaches_the_tokens_of_its_own_window(problem: Problem, width: Width) -> None:
    window = cut(problem, width)
    side = len(problem.tokens) if width is None else width - 1
    for anchor, (start, stop) in zip(window.anchors, window.reach, strict=True):
        assert 0 <= start <= stop <= len(window.tokens)
        assert [token for token in window.tokens if abs(token - anchor) <= side] == list(
            window.tokens[start:stop]
        )


@given(problems())
def test_j_of_one_leaves_the_anchors_alone(problem: Problem) -> None:
    window = cut(problem, 1)
    assert window.tokens == ()
    assert not any(window.gaps)
    assert all(start == stop == 0 for start, stop in window.reach)


@given(problems())
def test_n_keeps_the_whole_text(problem: Problem) -> None:
    window = cut(problem, None)
    assert sorted({*window.tokens, *window.anchors}) == list(range(len(problem.tokens)))
    assert all(reach == (0, len(window.tokens)) for reach in window.reach)


@given(problems(), st.integers(1, 8))
def test_a_wider_window_holds_a_narrower_one(problem: Problem, width: int) -> None:
    assert set(cut(problem, width).tokens) <= set(cut(problem, width + 1).tokens)


def test_windows_that_meet_are_merged_and_those_that_do_not_leave_a_hole() -> None:
    problem = problem_of(12, [2, 4, 10], unknown=10)
    window = cut(problem, 3)
    assert window.tokens == (0, 1, 3, 5, 6, 8, 9, 11)
    assert window.gaps == (2, 1, 4, 1)
    assert window.reach == ((0, 3), (2, 5), (5, 8))
    assert window.unknown == 2


def test_real_problems_have_windows_of_their_own_tokens() -> None:
    for record in ALL:
        problem = read(record.text, record.lang)
        assert len(cut(problem, None).anchors) == len(problem.quantities) + 1
        assert len(places(problem)) == len(problem.quantities) + 1


PIECES = ("5", " + ", "3", " = ", "?", "x", "多少", "几", "个", " ", "how many", "what", "一", ".")


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_x_never_sits_at_a_quantity(text: str) -> None:
    try:
        problem = read(text)
    except ReadingError:
        return
    assert problem.unknown.token not in {quantity.token for quantity in problem.quantities}


@pytest.mark.parametrize(
    ("given_", "width"), [(1, 1), (6, 6), ("1", 1), (" 12 ", 12), ("N", None), (None, None)]
)
def test_j_is_a_number_or_n(given_: object, width: Width) -> None:
    assert width_of(given_) == width
    assert width_of(name_of(width)) == width


@pytest.mark.parametrize("given_", [0, -1, "0", "-3", "n", "", "tune", "1.5", 1.5, [3]])
def test_any_other_j_is_refused_in_one_sentence(given_: object) -> None:
    with pytest.raises(QuantityTaggerError, match=r"the window J must be a number from 1 up, or N"):
        width_of(given_)


def test_a_window_of_no_width_cannot_be_cut() -> None:
    with pytest.raises(QuantityTaggerError, match="not 0"):
        cut(problem_of(3, [0, 2], unknown=2), 0)


@given(st.lists(problems(), max_size=5), WIDTHS)
def test_windows_cut_together_are_those_cut_one_by_one(
    several: list[Problem], width: Width
) -> None:
    together = cut_all(several, width)
    alone = [cut(problem, width) for problem in several]
    assert together.counts.tolist() == [len(window.anchors) for window in alone]
    assert together.unknown.tolist() == [window.unknown for window in alone]
    for name in ("anchors", "tokens", "gaps"):
        told = [place for window in alone for place in getattr(window, name)]
        assert getattr(together, name).tolist() == told
    starts = [sum(len(window.tokens) for window in alone[:at]) for at in range(len(alone))]
    assert together.reach.tolist() == [
        [low + start, high + start]
        for window, start in zip(alone, starts, strict=True)
        for low, high in window.reach
    ]
    assert together.problem.tolist() == [
        at for at, window in enumerate(alone) for _ in window.tokens
    ]
