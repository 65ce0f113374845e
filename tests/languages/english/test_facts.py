"""What is understood of English problems; all texts are our own."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quantity_tagger import solve
from quantity_tagger.errors import ReadingError
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import Facts, QuantityFacts, analyse


def facts(text: str) -> Facts:
    return analyse(read(text, "en"))


def told(text: str) -> list[QuantityFacts]:
    found = facts(text)
    return [q for i, q in enumerate(found.quantities) if i != found.unknown]


def suggested(text: str) -> Fraction | None:
    """The answer that follows from the facts."""
    return solve(text, "en").answer


def test_the_unknown_stands_among_the_quantities_where_it_stands_in_the_text() -> None:
    found = facts("Ida has 4 kites. How many kites must Ida buy to have 9 kites?")
    assert found.unknown == 1
    assert [q.value for q in found.quantities] == [4, None, 9]


class TestUnits:
    def test_head_modifiers_and_material(self) -> None:
        cups, balls = told("Uma has 3 cups of rice flour and 5 red rubber balls. How many cups?")
        assert (cups.unit, cups.material, cups.unit_kind) == ("cup", ("rice", "flour"), "volume")
        assert (balls.unit, balls.modifiers, balls.unit_kind) == (
            "ball",
            ("red", "rubber"),
            "count",
        )

    def test_what_is_left_out_is_what_was_counted_last(self) -> None:
        _, more = told("Uma had 14 kites. She sold 6. How many kites does she have left?")
        assert more.unit == "kite"

    def test_what_is_left_out_may_never_have_been_counted(self) -> None:
        (given,) = told("Uma's hen had chicks. She gave 3 to Ned. How many chicks did she give?")
        assert given.unit == "chick"

    def test_a_list_shares_its_noun(self) -> None:
        first, second = told("Uma has 7 green and 5 yellow hats. How many hats does she have?")
        assert (first.unit, first.modifiers) == ("hat", ("green",))
        assert (second.unit, second.modifiers) == ("hat", ("yellow",))

    def test_a_singular_in_a_list_is_no_head(self) -> None:
        first, second = told("Uma baked 2 cherry and 4 lemon tarts. How many tarts did she bake?")
        assert (first.unit, first.modifiers) == ("tart", ("cherry",))
        assert (second.unit, second.modifiers) == ("tart", ("lemon",))

    def test_a_kind_is_known_by_its_members(self) -> None:
        geese, _ = told("There are 8 geese and 3 swans on a pond. How many birds are there?")
        assert "bird" in geese.kinds


class TestEvents:
    def test_a_number_takes_part_in_the_verb_it_follows_or_leads(self) -> None:
        had, left = told("A tour had 30 guests. 12 guests left. How many guests are still there?")
        assert (had.verb_class, had.role) == ("hold", "state")
        assert (left.verb_class, left.role) == ("leave", "change")

    def test_a_particle_changes_the_verb(self) -> None:
        _, out = told("A drawer held 9 spoons. Bo took 4 spoons out. How many spoons are in it?")
        assert out.verb_class == "remove"

    def test_what_is_left_is_no_leaving(self) -> None:
        _, left = told("Bo had 9 nuts. He ate some and has 4 nuts left. How many did he eat?")
        assert (left.verb_class, left.role) == ("hold", "state")

    def test_wishes_and_denials_do_not_count(self) -> None:
        found = facts("Bo wanted to see 5 films but missed 2 films. How many films did he see?")
        assert [one.related for one in found.relations[:2]] == [False, False]

    def test_a_purpose_does_not_own_the_number_before_it(self) -> None:
        used, _ = told("Bo used 8 planks to build a hut and 3 planks for a bench. How many planks?")
        assert used.verb_class == "use"

    def test_money_for_goods_is_spent_and_names_the_goods(self) -> None:
        kite, mugs = told("Bo bought a kite for $7 and spent $9 on mugs. How much did Bo spend?")
        assert (kite.verb_class, kite.item) == ("lose", "kite")
        assert (mugs.verb_class, mugs.item) == ("lose", "mug")


class TestPeople:
    def test_pronouns_mean_the_person_spoken_of(self) -> None:
        _, lost = told("Vera had 20 pins. She lost 3 pins. How many pins does Vera have?")
        assert lost.owner == "vera"

    def test_gender_tells_two_persons_apart(self) -> None:
        _, _, lost = told("Peter had 20 pins. Vera had 9 pins. He lost 3 pins. How many are left?")
        assert lost.owner == "peter"

    def test_giver_and_taker(self) -> None:
        _, given = told("Vera had 20 pins. Her uncle gave her 5 pins. How many pins has Vera?")
        assert given.owner == "uncle"
        _, bought = told("Vera had 20 pins. Ned bought 6 of Vera's pins. How many has she now?")
        assert bought.owner == "ned"

    def test_places_and_times_belong_to_their_own_number(self) -> None:
        hut, barn = told("There were 6 hens in the hut and 8 hens in the barn. How many hens?")
        assert (hut.place, barn.place) == ("hut", "barn")
        first, second = told("Ned ran 4 miles on Monday and 6 miles on Friday. How far did he run?")
        assert (first.time, second.time) == ("monday", "friday")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many pins do they have altogether?", "whole"),
        ("In total, how many pins are there?", "whole"),
        ("How many more pins does Ann have than Ben?", "difference"),
        ("How much longer is the first pin?", "difference"),
        ("What is the difference between the two?", "difference"),
        ("How many more pins does Ann need?", "need"),
        ("How many pins are left?", "remainder"),
        ("How many pins remain in the box?", "remainder"),
        ("How many pins does Ann have now?", "end"),
        ("How many pins did Ann have at first?", "start"),
        ("How many pins did Ann give to Ben?", "change"),
        ("How many guests left?", "change"),
        ("How many pins does Ann have?", "state"),
        ("How many guests did not come?", "part"),
    ],
)
def test_what_a_question_asks_for(question: str, kind: str) -> None:
    assert facts(f"Ann has 5 pins and Ben has 2 pins. {question}").question.kind == kind


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        # a stock changes: what is there at the end, what happened, what there was at first
        (
            "Nora had 18 stamps in her album. She gave 5 stamps to Leo and bought 9 more at the "
            "market. How many stamps does Nora have now?",
            22,
        ),
        (
            "There were 40 parrots in the park. 15 parrots flew away and 6 parrots joined the rest."
            " How many parrots are in the park now?",
            31,
        ),
        (
            "A bakery made 84 muffins in the morning. By noon 37 of the muffins had been sold. "
            "How many muffins were left?",
            47,
        ),
        (
            "Ivan had 50 nails. He used some nails to fix a fence. Now he has 28 nails left. "
            "How many nails did he use?",
            22,
        ),
        (
            "Ruth had 14 shells. Her aunt gave her some shells. Now Ruth has 33 shells. "
            "How many shells did her aunt give her?",
            19,
        ),
        (
            "A jar held 75 buttons. Pia took some buttons out of the jar and 48 buttons remained. "
            "How many buttons did Pia take out?",
            27,
        ),
        (
            "After giving 12 pears to her neighbor, Ada has 30 pears. "
            "How many pears did she have at first?",
            42,
        ),
        (
            "Some children were on a bus. 9 children got off and 4 got on. Now there are 20 "
            "children on the bus. How many children were on the bus at the beginning?",
            25,
        ),
        # wholes and parts
        ("A farm has 34 goats, 27 sheep and 9 dogs. How many animals are there on the farm?", 70),
        (
            "A farm has 34 goats, 27 sheep and 9 dogs. "
            "How many goats and sheep are there altogether?",
            61,
        ),
        ("There are 58 pupils in the hall. 31 of them are girls. How many boys are there?", 27),
        (
            "Tara and Eli picked 45 plums together. Tara picked 19 plums. "
            "How many plums did Eli pick?",
            26,
        ),
        (
            "A basket has 12 green apples and 17 red apples. 5 of the red apples are rotten. "
            "How many apples are in the basket?",
            29,
        ),
        # comparisons, told and asked for
        ("Maya has 41 cards. Noah has 29 cards. How many more cards has Maya than Noah?", 12),
        (
            "Maya has 41 cards. She has 6 more cards than Noah. How many cards does Noah have?",
            35,
        ),
        (
            "Maya has 41 cards. She has 6 fewer cards than Noah. How many cards does Noah have?",
            47,
        ),
        (
            "The oak is 18 meters tall. The pine is 7 meters taller than the oak. "
            "How tall is the pine?",
            25,
        ),
        (
            "A red rope is 35 feet long and a blue rope is 21 feet long. A green rope is 50 feet "
            "long. How much longer is the red rope than the blue rope?",
            14,
        ),
        (
            "It hailed 9 minutes on Monday. On Sunday it hailed 2 minutes less than on Monday. "
            "How many minutes did it hail on Sunday?",
            7,
        ),
        # goals and money
        (
            "Zoe needs 60 beads. She has 38 blue beads and 9 white beads. "
            "How many more beads does she need?",
            13,
        ),
        ("Theo has 15 points. How many more points must he score to have 40 points?", 25),
        (
            "Rita bought a pen for $4 and a book for $13. She paid with a $20 bill. "
            "How much change did she get?",
            3,
        ),
        (
            "Rita bought a pen for $4 and a book for $13. She paid with a $20 bill. "
            "How much did Rita spend?",
            17,
        ),
        # the same story with another question, and numbers that do not matter
        (
            "Ana has 7 dolls. Tina has 12 dolls. Ana gave 3 dolls to Tina. "
            "How many dolls does Tina have now?",
            15,
        ),
        (
            "Ana has 7 dolls. Tina has 12 dolls. Ana gave 3 dolls to Tina. "
            "How many dolls does Ana have now?",
            4,
        ),
        (
            "There are 24 cups on the table and 13 cups on the shelf. Lily put 6 cups on the "
            "table. How many cups are on the table now?",
            30,
        ),
        (
            "In 3 hours Max picked 45 cherries and his sister picked 38 cherries. "
            "How many cherries did they pick in total?",
            83,
        ),
        (
            "Eva wanted to buy 20 tulips but bought only 12 tulips. Her mother bought 15 tulips. "
            "How many tulips did they buy in all?",
            27,
        ),
        (
            "Finn earned $14 on Monday and $9 on Tuesday. He spent $6 on lunch. "
            "How much money did Finn earn?",
            23,
        ),
        (
            "Finn earned $14 on Monday and $9 on Tuesday. He spent $6 on lunch. "
            "How much money does Finn have left?",
            17,
        ),
        # two things compared, in two respects
        (
            "Pablo had 31 sour candies and 22 sweet candies. He ate 9 sweet candies and 14 sour "
            "candies. How many sweet candies did Pablo have left?",
            13,
        ),
        (
            "Pablo had 31 sour candies and 22 sweet candies. He ate 9 sweet candies and 14 sour "
            "candies. How many more sour candies than sweet candies did he eat?",
            5,
        ),
        (
            "Dean found 12 stamps and 50 coins at the fair. Now he has 30 stamps and 61 coins. "
            "How many more coins than stamps does he have now?",
            31,
        ),
        (
            "Dean found 12 stamps and 50 coins at the fair. Now he has 30 stamps and 61 coins. "
            "How many more coins than stamps did Dean find at the fair?",
            38,
        ),
        (
            "Jonas had 25 badges. He lost 6 badges and found 11 new ones. "
            "How many more badges did he find than those he lost?",
            5,
        ),
        (
            "The rabbit hopped 40 inches. The rabbit hopped 15 inches farther than the toad and "
            "the cricket hopped 9 inches less than the toad. How far did the cricket hop?",
            16,
        ),
        (
            "Karl's store sold 33 lamps on Friday. On Saturday it sold 48 lamps and on Sunday 20 "
            "lamps. How many fewer lamps did it sell on Sunday than on Saturday?",
            28,
        ),
        (
            "Irma got 8 letters in the morning, 5 letters in the afternoon and some more in the "
            "evening. If she got a total of 20 letters, how many did she get in the evening?",
            7,
        ),
        ("How many pears has Olga now if she had 40 pears and gave 15 pears to Sven?", 25),
        # whose, where from, where to
        (
            "Ken sold 34 papers. Lou sold 9 papers more than Ken. Moe sold 40 papers. "
            "How many papers did Ken and Moe sell together?",
            74,
        ),
        (
            "The first shelf holds 24 jars and the second shelf holds 31 jars. Nina moved 6 jars "
            "from the first shelf to the second shelf. How many jars are on the second shelf now?",
            37,
        ),
        (
            "The first shelf holds 24 jars and the second shelf holds 31 jars. Nina moved 6 jars "
            "from the first shelf to the second shelf. How many jars are on the first shelf now?",
            18,
        ),
        (
            "There were 9 cats and 6 dogs at the shelter. 4 more cats arrived and 2 dogs were "
            "adopted. How many dogs are at the shelter now?",
            4,
        ),
        ("Leo has 17 blue pens, 12 black pens and 5 red pens. How many pens are not red?", 29),
        ("Gil is 9 years old and Rob is 15 years old. How many years older is Rob than Gil?", 6),
        (
            "A library had 500 books. It bought 60 books in May and 45 books in June. "
            "How many books did it buy?",
            105,
        ),
        # in both groups, made equal, compared through a third
        (
            "16 members speak Greek and 9 members speak Dutch. 7 members speak both. "
            "How many members are in the club?",
            18,
        ),
        (
            "Rolf has 40 pins. If Rolf gives away 12 pins, he will have as many as Edda. "
            "How many pins does Edda have?",
            28,
        ),
        (
            "Ada has 90 pins. Bo has 30 pins at home and 10 pins at school. Cleo has 5 more pins "
            "than Bo. How many more pins does Ada have than Cleo?",
            45,
        ),
        ("Ivy had 12 nuts. Max brought Ivy 3 more nuts. How many nuts does Ivy have?", 15),
        # the question comes first
        ("How many figs does Ann have left? At first she had 61 figs. Ann gave 9 to Bo.", 52),
    ],
)
def test_the_story_suggests_the_answer(text: str, answer: int) -> None:
    assert suggested(text) == answer


class TestComparisonsWithoutThan:
    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("Omar has 14 stamps. Lucy has 5 more. How many stamps does Lucy have?", 19),
            ("Omar has 14 stamps. Lucy has 5 fewer. How many stamps does Lucy have?", 9),
            (
                "The old box has 14 pins. The new box has 5 more. How many has the new box?",
                19,
            ),
            ("Omar's kite is 40 cm long. Lucy's kite is 9 cm longer. How long is Lucy's kite?", 49),
            ("Omar's pole is 40 cm high. Lucy's pole is 9 cm higher. How high is Lucy's pole?", 49),
        ],
    )
    def test_the_other_owner_is_the_one_spoken_of_last(self, text: str, answer: int) -> None:
        assert told(text)[1].reference in ("omar", "omar kite", "omar pole", "old box")
        assert suggested(text) == answer

    def test_what_someone_gets_more_of_is_a_gain(self) -> None:
        _, more = told("Omar has 14 stamps. He got 5 more. How many stamps does Omar have now?")
        assert (more.role, more.reference) == ("change", "")


class TestDifferencesAskedByTheirUnit:
    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("Kim's kite flew 74 metres high and Lou's flew 58. How many metres higher did Kim's "
             "kite fly?", 16),
            ("Ines ran 14 kilometres and Omar ran 9 kilometres. How many kilometres further did "
             "Ines run?", 5),
            ("A truck drove 64 miles on Monday and 48 miles on Tuesday. How many miles further did "
             "it drive on Monday?", 16),
            ("Grandpa is 71 years old and Grandma is 66 years old. How many years older is "
             "Grandpa?", 5),
            ("Rex weighs 48 pounds. Bella weighs 31 pounds. How many pounds heavier is Rex?", 17),
            ("The melon weighs 6 kilograms and the pumpkin weighs 11 kilograms. How many kilograms "
             "lighter is the melon?", 5),
            ("It was 24 degrees on Monday and 17 degrees on Tuesday. How many degrees warmer was "
             "it on Monday?", 7),
            ("The pool is 12 metres deep and the pond is 5 metres deep. How many metres deeper is "
             "the pool?", 7),
            ("The lamp costs 35 dollars and the chair costs 52 dollars. How many dollars cheaper "
             "is the lamp than the chair?", 17),
        ],
    )  # fmt: skip
    def test_a_comparative_after_the_unit_asks_for_a_difference(
        self, text: str, answer: int
    ) -> None:
        assert suggested(text) == answer
        assert facts(text).question.kind == "difference"

    def test_a_noun_that_ends_alike_is_none(self) -> None:
        found = facts("A plumber had 9 rubber stoppers and lost 4. How many stoppers are left?")
        assert found.question.kind == "remainder"


class TestLosses:
    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("Ivo had 50 minutes. He played for 20 minutes. How many minutes are left?", 30),
        ],
    )
    def test_what_is_spent_or_lent_is_gone(self, text: str, answer: int) -> None:
        assert suggested(text) == answer

    def test_places_that_are_counted_are_no_place(self) -> None:
        drums, _ = told("In a school there are 90 drums on 4 racks. How many drums are there?")
        assert drums.place == "school"


class TestSomeOfThem:
    def test_those_in_some_condition_are_among_those_told_before(self) -> None:
        text = "There are 20 cows in a barn and 14 cows in a field. Today 3 cows were ill."
        assert told(f"{text} How many cows are there in all?")[2].role == "part"
        assert suggested(f"{text} How many cows are there in all?") == 34

    def test_a_part_by_its_name_leaves_the_other(self) -> None:
        text = "A choir has 40 singers. 15 singers are boys. How many girls are there?"
        assert suggested(text) == 25

    def test_those_told_before_may_be_kinds_of_what_is_counted(self) -> None:
        text = "There are 14 boys and 12 girls in a hall. 5 children are wearing hats."
        assert suggested(f"{text} How many children are in the hall?") == 26

    def test_those_in_no_such_condition_are_the_others(self) -> None:
        assert suggested("An inn has 80 rooms. 25 rooms are booked. How many are free?") == 55

    def test_conditions_alone_tell_all_of_them(self) -> None:
        text = "9 cows were brown. 5 cows were black. How many cows were there in all?"
        assert suggested(text) == 14


def test_what_someone_has_more_of_elsewhere_adds_up() -> None:
    text = "Omar has 14 stamps. He has 5 more in a drawer. How many stamps does Omar have?"
    assert suggested(text) == 19


class TestLabels:
    @pytest.mark.parametrize(
        ("text", "answer"),
        [
            ("Room 31 has 40 desks and room 32 has 26 desks. How many more desks has room 31?", 14),
            ("Train 4 has 50 riders. Train 9 has 30 riders. How many riders are on them?", 80),
            (
                "Ola made 6 goals in round 1 and 5 goals in round 2. How many goals did Ola make?",
                11,
            ),
            ("At 8 a.m. there were 12 vans here. At 11 a.m. 7 more came. How many vans now?", 19),
            ("On June 3 Ola ate 8 figs. On June 4 Ola ate 5 figs. How many figs did Ola eat?", 13),
            ("In 2015 there were 30 oaks. In 2018 11 oaks were planted. How many oaks now?", 41),
            ("At 8:30 there were 12 vans here. At 9:15 7 vans left. How many vans are here?", 5),
        ],
    )
    def test_labels_and_clock_times_count_nothing(self, text: str, answer: int) -> None:
        assert suggested(text) == answer

    def test_what_is_labelled_is_told_from_others_by_its_label(self) -> None:
        label, desks = told("Room 31 has 40 desks. How many desks are there?")
        assert (label.role, label.unit) == ("label", "")
        assert desks.owner == "room 31"

    def test_a_verb_after_a_label_is_not_what_is_counted(self) -> None:
        text = "Team 1 got 45 points. Team 2 got 38 points. By how many points did team 1 win?"
        assert told(text)[-1].role == "label"
        assert suggested(text) == 7

    def test_a_clock_time_may_end_the_text(self) -> None:
        (vans,) = told("How many of the 12 vans left at 9:15")
        assert (vans.value, vans.unit) == (12, "van")

    def test_labels_that_are_asked_for_count(self) -> None:
        text = "Ola began at page 12 and stopped at page 30. How many pages did Ola read?"
        assert [q.role for q in told(text) if q.role == "label"] == []

    def test_a_number_before_what_it_counts_is_no_label(self) -> None:
        (pins,) = told("In the box 3 pins were lost. How many pins were lost?")
        assert (pins.role == "label", pins.unit) == (False, "pin")


def test_a_suggestion_is_never_negative() -> None:
    assert suggested("Bo had 5 nuts. He ate 9 nuts. How many nuts does Bo have now?") >= 0


WORDS = st.sampled_from(
    [
        *(
            "Ann",
            "Ben",
            "she",
            "they",
            "3",
            "12",
            "$4",
            "red",
            "of",
            "the",
            "than",
            "more",
            "fewer",
        ),
        *("left", "gave", "to", "from", "on", "Monday", "each", "cups", "and", ",", ".", "have"),
        *("was", "not", "if", "how", "many", "much", "longer", "did", "does", "total", "rest"),
        *("both", "first", "all", "pins", "ones"),
    ]
)


@given(st.lists(WORDS, min_size=1, max_size=25))
@example(["3", "did"])
@example(["3", "pins", ",", "many", "and", "first", "cups"])
def test_whatever_can_be_read_can_be_analysed(words: list[str]) -> None:
    try:
        problem = read(" ".join(words) + "?", "en")
    except ReadingError:
        return
    found = analyse(problem)
    assert len(found.quantities) == len(problem.quantities) + 1
    assert found.quantities[found.unknown].value is None
    for world in found.worlds:
        assert world.signs[found.unknown] == -1
        assert set(world.signs) <= {-1, 0, 1}
