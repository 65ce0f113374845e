"""Facts of short stories of our own, slot by slot."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.languages.english.frames.understand import read_story, understand
from quantity_tagger.reading import read
from quantity_tagger.situation.facts import Fact, Question

ASKED = "How many are there now?"


def facts(text: str) -> tuple[dict[int, Fact], Question]:
    problem = read(text)
    story = read_story(problem, tree_of(problem))
    return {f.amount.quantity: f for f in story.facts if f.amount.quantity is not None}, (
        story.question
    )


@pytest.mark.parametrize(
    ("text", "place", "slots"),
    [
        # a thing and its measure
        ("She bought a shelf 90 cm long.", 0, {"effect": "state", "holder": "shelf"}),
        ("Greta, aged 66, owns 7 boats.", 0, {"effect": "state", "holder": "greta"}),
        # parts after a colon
        (
            "The cook packed 30 buns into a basket: 11 rolls and 19 bagels.",
            1,
            {"effect": "state", "place": "basket"},
        ),
        # what is entered is the place, not where or when it happened
        ("Twelve hikers boarded the ferry at Pine Pier.", 0, {"effect": "come", "place": "ferry"}),
        ("Nine clerks left the bank at 5 o'clock.", 0, {"effect": "leave", "place": "bank"}),
        # what goes on without its verb
        (
            "On Monday 45 people visited the mill, and on Friday 72 did.",
            1,
            {"effect": "come", "said": "visit"},
        ),
        (
            "In the morning 25 cakes were sold and in the afternoon 14.",
            1,
            {"effect": "give", "said": "sell"},
        ),
        ("A lamp costs $30 and a pair of socks $4.", 1, {"holder": "sock"}),
        # from one place to another, from the only place that is told
        (
            "In room 3 there are 40 chairs. The porter carried 12 chairs to room 5.",
            2,
            {"effect": "give", "holder": "room 3"},
        ),
        ("A bowl holds 33 cherries. Ugo took 9.", 1, {"effect": "take", "source": "bowl"}),
        # who speaks, also without a verb of saying
        ('"I own 14 hats," said Ines.', 0, {"holder": "ines"}),
        ("Ines: I own 14 hats.", 0, {"holder": "ines"}),
        # those who are told with their number
        ("Ines and her two aunts caught 15 eels.", 1, {"holder": "ines+aunt"}),
        # a place where something happens, of which nothing else is told
        ("A tram carried 50 people. In Bray 8 got off.", 1, {"effect": "leave", "place": ""}),
        # where a relative clause says
        ("Somebody took 9 of the 40 figs that lay in our bowl.", 1, {"place": "we bowl"}),
        ("The choir, to which 14 boys belong, is old.", 0, {"place": "choir"}),
        # of him who is told by his kin, and by a possessive alone
        ("The tailor's son sewed 9 caps, and he himself sewed 30.", 1, {"holder": "tailor"}),
        ("In Ugo's hut are 5 beds, in his aunt's 8.", 1, {"place": "aunt hut"}),
        ("The cousins Ugo and Ines own kites: Ugo 7 and Ines 9.", 0, {"holder": "ugo"}),
        # what is thrown somewhere is had no more
        ("Ugo had 20 nuts. He dropped 6 into a well.", 1, {"effect": "give", "holder": "ugo"}),
        ("Ugo counted 40 cows, and 9 of the cows were calves.", 1, {"effect": "state"}),
        ("Ugo owns 30 bowls, and 9 of them are made of clay.", 1, {"effect": "state"}),
        ("The left cupboard holds 9 cups.", 0, {"holder": "left cupboard"}),
        ("Aunt May baked 9 pies.", 0, {"holder": "May"}),
        ("Ugo has 9 plums and 4 helpers handed out soup.", 1, {"place": ""}),
        # measures of what was told
        ("A pot holds 900 ml of soup. Ugo ate 300 ml.", 1, {"effect": "lose"}),
        ("Ada had $90 in her account. She withdrew $25.", 1, {"effect": "remove"}),
        ("Dad cut a pie into 8 pieces.", 0, {"effect": "make"}),
        # prices
        (
            "Ugo bought a scarf for $15 and boots for $40.",
            1,
            {"extras": frozenset({"price", "boot"})},
        ),
        ("Six stools cost $90.", 0, {"effect": "do"}),
        # goals and doings
        ("Vera's target was 80 pages.", 0, {"effect": "need", "holder": "vera"}),
        ("Forty cakes are wanted for the fair.", 0, {"effect": "need"}),
        ("Vera swam 14 laps.", 0, {"effect": "do"}),
        ("Brown hens make up 13 of these.", 0, {"effect": "state", "holder": ""}),
        # two who share, and all in all
        ("Otto and Ida share 34 comics.", 0, {"effect": "state"}),
        ("In all she wrote 22 letters.", 0, {"total": True}),
        # names and times that end in s or stand at first
        ("Mats has 6 pens.", 0, {"holder": "mats"}),
        ("At first 31 gulls sat on the pier.", 0, {"place": "pier"}),
        (
            "This week Nora sold 18 mugs and last week 45.",
            1,
            {"holder": "nora", "effect": "give"},
        ),
        # the verb that was said
        ("Ugo plans to plant 20 trees.", 0, {"said": "plan", "verb": "plant"}),
        ("Ugo has to plant 20 trees.", 0, {"said": "plant"}),
        ("There were 9 eggs. 4 eggs were left.", 1, {"said": "be"}),
    ],
)
def test_facts(text: str, place: int, slots: dict[str, object]) -> None:
    fact = facts(f"{text} {ASKED}")[0][place]
    assert {name: getattr(fact, name) for name in slots} == slots


def test_modifiers_are_of_the_thing() -> None:
    told, _ = facts(f"At first 31 gulls sat on the pier. {ASKED}")
    assert told[0].kind.marks == frozenset()
    told, _ = facts(f"A pot holds 900 ml of soup. Ugo ate 300 ml. {ASKED}")
    assert told[1].kind.head == "soup"


def test_what_there_is_after_something_is_the_end() -> None:
    told, _ = facts("After Ugo had eaten 6 figs, there were 20 figs. How many were there at first?")
    assert told[1].time.phase == "end"


def test_a_leading_time_holds_for_both_clauses() -> None:
    told, _ = facts(f"A hotel had 60 guests. On Friday 9 left and 12 arrived. {ASKED}")
    assert told[2].time.label == "friday"


def test_who_left_is_gone_and_what_is_left_is_there() -> None:
    _, question = facts("There were 30 girls. Now there are 12. How many girls have left?")
    assert question.fact.effect == "leave"
    _, question = facts("Ugo had 30 nuts and ate 12. How many nuts has he left?")
    assert question.fact.effect == "state"


def test_whose_they_are_that_are_asked_for() -> None:
    _, question = facts(
        "A barn holds 22 saws. Eight of them belong to Ugo. How many saws belong to the smith?"
    )
    assert question.fact.holder == "smith" or question.unmet == ("smith",)


def test_a_stock_told_again_is_its_end() -> None:
    told, _ = facts(
        "Ugo had 41 nuts. After he fed some nuts to a bird, he had 26 nuts. How many did he feed?"
    )
    assert told[1].time.phase == "end"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Ugo has 21 marbles. If he wins 6 more, he will have as many as Nils. "
            "How many marbles does Nils have?",
            27,
        ),
        (
            "There were 18 people in the queue. Later there were 31 people in the queue. "
            "How many people joined the queue?",
            13,
        ),
        (
            "Ada had $64 in her account. She withdrew $20 and later deposited $35. "
            "How much money is in her account now?",
            79,
        ),
    ],
)
def test_answers(text: str, answer: int) -> None:
    assert understand(read(text))[0].answer == answer


@pytest.mark.parametrize(
    ("asked", "slots"),
    [
        ("How many apples does Ugo have left?", {"said": "have"}),
        ("How many apples has Ugo got?", {"said": "have"}),
        ("How many apples does Ugo own?", {"said": "own"}),
        ("How many apples are left?", {"said": "be"}),
    ],
)
def test_the_verb_of_a_question(asked: str, slots: dict[str, str]) -> None:
    _, question = facts(f"Ugo had 20 apples. He ate 5 apples. {asked}")
    assert {name: getattr(question.fact, name) for name in slots} == slots


def test_a_question_keeps_what_it_names() -> None:
    _, question = facts(
        "Forty men and 55 women took part in the race. How many tall runners sat on the bench?"
    )
    assert (question.named.head, question.named.marks) == ("runner", {"tall"})
    assert question.unmet == ("bench",)


def test_an_elided_noun_keeps_its_modifiers() -> None:
    _, question = facts("Ugo got 13 toy cars. Now he has 28 toy cars. How many did he have?")
    assert question.named.marks == {"toy"}
