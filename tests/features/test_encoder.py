"""Rows of integers stand for the attributes that the templates name."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from problems import ALL
from quantity_tagger.features import (
    BIAS,
    CONSTANT,
    CONTEXTUAL,
    UNKNOWN,
    contextual,
    families,
    need_facts,
)
from quantity_tagger.features.contextual import TEMPLATES
from quantity_tagger.features.encoded import NONE, SparseRows
from quantity_tagger.features.encoder import Encoder, Vocabulary
from quantity_tagger.features.external import attributes
from quantity_tagger.features.window import Width, cut_all
from quantity_tagger.model.model import Settings, encode, facts_of
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.support.cache import LONGEST, BoundedCache, remembered

PROBLEMS = [
    *(read(record.text) for record in ALL),
    read("Ann has 3 pens_and 4 cups. She has ____ things in all?"),
    read("_ 2 __ 3 = ___ ?"),
    read("5 and 6 and 7 is how many?"),
]
EXTERNAL = tuple(name for name in families() if not name.startswith("g-"))


Lines = list[list[str]]


def around(problem: Problem, tokens: Sequence[int], templates: Sequence[str]) -> Lines:
    """The contextual attributes of each of these tokens, by name."""
    lines = contextual.lines(problem)
    looks = [each for name in TEMPLATES if name in templates for each in TEMPLATES[name]]
    return [
        [
            f"{name}={'_'.join(lines[name[0]][at + first : at + last + 1])}"
            for name, first, last in looks
        ]
        for at in (token + contextual.REACH for token in tokens)
    ]


def named(problem: Problem, templates: Sequence[str], width: Width) -> tuple[Lines, Lines]:
    """The attributes of each token of t and of each quantity, by name: what the rows stand for."""
    window = cut_all([problem], width)
    tokens = around(problem, window.tokens.tolist(), templates)
    quantities = around(problem, window.anchors.tolist(), templates)
    external = attributes(analyse(problem)) if need_facts(templates) else [[] for _ in quantities]
    for line in tokens:
        line.append(BIAS)
    for place, (line, names) in enumerate(zip(quantities, external, strict=True)):
        line += [UNKNOWN if place == window.unknown[0] else CONSTANT, BIAS]
        line += [name for name in names if name.partition(":")[0] in templates]
    return tokens, quantities


def rows_of(lines: Lines, known: Vocabulary) -> Lines:
    return [[name for name in line if name in known] for line in lines]


@pytest.mark.parametrize("free_unknown", [False, True])
@pytest.mark.parametrize("least", [1, 3])
@pytest.mark.parametrize("width", [1, 2, 4, None])
@pytest.mark.parametrize(
    "templates", [EXTERNAL, CONTEXTUAL, ("word", "fourgram"), ("echo", "world"), ("cue",)]
)
def test_rows_are_those_of_the_named_attributes(
    templates: tuple[str, ...], width: int | None, least: int, free_unknown: bool
) -> None:
    settings = Settings("qt", width, templates, free_unknown)
    lines = [named(problem, templates, width) for problem in PROBLEMS]
    tokens = [line for one, _ in lines for line in one]
    quantities = [line for _, one in lines for line in one]
    windows, facts = cut_all(PROBLEMS, width), facts_of(settings, PROBLEMS)
    encoder = Encoder.fit(templates, PROBLEMS, windows, facts, least)
    for known, seen in ((encoder.tokens, tokens), (encoder.quantities, quantities)):
        counts = Counter(name for line in seen for name in line)
        assert set(known) == {BIAS} | {name for name in counts if counts[name] >= least}
        assert list(known.values()) == list(range(len(known)))
    for coder in (encoder, pickle.loads(pickle.dumps(encoder))):
        encoded = encode(coder, settings, PROBLEMS, windows, facts)
        token_names, quantity_names = coder.names()
        column = encoded.layout.column
        found = [encoded.tokens.row(column[at]) for at in range(len(tokens))]
        assert [[token_names[at] for at in row] for row in found] == rows_of(tokens, encoder.tokens)
        found = [encoded.quantities.row(at) for at in range(len(quantities))]
        assert [[quantity_names[at] for at in row] for row in found] == rows_of(
            quantities, encoder.quantities
        )


@pytest.mark.parametrize("free_unknown", [False, True])
def test_the_unknown_is_minus_or_free_and_never_left_out(free_unknown: bool) -> None:
    windows = cut_all(PROBLEMS, 3)
    layout = windows.layout(free_unknown)
    unknown = (layout.first + windows.unknown).tolist()
    for quantity, allowed in enumerate(layout.allowed.T.tolist()):
        assert allowed == ([free_unknown, False, True] if quantity in unknown else [True] * 3)


def test_rows_are_summed_by_their_weights() -> None:
    rows = SparseRows.of_table(np.array([[1, 0], [0, NONE]]))
    weights = np.array([[1.0, 2.0], [10.0, 20.0]])
    np.testing.assert_array_equal(rows.weigh(weights), [[11.0, 1.0], [22.0, 2.0]])


def test_a_cache_works_out_what_it_lacks_once() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    cache = BoundedCache(double)
    assert [cache[3], cache[4], cache[3]] == [6, 8, 6]
    assert asked == [3, 4]


def test_a_cache_does_not_grow_without_end() -> None:
    cache = BoundedCache(str, size=100)
    for number in range(110):
        assert cache[number] == str(number)
    assert len(cache) == 10


def test_what_is_too_long_for_a_word_is_not_remembered() -> None:
    cache = BoundedCache(str.upper)
    assert cache["a" * 1000] == "A" * 1000
    assert not cache


def test_words_too_long_to_be_any_are_not_remembered() -> None:
    asked: list[str] = []

    @remembered
    def shout(word: str, mark: str) -> str:
        asked.append(word)
        return word.upper() + mark

    word = "a" * LONGEST
    for _ in range(3):
        assert shout(word, "!") == word.upper() + "!"
        assert shout(word + "a", "!") == word.upper() + "A!"
        assert shout("b", "!" * 41) == "B" + "!" * 41
    assert asked.count(word) == 1
    assert asked.count(word + "a") == asked.count("b") == 3
