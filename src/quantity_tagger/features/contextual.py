"""Contextual features: what stands around a token (n-grams of words and tags).

Numbers are written as one symbol and the unknown as another, so that a feature speaks of the
wording and not of the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

NUMBER, UNKNOWN, EDGE = "#", "¿", "·"
REACH: Final = 3

TEMPLATES: Final[dict[str, tuple[tuple[str, int, int], ...]]] = {
    "word": tuple((f"w{at:+d}", at, at) for at in range(-REACH, REACH + 1)),
    "tag": tuple((f"t{at:+d}", at, at) for at in range(-REACH, REACH + 1)),
    "bigram": (("w-1+0", -1, 0), ("w+0+1", 0, 1), ("w-2-1", -2, -1), ("w+1+2", 1, 2)),
    "trigram": (("w-2+0", -2, 0), ("w-1+1", -1, 1), ("w+0+2", 0, 2)),
    "fourgram": (("w-3+0", -3, 0), ("w+0+3", 0, 3)),
    "echo": (
        *((f"e{at:+d}", at, at) for at in range(-REACH, REACH + 1)),
        ("e+1+2", 1, 2),
        ("e+1+3", 1, 3),
    ),
}
"""Each template: the names of its features, whose first letter says what they look at, and the
first and last place they look at."""


def echo(tag: str, asked: bool) -> str:
    """The first letter of a tag, and whether the question has the word too."""
    return f"{tag[:1]}{int(asked)}"


def lines(problem: Problem) -> dict[str, list[str]]:
    """What there is to look at, with edges on both sides: words, tags, and echoes of the
    question.
    """
    words = [token.text.lower() for token in problem.tokens]
    for quantity in problem.quantities:
        words[quantity.token] = NUMBER
    words[problem.unknown.token] = UNKNOWN
    asked = {problem.tokens[at].lemma for at in problem.unknown.question}
    edge = [EDGE] * REACH
    return {
        "w": [*edge, *words, *edge],
        "t": [*edge, *(token.tag for token in problem.tokens), *edge],
        "e": [
            *edge,
            *(echo(token.tag, token.lemma in asked) for token in problem.tokens),
            *edge,
        ],
    }
