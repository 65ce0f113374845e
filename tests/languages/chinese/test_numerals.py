"""Chinese numerals are read back exactly as a writer writes them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger.languages.chinese.numerals import multiplier_value, number_value, numeral_value

DIGITS = "零一二三四五六七八九"


def write_section(number: int, leading_zero: bool) -> str:
    """A number below 10^4 as it is written, 零 standing for every run of empty places."""
    written = ""
    gap = leading_zero
    for size, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // size % 10
        if digit:
            written += ("零" if gap else "") + DIGITS[digit] + name
            gap = False
        else:
            gap = gap or bool(written)
    return written


def write(number: int) -> str:
    """A whole number below 10^16 in Chinese characters."""
    if number == 0:
        return "零"
    written = ""
    for size, name in ((10**12, "万"), (10**8, "亿"), (10**4, "万"), (1, "")):
        section = number // size % 10**4
        if section:
            written += write_section(section, bool(written) and section < 1000) + name
        elif name == "亿" and written:
            written += "亿"
    return written


wholes = st.one_of(
    st.integers(0, 10**12), st.integers(0, 10**5), st.builds(pow, st.just(10), st.integers(0, 12))
)


@given(wholes)
def test_a_written_whole_number_is_read_back(number: int) -> None:
    assert numeral_value(write(number)) == number


@given(wholes)
def test_two_may_be_said_before_large_places(number: int) -> None:
    written = write(number)
    for place in "百千万亿":
        written = written.replace(f"二{place}", f"两{place}")
    assert numeral_value(written) == number


@given(st.integers(10, 19))
def test_ten_needs_no_one(number: int) -> None:
    assert numeral_value(write(number).removeprefix("一")) == number


@given(wholes, st.text(DIGITS, min_size=1, max_size=12))
def test_decimals_are_exact(whole: int, decimals: str) -> None:
    digits = "".join(str(DIGITS.index(digit)) for digit in decimals)
    assert numeral_value(f"{write(whole)}点{decimals}") == Fraction(f"{whole}.{digits}")


@given(st.integers(0, 10**6), st.integers(1, 10**4), st.integers(0, 10**4))
def test_fractions_and_mixed_numbers_are_exact(whole: int, below: int, above: int) -> None:
    part = f"{write(below)}分之{write(above)}"
    assert numeral_value(part) == Fraction(above, below)
    assert numeral_value(f"{write(whole)}又{part}") == whole + Fraction(above, below)


@given(st.integers(1000, 9999))
def test_years_are_read_digit_by_digit(year: int) -> None:
    assert numeral_value("".join(DIGITS[int(digit)] for digit in str(year))) == year


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("一百二", 120),
        ("一万二", 12000),
        ("一万零二", 10002),
        ("两千零五十", 2050),
        ("二〇〇八", 2008),
        ("壹佰零伍", 105),
        ("一万亿", 10**12),
        ("半", Fraction(1, 2)),
        ("百分之二十", Fraction(1, 5)),
        ("百分之十二点五", Fraction(1, 8)),
    ],
)
def test_what_people_say(numeral: str, value: Fraction | int) -> None:
    assert numeral_value(numeral) == value


@pytest.mark.parametrize(
    "numeral",
    [
        "",
        "百",
        "万",
        "三四",
        "一二三",
        "十百",
        "一百零",
        "零分之一",
        "三点",
        "点五",
        "一百百",
        "苹果",
    ],
)
def test_what_is_no_number_has_no_value(numeral: str) -> None:
    assert numeral_value(numeral) is None


@given(st.text("零〇一二两三四五六七八九十百千万亿点分之又半", max_size=120))
def test_any_string_of_numeral_characters_is_read_or_refused(numeral: str) -> None:
    value = numeral_value(numeral)
    assert value is None or value >= 0


@given(st.integers(0, 10**20), st.integers(0, 8))
def test_plain_decimals_are_exact(digits: int, places: int) -> None:
    written = str(digits).zfill(places + 1)
    whole, decimals = written[: len(written) - places], written[len(written) - places :]
    number = f"{whole}.{decimals}" if places else whole
    assert number_value(number) == Fraction(digits, 10**places)


@pytest.mark.parametrize(
    ("number", "value"),
    [
        ("7,341", 7341),
        (".5", Fraction(1, 2)),
        ("3/7", Fraction(3, 7)),
        ("2(1/2)", Fraction(5, 2)),
        ("½", Fraction(1, 2)),
        ("2½", Fraction(5, 2)),
        ("⅓", Fraction(1, 3)),
        ("-3", -3),
        ("25%", Fraction(1, 4)),
        ("-12.5%", Fraction(-1, 8)),
    ],
)
def test_numbers_in_digits(number: str, value: Fraction | int) -> None:
    assert number_value(number) == value


@pytest.mark.parametrize("number", ["", "%", "-", "3/0", "1.2.3", "一", "9" * 5000])
def test_what_is_no_number_in_digits_has_no_value(number: str) -> None:
    assert number_value(number) is None


def test_multipliers_multiply() -> None:
    assert multiplier_value("万") == 10**4
    assert multiplier_value("千万") == 10**7
