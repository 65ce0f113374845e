"""The words that decided for the network: those without which it would be less sure of a sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from quantity_tagger import languages
from quantity_tagger.reading import weighing
from quantity_tagger.reading.wording import described
from quantity_tagger.signs import INDEX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.arrays import Floats
    from quantity_tagger.neural.sign_network import SignScores
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

_LEAST: Final = 0.3
"""By how much the log-odds of a sign fall, at least, without a word that decided it."""

_SHARE: Final = 0.5
"""What a word must weigh beside the weightiest one."""

_MOST: Final = 3

_TRIED: Final = 32
"""How many words are left out in turn, those nearest to a number or to what is asked for."""

_KEPT: Final = ("tag=", "relation=", "question", "unknown", "asks=", "cue=", "schema")
"""What is left of a word that is left out: where it stands, not what it says."""


def decisive_words(
    problem: Problem, facts: Facts, signs: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """For each quantity the tokens that its sign rests on most, in the order of the text. None
    where there is no network, or where it finds another sign likelier.
    """
    nothing: tuple[tuple[int, ...], ...] = ((),) * len(problem.quantities)
    network = weighing.network_of(problem)
    if network is None:
        return nothing
    facts = weighing.understood(facts)
    seen = described(problem, facts, languages.get(problem.language).verb_effect)
    whole = _odds(network(seen), facts, signs)
    words = _words(problem)
    if not words:
        return nothing
    falls = []
    for word in words:
        left = [name for name in seen.names[word] if name.startswith(_KEPT)]
        names = [*seen.names[:word], left, *seen.names[word + 1 :]]
        falls.append(whole - _odds(network(seen._replace(names=names)), facts, signs))
    return tuple(
        _weightiest(words, its) if odds > 0 else ()
        for odds, its in zip(whole, np.array(falls).T, strict=True)
    )


def _words(problem: Problem) -> list[int]:
    """The tokens that are left out in turn, in the order of the text."""
    numbers = [one.token for one in problem.quantities]
    anchors = np.array([*numbers, problem.unknown.token])
    texts = problem.document.columns.texts
    words = [at for at, text in enumerate(texts) if text[:1].isalpha() and at not in numbers]
    words.sort(key=lambda at: int(np.abs(anchors - at).min()))
    return sorted(words[:_TRIED])


def _weightiest(words: Sequence[int], falls: Floats) -> tuple[int, ...]:
    least = max(_LEAST, _SHARE * float(falls.max()))
    order = np.argsort(-falls, kind="stable")[:_MOST].tolist()
    return tuple(sorted(words[at] for at in order if falls[at] >= least))


def _odds(scores: SignScores, facts: Facts, signs: Sequence[int]) -> Floats:
    """The log-odds of each of these signs, whatever the others are."""
    table, likelihoods = weighing.all_likelihoods(scores, facts)
    shares = np.exp(likelihoods)
    wanted = [INDEX[sign] for sign in signs]
    with_it = np.array([shares[table[:, at] == sign].sum() for at, sign in enumerate(wanted)])
    found: Floats = np.log(np.maximum(with_it, 1e-9)) - np.log(np.maximum(1 - with_it, 1e-9))
    return found
