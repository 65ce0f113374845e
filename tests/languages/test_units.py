"""Units are converted exactly, or not at all."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.languages.units import factor, shared, units


@pytest.mark.parametrize(
    ("language", "one", "other", "times"),
    [
        ("en", "mile", "yard", 1760),
        ("en", "yard", "foot", 3),
        ("en", "foot", "inch", 12),
        ("en", "inch", "centimeter", Fraction(254, 100)),
        ("en", "pound", "ounce", 16),
        ("en", "stone", "pound", 14),
        ("en", "gallon", "pint", 8),
        ("en", "ton", "kilogram", 1000),
        ("en", "dollar", "cent", 100),
        ("en", "pound", "pence", 100),
        ("en", "week", "day", 7),
        ("en", "hour", "second", 3600),
        ("en", "year", "month", 12),
        ("zh", "元", "角", 10),
        ("zh", "米", "尺", 3),
        ("zh", "千克", "斤", 2),
        ("zh", "小时", "分", 60),
        ("zh", "角", "分", 10),
        ("zh", "打", "个", 12),
        ("zh", "公顷", "平方米", 10_000),
    ],
)
def test_conversions_are_exact(language: str, one: str, other: str, times: Fraction) -> None:
    assert factor(language, one, other) == times
    assert factor(language, other, one) == 1 / Fraction(times)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [("en", "month", "day"), ("en", "day", "hour"), ("zh", "年", "天")],
)
def test_no_fixed_number_is_no_conversion(language: str, one: str, other: str) -> None:
    assert shared(language, one, other) is not None
    assert factor(language, one, other) is None


def test_names_of_one_unit_are_one() -> None:
    assert factor("zh", "岁", "年") == 1
    assert factor("en", "metre", "m") == 1
    assert factor("en", "meter", "gram") is None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_name_stands_twice_in_a_dimension(language: str) -> None:
    assert all(dimensions for dimensions in units(language).values())
