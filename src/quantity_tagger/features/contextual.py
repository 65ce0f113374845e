"""Contextual features: what stands around a token (n-grams of words and tags).

Numbers are written as one symbol and the unknown as another, so that a feature speaks of the wording
and not of the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quantity_tagger.reading.problem import Problem

NUMBER, UNKNOWN, EDGE = "#", "¿", "·"
REACH = 3

TEMPLATES: dict[str, tuple[tuple[str, int, int], ...]] = {
    "word": tuple((f"w{at:+d}", at, at) for at in range(-REACH, REACH + 1)),
    "tag": tuple((f"t{at:+d}", at, at) for at in range(-REACH, REACH + 1)),
    "bigram": (("w-1+0", -1, 0), ("w+0+1", 0, 1), ("w-2-1", -2, -1), ("w+1+2", 1, 2)),
    "trigram": (("w-2+0", -2, 0), ("w-1+1", -1, 1), ("w+0+2", 0, 2)),
    "fourgram": (("w-3+0", -3, 0), ("w+0+3", 0, 3)),
    "echo": tuple((f"e{at:+d}", at, at) for at in range(-REACH, REACH + 1)),
}
"""Each template: the names of its features and the first and last place they look at."""


def attributes(
    problem: Problem, tokens: Iterable[int], templates: Sequence[str]
) -> list[list[str]]:
    """For each of these tokens its contextual attributes."""
    quantities = {quantity.token for quantity in problem.quantities}
    unknown = problem.unknown.token
    words = [EDGE] * REACH
    tags = [EDGE] * REACH
    for index, token in enumerate(problem.tokens):
        if index == unknown:
            words.append(UNKNOWN)
        elif index in quantities:
            words.append(NUMBER)
        else:
            words.append(token.text.lower())
        tags.append(token.tag)
    words += [EDGE] * REACH
    tags += [EDGE] * REACH
    asked = {problem.tokens[at].lemma for at in problem.unknown.question}
    echoes = [EDGE] * REACH
    for index, token in enumerate(problem.tokens):
        echoes.append(f"{token.tag[:1]}{int(token.lemma in asked)}")
    echoes += [EDGE] * REACH
    lines = {"tag": tags, "echo": echoes}
    looks = [
        (name, lines.get(template,words), first + REACH, last + REACH + 1)
        for template in TEMPLATES
        if template in templates
        for name, first, last in TEMPLATES[template]
    ]
    return [
        [f"{name}={'_'.join(line[at + first : at + last])}" for name, line, first, last in looks]
        for at in tokens
    ]
