"""Families of statements, told without any language."""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.situation.doubts import doubts
from quantity_tagger.situation.facts import Amount, Fact, Kind, Question, Side, Story, Time
from quantity_tagger.situation.families.atoms import Count, overlap
from quantity_tagger.situation.families.gross import weighed
from quantity_tagger.situation.families.operands import Sum
from quantity_tagger.situation.families.ranks import row
from quantity_tagger.situation.families.walks import walk
from quantity_tagger.situation.understand import Candidate, understand

BEAD = Kind("bead")
MONEY = Kind("money", measure=True)


def numbers(*values: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


def shares(found: Candidate | None) -> tuple[list[int], int]:
    assert found is not None
    return list(map(int, found.coefficients)), int(found.constant)


def first(facts: list[Fact], question: Question, *values: int) -> Candidate:
    people = frozenset(["ann", "ben"])
    story = Story(tuple(facts), question, numbers(*values), people=people)
    return understand(story, doubts)[0]


def test_both_follows_from_all_and_neither() -> None:
    one, two = frozenset([0]), frozenset([1])
    both = one | two
    counts = [Count("all", both, 0), Count("in", one, 1), Count("in", two, 2)]
    counts += [Count("none", both, 3), Count("joint", both, None)]
    found = overlap(counts, 2, numbers(40, 22, 19, 8), everybody_in=False)
    assert shares(found) == ([-1, 1, 1, 1], 0)


def test_three_sets_have_seven_atoms() -> None:
    sets = [frozenset([n]) for n in range(3)]
    pairs = [sets[0] | sets[1], sets[0] | sets[2], sets[1] | sets[2]]
    counts = [Count("in", one, n) for n, one in enumerate(sets)]
    counts += [Count("joint", pair, 3 + n) for n, pair in enumerate(pairs)]
    every = frozenset([0, 1, 2])
    counts += [Count("joint", every, 6), Count("any", every, None)]
    found = overlap(counts, 3, numbers(20, 18, 15, 7, 6, 5, 2), everybody_in=True)
    assert shares(found) == ([1, 1, 1, -1, -1, -1, 1], 0)


def test_a_misread_subtrahend() -> None:
    book = Sum("-")
    book.changed.add("second")
    book.equal(book.operand("second", 0), 0)
    book.equal(book.operand("second", 1), 1)
    book.equal(book.operand("result", 1), 2)
    book.equal(book.operand("result", 0), None)
    assert shares(book.solve(numbers(27, 72, 14))) == ([-1, 1, 1], 0)


def test_a_row_counts_oneself() -> None:
    assert shares(row({"rank": 0, "rank from the end": 1}, "all", numbers(7, 9))) == ([1, 1], -1)
    assert shares(row({"before": 0, "behind": 1}, "all", numbers(4, 9))) == ([1, 1], 1)


def test_a_walk_back_past_the_start() -> None:
    assert shares(walk([(0, 1), (1, -1)], numbers(30, 45))) == ([-1, 1], 0)


def test_gross_and_net() -> None:
    told = weighed({"gross": 0, "container": 1, "taken": 2}, "net later", numbers(32, 2, 14))
    assert shares(told) == ([1, -1, -1], 0)


def test_who_gets_has_more() -> None:
    facts = [
        Fact(Amount(0), "state", BEAD, "have", "ann"),
        Fact(Amount(1), "state", BEAD, "have", "ben"),
        Fact(Amount(2), "give", BEAD, "give", "ann", to="ben"),
    ]
    asked = Question(Fact(Amount(), "state", BEAD, "have", "ben"))
    assert shares(first(facts, asked, 35, 21, 8)) == ([0, 1, 1], 0)


def test_what_was_lost_was_there_at_the_start() -> None:
    facts = [
        Fact(Amount(0), "lose", BEAD, "lose", "ann"),
        Fact(Amount(1), "state", BEAD, "left", "ann", extras=frozenset(["left"])),
    ]
    asked = Question(Fact(Amount(), "state", BEAD, "have", "ann"), cues=frozenset(["start"]))
    assert shares(first(facts, asked, 12, 30)) == ([1, 1], 0)


def test_comparisons_meet_in_an_amount_that_nobody_told() -> None:
    facts = [
        Fact(Amount(0), "state", BEAD, "have", "ann", than=Side(holder="cai"), sign=1),
        Fact(Amount(1), "state", BEAD, "have", "ben", than=Side(holder="cai"), sign=-1),
        Fact(Amount(2), "state", BEAD, "have", "ben"),
    ]
    asked = Question(Fact(Amount(), "state", BEAD, "have", "ann"))
    assert shares(first(facts, asked, 7, 5, 20)) == ([1, 1, 1], 0)


def test_a_purse_pays_prices_and_gets_change() -> None:
    facts = [
        Fact(Amount(0), "state", MONEY, "cost", "ball", extras=frozenset(["price"])),
        Fact(Amount(1), "give", MONEY, "pay", "ann", extras=frozenset(["purse"])),
    ]
    asked = Question(Fact(Amount(), "state", MONEY, "back"), cues=frozenset(["change"]))
    assert shares(first(facts, asked, 63, 80)) == ([-1, 1], 0)


def test_ages_grow_together() -> None:
    age = Kind("age", measure=True)
    then = Time("then", shift=Amount(), shift_sign=1)
    facts = [
        Fact(Amount(0), "state", age, "be", "ann"),
        Fact(Amount(1), "state", age, "be", "ben", time=then),
        Fact(Amount(2), "state", age, "be", "ben"),
    ]
    asked = Question(Fact(Amount(), "state", age, "be", "ann", time=then))
    assert shares(first(facts, asked, 35, 20, 8)) == ([1, 1, -1], 0)
