"""Stories of our own, each with several questions and with numbers beside the point.

What is asked for decides which of the same numbers count; the first reading has to answer them all.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.analysis import Facts, analyse
from quantity_tagger.reading import read

#: A story, and what is asked of it with its answer.
STORIES: list[tuple[str, list[tuple[str, int]]]] = [
    (
        "Lena had 24 green beads and 31 purple beads. She used 9 green beads and 12 purple "
        "beads for a bracelet.",
        [
            ("How many purple beads does she have left?", 19),
            ("How many green beads does she have left?", 15),
            ("How many beads did she use in all?", 21),
            ("How many more purple beads than green beads did she have at first?", 7),
            ("How many more purple beads than green beads did she use?", 3),
        ],
    ),
    (
        "A bus had 18 riders. At the first stop 7 riders got off and 12 got on.",
        [
            ("How many riders are on the bus now?", 23),
            ("How many more riders got on than got off?", 5),
        ],
    ),
    (
        "There were some riders on a bus. At the first stop 7 riders got off and 12 got on. Now "
        "there are 23 riders on the bus.",
        [
            ("How many riders were there at the start?", 18),
        ],
    ),
    (
        "Omar collected 45 stamps on Monday and 28 stamps on Tuesday. He gave 13 stamps to his "
        "cousin.",
        [
            ("How many stamps did Omar collect on the two days?", 73),
            ("How many more stamps did he collect on Monday than on Tuesday?", 17),
            ("How many stamps does Omar have left?", 60),
        ],
    ),
    (
        "Omar collected 45 stamps on Monday, 28 stamps on Tuesday and 16 on Wednesday.",
        [
            ("How many more stamps did he collect on Tuesday than on Wednesday?", 12),
            ("How many stamps did he collect on Monday and Wednesday?", 61),
        ],
    ),
    (
        "Jill ran 3 miles and biked 14 miles. Tony ran 5 miles and biked 11 miles.",
        [
            ("How many miles did Jill bike and run?", 17),
            ("How many more miles did Jill bike than Tony?", 3),
            ("How many miles did they run altogether?", 8),
            ("How many more miles did Tony run than Jill?", 2),
        ],
    ),
    (
        "A shelf holds 52 novels and 37 atlases.",
        [
            ("If 15 novels and 8 atlases were lent out, how many atlases are on the shelf?", 29),
            (
                "If 15 novels and 8 atlases were lent out, how many more novels than atlases "
                "were lent out?",
                7,
            ),
        ],
    ),
    (
        "Dana has 64 dollars. She spent 18 dollars on a hat and 23 dollars on a bag.",
        [
            ("How much more did she spend on the bag than on the hat?", 5),
            ("How much money did she spend?", 41),
        ],
    ),
    (
        "Dana had 64 dollars. She spent 18 dollars on a hat and 23 dollars on a bag.",
        [
            ("How much money does she have left?", 23),
        ],
    ),
    (
        "Dana had some money. She spent 18 dollars on a hat and 23 dollars on a bag. Now she "
        "has 23 dollars.",
        [
            ("How much money did she have at first?", 64),
        ],
    ),
    (
        "Dana had 64 dollars. She bought a hat for 18 dollars and a bag. Now she has 23 dollars "
        "left.",
        [
            ("How much did the bag cost?", 23),
        ],
    ),
    (
        "Paul picked 35 apples in 4 baskets. His sister picked 28 apples in 3 baskets.",
        [
            ("How many more apples did Paul pick than his sister?", 7),
            ("How many apples did they pick together?", 63),
        ],
    ),
    (
        "Paul picked 35 apples in 4 baskets. He ate 6 of them and gave 11 to his sister, who is "
        "12 years old.",
        [
            ("How many apples does Paul have left?", 18),
        ],
    ),
    (
        "Paul picked 35 apples in 4 baskets. He ate 6 of them and gave 11 to his sister, who "
        "already had 9 apples.",
        [
            ("How many apples does his sister have now?", 20),
        ],
    ),
    (
        "A class has 14 girls and 11 boys. 5 of the girls and 3 of the boys wear glasses.",
        [
            ("How many students do not wear glasses?", 17),
            ("How many girls do not wear glasses?", 9),
        ],
    ),
    (
        "Kim has 21 more marbles than Joe. Joe has 34 marbles. Sue has 12 marbles.",
        [
            ("How many marbles does Kim have?", 55),
        ],
    ),
    (
        "Kim has 21 more marbles than Joe. Kim has 55 marbles. Sue has 12 marbles.",
        [
            ("How many marbles does Joe have?", 34),
        ],
    ),
    (
        "Kim has 55 marbles, Joe has 34 marbles and Sue has 12 marbles.",
        [
            ("How many marbles must Joe get to have as many as Kim?", 21),
            ("How many more marbles does Kim have than Sue?", 43),
            ("How many marbles do Joe and Sue have together?", 46),
        ],
    ),
    (
        "Maria needs 9 cups of flour and 4 cups of sugar for a cake. She already put in 3 cups "
        "of flour.",
        [
            ("How many more cups of flour does she need to add?", 6),
            ("How many more cups of flour than cups of sugar does the recipe need?", 5),
        ],
    ),
    (
        "In the morning 42 people visited the museum. In the afternoon 67 people visited it, "
        "and 15 of them bought a postcard.",
        [
            ("How many people visited the museum that day?", 109),
            ("How many more people came in the afternoon than in the morning?", 25),
            ("How many of the afternoon visitors did not buy a postcard?", 52),
        ],
    ),
    (
        "Ben's rope is 48 feet long. He cut off 13 feet to tie a boat and 9 feet to make a swing.",
        [
            ("How much rope did he cut off?", 22),
            ("How long is the rope now?", 26),
        ],
    ),
    (
        "After Ben cut off 13 feet, his rope was 35 feet long.",
        [
            ("How long was the rope before?", 48),
        ],
    ),
    (
        "A tree was 12 feet tall when it was planted. Now it is 31 feet tall. The house beside "
        "it is 24 feet tall.",
        [
            ("How much did the tree grow?", 19),
        ],
    ),
    (
        "A tree is 31 feet tall. The house beside it is 24 feet tall. The tree was 12 feet tall "
        "when it was planted.",
        [
            ("How much taller is the tree than the house?", 7),
        ],
    ),
    (
        "There are 16 ducks and 9 geese on a pond. 5 more ducks land on the pond and 4 geese "
        "fly away.",
        [
            ("How many ducks are on the pond now?", 21),
            ("How many geese are left on the pond?", 5),
            ("How many birds are on the pond now?", 26),
        ],
    ),
    (
        "Tim read 56 pages of a book with 120 pages. His friend read 73 pages.",
        [
            ("How many pages does Tim still have to read?", 64),
            ("How many fewer pages did Tim read than his friend?", 17),
        ],
    ),
    (
        "Rosa sold 34 tickets last week and 27 tickets this week. Her goal is 80 tickets.",
        [
            ("How many more tickets must she sell?", 19),
            ("How many tickets has she sold so far?", 61),
            ("How many fewer tickets did she sell this week than last week?", 7),
        ],
    ),
    (
        "Each ticket costs 6 dollars. Rosa sold 34 tickets and Ted sold 27 tickets.",
        [
            ("How many tickets did they sell in all?", 61),
        ],
    ),
    (
        "Sam had 15 red balloons and 8 yellow balloons. 4 red balloons popped and then he "
        "bought 6 more yellow balloons.",
        [
            ("How many yellow balloons does Sam have now?", 14),
            ("How many red balloons does Sam have now?", 11),
        ],
    ),
    (
        "Sam had 15 red balloons and 8 yellow balloons. 4 red balloons popped.",
        [
            ("How many balloons does Sam have left?", 19),
        ],
    ),
    (
        "Nina had 40 crayons. She lost some of them at school. Now she has 27 crayons and 12 "
        "markers.",
        [
            ("How many crayons did she lose?", 13),
        ],
    ),
    (
        "Nina lost 13 crayons at school and gave 5 crayons to a friend. She had 40 crayons at "
        "the beginning.",
        [
            ("How many crayons are left?", 22),
            ("How many more crayons did she lose than give away?", 8),
        ],
    ),
    (
        "At a farm there are 23 cows, 17 horses and 30 hens. The farmer sold 6 cows and bought "
        "8 horses.",
        [
            ("How many horses are at the farm now?", 25),
            ("How many cows are at the farm now?", 17),
        ],
    ),
    (
        "At a farm there are 23 cows, 17 horses and 30 hens.",
        [
            ("How many fewer horses than hens are there?", 13),
        ],
    ),
    (
        "Mr. Cole drove 125 miles on Friday. On Saturday he drove 40 miles less than on Friday. "
        "On Sunday he drove 60 miles.",
        [
            ("How many miles did he drive on Saturday?", 85),
        ],
    ),
    (
        "Mr. Cole drove 125 miles on Friday. On Saturday he drove 85 miles. He used 9 gallons "
        "of gas.",
        [
            ("How many fewer miles did he drive on Saturday than on Friday?", 40),
        ],
    ),
    (
        "The red team scored 48 points in the first half and 39 points in the second half. The "
        "blue team scored 91 points.",
        [
            ("How many points did the red team score?", 87),
            ("By how many points did the blue team win?", 4),
            (
                "How many more points did the red team score in the first half than in the "
                "second half?",
                9,
            ),
        ],
    ),
    (
        "Carl weighs 72 pounds. His father weighs 180 pounds and his mother weighs 135 pounds.",
        [
            ("How much heavier is his father than his mother?", 45),
            ("How much do his parents weigh together?", 315),
        ],
    ),
    (
        "Liz planted 18 tulips in the front yard and 25 tulips in the back yard. 7 tulips in "
        "the back yard died.",
        [
            ("How many tulips are in the back yard now?", 18),
            ("How many tulips did Liz plant?", 43),
        ],
    ),
    (
        "There were 63 books in the box. Ann took out 17 books and put 5 of them back.",
        [
            ("How many books are in the box now?", 51),
        ],
    ),
    (
        "Greg had 30 cards. He won 12 cards from Hal and lost 7 cards to Ivy.",
        [
            ("How many cards does Greg have now?", 35),
        ],
    ),
    (
        "Greg had 30 cards. He won 12 cards from Hal, who had 25 cards before.",
        [
            ("How many cards does Hal have now?", 13),
        ],
    ),
    (
        "Mark baked 36 muffins for the school fair. His sister baked 24 muffins and 15 cookies. "
        "They sold 41 muffins in 2 hours.",
        [
            ("How many muffins did Mark and his sister bake?", 60),
            ("How many muffins were not sold?", 19),
        ],
    ),
    (
        "Mark baked 36 muffins for the school fair. His sister baked 24 muffins and 15 cookies.",
        [
            ("How many more muffins than cookies did his sister bake?", 9),
            ("How many fewer muffins did his sister bake than Mark?", 12),
        ],
    ),
    (
        "The zoo has 27 monkeys. 8 of them are babies. The zoo also has 14 parrots.",
        [
            ("How many monkeys are not babies?", 19),
            ("How many more monkeys than parrots does the zoo have?", 13),
        ],
    ),
    (
        "A farmer had 90 eggs. He sold 34 eggs at the market and 12 eggs to a neighbor. 5 eggs "
        "broke on the way home.",
        [
            ("How many eggs did the farmer sell?", 46),
            ("How many eggs does he have left?", 39),
        ],
    ),
    (
        "A farmer had 90 eggs. He sold 34 eggs at the market and 12 eggs to a neighbor.",
        [
            ("How many more eggs did he sell at the market than to the neighbor?", 22),
        ],
    ),
    (
        "Yesterday 48 cars were parked in the lot. Today 63 cars and 9 trucks are parked there.",
        [
            ("How many more cars are parked today than yesterday?", 15),
            ("How many vehicles are parked in the lot today?", 72),
        ],
    ),
    (
        "Hanna saved $15 in May, $22 in June and $18 in July. She bought a game for $29.",
        [
            ("How much did she save in all?", 55),
            ("How much money does she have now?", 26),
        ],
    ),
    (
        "Hanna saved $15 in May, $22 in June and $18 in July.",
        [
            ("How much more did she save in June than in May?", 7),
        ],
    ),
    (
        "Hanna's brother is 9 years old. Hanna is 4 years older than her brother. Their father "
        "is 41.",
        [
            ("How old is Hanna?", 13),
        ],
    ),
    (
        "Hanna is 13 years old. Her brother is 9 years old and their father is 41 years old.",
        [
            ("How much older is their father than Hanna?", 28),
        ],
    ),
    (
        "A tank held 250 liters of water. 75 liters leaked out and then 40 liters were added.",
        [
            ("How many liters of water are in the tank now?", 215),
            ("How much more water leaked out than was added?", 35),
        ],
    ),
    (
        "There are 120 seats in a theater. On Friday 85 people came and on Saturday 102 people "
        "came.",
        [
            ("How many more people came on Saturday than on Friday?", 17),
        ],
    ),
    (
        "Emma has 5 boxes. She has 32 crayons in the red box and 27 crayons in the blue box. "
        "She gives 8 crayons from the red box to Leo.",
        [
            ("How many crayons are in the red box now?", 24),
            ("How many crayons does Emma have left?", 51),
        ],
    ),
    (
        "Emma has 32 crayons in the red box and 27 crayons in the blue box.",
        [
            ("How many more crayons are in the red box than in the blue box?", 5),
        ],
    ),
    (
        "Leo had 14 cookies and Mia had 19 cookies. Leo ate 6 of his cookies and Mia ate 8 of "
        "hers.",
        [
            ("How many cookies does Mia have left?", 11),
            ("How many cookies did they eat together?", 14),
        ],
    ),
    (
        "Leo had 14 cookies and Mia had 19 cookies. Mia gave Leo 5 cookies.",
        [
            ("How many cookies does Leo have now?", 19),
            ("How many cookies does Mia have left?", 14),
        ],
    ),
    (
        "After Mia gave Leo 5 cookies, she had 14 cookies and Leo had 19 cookies.",
        [
            ("How many cookies did Mia have at first?", 19),
        ],
    ),
    (
        "There were 31 kids at the park. 12 kids went home and 7 more kids came. 10 of the kids "
        "had bikes.",
        [
            ("How many kids are at the park now?", 26),
        ],
    ),
    (
        "Some kids were at the park. 12 kids went home and 7 more kids came. Now 26 kids are at "
        "the park.",
        [
            ("How many kids were at the park at first?", 31),
        ],
    ),
    (
        "There were 31 kids at the park. After some kids went home, 19 kids were left at the park.",
        [
            ("How many kids went home?", 12),
        ],
    ),
    (
        "Jorge walked 850 meters to school and 600 meters to the store. His friend Ana walked "
        "920 meters to school.",
        [
            ("How much farther did Ana walk to school than Jorge?", 70),
            ("How far did Jorge walk in all?", 1450),
        ],
    ),
    (
        "A pencil costs 35 cents, an eraser costs 20 cents and a ruler costs 90 cents.",
        [
            ("How much do a pencil and a ruler cost together?", 125),
            ("How much more does the ruler cost than the eraser?", 70),
        ],
    ),
    (
        "A pencil costs 35 cents and an eraser costs 20 cents. Luz paid 80 cents for a pencil "
        "and an eraser.",
        [
            ("How much change did she get?", 25),
        ],
    ),
    (
        "Luz had 80 cents. She bought a pencil for 35 cents and an eraser for 20 cents.",
        [
            ("How much money does she have left?", 25),
        ],
    ),
    (
        "The blue ribbon is 75 cm long. The red ribbon is 20 cm shorter than the blue ribbon. "
        "The green ribbon is 64 cm long.",
        [
            ("How long is the red ribbon?", 55),
        ],
    ),
    (
        "The blue ribbon is 75 cm long. It is 20 cm longer than the red ribbon.",
        [
            ("How long is the red ribbon?", 55),
        ],
    ),
    (
        "In a race Pia ran 400 meters in 75 seconds. Rob needed 9 seconds less.",
        [
            ("How many seconds did Rob need?", 66),
        ],
    ),
    (
        "In a parking lot there are 14 red cars, 9 blue cars and 22 white cars. 6 white cars "
        "leave.",
        [
            ("How many white cars are left?", 16),
            ("How many cars are left?", 39),
        ],
    ),
    (
        "In a parking lot there are 14 red cars, 9 blue cars and 22 white cars.",
        [
            ("How many cars are not red?", 31),
            ("How many fewer blue cars than white cars are there?", 13),
        ],
    ),
    (
        "Grandma made 45 dumplings. The children ate 18 dumplings and the parents ate 13 "
        "dumplings.",
        [
            ("How many dumplings were eaten?", 31),
            ("How many more dumplings did the children eat than the parents?", 5),
            ("How many dumplings are left?", 14),
        ],
    ),
    (
        "A bookstore sold 54 books on Saturday, 18 more than on Sunday.",
        [
            ("How many books did it sell on Sunday?", 36),
        ],
    ),
    (
        "A bookstore sold 54 books on Saturday. On Sunday it sold 18 books fewer.",
        [
            ("How many books did it sell on Sunday?", 36),
        ],
    ),
    (
        "Nick has 12 fish. Nick's fish tank can hold 30 fish. His friend gives him 7 fish.",
        [
            ("How many fish does Nick have now?", 19),
        ],
    ),
    (
        "Nick has 12 fish. Nick's fish tank can hold 30 fish.",
        [
            ("How many more fish can he put in the tank?", 18),
        ],
    ),
    (
        "Ali wants to read 50 books this year. He read 14 books in spring and 17 books in summer.",
        [
            ("How many more books does he have to read to reach his goal?", 19),
            ("How many books has he read so far?", 31),
        ],
    ),
    (
        "A team won 23 games and lost 14 games. Last year the team won 19 games.",
        [
            ("How many games did the team play this year?", 37),
            ("How many more games did the team win than lose this year?", 9),
            ("How many more games did the team win this year than last year?", 4),
        ],
    ),
    (
        "Tara has 3 cats and 2 dogs. She bought 48 cans of cat food and 30 cans of dog food. "
        "The cats ate 19 cans of food.",
        [
            ("How many cans of cat food are left?", 29),
        ],
    ),
    (
        "Tara bought 48 cans of cat food and 30 cans of dog food.",
        [
            ("How many cans of food did Tara buy?", 78),
        ],
    ),
    (
        "Of 64 flowers in the garden, 27 are roses and the rest are tulips. 9 of the roses are "
        "white.",
        [
            ("How many tulips are in the garden?", 37),
        ],
    ),
]


def facts(text: str) -> Facts:
    return analyse(read(text, "en"))


def answer(found: Facts, signs: tuple[int, ...]) -> Fraction:
    return sum(
        (
            sign * quantity.value
            for sign, quantity in zip(signs, found.quantities, strict=True)
            if quantity.value is not None
        ),
        Fraction(0),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{story} {question}", expected)
        for story, questions in STORIES
        for question, expected in questions
    ],
)
def test_the_first_reading_answers_what_is_asked(text: str, expected: int) -> None:
    found = facts(text)
    assert answer(found, found.proposals[0].signs) == expected


class TestReadings:
    @pytest.mark.parametrize("story", [story for story, _ in STORIES])
    def test_they_are_few_and_differ(self, story: str) -> None:
        found = facts(f"{story} How many are there?")
        signs = [proposal.signs for proposal in found.proposals]
        assert 1 <= len(signs) <= 4
        assert len(set(signs)) == len(signs)
        assert all(reading[found.unknown] == -1 for reading in signs)

    def test_an_account_names_its_schema(self) -> None:
        found = facts("Ida had 9 pins. Tom had 4 pins. Ida gave Tom 2 pins. How many has Tom now?")
        assert found.proposals[0].schema == "balance"
        assert found.proposals[0].signs[:3] == (0, 1, 1)

    def test_what_else_it_may_be_comes_after(self) -> None:
        found = facts("Ida baked 9 tarts and 4 pies. How many tarts and pies did Ida bake?")
        assert [answer(found, proposal.signs) for proposal in found.proposals[:2]] == [13, 5]


class TestWhoIsMeant:
    def test_a_tie_and_a_name_are_one_person(self) -> None:
        found = facts("Her brother Owen had 7 nuts. Her brother ate 3. How many has Owen left?")
        assert {q.owner for q in found.quantities} == {"owen"}

    def test_a_pronoun_means_whom_the_story_has_named_so_far(self) -> None:
        found = facts(
            "Ruth is 37. Her brother Adam is 4 years younger than she is. Grandma is 71. "
            "How old is Adam?"
        )
        assert found.quantities[1].reference == "ruth"

    def test_a_name_after_in_is_a_place(self) -> None:
        found = facts("It is 31 degrees in Cairo and 8 degrees in Oslo. How warm is it in Oslo?")
        assert [q.place for q in found.quantities[:2]] == ["cairo", "oslo"]

    def test_the_verb_may_be_left_out(self) -> None:
        found = facts("A jug holds 3 liters, a can 2 liters. How much does the can hold?")
        assert [q.owner for q in found.quantities[:2]] == ["jug", "can"]


class TestTags:
    """Words that the tagger cannot have right where they stand."""

    @pytest.mark.parametrize(
        ("text", "verb"),
        [
            ("51 like plums. How many like plums?", "like"),
            ("Jamal lends Aisha 4 blocks. How many blocks does he lend?", "lend"),
            ("She lent Tom 48 pears. How many pears did she lend?", "lend"),
            ("The green scarf costs $15. How much does the scarf cost?", "cost"),
            ("Nine cups stood on the table. How many cups were there?", "stand"),
        ],
    )
    def test_the_verb_is_found(self, text: str, verb: str) -> None:
        assert facts(text).quantities[0].verb == verb

    def test_a_month_is_no_verb(self) -> None:
        date, _, _ = facts("It is May 23. Tom has 4 cats. How many cats has Tom?").quantities
        assert date.role == "date"

    def test_one_stands_for_what_was_named(self) -> None:
        found = facts("The red rope is 9 m long. The blue one is 4 m long. How long is it?")
        assert [(q.owner, q.owner_of) for q in found.quantities[:2]] == [
            ("rope", ("red",)),
            ("rope", ("blue",)),
        ]
