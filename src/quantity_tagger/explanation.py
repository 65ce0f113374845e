"""Why a quantity has its sign: the features that speak for it against the likeliest other sign.

The model is log-linear, so every attribute of a quantity and of the tokens in its span adds its
weight to each sign; the difference of two signs' weights is what the attribute is worth in the
choice between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quantity_tagger.features.contextual import EDGE, NUMBER, UNKNOWN
from quantity_tagger.model import Model, Prepared, Tagging, prepare
from quantity_tagger.signs import INDEX, MARKS
from quantity_tagger.solution import Reason

if TYPE_CHECKING:
    from quantity_tagger.reading.problem import Problem

_CONTEXT = re.compile(r"([a-z])([+-]\d)([+-]\d)?=(.*)", re.DOTALL)
_KINDS = {"t": "tag", "e": "echo"}
_BIAS = frozenset({"bias", "constant", "unknown"})


def reasons(
    model: Model, problem: Problem, tagging: Tagging, rivals: Sequence[int], most: int = 6
) -> list[tuple[Reason, ...]]:
    """For each quantity the features that move the first reading's sign against its rival most."""
    one = prepare(problem, model.settings)
    signs = tagging.readings[0][0]
    found = []
    places = [place for place in range(len(one.window.anchors)) if place != one.window.unknown]
    for place, sign, rival in zip(places, signs, rivals, strict=True):
        worth = [
            Reason(name, problem.tokens[token].text, weight)
            for name, token, weight in _worth(model, one, place, tagging, INDEX[sign], INDEX[rival])
            if name not in _BIAS and weight
        ]
        worth.sort(key=lambda reason: (-abs(reason.weight), reason.attribute))
        found.append(tuple(worth[:most]))
    return found


def _worth(
    model: Model, one: Prepared, place: int, tagging: Tagging, sign: int, rival: int
) -> Iterator[tuple[str, int, float]]:
    """(attribute, token it was seen at, weight of ``sign`` over ``rival``)."""
    weights = model.weights_
    anchor = one.window.anchors[place]
    for name in one.attributes.quantities[place]:
        row = model.quantities.get(name)
        if row is not None:
            values = weights.quantities[row]
            yield name, anchor, float(values[sign] - values[rival])
    labels = model.lattice.token_labels
    start, stop = tagging.spans[place]
    inside = [at for at, token in enumerate(one.window.tokens) if start <= token < stop]
    for at in inside:
        token = one.window.tokens[at]
        parts = _parts(model.settings.model, token, anchor, start, stop)
        columns = [(labels.index(p + MARKS[sign]), labels.index(p + MARKS[rival])) for p in parts]
        for name in one.attributes.tokens[at]:
            row = model.tokens.get(name)
            if row is not None:
                values = weights.tokens[row]
                yield name, token, float(sum(values[a] - values[b] for a, b in columns))


def _parts(lattice: str, token: int, anchor: int, start: int, stop: int) -> list[str]:
    """The labels, without sign, that a token of a span bears in each lattice."""
    if lattice == "qt-fix":
        return ["N"]
    if lattice == "qt-s":
        ends = [("L", token == start), ("R", token == stop - 1)]
        return ["S", *(label for label, bears in ends if bears)]
    return ["L" if token < anchor else "R"]


def in_words(attribute: str) -> str:
    """An attribute as a person may read it: ``w-1+0=gave_#`` is “gave #”."""
    match = _CONTEXT.fullmatch(attribute)
    if match is None:
        return attribute.replace(":", ": ", 1)
    kind, first, _, seen = match.groups()
    shown = " ".join(
        {EDGE: "(end of text)", NUMBER: "#", UNKNOWN: "x"}.get(word, word)
        for word in (seen.split("_") if kind == "w" else [seen])
    )
    if kind == "w":
        return f"“{shown}”"
    steps = int(first)
    where = "here" if steps == 0 else f"{abs(steps)} {'after' if steps > 0 else 'before'}"
    return f"{_KINDS.get(kind, kind)} {shown} {where}"
