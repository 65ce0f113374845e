"""Quantities, units and the unknown of English problems; the data sets where they are at hand."""

import os
from fractions import Fraction
from pathlib import Path

import pytest

from quantity_tagger.errors import ReadingError
from quantity_tagger.reading import MAX_CHARACTERS, Problem, read

DATA = os.environ.get("QUANTITY_TAGGER_DATA")
ASK = " How many are there?"


def values(text: str) -> list[tuple[str, Fraction]]:
    return [(q.text, q.value) for q in read(text + ASK, "en").quantities]


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("He has 12 kites.", "12", 12),
        ("He has 7,341 kites.", "7,341", 7341),
        ("He has 3.50 pounds.", "3.50", "7/2"),
        ("He has .5 pounds.", ".5", "1/2"),
        ("He pays $3.50.", "3.50", "7/2"),
        ("He pays $1,234.5 now.", "1,234.5", "2469/2"),
        ("He has 2 1/2 pies.", "2 1/2", "5/2"),
        ("He has 2 and 1/2 pies.", "2 and 1/2", "5/2"),
        ("He has 1/2 pie.", "1/2", "1/2"),
        ("He has ½ pie.", "½", "1/2"),
        ("He has 2½ pies.", "2½", "5/2"),
        ("He gets 25% of it.", "25", 25),
        ("He has twenty-five kites.", "twenty-five", 25),
        ("He has twenty five kites.", "twenty five", 25),
        ("He has one hundred and four kites.", "one hundred and four", 104),
        ("He has a hundred kites.", "a hundred", 100),
        ("Two million six thousand stars.", "Two million six thousand", 2_006_000),
        ("He has 2.5 million stars.", "2.5 million", 2_500_000),
        ("He has a dozen eggs.", "a dozen", 12),
        ("He has half a dozen eggs.", "half a dozen", 6),
        ("He has 3 dozen eggs.", "3 dozen", 36),
        ("He has a pair of doves.", "a pair", 2),
        ("He slept half an hour.", "half", "1/2"),
        ("He ate two thirds of it.", "two thirds", "2/3"),
        ("He ate three-quarters of it.", "three-quarters", "3/4"),
        ("He ran two and a half miles.", "two and a half", "5/2"),
        ("It is -3 degrees.", "-3", -3),
        ("It is −3 degrees.", "−3", -3),
        ("A 3-year-old came.", "3", 3),
        ("A three-year-old came.", "three", 3),
        ("A 90-minute film.", "90", 90),
        ("A 15kg bag.", "15", 15),
        ("Zero kites flew.", "Zero", 0),
        ("It began in 1987.", "1987", 1987),
        ("He has １２ kites.", "１２", 12),
        ("He got one more kite.", "one", 1),
        ("He has one kite.", "one", 1),
        ("He gave me one kite.", "one", 1),
        ("He is one inch taller.", "one", 1),
    ],
)
def test_a_number_is_read_exactly(text: str, written: str, value: int | str) -> None:
    assert values(text) == [(written, Fraction(value))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It takes 3-5 days.", [3, 5]),
        ("He flew two red and three blue kites.", [2, 3]),
        ("He has two twenty-dollar bills.", [2, 20]),
        ("He sold three hundred and two hundred.", [300, 200]),
        ("On 1/2/2003 it rained.", [1, 2, 2003]),
        ("He has two apples and one pear.", [2, 1]),
        ("They won 5/0.", [5, 0]),
        ("He has 5 nickels, two quarters and 4 dimes.", [5, 2, 4]),
    ],
)
def test_several_numbers_stay_apart(text: str, expected: list[int]) -> None:
    assert [value for _, value in values(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "The first and the third kite flew.",
        "On his 30th birthday he won the 2nd prize.",
        "He sold his mp3 player.",
        "One of them flew.",
        "They helped one another.",
        "Which one flew? No one knows.",
        "The big one flew.",
        "One day he came.",
        "He wore a pair of shoes.",
        "Dozens of kites flew, several hundred perhaps.",
        "In the second half of the game he ran twice.",
        "(1) He came.",
        "3. He came.",
        "3) He came.",
    ],
)
def test_what_is_no_quantity(text: str) -> None:
    with pytest.raises(ReadingError, match="No number"):
        read(text + ASK)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("She has 5 red marbles.", [("red", "marbles")]),
        ("She pays $3.50.", [("dollars",)]),
        ("She pays £3.50.", [("pounds",)]),
        ("She lost 34 of the marbles.", [("marbles",)]),
        ("She lost 9 of her old marbles.", [("old", "marbles")]),
        ("She lost 9 of them.", [()]),
        ("She bought 3 more.", [()]),
        ("She bought 3 more marbles.", [("marbles",)]),
        ("She stacked 28 bales of hay.", [("hay", "bales")]),
        ("She has 3 red and 5 blue marbles.", [("red", "marbles"), ("blue", "marbles")]),
        ("She watched a 90-minute film.", [("minute",)]),
        ("She gets 25% of it.", [("percent",)]),
        ("She has 12 marbles left.", [("marbles",)]),
        ("She bought 15kg of rice.", [("rice", "kg")]),
        ("She saw 31 ducks and hens.", [("ducks", "and", "hens")]),
        ("She has 8 red and green cups.", [("cups",)]),
        ("The 31 ducks and hens ate.", [()]),
        ("She ran 6 km further.", [("km",)]),
        ("She made 11 phone calls.", [("phone", "calls")]),
        ("She is in class 4C.", [()]),
        ("She lives at 52 Mill Lane.", [()]),
        ("Of the guests 17 play the harp.", [()]),
    ],
)
def test_units(text: str, units: list[tuple[str, ...]]) -> None:
    assert [q.unit for q in read(text + ASK).quantities] == units


