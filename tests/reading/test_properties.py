"""What holds for every text: offsets, numerals read back, no error but the package's own."""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger.errors import QuantityTaggerError, ReadingError
from quantity_tagger.languages.english.cutting import cut, words
from quantity_tagger.languages.english.numerals import numerals
from quantity_tagger.problem.document import Columns, Document
from quantity_tagger.reading import MAX_CHARACTERS, read
from quantity_tagger.reading.annotators import annotate

ONES = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SCALES = [(10**9, "billion"), (10**6, "million"), (10**3, "thousand")]


def spelled(number: int, conjunction: str = " and ", hyphen: str = "-") -> str:
    """A number in words, the way a generator writes them."""
    for scale, name in SCALES:
        if number >= scale:
            left, rest = divmod(number, scale)
            words = f"{spelled(left, conjunction, hyphen)} {name}"
            if not rest:
                return words
            joint = conjunction if rest < 100 else " "
            return words + joint + spelled(rest, conjunction, hyphen)
    if number >= 100:
        left, rest = divmod(number, 100)
        words = f"{ONES[left]} hundred"
        return words + conjunction + spelled(rest, conjunction, hyphen) if rest else words
    if number < 20:
        return ONES[number]
    ten, one = divmod(number, 10)
    return TENS[ten - 2] + (hyphen + ONES[one] if one else "")


def check_tokens(document: Document) -> None:
    position = 0
    for token in document.tokens:
        assert token.start < token.end
        assert document.text[token.start : token.end] == token.text
        assert not document.text[position : token.start].strip()
        position = token.end
    assert not document.text[position:].strip()
    for ranges in (document.sentences, document.clauses):
        assert [index for part in ranges for index in part] == list(range(len(document.tokens)))
        assert all(len(part) for part in ranges)
    ends = {clause.stop for clause in document.clauses}
    assert all(sentence.stop in ends for sentence in document.sentences)


#: Text near the borders of what the readers know: numbers, their signs, and words of questions.
fragments = st.sampled_from(
    [
        *("3", "-3", "1/2", "7,341", "3.5", ".5", "½", "2 1/2", "$", "%", "-", "−", "/", ",", "."),
        *("one", "two", "hundred", "thousand", "and", "a", "half", "dozen", "pair", "thirds", "of"),
        *("twenty-", "mp", "st", "kg", " ", "\n\n", "'s", "n't", "(", ")", "“", "”", "?", "How "),
        *("many ", "what ", "Find ", "if ", "___", "kites", "more ", "left", "Mrs.", "5 p.m."),
        *(
            "三",
            "十",
            "百",
            "两",
            "半",
            "个",
            "元",
            "角",
            "万",
            "第",
            "多少",
            "几",
            "？",
            "，",
            "。",
            "一共",
        ),
        *(
            "求",
            "比",
            "多",
            "１２",
            "分之",
            "点",
            "千",
            "亿",
            "\u3000",
            "\x00",
            "\u202e",
            "😀",
            "é",
        ),
    ]
)
texts = st.one_of(st.text(max_size=80), st.lists(fragments, max_size=25).map("".join))


@given(texts)
def test_tokens_are_slices_in_order_and_nothing_is_lost(text: str) -> None:
    check_tokens(annotate(text))


pieces = st.sampled_from(
    [
        *("-3", "−3", "5", "1/2", "½", "½3", "_5", "5.", ".5", "$5", "5,000", "mp3", "3rd", "a-5"),
        *("a", "A", "hundred", "dozen-egg", "pair", "half", "an", "and", "one-third", "ones"),
        *("Mr.", "vs.", "(Mr.", "5-Mr.", "p.m.", "didn't", "Ida's", "…", '"', "?", "the", "Ida"),
    ]
)
made_of_pieces = st.lists(
    st.tuples(pieces, st.sampled_from([" ", " ", " ", "  ", "\n", "\u00a0", ""])), max_size=12
).map(lambda pairs: "".join(word + space for word, space in pairs))


@given(made_of_pieces)
def test_remembered_stretches_are_cut_as_the_whole_text_is(text: str) -> None:
    _, starts, ends, _ = words(text)
    assert list(zip(starts, ends, strict=True)) == cut(text)


