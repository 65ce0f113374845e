"""Is this a problem of addition and subtraction, and if not, what is it?

What signs cannot write at all (amounts in different units, a number that is needed twice, several
questions) is found by rule. For the rest, named features of the text and of its analysis, weighed
by a small log-linear model whose weights lie in the folder of each language as JSON
(``tools/train_scope.py`` makes them), give the probability of being ok, a multiplication or
division, or a number that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from quantity_tagger import languages
from quantity_tagger.confidence.classifier import Classifier, bundled
from quantity_tagger.confidence.rules import likeliest_signs, ruled
from quantity_tagger.confidence.verdict import OK, THRESHOLD, WEIGHED, Scope

if TYPE_CHECKING:
    from quantity_tagger.problem.beyond import Beyond
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

__all__ = ["OK", "THRESHOLD", "Classifier", "Scope", "classify"]

_UNDERSTOOD: Final = ("no world", "guessed world", "doubted world", "clear world")

#: Bounds of the log-odds that the network gives a problem of being in scope.
_ODDS: Final = (-4, -3, -2, -1, 0, 1, 2, 3, 4, 5)

#: How likely a problem is in scope that a rule has found to be beyond it, at most.
RULED: Final = 0.05


def features(problem: Problem, facts: Facts) -> list[str]:
    """What the classifier weighs: what the words of the text say, how far its story was understood
    as one of addition and subtraction, and what the network makes of its wording.
    """
    found = languages.get(problem.language).scope_features(problem, facts)
    first = facts.first
    trust = _UNDERSTOOD[first.trust if first else 0]
    found.append(trust)
    if "no word for another operation" in found:
        found.append(f"no word for another operation, {trust}")
    if first:
        found.append(f"world {first.schema}")
        if any(outline.told == "apart" for outline in facts.outlines):
            found.append("a number of another kind")
    if any(not outline.told for outline in facts.outlines):
        found.append("a number in no statement")
    # The network has seen too few problems whose units differ.
    if facts.scope_odds is not None and not facts.conversions:
        found += [f"wording in scope > {bound}" for bound in _ODDS if facts.scope_odds > bound]
    return found


def classify(
    problem: Problem,
    facts: Facts,
    signs: Sequence[int] | None = None,
    classifier: Classifier | None = None,
    *,
    beyond: Beyond | None = None,
) -> Scope:
    """The verdict on a problem that has been read and analysed, by the bundled weights.

    ``signs`` are those it would be solved with; by default those of the likeliest world.
    ``beyond`` is the world that it is solved by where they do not write it alone.
    """
    language = problem.language
    weighed = bundled(language) if classifier is None else classifier
    shares = weighed.probabilities(features(problem, facts))
    if beyond is not None:  # nothing is missing
        shares = (shares[0] + shares[2], shares[1], 0.0)
        if beyond.constants and beyond.rank is None:  # a rule knows what words hint at
            shares = (max(shares[0], THRESHOLD), 1.0 - max(shares[0], THRESHOLD), 0.0)
    signs = likeliest_signs(facts) if signs is None else signs
    code = ruled(problem, facts, signs, beyond=beyond is not None)
    if code is not None:
        return Scope(code, min(shares[0], RULED), language)
    if shares[0] >= THRESHOLD:
        return Scope(OK, shares[0], language)
    _, code = max((shares[1], WEIGHED[1]), (shares[2], WEIGHED[2]))
    return Scope(code, shares[0], language)
