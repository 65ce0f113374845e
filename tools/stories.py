"""The stories of the curriculum: each with several questions, or told again with another unknown.

``curriculum/stories_*.jsonl`` has a story a line: ``story`` and what is asked of it (``ask``), and
problems that tell it anew (``tell``), each with the arithmetic that answers it: signed numbers of
the text, one of them twice if need be, and ``(1)`` for a one that goes unsaid. Where a sentence,
a question or a whole problem is a list, these are wordings of the same: each wording of a question
is asked once, of sentences in wordings that are drawn for it. The network learns from most stories,
the models that weigh its opinion from the others.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from quantity_tagger import languages
from quantity_tagger.datasets import load
from quantity_tagger.datasets.record import Record
from quantity_tagger.problem.problem import Problem
from quantity_tagger.signs import SIGNS

CURRICULUM = Path(__file__).resolve().parent.parent / "curriculum"
_TERM = re.compile(r"([+-]?)(?:(\d+(?:\.\d+)?)|\(1\))")
_QUESTION_MARK = re.compile("[?？]")
WEIGHED = 10, 3
"""Of stories one in ten, and of everyday problems and of those out of scope one in three, is kept
from the network."""

LEARNT_BY_MODELS = 60
"""Of the stories one in so many is for the models that weigh the network, which learn from plainer
problems too; what is between is for measuring."""


class Told(NamedTuple):
    """A problem of a story, the signed numbers that answer it, and what goes unsaid."""

    story: str
    text: str
    terms: tuple[Fraction, ...]
    unsaid: int = 0

    @property
    def answer(self) -> Fraction:
        return sum(self.terms, Fraction(self.unsaid))

    def signs(self, problem: Problem) -> list[tuple[tuple[int, ...], int | None]]:
        """The signs of the problem's quantities that give these terms, and the place of the one
        that is needed twice, if there is one.
        """
        values = [one.value for one in problem.quantities]
        wanted = sorted(self.terms)
        can_be = [[sign for sign in SIGNS if not sign or sign * v in wanted] for v in values]
        found: list[tuple[tuple[int, ...], int | None]] = []
        for signs in product(*can_be):
            used = [sign * v for sign, v in zip(signs, values, strict=True) if sign]
            if sorted(used) == wanted:
                found.append((signs, None))
            elif len(used) + 1 == len(wanted):
                found += [
                    (signs, place)
                    for place, (sign, v) in enumerate(zip(signs, values, strict=True))
                    if sign and sorted([*used, sign * v]) == wanted
                ]
        once = [one for one in found if one[1] is None]
        return once or found


def stories(language: str, draws: int = 1) -> Iterator[Told]:
    """All problems of the stories of a language; each question is asked so many times, of sentences
    in wordings that are drawn anew.
    """
    space = languages.get(language).space
    for file in sorted(CURRICULUM.glob(f"stories_{language}_*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            one = json.loads(line)
            drawn = random.Random(one["id"])
            sentences = [*map(_wordings, _wordings(one.get("story", "")))]
            for asked, arithmetic in draws * one.get("ask", []):
                for question in _wordings(asked):
                    text = space.join([*map(drawn.choice, sentences), question])
                    yield Told(one["id"], text, *_terms(arithmetic))
            for told, arithmetic in one.get("tell", ()):
                for text in _wordings(told):
                    yield Told(one["id"], text, *_terms(arithmetic))


def weighed_stories(language: str, share: int = LEARNT_BY_MODELS) -> list[Record]:
    """Those that the models learn from, which ask but once; the network has seen none of them."""
    return [
        Record(one.text, one.answer, lang=language, extra={"family": one.story})
        for one in stories(language)
        if is_weighed(one.story, share)
        and one.answer >= 0
        and len(_QUESTION_MARK.findall(one.text)) < 2
    ]


def scope_problems(language: str) -> list[Record]:
    """Problems out of scope, and some that only look so, which the network has not seen."""
    files = sorted(CURRICULUM.glob(f"scope_{language}*.jsonl"))
    return kept_from_network(one for file in files for one in load(file))


def beyond_problems(language: str) -> list[Record]:
    """Problems that need a number twice or an unsaid one, and some like them that do not, which the
    network has not seen.
    """
    files = sorted(CURRICULUM.glob(f"beyond_{language}*.jsonl"))
    return kept_from_network(one for file in files for one in load(file))


def kept_from_network(records: Iterable[Record]) -> list[Record]:
    """Those of our everyday problems, or of those out of scope, that the network has not seen."""
    return [one for one in records if is_weighed(one.text, WEIGHED[1])]


def is_weighed(key: str, share: int) -> bool:
    """Whether a story or a text is one of so many that the network does not see."""
    return int(hashlib.md5(key.encode(), usedforsecurity=False).hexdigest(), 16) % share == 0


def _wordings(told: str | list[Any]) -> list[Any]:
    return [told] if isinstance(told, str) else told


def _terms(arithmetic: str) -> tuple[tuple[Fraction, ...], int]:
    """The signed numbers of the text, and what goes unsaid."""
    found = _TERM.findall(arithmetic)
    numbers = [Fraction(f"{sign}{number}") for sign, number in found if number]
    return tuple(numbers), sum(int(f"{sign}1") for sign, number in found if not number)
