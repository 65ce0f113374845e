"""Why a quantity has its sign: the features that speak for it against the likeliest other sign.

The model is log-linear, so every attribute of a quantity and of the tokens in its span adds its
weight to each sign; the difference of two signs' weights is what the attribute contributes to the
choice between them. Features of the whole equation are compared with those of the likeliest
assignment that gives the quantity the other sign. All of it was encoded and scored when the problem
was solved; nothing is worked out again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger.explanation.feature_words import in_words
from quantity_tagger.features.readings import readings
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.model.model import Model, Tagging, codebook
from quantity_tagger.signs import INDEX, MARKS
from quantity_tagger.solution.solution import Member, Reason, Solution

if TYPE_CHECKING:
    from quantity_tagger.arrays import Floats
    from quantity_tagger.model.scored import Scored, ScoredProblem
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

_BIAS = frozenset({"bias", "constant", "unknown"})


def explain(model: Model, scored: Scored, solutions: Sequence[Solution]) -> list[Solution]:
    """The solutions of a batch with the reasons for each sign, the members of each span, the window
    that the model saw, and what decided between the worlds.
    """
    shares = model.lattice.marginals(scored.encoded.layout, scored.scores).members
    return [
        _explained(model, scored.part(number), solution, shares)
        for number, solution in enumerate(solutions)
    ]


def _explained(model: Model, part: ScoredProblem, solution: Solution, shares: Floats) -> Solution:
    problem = solution.problem
    rivals = [one.rival for one in solution.quantities]
    why = reasons(model, part, problem, solution.facts, solution.tagging, solution.signs, rivals)
    of_spans = members(part, problem, shares)
    of_unknown = of_spans.pop(part.unknown)
    return solution._replace(
        quantities=tuple(
            one._replace(reasons=its, members=of_span)
            for one, its, of_span in zip(solution.quantities, why, of_spans, strict=True)
        ),
        unknown=solution.unknown._replace(members=of_unknown),
        window=tuple(sorted((*part.anchors, *part.tokens))),
        decided=_decided(model, part, solution),
    )


def _decided(
    model: Model, part: ScoredProblem, solution: Solution, most: int = 6
) -> tuple[tuple[Reason, ...], ...]:
    """For each world the features of whole equations that speak for the signs that won against its
    own (above 0) or the other way round; none for a world that has them.
    """
    signs = solution.signs
    unknown = solution.facts.unknown
    others = [(*one.signs[:unknown], *one.signs[unknown + 1 :]) for one in solution.facts.worlds]
    found = []
    for other, moved in zip(others, _of_equations(model, part, signs, others), strict=True):
        moved += _of_readings(model, solution.facts, signs, other)
        first = sorted(moved, key=lambda one: (-abs(one[1]), one[0]))[:most]
        found.append(tuple([Reason(name, "", weight, in_words(name)) for name, weight in first]))
    return tuple(found)


def reasons(
    model: Model,
    part: ScoredProblem,
    problem: Problem,
    facts: Facts,
    tagging: Tagging,
    signs: tuple[int, ...],
    rivals: Sequence[int],
    most: int = 6,
) -> list[tuple[Reason, ...]]:
    """For each quantity the features that move its sign against its rival most."""
    others = [_likeliest(tagging, number, rival) for number, rival in enumerate(rivals)]
    of_equations = _of_equations(model, part, signs, others)
    for one, other in zip(of_equations, others, strict=True):
        one += _of_readings(model, facts, signs, other)
    texts = problem.document.columns.texts
    places = [place for place in range(len(part.anchors)) if place != part.unknown]
    found = []
    for number, (place, sign, rival) in enumerate(zip(places, signs, rivals, strict=True)):
        moved = [
            (name, texts[token], weight)
            for name, token, weight in _of_span(
                model, part, place, tagging, INDEX[sign], INDEX[rival]
            )
            if weight and name not in _BIAS
        ]
        moved += [(name, "", weight) for name, weight in of_equations[number]]
        moved.sort(key=lambda one: (-abs(one[2]), one[0]))
        found.append(
            tuple(Reason(name, at, weight, in_words(name)) for name, at, weight in moved[:most])
        )
    return found


def members(part: ScoredProblem, problem: Problem, shares: Floats) -> list[tuple[Member, ...]]:
    """For each quantity and the unknown, in text order, the tokens of the gaps beside it and how
    likely each belongs to its span; ``shares`` (2, M) are the lattice's.
    """
    of_last, of_next = shares[:, part.rows].tolist()
    columns = problem.document.columns
    starts, ends = columns.starts, columns.ends

    def in_gap(gap: int, likely: Sequence[float]) -> Iterator[Member]:
        for row in range(part.gaps[gap], part.gaps[gap + 1]):
            token = part.tokens[row]
            yield Member(starts[token], ends[token], likely[row])

    return [
        (*in_gap(place, of_next), *in_gap(place + 1, of_last)) for place in range(len(part.anchors))
    ]


def _of_span(
    model: Model, part: ScoredProblem, place: int, tagging: Tagging, sign: int, rival: int
) -> Iterator[tuple[str, int, float]]:
    """(attribute, token it was seen at, weight of ``sign`` over ``rival``)."""
    weights = model.weights_
    token_names, quantity_names = model.attribute_names
    anchor = part.anchors[place]
    known = part.quantity_attributes(place)
    values = weights.quantities[known]
    for row, weight in zip(known, (values[:, sign] - values[:, rival]).tolist(), strict=True):
        yield quantity_names[row], anchor, weight
    labels = model.lattice.token_labels
    start, stop = tagging.spans[place]
    for at in range(bisect_left(part.tokens, start), bisect_left(part.tokens, stop)):
        token = part.tokens[at]
        known = part.token_attributes(at)
        values = weights.tokens[known]
        gain = np.zeros(len(known))
        for label in model.lattice.labels_of(token, anchor, start, stop):
            ours, theirs = (labels.index(label + MARKS[index]) for index in (sign, rival))
            gain += values[:, ours] - values[:, theirs]
        for row, weight in zip(known, gain.tolist(), strict=True):
            yield token_names[row], token, weight


def _likeliest(tagging: Tagging, number: int, sign: int) -> tuple[int, ...]:
    """The likeliest assignment that gives a quantity this sign, or the best with it changed."""
    for signs, _ in tagging.candidates:
        if signs[number] == sign:
            return signs
    first = tagging.candidates[0][0]
    return (*first[:number], sign, *first[number + 1 :])


def _of_equations(
    model: Model, part: ScoredProblem, signs: tuple[int, ...], others: Sequence[tuple[int, ...]]
) -> list[list[tuple[str, float]]]:
    """For each other assignment the features of the whole equation, each with its weight over what
    that assignment has in its place.
    """
    unknown, constants = part.unknown, part.constants
    if constants is None:
        return [[] for _ in others]
    table = np.array(
        [[INDEX[sign] for sign in (*y[:unknown], -1, *y[unknown:])] for y in (signs, *others)]
    )
    assignments = Assignments.of(np.array([0, table.shape[1]]), [unknown], {0: table})
    book, weights = codebook(model.settings), model.weights_.equations
    codes = book.codes([constants], assignments)
    ours = codes[:, 0]
    found = []
    for theirs in codes.T[1:]:
        weight = weights[ours] - weights[theirs]
        moved = np.flatnonzero(weight)
        found.append([(book.names[ours[at]], float(weight[at])) for at in moved.tolist()])
    return found


def _of_readings(
    model: Model, facts: Facts, signs: tuple[int, ...], other: tuple[int, ...]
) -> list[tuple[str, float]]:
    """What the readings that derive ``signs`` add to their score over those that derive ``other``,
    named by the strongest reading of the side that they speak for.
    """
    if not model.encoder.readings:
        return []
    ours, theirs = (_weigh_readings(model, facts, one) for one in (signs, other))
    moved = ours[0] - theirs[0]
    return [(f"readings:{(ours if moved > 0 else theirs)[1]}=", moved)] if moved else []


def _weigh_readings(model: Model, facts: Facts, signs: tuple[int, ...]) -> tuple[float, str]:
    """The pooled score of the readings that derive these signs, and what the strongest is."""
    known, weights = model.encoder.readings, model.weights_.readings
    whole = (*signs[: facts.unknown], -1, *signs[facts.unknown :])
    found = [
        (float(weights[[known[name] for name in one.names if name in known]].sum()), one.kind)
        for one in readings(facts)
        if one.signs == whole
    ]
    pooled = float(np.logaddexp.reduce([0.0, *(score for score, _ in found)]))
    return pooled, max(found)[1] if found else ""
