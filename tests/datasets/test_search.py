"""The search for signs agrees with trying every assignment."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger.datasets.search import MOST_ASSIGNMENTS, MOST_QUANTITIES, find_signs
from quantity_tagger.datasets.values import agree
from quantity_tagger.errors import DataError

ORDER = {1: 0, -1: 1, 0: 2}


def signed_sum(signs, values):
    return sum((s * v for s, v in zip(signs, values, strict=True)), start=Fraction(0))


def by_brute_force(values, answer, same):
    """All fitting assignments, best first; a quantity worth 0 is fixed at +."""
    fitting = [
        signs
        for signs in product((1, -1, 0), repeat=len(values))
        if any(signs)
        and all(s == 1 for s, v in zip(signs, values, strict=True) if v == 0)
        and same(signed_sum(signs, values), answer)
    ]
    return sorted(fitting, key=lambda s: (-sum(map(abs, s)), [ORDER[x] for x in s]))


small = st.fractions(min_value=-4, max_value=6, max_denominator=4)


@given(st.lists(small, min_size=1, max_size=6), st.data())
def test_finds_exactly_what_brute_force_finds(values, data):
    signs = data.draw(st.tuples(*[st.sampled_from((1, -1, 0))] * len(values)))
    answer = signed_sum(signs, values) + data.draw(st.sampled_from((0, 0, 0, Fraction(1, 8))))
    expected = by_brute_force(values, answer, lambda a, b: a == b)
    found = find_signs(values, answer)
    if expected:
        most = sum(map(abs, expected[0]))
        assert found.signs == tuple(expected[:MOST_ASSIGNMENTS])
        assert found.count == len(expected)
        assert found.ties == sum(sum(map(abs, signs)) == most for signs in expected)
        assert found.exact
    else:
        assert found.signs == tuple(by_brute_force(values, answer, agree))


@given(
    st.lists(st.integers(1, 10**7).map(Fraction), min_size=1, max_size=5),
    st.fractions(min_value=Fraction(-2, 10**6), max_value=Fraction(2, 10**6)),
    st.data(),
)
def test_rounded_answers_are_found_where_no_exact_one_is(values, error, data):
    signs = data.draw(st.tuples(*[st.sampled_from((1, -1, 0))] * len(values)))
    answer = signed_sum(signs, values) * (1 + error)
    exact = by_brute_force(values, answer, lambda a, b: a == b)
    expected = exact or by_brute_force(values, answer, agree)
    assert find_signs(values, answer).signs == tuple(expected)


@pytest.mark.parametrize(
    ("values", "answer", "verdict", "best"),
    [
        ((3, 4), 7, "one", (1, 1)),
        ((3, 4), 1, "one", (-1, 1)),
        ((3, 4), 5, "none", None),
        ((2, 3, 5), 5, "one", (1, 1, 0)),  # 2 + 3 rather than 5 alone
        ((5, 5, 3), 8, "several", (1, 0, 1)),  # either 5
        ((5, 5, 3), 13, "one", (1, 1, 1)),  # exchanging the two changes nothing
        ((1, 2, 3, 4), 0, "several", (1, -1, -1, 1)),
        ((0, 4), 4, "one", (1, 1)),
        ((4,), 0, "none", None),  # using nothing is no equation
        ((), 0, "none", None),
    ],
)
def test_verdicts(values, answer, verdict, best):
    found = find_signs([Fraction(v) for v in values], Fraction(answer))
    assert (found.verdict, found.best) == (verdict, best)


def test_thousandths_that_a_file_rounded_still_fit():
    found = find_signs([Fraction("1.1234567"), Fraction("2.2345678")], Fraction("3.358024"))
    assert found.best == (1, 1)
    assert not found.exact


def test_many_equal_quantities_are_counted_and_not_all_listed():
    found = find_signs([Fraction(1)] * 15, Fraction(1))
    assert len(found.signs) == MOST_ASSIGNMENTS
    assert found.count > 10**6
    assert found.ties == 6435  # 8 plus and 7 minus of 15
    assert found.best == (1,) * 8 + (-1,) * 7


def test_too_many_quantities_are_refused():
    with pytest.raises(DataError, match=f"19 quantities.*at most {MOST_QUANTITIES}"):
        find_signs([Fraction(1)] * (MOST_QUANTITIES + 1), Fraction(1))
