"""Each text is read and analysed once, for all that learn from it and are measured on it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from problems import CHINESE, ENGLISH
from quantity_tagger import QuantityTagger
from quantity_tagger.evaluation import evaluate
from quantity_tagger.learning import analyses as room
from quantity_tagger.learning.analyses import Analyses
from quantity_tagger.learning.scope import examples
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse_all

TEXTS = [record.text for record in ENGLISH[:3]]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are analysed from here on."""
    seen: list[str] = []

    def counting(problems: Sequence[Problem]) -> list[Facts]:
        seen.extend(problem.text for problem in problems)
        return analyse_all(problems)

    monkeypatch.setattr(room, "analyse_all", counting)
    return seen


def test_a_text_is_read_and_analysed_once(counted: list[str]) -> None:
    known = Analyses()
    problems = known.read([*TEXTS, TEXTS[0], "Once there was a king."], "en")
    assert problems[0] is problems[3] is known.read(TEXTS[:1], "en")[0]
    assert problems[4] is None
    assert (
        known.facts([one for one in problems if one is not None])[3]
        == known.facts([read(TEXTS[0], "en")])[0]
    )
    assert counted == TEXTS


def test_what_another_knows_is_not_worked_out_again(counted: list[str]) -> None:
    one, other = Analyses(), Analyses()
    other.facts([problem for problem in other.read(TEXTS, "en") if problem is not None])
    one.update(other)
    assert one.facts([read(text) for text in TEXTS]) == analyse_all([read(text) for text in TEXTS])
    assert counted == TEXTS


def test_the_scope_learns_the_same_from_what_is_known(counted: list[str]) -> None:
    records, known = [*ENGLISH[:2], *CHINESE[:2], *ENGLISH[2:4]], Analyses()
    first = examples(records, "ok", analyses=known)
    assert len(first) == len(records)
    assert examples(records, "ok", analyses=known) == first == examples(records, "ok")
    assert len(counted) == 2 * len(records)  # the second time nothing


def test_what_is_known_is_not_analysed_to_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    model = QuantityTagger("qt-g", 2, max_iterations=5).fit(ENGLISH).model_
    problems = [read(record.text) for record in ENGLISH]
    plain, facts = evaluate(model, ENGLISH), analyse_all(problems)
    monkeypatch.setattr("quantity_tagger.reading.analysis.analyse_all", None)
    assert evaluate(model, ENGLISH, problems, facts=facts) == plain
