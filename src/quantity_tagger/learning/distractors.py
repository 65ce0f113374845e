"""Distractors for training: a statement of one problem told in the middle of another.

Problems in school books mostly use every number they tell, so a model trained on them learns to.
Telling a statement of another problem in between, with its numbers irrelevant (sign 0), shows it
numbers that do not matter, in as many wordings as there are problems, without a word being written
for the purpose.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quantity_tagger import languages
from quantity_tagger.errors import ReadingError
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read

Signs = tuple[int, ...]
TRIES = 8


def spliced(
    problems: Sequence[Problem], signs: Sequence[Signs], copies: int, seed: int
) -> tuple[list[Problem], list[Signs]]:
    """``copies`` versions of each problem, each with one statement of another spliced in.

    A problem that takes none (it is one sentence, or the text no longer reads the same) has fewer.
    """
    rng = np.random.default_rng(seed)
    told = [statements(problem) for problem in problems]
    found: list[Problem] = []
    golds: list[Signs] = []
    for problem, gold in zip(problems, signs, strict=True):
        made = 0
        for _ in range(copies * TRIES):
            other = int(rng.integers(len(problems)))
            if made == copies:
                break
            if problems[other] is problem or problems[other].language != problem.language:
                continue
            result = splice(problem, gold, told[other], rng)
            if result is not None:
                found.append(result[0])
                golds.append(result[1])
                made += 1
    return found, golds


def statements(problem: Problem) -> list[str]:
    """The sentences that tell a quantity and ask nothing."""
    document, asked = problem.document, problem.unknown.token
    texts = []
    for sentence in document.sentences:
        tells = any(quantity.token in sentence for quantity in problem.quantities)
        if tells and asked not in sentence:
            first, last = document.tokens[sentence.start], document.tokens[sentence.stop - 1]
            texts.append(problem.text[first.start : last.end])
    return texts


def splice(
    problem: Problem, gold: Signs, told: Sequence[str], rng: np.random.Generator
) -> tuple[Problem, Signs] | None:
    """The problem with one of the statements ``told`` after one of its own sentences."""
    tokens, asked = problem.tokens, problem.unknown.token
    places = [
        tokens[sentence.stop - 1].end
        for sentence in problem.document.sentences
        if asked not in sentence and tokens[sentence.stop - 1].text in ".。！!;；"
    ]
    if not places or not told:
        return None
    place = places[int(rng.integers(len(places)))]
    statement = told[int(rng.integers(len(told)))]
    space = languages.get(problem.language).space
    text = f"{problem.text[:place]}{space}{statement}{space}{problem.text[place:].lstrip()}"
    try:
        changed = read(text, problem.language)
    except ReadingError:
        return None
    stop = place + len(space) + len(statement)
    own = [quantity for quantity in changed.quantities if not place <= quantity.start < stop]
    same = [quantity.value for quantity in own] == [q.value for q in problem.quantities]
    if not same or len(own) == len(changed.quantities):
        return None
    waiting = iter(gold)
    return changed, tuple(
        0 if place <= quantity.start < stop else next(waiting) for quantity in changed.quantities
    )
