"""The network that tags words and scores heads, in plain NumPy.

Words of many sentences go through together, one row each. The scores of heads are laid out
sentence × word × head. The same network, for training, is in ``tools/parser_training``.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Final, NamedTuple

import numpy as np

from quantity_tagger.languages.english.syntax.decoding import Floats, Places, best_heads
from quantity_tagger.languages.english.syntax.model_file import Model
from quantity_tagger.neural.layers import (
    NEVER,
    Attention,
    Convolution,
    Frame,
    Layer,
    Projection,
    linear,
)

#: The margin of what has no rival.
_SURE: Final = np.float32(99)
#: How many forms keep their embedding, and how long they may be.
_KEPT: Final = 8192
_LONGEST: Final = 40
_NO_PLACES: Final = np.empty(0, np.intp)
_NO_FLOATS: Final = np.empty(0, np.float32)


class Scores(NamedTuple):
    """What the network says of the words of a batch, one row or entry a word.

    ``heads`` are places in the sentence from 1, 0 being the root.
    """

    xpos: Places
    upos: Places
    heads: Places
    relations: Places
    tag_margins: Floats
    head_margins: Floats


class Network:
    """Runs one model."""

    def __init__(self, model: Model) -> None:
        self._model: Final = model
        arrays: dict[str, Floats] = {
            name: array.astype(np.float32)
            for name, array in model.arrays.items()
            if name not in ("table", "scale")
        }
        self._width: Final = len(arrays["enter.bias"])
        self._enter: Final = linear(arrays, "enter")
        self._layers: Final[list[Layer]] = [
            Convolution(arrays, f"layers.{index}.")
            if kind == "c"
            else Attention(arrays, f"layers.{index}.", model.attention_heads)
            for index, kind in enumerate(model.layout)
        ]
        asked = ("xpos", "upos", "arc_dep", "arc_head", "rel_dep", "rel_head")
        weights = [arrays[f"{name}.weight"] for name in asked]
        weight = np.concatenate(weights, axis=1)
        bias = np.concatenate([arrays[f"{name}.bias"] for name in asked])
        self._questions: Final = Projection(arrays, "norm", weight, bias)
        self._parts: Final = np.cumsum([weight.shape[1] for weight in weights])[:-1]
        self._root: Final = (arrays["root"] @ weight + bias)[None]
        self._distance: Final = arrays["arc_bias"]
        self._relations: Final = linear(arrays, "rel_out")
        self._lock: Final = Lock()
        self._embedded: tuple[dict[str, int], Floats] = self._nothing_embedded()

    def __call__(self, sentences: Sequence[Sequence[str]], details: bool = True) -> Scores:
        """Tags, heads and relations of sentences that are not empty; coarse tags and margins are
        ``details`` that are left empty where nobody asks for them.
        """
        frame = Frame([len(forms) for forms in sentences])
        known = self._embed([form for forms in sentences for form in forms])
        x, projected = known[:, : self._width], known[:, self._width :]
        for index, layer in enumerate(self._layers):
            x = layer(x, layer.enter(x) if index else projected, frame)
        # All that is asked of each word's last state, by one product; the root's is the last row.
        answers = np.concatenate([self._questions(x), self._root])
        xpos, upos, below, above, dependent, head = np.split(answers, self._parts, axis=1)
        arcs = self._arcs(below, above, frame)
        heads = best_heads(arcs, frame.lengths)[frame.inside]
        chosen = np.repeat(frame.starts, frame.lengths) + heads - 1
        hidden = dependent[:-1] + head[np.where(heads > 0, chosen, frame.total)]
        np.maximum(hidden, 0, out=hidden)
        relations = self._relations(hidden).argmax(1)
        if not details:
            return Scores(xpos[:-1].argmax(1), _NO_PLACES, heads, relations, _NO_FLOATS, _NO_FLOATS)
        tags, tag_margins = _best(xpos[:-1])
        head_margins = _margins(arcs[frame.inside], heads)
        return Scores(tags, upos[:-1].argmax(1), heads, relations, tag_margins, head_margins)

    def _nothing_embedded(self) -> tuple[dict[str, int], Floats]:
        columns = len(self._vectors(["."])[0])
        return {}, np.empty((_KEPT, columns), np.float32)

    def _embed(self, forms: list[str]) -> Floats:
        """The embedding of each form and what the first layer makes of it; texts repeat their
        words, so that they are remembered.
        """
        known, vectors = self._embedded
        try:
            return vectors[[known[form] for form in forms]]
        except KeyError:
            pass
        with self._lock:
            known, vectors = self._embedded
            new = [form for form in dict.fromkeys(forms) if form not in known]
            if len(known) + len(new) > _KEPT or any(len(form) > _LONGEST for form in new):
                self._embedded = self._nothing_embedded()
                return self._vectors(forms)
            vectors[len(known) : len(known) + len(new)] = self._vectors(new)
            known.update(zip(new, range(len(known), len(known) + len(new)), strict=True))
            return vectors[[known[form] for form in forms]]

    def _vectors(self, forms: list[str]) -> Floats:
        rows = np.array([self._model.vocabulary.rows(form) for form in forms])
        arrays = self._model.arrays
        parts = arrays["table"][rows] * arrays["scale"][rows][..., None]
        x = self._enter(parts.sum(1))
        return np.concatenate([x, self._layers[0].enter(x)], axis=1)

    def _arcs(self, below: Floats, above: Floats, frame: Frame) -> Floats:
        """The score of every word as the head of every other, sentence × word × head."""
        places = np.full((frame.count, frame.width + 1), frame.total)
        places[:, 1:] = frame.grid
        scores: Floats = below[frame.grid] @ above[places].swapaxes(1, 2)
        scores[:, :, 1:] += frame.by_distance(self._distance[None])[0]
        scores[:, :, 0] += self._distance[-1]
        if not frame.full:
            scores[:, :, 1:] += frame.closed[:, None, :]
        diagonal = np.arange(frame.width)
        scores[:, diagonal, diagonal + 1] = NEVER
        return scores


def _margins(scores: Floats, heads: Places) -> Floats:
    """How far the head of each word is ahead of its best other head."""
    rows = np.arange(len(heads))
    chosen = scores[rows, heads]
    scores[rows, heads] = -np.inf
    found: Floats = np.minimum(chosen - scores.max(1), _SURE)
    return found


def _best(scores: Floats) -> tuple[Places, Floats]:
    """The best column of each row, and how far it is ahead of the next."""
    top = np.partition(scores, scores.shape[1] - 2, axis=1)[:, -2:]
    return scores.argmax(1), top[:, 1] - top[:, 0]
