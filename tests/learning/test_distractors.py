"""Statements of other problems, spliced in for training."""

from __future__ import annotations

import numpy as np

from problems import CHINESE, ENGLISH
from quantity_tagger.learning.distractors import splice, spliced, statements
from quantity_tagger.reading import read

READ = [(read(record.text, record.lang), record.signs or ()) for record in (*ENGLISH, *CHINESE)]
PROBLEMS, SIGNS = [problem for problem, _ in READ], [signs for _, signs in READ]


def test_a_statement_tells_a_number_and_asks_nothing() -> None:
    problem = read("Ann has 9 pens. It rains. She buys 4 pens. How many pens does Ann have?")
    assert statements(problem) == ["Ann has 9 pens.", "She buys 4 pens."]


def test_spliced_numbers_do_not_matter_and_the_others_keep_their_signs() -> None:
    problem = read("Ann has 9 pens. She gives 4 pens away. How many pens are left?")
    found = splice(problem, (1, -1), ["Leo saw 30 owls."], np.random.default_rng(0))
    assert found is not None
    changed, signs = found
    assert "Leo saw 30 owls." in changed.text
    told = {int(q.value): sign for q, sign in zip(changed.quantities, signs, strict=True)}
    assert told == {9: 1, 4: -1, 30: 0}


def test_each_version_has_the_signs_of_its_problem_and_at_least_one_number_more() -> None:
    versions, golds = spliced(PROBLEMS, SIGNS, 2, seed=0)
    assert versions
    originals = [tuple(sign for sign in gold if sign) for gold in SIGNS]
    for version, gold in zip(versions, golds, strict=True):
        assert len(version.quantities) == len(gold)
        assert 0 in gold
        assert tuple(sign for sign in gold if sign) in originals


def test_languages_are_not_mixed_and_a_seed_repeats() -> None:
    versions, _ = spliced(PROBLEMS, SIGNS, 3, seed=1)
    again, _ = spliced(PROBLEMS, SIGNS, 3, seed=1)
    other, _ = spliced(PROBLEMS, SIGNS, 3, seed=2)
    texts = [version.text for version in versions]
    assert texts == [version.text for version in again]
    assert texts != [version.text for version in other]
    chinese = {record.text[:6] for record in CHINESE}
    for version in versions:
        assert (version.language == "zh") == any(start in version.text for start in chinese)


def test_no_copies_are_none() -> None:
    assert spliced(PROBLEMS, SIGNS, 0, seed=0) == ([], [])


def test_a_problem_of_one_sentence_takes_none() -> None:
    problem = read("If Ann has 9 pens and loses 4, how many pens are left?")
    assert splice(problem, (1, -1), ["Leo saw 30 owls."], np.random.default_rng(0)) is None