def asked(problem: Problem) -> tuple[str, str]:
    words = [token.text for token in problem.tokens]
    question = problem.unknown.question
    return words[problem.unknown.token], " ".join(words[question.start : question.stop])


@pytest.mark.parametrize(
    ("text", "token", "question", "head"),
    [
        (
            "Ida has 3 kites. How many red kites are left?",
            "How",
            "How many red kites are left ?",
            ("red", "kites"),
        ),
        (
            "If Ida has 3 kites and 2 fly off, how many kites are left?",
            "how",
            "how many kites are left ?",
            ("kites",),
        ),
        (
            "How many kites are left, if Ida has 3 and 2 fly off?",
            "How",
            "How many kites are left ,",
            ("kites",),
        ),
        ("How much did it cost? It cost 3 and 4 cents.", "How", "How much did it cost ?", ()),
        ("It weighs 3 pounds. How tall is it?", "How", "How tall is it ?", ("tall",)),
        ("Find the sum of 3 and 4.", "Find", "Find the sum of 3 and 4 .", ("sum",)),
        ("Report the sum of 3 and 4.", "Report", "Report the sum of 3 and 4 .", ("sum",)),
        ("(1) Find the sum of 3 and 4.", "Find", "( 1 ) Find the sum of 3 and 4 .", ("sum",)),
        ("Ida had 3 of 8 kites. Find how many flew.", "how", "Find how many flew .", ()),
        (
            "Ida is 4. Calculate the weight of her dog, 5 pounds more.",
            "Calculate",
            "Calculate the weight of her dog , 5 pounds more .",
            ("weight",),
        ),
        (
            "It has 3 and 4. What is the total number of kites?",
            "What",
            "What is the total number of kites ?",
            ("kites",),
        ),
        ("3 + 4 = ?", "?", "3 + 4 = ?", ()),
        ("3 + 4 =", "=", "3 + 4 =", ()),
        ("Ida has 3 cats and ___ dogs.", "___", "Ida has 3 cats and ___ dogs .", ("dogs",)),
    ],
)
def test_the_unknown(text: str, token: str, question: str, head: tuple[str, ...]) -> None:
    problem = read(text)
    assert asked(problem) == (token, question)
    assert problem.unknown.head == head


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How many hens are there?", ("hens",)),
        ("How many centimetres higher is it?", ("centimetres",)),
        ("How many tulips Vera has now?", ("tulips",)),
        ("How many phone calls were made?", ("phone", "calls")),
        ("How many ducks and hens are there?", ("ducks", "and", "hens")),
        ("How many are hens?", ("hens",)),
        ("How many are left?", ()),
        ("How much money is left?", ()),
        ("How long is it?", ()),
        ("What is the weight?", ()),
    ],
)
def test_the_unit_that_is_asked_for(question: str, unit: tuple[str, ...]) -> None:
    assert read(f"There are 31 and 12. {question}").unknown.unit == unit


def test_the_last_question_counts() -> None:
    problem = read("Ida has 3 kites. Is that much? How many more does she need for 5?")
    assert asked(problem)[0] == "How"


def test_a_numeral_of_several_words_is_one_token() -> None:
    problem = read("Ida has one hundred and four kites. How many are left?")
    quantity = problem.quantities[0]
    assert problem.tokens[quantity.token].text == quantity.text == "one hundred and four"
    assert problem.tokens[quantity.token + 1].text == "kites"


def test_a_foreign_cut_is_cut_again_at_its_numbers() -> None:
    text = "Ida paid $3.50 for a 90-minute film . How much is left ?"
    problem = read(text, words=text.split())
    assert [q.text for q in problem.quantities] == ["3.50", "90"]
    assert [t.text for t in problem.tokens][2:9] == ["$", "3.50", "for", "a", "90", "-", "minute"]
    assert [t.tag for t in problem.tokens][3] == "CD"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "is empty"),
        (" \n\t", "is empty"),
        ("How many kites are left?", "No number"),
        ("Ida has 3 kites and 4 cats.", "No question"),
        ("3 4 5", "No question"),
        ("Ida has " + "9" * 200 + " kites. How many?", "more than 100 digits"),
        ("Ida has 5" + " million" * 40 + " kites. How many?", "more than 100 digits"),
        ("3 kites? " * 20_000, f"at most {MAX_CHARACTERS:,}"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(text: str, what: str) -> None:
    with pytest.raises(ReadingError, match=what) as caught:
        read(text)
    message = str(caught.value)
    assert len(message) < 300
    assert "\n" not in message


@pytest.mark.data
@pytest.mark.skipif(not DATA, reason="QUANTITY_TAGGER_DATA is not set")
@pytest.mark.parametrize(
    ("name", "least"),
    [("addsub", 0.995), ("asdiv", 0.98), ("mawps", 0.98), ("singleop", 0.98), ("gsm8k", 0.98)],
)
def test_quantity_spans_agree_with_the_data(name: str, least: float) -> None:
    from benchmarks.reading import measure

    tally = measure(Path(str(DATA)), name)
    assert tally.f1 >= least
    assert tally.asked >= 0.99 * tally.problems
