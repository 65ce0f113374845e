"""Reads the problems of a set of gold facts and scores what our story says."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from benchmarks.facts.scoring import QUESTION_SLOTS, SLOTS, Gold, amount_slots, question_slots
from benchmarks.facts.told import Telling, Told
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.languages.chinese.frames.understand import read_story as read_chinese
from quantity_tagger.languages.chinese.frames.understand import understand_all as understand_chinese
from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.languages.english.frames.understand import read_story as read_english
from quantity_tagger.languages.english.frames.understand import understand as understand_english
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read

FOLDER = Path(__file__).parents[2] / "tests" / "facts"
LANGUAGES = ("en", "zh")
PARTS = ("dev", "dev_2", "unread")
SLOT_NAMES = (
    "all",
    "filled",
    *SLOTS,
    "amounts",
    *(f"question {slot}" for slot in QUESTION_SLOTS),
    "question",
    "answers",
)


@dataclass
class Report:
    """Right and wrong slots of one set."""

    name: str
    right: dict[str, list[bool]] = field(default_factory=dict)
    #: slots in which the gold fact says something
    filled: list[bool] = field(default_factory=list)
    wrong: list[tuple[str, str, Gold, Told | None]] = field(default_factory=list)

    @property
    def unread(self) -> bool:
        return self.name.endswith("_unread")

    def add(self, text: str, slot: str, right: bool, gold: Gold, told: Told | None) -> None:
        self.right.setdefault(slot, []).append(right)
        if gold.get(slot.split()[-1]) and slot != "answers":
            self.filled.append(right)
        if not right and not self.unread:
            self.wrong.append((text, slot, gold, told))

    def shares(self) -> dict[str, float]:
        sums = {name: (sum(hits), len(hits)) for name, hits in self.right.items()}
        slots = [name for name in sums if name != "answers"]
        sums["question"] = _sum([sums[name] for name in slots if name.startswith("question ")])
        sums["amounts"] = _sum([sums[name] for name in SLOTS])
        sums["filled"] = sum(self.filled), len(self.filled)
        sums["all"] = _sum([sums["question"], sums["amounts"]])
        return {name: sums[name][0] / max(sums[name][1], 1) for name in SLOT_NAMES}

    def show(self, slot: str) -> None:
        """List what is wrong; an unread set keeps its failures to itself."""
        if self.unread:
            raise ValueError("The failures of an unread set are not shown.")
        last = ""
        for text, name, gold, told in self.wrong:
            if slot not in ("all", name) or name == "answers":
                continue
            if text != last:
                print(text)
                last = text
            slots = ", ".join(str(gold.get(one)) for one in ("number", "unit", "kind", "verb"))
            print(f"    {name} of {slots}: {gold.get(name.split()[-1])}; ours {_said(told)}")


def _said(told: Told | None) -> str:
    if told is None:
        return "nothing"
    kind = told.kind
    parts = [*sorted(kind.marks), *(f"not {one}" for one in sorted(kind.lacks)), kind.head]
    loci = " ".join(f"{name}:{effect}" for name, effect in told.loci)
    more = f", {sorted(told.more)} > {sorted(told.less)}" if told.more or told.less else ""
    said = [" ".join(parts), loci, told.verb, " ".join(told.times), " ".join(sorted(told.roles))]
    return " | ".join(said) + more


def measure(name: str) -> Report:
    """The facts of one set of tests/facts."""
    report = Report(name)
    with (FOLDER / f"{name}.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            _measure_one(report, json.loads(line), name[:2])
    return report


def _measure_one(report: Report, gold: Gold, language: str) -> None:
    text = gold["text"]
    try:
        problem = read(text)
    except QuantityTaggerError:
        problem = None
    if problem is None:  # what cannot be read has nothing right
        for amount in gold["quantities"]:
            for slot in SLOTS:
                report.add(text, slot, False, amount, None)
        for slot in QUESTION_SLOTS:
            report.add(text, f"question {slot}", False, gold["question"], None)
        report.add(text, "answers", False, gold, None)
        return
    telling, answer = _telling(problem, language)
    report.add(text, "answers", answer == Fraction(gold["answer"]), gold, None)
    for amount, place in zip(gold["quantities"], aligned(gold, problem), strict=True):
        told = telling.name(amount["number"]) if place is None else telling.amount(place)
        for slot, right in amount_slots(amount, told, telling, gold).items():
            report.add(text, slot, right, amount, told)
    told = telling.question()
    for slot, right in question_slots(gold["question"], told, telling).items():
        report.add(text, f"question {slot}", right, gold["question"], told)


def _telling(problem: Problem, language: str) -> tuple[Telling, Fraction | int | None]:
    if language == "en":
        story, readings = (
            read_english(problem, tree_of(problem)),
            understand_english(problem),
        )
    else:
        understood = understand_chinese([problem])[0]  # in plainer words where there are such
        story, readings = understood.story or read_chinese(problem), understood.candidates
    return Telling(problem, story, readings), readings[0].answer if readings else None


def aligned(gold: Gold, problem: Problem) -> list[int | None]:
    """For each gold amount the quantity of the problem that is meant, in order."""
    found: list[int | None] = []
    start = 0
    for amount in gold["quantities"]:
        places = range(start, len(problem.quantities))
        place = next((n for n in places if _same(amount["number"], problem, n)), None)
        found.append(place)
        start = start if place is None else place + 1
    return found


def _same(number: str, problem: Problem, place: int) -> bool:
    quantity = problem.quantities[place]
    if quantity.text == number:
        return True
    try:
        return Fraction(number.replace(",", "")) == quantity.value
    except ValueError:
        return False


def _sum(counts: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(right for right, _ in counts), sum(total for _, total in counts)
