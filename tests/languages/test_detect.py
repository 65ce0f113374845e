"""The language of a text, told by its script or by its question."""

import pytest

from quantity_tagger.errors import QuantityTaggerError, ReadingError
from quantity_tagger.languages.detect import detect
from quantity_tagger.reading import read
from quantity_tagger.reading.annotators import annotate


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ida has 3 kites. How many are left?", "en"),
        ("小红有3个风筝，还剩多少个？", "zh"),
        ("3 + 4 = ?", "en"),
        ("3+4=（）．", "zh"),
        ("", "en"),
        ("Zoë pays €3. How much is left?", "en"),
    ],
)
def test_one_script_decides(text: str, language: str) -> None:
    assert detect(text) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Xiao Hong (小红) has 3 kites and buys 2. How many kites has she?", "en"),
        ("小红有3个 yo-yo，又买了2个 yo-yo，一共有多少个 yo-yo？", "zh"),
        ("She saw 小红, 小明 and 小刚 fly 3 kites each day. How many kites?", "en"),
        ("Ida wrote: 小红有3个风筝，她还剩几个？", "zh"),
    ],
)
def test_a_mixed_text_goes_by_its_question(text: str, language: str) -> None:
    assert detect(text) == language


def test_the_last_question_decides() -> None:
    assert detect("还剩多少个？ How many are left?") == "en"
    assert detect("How many are left? 还剩多少个？") == "zh"


def test_the_caller_may_tell() -> None:
    assert annotate("3 + 4 = ?", "zh").language == "zh"
    assert annotate("3 + 4 = ?").language == "en"


def test_an_unknown_language_is_named_in_the_error() -> None:
    with pytest.raises(ReadingError, match="'fr'"):
        read("Ida a 3 chats. Combien?", "fr")  # type: ignore[arg-type]


def test_errors_are_the_packages_own_and_value_errors() -> None:
    with pytest.raises(QuantityTaggerError) as caught:
        read("")
    assert isinstance(caught.value, ValueError)
