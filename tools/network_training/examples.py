"""What the network learns from: problems as it sees them, with the signs that are right."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from stories import CURRICULUM, WEIGHED, Told, is_weighed, stories

from quantity_tagger import languages
from quantity_tagger.confidence.verdict import OK
from quantity_tagger.datasets import Record, load
from quantity_tagger.datasets.gold import gold_signs
from quantity_tagger.neural.sign_network import (
    ONE_LESS,
    ONE_MORE,
    OTHER,
    PLAIN,
    TWICE,
    Described,
)
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read_all
from quantity_tagger.reading.analysis import understood_all
from quantity_tagger.reading.weighing import MOST
from quantity_tagger.reading.wording import described
from quantity_tagger.signs import SIGNS

LONGEST = 200
DRAWS = 2
"""Of how many draws of a story's wordings each question is asked."""
PART = 512

Signs = tuple[int, ...]

_LACKING = {"twice": range(TWICE, TWICE + MOST), "unsaid": range(ONE_MORE, ONE_LESS + 1)}
"""The forms that the equations of problems of a kind have."""

_UNSAID = {0: PLAIN, 1: ONE_MORE, -1: ONE_LESS}


class Example(NamedTuple):
    """``gold`` are the right signs, none where these in one of the ``forms`` do not write the
    equation; the problems of a ``family`` tell one story; ``held_out`` examples show how much was
    learnt; ``forms`` are those that the equation may have.
    """

    language: str
    problem: Described
    sizes: list[float]
    gold: list[list[int]]
    family: str
    held_out: bool
    in_scope: bool
    forms: tuple[int, ...]


def make(language: str, workers: int) -> Iterator[Example]:
    """All examples of a language: its stories, most of its everyday problems, and those that are
    beyond signs or out of scope.
    """
    told = [(one, is_weighed(one.story, WEIGHED[0])) for one in stories(language, DRAWS)]
    known = {one.text for one, _ in told}
    for name in ("everyday", "beyond", "scope"):
        for file in sorted(CURRICULUM.glob(f"{name}_{language}*.jsonl")):
            told += [
                (one, False)
                for one in load(file)
                if one.text not in known and not is_weighed(one.text, WEIGHED[1])
            ]
    parts = [(language, told[at : at + PART]) for at in range(0, len(told), PART)]
    with get_context("fork").Pool(workers) as pool:
        for found in pool.imap(_examples, parts):
            yield from found


def _examples(part: tuple[str, Sequence[tuple[Told | Record, bool]]]) -> list[Example]:
    language, told = part
    known = {one.text: (one, held_out) for one, held_out in told}
    problems = [
        problem
        for problem in read_all(list(known), language)
        if isinstance(problem, Problem) and 1 <= len(problem.quantities) <= MOST
    ]
    effect = languages.get(language).verb_effect
    found = []
    for problem, facts in zip(problems, understood_all(problems), strict=True):
        one, held_out = known[problem.text]
        seen = described(problem, facts, effect)
        gold, in_scope, forms = _gold(one, problem)
        if len(seen.names) <= LONGEST and (gold or isinstance(one, Record)):
            sizes = [float(one.value) for one in problem.quantities]
            family = one.story if isinstance(one, Told) else one.text
            found.append(Example(language, seen, sizes, gold, family, held_out, in_scope, forms))
    return found


def _gold(one: Told | Record, problem: Problem) -> tuple[list[list[int]], bool, tuple[int, ...]]:
    """The right signs, whether the problem is in scope, and the forms of its equation."""
    if isinstance(one, Told):
        unsaid = _UNSAID.get(one.unsaid, OTHER)
        found = [
            (signs, unsaid if place is None else TWICE + place if unsaid == PLAIN else OTHER)
            for signs, place in one.signs(problem)
        ]
        gold = dict.fromkeys(signs for signs, form in found if form != OTHER)
        return [[*signs] for signs in gold], True, tuple(sorted({form for _, form in found}))
    if one.extra.get("scope", OK) != OK:
        return [], False, (OTHER,)
    written = _written(problem, one.answer)
    wanted = _LACKING.get(str(one.extra.get("kind")))
    if wanted is None:
        signs = gold_signs(one, problem)
        if signs is not None:
            return [[*signs]], True, (PLAIN,)
        return [], True, (OTHER, *(form for form in written if form != PLAIN))
    forms = [form for form in written if form in wanted]
    signs_of = {tuple(signs): None for form in forms for signs in written[form]}
    return [[*signs] for signs in signs_of], True, tuple(forms) or (OTHER,)


def _written(problem: Problem, answer: Fraction) -> dict[int, list[Signs]]:
    """All that gives the answer: the signs by the form of the equation."""
    values = [one.value for one in problem.quantities]
    found: dict[int, list[Signs]] = {}
    for signs in product(SIGNS, repeat=len(values)):
        parts = [sign * value for sign, value in zip(signs, values, strict=True)]
        lacks = answer - sum(parts)
        if lacks == 0:
            found.setdefault(PLAIN, []).append(signs)
        if abs(lacks) == 1 and any(signs):
            found.setdefault(ONE_MORE if lacks == 1 else ONE_LESS, []).append(signs)
        for at, part in enumerate(parts):
            if part and part == lacks:
                found.setdefault(TWICE + at, []).append(signs)
    return found


def save(examples: Iterable[Example], path: Path) -> Iterator[Example]:
    """Write one example a line, so that another machine can learn from them; each is handed on."""
    with lzma.open(path, "wt", encoding="utf-8", preset=3) as file:
        for one in examples:
            seen = one.problem
            question = [seen.question.start, seen.question.stop]
            words = [seen.names, seen.groups, seen.heads, question, seen.quantities]
            row = [one.language, words, *one[2:]]
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            yield one


def from_line(line: str) -> Example:
    """The example of a line."""
    language, (names, groups, heads, question, quantities), *rest = json.loads(line)
    seen = Described(names, groups, heads, range(*question), quantities)
    return Example(language, seen, *rest)
