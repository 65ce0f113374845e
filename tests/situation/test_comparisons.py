"""Comparisons, goals, money, lines and conditions: problems of our own, each for one mechanism."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse


def _answers(text: str) -> list[Fraction]:
    return [one.answer for one in understand(read(text, "en"))]


def _check(text: str, answer: int) -> None:
    found = understand(read(text, "en"))
    assert found
    assert found[0].answer == answer
    assert found[0].trusted


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Last week, when 11 fewer guests came than the 64 who came this week, it snowed. "
            "How many guests came last week?",
            53,
        ),
        (
            "Thirteen more shells than Olga's 29 are in Petra's jar. "
            "How many shells are in Petra's jar?",
            42,
        ),
        (
            "The hose that is 6 metres longer than the 15 metre hose is green. "
            "How long is the green hose?",
            21,
        ),
    ],
)
def test_the_other_side_tells_its_own_amount(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Eli picked 12 plums and Ada picked 19. Noor picked 8 more than Eli and Ada did "
            "together. How many plums did Noor pick?",
            39,
        ),
        (
            "The cook peeled 14 carrots and 11 onions, and he peeled 9 more beets than carrots "
            "and onions put together. How many beets did he peel?",
            34,
        ),
        (
            "Rita sold 50 maps. Omar sold 17 and Finn sold 21. "
            "How many more did Rita sell than the other children combined?",
            12,
        ),
        (
            "Ana has 12 stamps and Ben has 9 stamps. "
            "How many fewer stamps do they have together than Cleo, who has 40?",
            19,
        ),
    ],
)
def test_one_side_is_a_sum(text: str, answer: int) -> None:
    _check(text, answer)


def test_a_gapped_subject_keeps_what_follows() -> None:
    _check(
        "Ivy baked 22 rolls on Monday and 25 on Tuesday, Hugo 14 on Monday and 16 on Tuesday. "
        "How many more rolls did Ivy bake?",
        17,
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Tank A holds 14 fish more than tank B, and tank B holds 6 fewer than tank C. "
            "Tank C holds 20. How many fish does tank A hold?",
            28,
        ),
        (
            "Mona is 9 points ahead of Kai, who is 5 points ahead of Lou. Lou has 31 points. "
            "How many points has Mona?",
            45,
        ),
        (
            "Peak Tor is 40 metres lower than Peak Hush. Peak Tor is 310 metres high. "
            "How high is Peak Hush?",
            350,
        ),
        (
            "On Friday it was 21 degrees. On Saturday it was 4 degrees warmer than on Friday, and "
            "on Sunday 7 degrees cooler than on Saturday. How warm was it on Sunday?",
            18,
        ),
        (
            "A drone flies at 120 m, a second drone at 85 m. "
            "How far below the first is the second?",
            35,
        ),
        (
            "Lars is 12 metres behind the leader, and Timo is 30 metres behind the leader. "
            "How far is Timo behind Lars?",
            18,
        ),
        (
            "There are 30 hens, 12 fewer ducks than hens, and 7 more geese than ducks. "
            "How many geese are there?",
            25,
        ),
    ],
)
def test_comparisons_are_chained(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A lift is on floor 3. It goes up 9 floors. On which floor does it stop?", 12),
        (
            "The painter starts on floor 15, is lowered 6 floors and is then pulled up 2 floors. "
            "On which floor is he now?",
            11,
        ),
        (
            "The lift was on floor 20. It went down 7 floors and then 5 further floors. "
            "Which floor is the lift on now?",
            8,
        ),
    ],
)
def test_floors_are_places_on_a_line(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "A player with 70 points pays a fine of 15 points and then wins 25. "
            "How many points does he have?",
            80,
        ),
        ("Zoe had 33 points. She got a 6-point penalty. How many points does she have now?", 27),
        (
            "After eight had got off and three had got on, 30 people were on the tram. "
            "How many had been on it before the stop?",
            35,
        ),
    ],
)
def test_nouns_and_particles_tell_what_happens(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Omar has 65 coins. Had he not lost 9 coins, how many coins would he have?", 74),
        (
            "If the dog had not broken 7 vases, the shop would have more than its 42 vases. "
            "How many vases would it have?",
            49,
        ),
        (
            "Pia has 52 points. With the 10 points from the bonus round, but without the 6 she got "
            "by luck, how many points would she have?",
            56,
        ),
        (
            "Max had 18 caps. If he gave away 5 that did not fit and bought 9 new ones, "
            "how many caps would he have?",
            22,
        ),
    ],
)
def test_what_is_undone_turns_round(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "A scarf costs £11 and a hat costs £8. Dina pays for these with £25. "
            "How many pounds does she get back?",
            6,
        ),
        (
            "The lamp cost $27, and the clerk gave him $3 change. "
            "How much money had he handed over?",
            30,
        ),
        ("Nils handed over a $50 bill and was given $12 back. What did the game cost?", 38),
        ("Bea lacks £16 for a drum priced at £70. How much has she got?", 54),
        ("Ugo has £31 and is £13 short of the price of the skates. How much are the skates?", 44),
        ("The club fell £25 short of its £90 target. How much was raised?", 65),
        (
            "Having sold 48 tickets, the choir is still 17 short of its goal. What is the goal?",
            65,
        ),
        (
            "Iris has 22 tiles in a bag and 35 in a box. She still lacks 11 tiles for her table. "
            "How many tiles does the table need?",
            68,
        ),
    ],
)
def test_purses_prices_and_goals(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Ola has 33 beads and lends 5 to a friend. Per has 20 beads. "
            "How many beads does Per need to be level with Ola now?",
            8,
        ),
        (
            "The thin cord is 24 m and the thick cord is 60 m. What length must be tied to the "
            "thin cord to make it as long as the other?",
            36,
        ),
    ],
)
def test_what_makes_two_equal_is_their_difference(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Ben counted 40 deer. He missed 5 deer in the wood. How many deer were there?", 45),
        (
            "Ria counted 36 ducks, but four of them turned out to be coots. "
            "How many ducks were there?",
            32,
        ),
    ],
)
def test_a_count_is_corrected(text: str, answer: int) -> None:
    _check(text, answer)


def test_an_age_at_a_birth_is_a_difference() -> None:
    _check("Mum was 31 when Leo was born. Leo is 9 now. How old is Mum now?", 40)


def test_measures_of_several_things_are_no_measure_of_one() -> None:
    text = (
        "A pipe of 80 cm lies on a bench. The first piece is 30 cm, the second piece is 20 cm. "
        "How long is the last piece?"
    )
    assert not any(one.trusted and one.answer == 130 for one in understand(read(text, "en")))


def test_a_noun_after_before_tells_when() -> None:
    _check(
        "After dropping 6 degrees, the temperature is 18 degrees. What was it before the drop?", 24
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        # of another kind, for another purpose, at another time, of another price
        ("A barn has 26 ewes. It has 9 fewer rams. How many rams does it have?", 17),
        ("On a tray are 21 plums and 4 fewer pears. How many pears are on the tray?", 17),
        ("Ola used 14 nails for a bench and 6 fewer for a stool. How many nails did she use?", 22),
        ("Ola swam 9 miles on Monday and 2 miles less on Friday. How far did she swim?", 16),
        ("A lamp costs $18. A vase costs $5 more. How much does the vase cost?", 23),
        # both of them, by "their" and by a plural that names one of them
        ("The ash is 30 feet high. The elm is 8 feet higher. What is their combined height?", 68),
        ("Team A has 20 caps. Team B has 6 caps more than Team A. How many caps do the teams have?",
         46),
        # a noun that may be an adjective, before the number of something else
        ("On the first day of the fair 80 guests came. On the second day 15 fewer guests came. "
         "How many guests came on the second day?", 65),
    ],
)  # fmt: skip
def test_fewer_or_more_than_what_was_told_beside_it(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A florist set out 30 red tulips and 8 fewer white tulips. How many tulips are that?", 52),
        (
            "A shop sold 40 bikes in June and 9 bikes more in July. How many bikes did it sell?",
            89,
        ),
        (
            "The old barn holds 60 bales, 12 more than the new barn. "
            "How many bales lie in the two barns?",
            108,
        ),
        (
            "Rosa had $50. She bought a cap for $9 and gloves that cost $4 more than the cap. "
            "How much money does she have left?",
            28,
        ),
        (
            "A mug costs $8. A pot costs $5 more than the mug. Ed had $40 and bought the pot. "
            "How much does he have left?",
            27,
        ),
        (
            "A smith made 25 nails on Monday and the same number on Tuesday. He sold 12 of them. "
            "How many nails remain?",
            38,
        ),
        (
            "Ada, Ben and Cleo ran. Ada and Ben ran 9 km each; Cleo ran 2 km more than Ben. "
            "How many kilometres did they run?",
            29,
        ),
    ],
)
def test_a_number_is_told_by_its_difference_and_counted_twice(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Ann bought 12 eggs on Monday and 5 more on Tuesday. How many eggs did she buy?", 17),
        ("Bo has 12 red pens and 5 more blue pens. How many pens does he have?", 17),
    ],
)
def test_more_alone_comes_on_top(text: str, answer: int) -> None:
    _check(text, answer)


def test_those_between_two_numbers_are_neither_of_them() -> None:
    text = "Lia is on page 12 of a book and Tom is on page 30. How many pages are between them?"
    assert analyse(read(text, "en")).beyond[0].answer(read(text, "en").quantities) == 17
    text = "One post is at kilometre 64, one at kilometre 112. How many kilometres lie between?"
    _check(text, 48)
