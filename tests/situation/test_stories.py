"""Stories written as facts, without any language: what the situation makes of them."""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.situation.facts import Amount, Fact, Kind, Question, Side, Story, Time
from quantity_tagger.situation.understand import Candidate, understand

PEN = Kind("pen")


def told(quantity: int, effect: str, **slots: object) -> Fact:
    return Fact(Amount(quantity), effect, **{"kind": PEN, **slots})  # type: ignore[arg-type]


def first(facts: list[Fact], asked: Fact, values: list[int], **more: object) -> Candidate:
    slots = {name: more.pop(name) for name in ("form", "cues") if name in more}
    question = Question(asked, **slots)  # type: ignore[arg-type]
    numbers = tuple(map(Fraction, values))
    return understand(Story(tuple(facts), question, numbers, **more))[0]  # type: ignore[arg-type]


def asked(effect: str = "state", **slots: object) -> Fact:
    return Fact(Amount(), effect, **{"kind": PEN, **slots})  # type: ignore[arg-type]


PEOPLE = frozenset(["ann", "ben", "both"])


def test_losses_and_gains_change_a_stock() -> None:
    facts = [
        told(0, "state", holder="ann"),
        told(1, "lose", holder="ann"),
        told(2, "gain", holder="ann"),
    ]
    assert first(facts, asked(holder="ann"), [10, 3, 2]).signs == (1, -1, 1)


def test_the_start_is_found_from_the_end() -> None:
    facts = [told(0, "lose", holder="ann"), told(1, "state", holder="ann", time=Time(phase="end"))]
    found = first(facts, asked(holder="ann"), [8, 19], cues=frozenset(["start"]))
    assert found.signs == (1, 1)


def test_an_unknown_flow_is_what_the_states_leave() -> None:
    facts = [
        told(0, "make", holder="ann"),
        told(1, "make", holder="ann"),
        told(2, "state", holder="ann", time=Time(phase="end")),
    ]
    assert first(facts, asked("give", holder="ann", verb="sell"), [120, 85, 40]).signs == (1, 1, -1)


def test_another_holder_plays_no_part() -> None:
    facts = [
        told(0, "state", holder="ann"),
        told(1, "state", holder="ben"),
        told(2, "lose", holder="ann"),
        told(3, "gain", holder="ben"),
    ]
    found = first(facts, asked(holder="ann"), [40, 25, 12, 9], people=PEOPLE)
    assert found.signs == (1, 0, -1, 0)


def test_a_transfer_moves_both_stocks() -> None:
    facts = [
        told(0, "state", holder="ann"),
        told(1, "state", holder="ben"),
        told(2, "give", holder="ann", to="ben"),
    ]
    assert first(facts, asked(holder="ben"), [16, 10, 4], people=PEOPLE).signs == (0, 1, 1)
    together = asked(holder="both")
    groups = {"both": ("ann", "ben")}
    found = first(facts, together, [16, 10, 4], people=PEOPLE, groups=groups)
    assert found.signs == (1, 1, 0)


def test_a_compared_stock_may_count_twice() -> None:
    facts = [
        told(0, "state", holder="ann"),
        told(1, "state", holder="ann", than=Side(holder="ben"), sign=1),
    ]
    groups = {"both": ("ann", "ben")}
    found = first(facts, asked(holder="both"), [45, 17], people=PEOPLE, groups=groups)
    assert found.coefficients == (2, -1)
    assert found.signs is None


def test_parts_of_a_kind_make_up_the_whole() -> None:
    red = Kind("pen", frozenset(["red"]))
    blue = Kind("pen", frozenset(["blue"]))
    facts = [told(0, "state"), told(1, "state", kind=red, of=PEN)]
    assert first(facts, asked(kind=blue), [20, 12]).signs == (1, -1)
    facts = [told(0, "state", kind=red), told(1, "state", kind=blue)]
    assert first(facts, asked(), [5, 6]).signs == (1, 1)


def test_units_are_brought_together() -> None:
    length = Kind("length", measure=True)
    facts = [
        Fact(Amount(0, scale=Fraction(100)), "state", length, holder="plank"),
        Fact(Amount(1), "remove", length, holder="plank"),
    ]
    found = first(facts, Fact(Amount(), "state", length, holder="plank"), [3, 45])
    assert found.coefficients == (100, -1)
    assert found.answer == 255


def test_oneself_stands_in_the_queue() -> None:
    facts = [
        told(0, "state", extras=frozenset(["front"])),
        told(1, "state", extras=frozenset(["behind"])),
    ]
    found = first(facts, asked(), [14, 6])
    assert (found.coefficients, found.constant) == ((1, 1), 1)
    assert found.constants == (("oneself", 1),)


def test_ages_grow_by_the_same_years() -> None:
    age = Kind("age", measure=True)
    facts = [told(0, "state", kind=age, holder="ann"), told(1, "state", kind=age, holder="ben")]
    later = Time("later", shift=Amount(2), shift_sign=1)
    wanted = asked(kind=age, holder="ann", time=later, than=Side(holder="ben"), sign=1)
    found = first(facts, wanted, [35, 8, 5], people=PEOPLE, form="difference")
    assert found.signs == (1, -1, 0)
