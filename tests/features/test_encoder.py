"""What is numbered for a trained model is what is named in training."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from problems import ALL
from quantity_tagger.features import CONTEXTUAL, families
from quantity_tagger.features.encoded import vocabulary
from quantity_tagger.model.model import Model, Settings, Weights, batch_of, prepare
from quantity_tagger.reading import read
from quantity_tagger.support.cache import KEPT, LONGEST, Memo, remembered

PROBLEMS = [
    *(read(record.text) for record in ALL),
    read("Ann has 3 pens_and 4 cups. She has ____ things in all?"),
    read("_ 2 __ 3 = ___ ?"),
    read("5 and 6 and 7 is how many?"),
]
EXTERNAL = tuple(name for name in families() if not name.startswith("g-"))


@pytest.mark.parametrize("free_unknown", [False, True])
@pytest.mark.parametrize("least", [1, 3])
@pytest.mark.parametrize("width", [1, 2, 4, None])
@pytest.mark.parametrize(
    "templates", [EXTERNAL, CONTEXTUAL, ("word", "fourgram"), ("echo", "proposal"), ("role",)]
)
def test_rows_are_those_of_the_named_attributes(
    templates: tuple[str, ...], width: int | None, least: int, free_unknown: bool
) -> None:
    settings = Settings("qt", width, templates, free_unknown)
    prepared = [prepare(problem, settings) for problem in PROBLEMS]
    tokens = vocabulary((line for one in prepared for line in one.attributes.tokens), least)
    quantities = vocabulary((line for one in prepared for line in one.attributes.quantities), least)
    named = batch_of(prepared, settings, tokens, quantities)
    model = Model(
        settings,
        tokens,
        quantities,
        Weights(np.zeros((len(tokens), 6)), np.zeros((len(quantities), 3)), np.zeros(27)),
    )
    numbered = model.batch(PROBLEMS)
    for one, other in (
        (numbered.tokens, named.tokens),
        (numbered.quantities, named.quantities),
    ):
        assert one.indptr.tolist() == other.indptr.tolist()
        assert one.indices.tolist() == other.indices.tolist()
    for name in ("quantity_offsets", "gap_offsets", "allowed", "windows"):
        assert np.array_equal(getattr(numbered.layout, name), getattr(named.layout, name))
    again = pickle.loads(pickle.dumps(model)).batch(PROBLEMS[::-1])
    assert len(again.tokens.indices) == len(named.tokens.indices)


def test_a_memo_works_out_what_it_lacks_once() -> None:
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    memo = Memo(double)
    assert [memo[3], memo[4], memo[3]] == [6, 8, 6]
    assert asked == [3, 4]


def test_a_memo_does_not_grow_without_end() -> None:
    memo = Memo(str)
    for number in range(KEPT + 10):
        assert memo[number] == str(number)
    assert len(memo) == 10


def test_what_is_too_long_for_a_word_is_not_remembered() -> None:
    memo = Memo(str.upper)
    assert memo["a" * 1000] == "A" * 1000
    assert not memo


def test_words_too_long_to_be_any_are_not_remembered() -> None:
    asked: list[str] = []

    @remembered(10)
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