@given(made_of_pieces)
def test_numbers_are_found_whether_or_not_the_cut_has_told_where_to_look(text: str) -> None:
    columns = annotate(text, "en").columns
    told, untold = (
        [(numeral.start, numeral.end, numeral.value) for numeral in numerals(text, tokens)]
        for tokens in (columns, Columns.of(columns.tokens))
    )
    assert told == untold


@given(texts, st.sampled_from([None, "en", "zh"]))
def test_any_text_is_read_or_refused(text: str, language: str | None) -> None:
    try:
        problem = read(text, language)  # type: ignore[arg-type]
    except QuantityTaggerError:
        return
    check_tokens(problem.document)
    assert problem.quantities
    for quantity in problem.quantities:
        token = problem.tokens[quantity.token]
        assert (token.start, token.end) == (quantity.start, quantity.end)
        assert token.text == quantity.text == text[quantity.start : quantity.end]
        assert isinstance(quantity.value, Fraction)
    starts = [quantity.start for quantity in problem.quantities]
    assert starts == sorted(set(starts))
    assert problem.unknown.token in problem.unknown.question
    assert 0 <= problem.unknown.question.start < problem.unknown.question.stop
    assert problem.unknown.question.stop <= len(problem.tokens)


def the_value(written: str) -> Fraction:
    (quantity,) = read(f"Ida counted {written} kites. How many are left?").quantities
    assert quantity.text == written
    return quantity.value


@given(
    st.one_of(st.integers(2, 2000), st.integers(2, 10**12 - 1)),
    st.sampled_from([" and ", " "]),
    st.sampled_from(["-", " "]),
    st.sampled_from([str, str.capitalize]),
)
def test_numbers_in_words_are_read_back(
    number: int, conjunction: str, hyphen: str, case: Callable[[str], str]
) -> None:
    assert the_value(case(spelled(number, conjunction, hyphen))) == number


@given(st.integers(0, 10**30), st.sampled_from(["", ","]))
def test_whole_numbers_are_read_back(number: int, separator: str) -> None:
    assert the_value(f"{number:{separator}}") == number


@given(st.decimals(0, 10**9, places=3))
def test_decimals_are_read_back(number: object) -> None:
    assert the_value(str(number)) == Fraction(str(number))


@given(st.integers(1, 99), st.integers(1, 99), st.integers(2, 99))
def test_fractions_are_read_back(whole: int, above: int, below: int) -> None:
    assert the_value(f"{above}/{below}") == Fraction(above, below)
    if above < below:
        assert the_value(f"{whole} {above}/{below}") == whole + Fraction(above, below)


@given(st.integers(1, 10**6))
def test_a_minus_is_a_sign_alone_and_a_range_between_numbers(number: int) -> None:
    assert the_value(f"-{number}") == -number
    found = read(f"Ida slept {number}-{number + 1} days. How many?").quantities
    assert [quantity.value for quantity in found] == [number, number + 1]


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "9",
            "9,",
            "1/",
            "9.",
            "-",
            "−3",
            "one ",
            "hundred ",
            "and ",
            "two-",
            "twenty-",
            "a ",
            "'",
        ),
        *(
            "n't",
            "A.",
            "half ",
            "½",
            "_",
            ".",
            "?",
            "\n",
            "x",
            "x-",
            "x'",
            "((",
            "三",
            "百",
            "多少",
            "第",
        ),
        *("3元", "。", "，", "一", "1万", "\u3000"),
    ],
)
def test_texts_made_to_be_slow_are_read_or_refused(unit: str) -> None:
    for text in (unit * MAX_CHARACTERS, (unit * MAX_CHARACTERS)[: MAX_CHARACTERS - 30] + " how?"):
        with suppress(QuantityTaggerError):
            check_tokens(read(text).document)


def test_a_megabyte_is_refused_before_it_is_looked_at() -> None:
    class Untouchable:
        def annotate(self, text: str, words: object = None) -> list[object]:
            raise AssertionError("a text that is too long must not be cut")

    with pytest.raises(ReadingError, match="characters"):
        read("3 kites? " * 120_000, annotator=Untouchable())  # type: ignore[arg-type]
