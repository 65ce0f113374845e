"""Why a quantity has its sign: the features that speak for it against the likeliest other sign.

The model is log-linear, so every attribute of a quantity and of the tokens in its span adds its
weight to each sign; the difference of two signs' weights is what the attribute is worth in the
choice between them. Features of the whole equation are compared with those of the likeliest reading
that gives the quantity the other sign.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from quantity_tagger.features.encoded import Encoded
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.model.model import Model, Tagging
from quantity_tagger.signs import INDEX, MARKS
from quantity_tagger.solution.solution import Reason

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


class Member(NamedTuple):
    """A token, as characters of the text, and how likely it belongs to a quantity's span."""

    start: int
    end: int
    probability: float


_BIAS = frozenset({"bias", "constant", "unknown"})


def reasons(
    model: Model, problem: Problem, tagging: Tagging, rivals: Sequence[int], most: int = 6
) -> list[tuple[Reason, ...]]:
    """For each quantity the features that move the first reading's sign against its rival most."""
    encoded = model.encode([problem])
    signs = tagging.candidates[0][0]
    found = []
    unknown = int(encoded.windows.unknown[0])
    places = [place for place in range(len(encoded.windows.anchors)) if place != unknown]
    others = [_likeliest(tagging, number, rival) for number, rival in enumerate(rivals)]
    whole = _whole_worth(model, encoded, signs, others)
    for number, (place, sign, rival) in enumerate(zip(places, signs, rivals, strict=True)):
        worth = [
            Reason(name, problem.tokens[token].text, weight)
            for name, token, weight in _worth(
                model, encoded, place, tagging.spans[place], INDEX[sign], INDEX[rival]
            )
            if name not in _BIAS and weight
        ]
        worth += [Reason(name, "", weight) for name, weight in whole[number]]
        worth.sort(key=lambda reason: (-abs(reason.weight), reason.attribute))
        found.append(tuple(worth[:most]))
    return found


def members(model: Model, problem: Problem) -> list[tuple[Member, ...]]:
    """For each quantity and the unknown, in text order, the tokens of the gaps beside it and how
    likely each belongs to its span.
    """
    encoded = model.encode([problem])
    window, layout = encoded.windows, encoded.layout
    of_last, of_next = model.lattice.marginals(layout, model.scores(encoded)).members.tolist()
    bounds = layout.gap_offsets.tolist()
    tokens = [problem.tokens[at] for at in window.tokens.tolist()]

    def told(gap: int, shares: Sequence[float]) -> Iterator[Member]:
        for row in range(bounds[gap], bounds[gap + 1]):
            yield Member(tokens[row].start, tokens[row].end, shares[row])

    return [
        (*told(place, of_next), *told(place + 1, of_last)) for place in range(len(window.anchors))
    ]


def _worth(
    model: Model, encoded: Encoded, place: int, span: tuple[int, int], sign: int, rival: int
) -> Iterator[tuple[str, int, float]]:
    """(attribute, token it was seen at, weight of ``sign`` over ``rival``)."""
    weights, (token_names, quantity_names) = model.weights_, model.encoder.names()
    anchor = int(encoded.windows.anchors[place])
    for row in encoded.quantities.row(place):
        values = weights.quantities[row]
        yield quantity_names[row], anchor, float(values[sign] - values[rival])
    labels = model.lattice.token_labels
    tokens = encoded.windows.tokens.tolist()
    for at in range(bisect_left(tokens, span[0]), bisect_left(tokens, span[1])):
        token = tokens[at]
        parts = model.lattice.labels_of(token, anchor, *span)
        columns = [(labels.index(p + MARKS[sign]), labels.index(p + MARKS[rival])) for p in parts]
        for row in encoded.tokens.row(encoded.layout.column[at]):
            values = weights.tokens[row]
            yield token_names[row], token, float(sum(values[a] - values[b] for a, b in columns))


def _likeliest(tagging: Tagging, number: int, sign: int) -> tuple[int, ...]:
    """The likeliest reading that gives a quantity this sign, or the first with it changed."""
    for signs, _ in tagging.candidates:
        if signs[number] == sign:
            return signs
    first = tagging.candidates[0][0]
    return (*first[:number], sign, *first[number + 1 :])


def _whole_worth(
    model: Model, encoded: Encoded, signs: tuple[int, ...], others: Sequence[tuple[int, ...]]
) -> list[list[tuple[str, float]]]:
    """For each other candidate the features of the whole equation, each with its weight over what
    that candidate has in its place.
    """
    unknown, equations = int(encoded.windows.unknown[0]), encoded.equations
    if equations is None or not equations.constants:
        return [[] for _ in others]
    table = np.array(
        [[INDEX[sign] for sign in (*y[:unknown], -1, *y[unknown:])] for y in (signs, *others)]
    )
    assignments = Assignments.of(np.array([0, table.shape[1]]), [unknown], {0: table})
    book, weights = equations.book, model.weights_.equations
    codes = book.codes(equations.constants, assignments)
    ours = codes[:, 0]
    found = []
    for theirs in codes.T[1:]:
        weight = weights[ours] - weights[theirs]
        told = np.flatnonzero(weight)
        found.append([(book.names[ours[at]], float(weight[at])) for at in told.tolist()])
    return found
