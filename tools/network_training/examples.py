"""What the network learns from: problems as it sees them, with the signs that are right."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from stories import CURRICULUM, WEIGHED, Told, is_weighed, stories

from quantity_tagger import languages
from quantity_tagger.datasets import load
from quantity_tagger.datasets.gold import gold_signs
from quantity_tagger.neural.sign_network import Described
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read_all
from quantity_tagger.reading.analysis import understood_all
from quantity_tagger.reading.weighing import MOST
from quantity_tagger.reading.wording import described

LONGEST = 200
PART = 512


class Example(NamedTuple):
    """``gold`` are the right signs; the problems of a ``family`` tell one story; ``held_out``
    examples show how much was learnt; ``taught`` is what a teacher gives each assignment of signs,
    in thousandths.
    """

    problem: Described
    sizes: list[float]
    gold: list[list[int]]
    family: str
    held_out: bool
    taught: Sequence[int] = ()


def make(language: str, workers: int) -> list[Example]:
    """All examples of a language: its stories and most of its everyday problems."""
    told = {one.text: one for one in stories(language)}
    texts = [(text, is_weighed(one.story, WEIGHED[0])) for text, one in told.items()]
    everyday = {one.text: one for one in load(CURRICULUM / f"everyday_{language}.jsonl")}
    texts += [(text, False) for text in everyday if not is_weighed(text, WEIGHED[1])]
    parts = [(language, texts[at : at + PART], told) for at in range(0, len(texts), PART)]
    with get_context("fork").Pool(workers) as pool:
        found = pool.starmap(_examples, parts, 1)
    return [example for part in found for example in part]


def _examples(
    language: str, texts: Sequence[tuple[str, bool]], told: dict[str, Told]
) -> list[Example]:
    everyday = {one.text: one for one in load(CURRICULUM / f"everyday_{language}.jsonl")}
    problems = [
        (problem, held_out)
        for problem, (_, held_out) in zip(
            read_all([text for text, _ in texts], language), texts, strict=True
        )
        if isinstance(problem, Problem) and 1 <= len(problem.quantities) <= MOST
    ]
    effect = languages.get(language).verb_effect
    found = []
    facts = understood_all([problem for problem, _ in problems])
    for (problem, held_out), its in zip(problems, facts, strict=True):
        story = told.get(problem.text)
        if story is not None:
            gold = story.signs(problem)
        else:
            signs = gold_signs(everyday[problem.text], problem)
            gold = [] if signs is None else [signs]
        seen = described(problem, its, effect)
        if gold and len(seen.names) <= LONGEST:
            sizes = [float(one.value) for one in problem.quantities]
            family = story.story if story else problem.text
            found.append(Example(seen, sizes, [[*signs] for signs in gold], family, held_out))
    return found


def save(examples: Iterable[Example], path: Path) -> None:
    """One example a line, so that another machine can learn from them."""
    with lzma.open(path, "wt", encoding="utf-8", preset=3) as file:
        for one in examples:
            seen = one.problem
            question = [seen.question.start, seen.question.stop]
            row = [[seen.names, seen.groups, seen.heads, question, seen.quantities], *one[1:]]
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def read(path: Path) -> list[Example]:
    """The examples of a file."""
    found = []
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            (names, groups, heads, question, quantities), *rest = json.loads(line)
            seen = Described(names, groups, heads, range(*question), quantities)
            found.append(Example(seen, *rest))
    return found
