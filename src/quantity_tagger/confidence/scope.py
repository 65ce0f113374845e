"""The scope room: is this a problem of addition and subtraction, and if not, what is it?

Named features of the text and of its analysis, weighed by a small log-linear model whose weights
lie in the folder of each language as JSON (``tools/train_scope.py`` makes them), give the
probability of each verdict: ok, a multiplication or division, or a number that is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.confidence.classifier import Classifier, bundled, feature_reader
from quantity_tagger.confidence.verdict import OK, THRESHOLD, VERDICTS, Scope

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

__all__ = ["OK", "THRESHOLD", "Classifier", "Scope", "judge"]


def judge(problem: Problem, facts: Facts, classifier: Classifier | None = None) -> Scope:
    """The verdict on a problem that has been read and analysed, by the bundled weights."""
    language = problem.language
    weighed = bundled(language) if classifier is None else classifier
    shares = weighed.probabilities(feature_reader(language)(problem, facts))
    if shares[0] >= THRESHOLD:
        return Scope(OK, shares[0], language)
    _, code = max((shares[1], VERDICTS[1]), (shares[2], VERDICTS[2]))
    return Scope(code, shares[0], language)
