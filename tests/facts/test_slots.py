"""Facts against what people wrote down: floors for each half, and what the measure itself does."""

from __future__ import annotations

import json

import pytest
from benchmarks.facts import measure as facts
from benchmarks.facts.__main__ import main

from quantity_tagger.reading import read

#: Percent of right slots that may not be lost again.
FLOORS = {
    "en_dev": {"all": 96, "holder": 92, "effect": 96, "question": 95.5},
    "en_unread": {"all": 93.5, "holder": 89, "effect": 94.5, "question": 93},
    "zh_dev": {"all": 96.7, "holder": 95.5, "effect": 95.5, "question": 95.5},
    "zh_unread": {"all": 92.5, "holder": 88, "effect": 93.5, "question": 91.5},
}


@pytest.mark.parametrize("name", FLOORS)
def test_facts_are_right(name: str) -> None:
    shares = facts.measure(name).shares()
    low = {slot: shares[slot] for slot, floor in FLOORS[name].items() if 100 * shares[slot] < floor}
    assert low == {}


def test_there_are_enough_problems() -> None:
    counts = {
        name: len((facts.FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
        for name in FLOORS
    }
    assert counts["en_dev"] + counts["en_unread"] >= 250
    assert counts["zh_dev"] + counts["zh_unread"] >= 200


def test_failures_of_an_unread_set_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    report = facts.measure("zh_unread")
    assert report.wrong == []
    with pytest.raises(ValueError, match="not shown"):
        report.show("all")
    assert capsys.readouterr().out == ""


def test_failures_of_a_development_set_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    facts.measure("en_dev").show("holder")
    shown = capsys.readouterr().out
    assert "holder of" in shown
    assert "time of" not in shown


def test_the_figures_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["zh", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures["facts"]) == {"zh_dev", "zh_dev_2", "zh_unread"}
    assert set(figures["facts"]["zh_dev"]) == set(facts.SLOT_NAMES)


def test_another_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["eo"])
    assert "there are facts in en and zh alone" in capsys.readouterr().err


def _score(text: str, amount: dict[str, object], question: dict[str, object]) -> dict[str, bool]:
    """Which slots of the first amount are right, of a problem written here."""
    report = facts.Report("en_dev")
    gold = {"text": text, "answer": "1", "quantities": [amount], "question": question}
    facts._measure_one(report, gold, "en")
    return {slot: hits[0] for slot, hits in report.right.items()}


AMOUNT: dict[str, object] = {
    "number": "9",
    "unit": "plum",
    "kind": [],
    "holder": "Vera",
    "verb": "have",
    "effect": "state",
    "time": None,
    "role": "state",
    "than": None,
}
QUESTION: dict[str, object] = {
    "asks": "state",
    "unit": "plum",
    "kind": [],
    "holder": "Vera",
    "verb": "have",
    "time": "end",
    "than": None,
}
TEXT = "Vera had 9 plums. She ate 4 plums. How many plums does Vera have left?"


def test_right_slots_are_right() -> None:
    score = _score(TEXT, AMOUNT, QUESTION)
    assert [slot for slot in facts.SLOTS if not score[slot]] == []


@pytest.mark.parametrize(
    ("slot", "value"),
    [
        ("unit", "pear"),
        ("kind", ["red"]),
        ("holder", "Otto"),
        ("verb", "lose"),
        ("effect", "lose"),
        ("time", "monday"),
        ("role", "goal"),
        ("than", {"more": "Vera", "less": "Otto"}),
    ],
)
def test_a_wrong_slot_is_wrong_alone(slot: str, value: object) -> None:
    score = _score(TEXT, AMOUNT | {slot: value}, QUESTION)
    assert [name for name in facts.SLOTS if not score[name]] == [slot]


@pytest.mark.parametrize(
    ("slot", "value"),
    [
        ("asks", "difference"),
        ("unit", "pear"),
        ("kind", ["red"]),
        ("holder", "Otto"),
        ("time", "start"),
        ("than", {"more": "Vera", "less": "Otto"}),
    ],
)
def test_a_wrong_slot_of_the_question_is_wrong(slot: str, value: object) -> None:
    right = _score(TEXT, AMOUNT, QUESTION)
    wrong = _score(TEXT, AMOUNT, QUESTION | {slot: value})
    assert right[f"question {slot}"]
    assert not wrong[f"question {slot}"]


def test_a_number_in_a_name_tells_what_it_counts() -> None:
    text = "五(1)班有45人，五(2)班有43人，两个班一共有多少人？"
    telling, _ = facts._telling(read(text, "zh"), "zh")
    assert telling.name("两").kind.head == "班"
    assert "#班" in telling.amount(0).kind.ups
