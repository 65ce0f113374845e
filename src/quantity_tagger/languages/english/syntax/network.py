"""The network that tags words and scores heads, in plain NumPy.

Words of many sentences go through together, one row each; what looks along a sentence (the
convolutions over three words, the attention) goes by index. The scores of heads are laid out
sentence × word × head. The same network, for training, is in ``tools/parser_training``.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Final, NamedTuple

import numpy as np

from quantity_tagger.languages.english.syntax.decoding import Floats, Places, best_heads
from quantity_tagger.languages.english.syntax.model_file import Model

#: Beyond this, distances are alike.
_FAR: Final = 12
_NEVER: Final = np.float32(-1e4)
#: The margin of what has no rival.
_SURE: Final = np.float32(99)
#: How many forms keep their embedding, and how long they may be.
_KEPT: Final = 8192
_LONGEST: Final = 40


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


class _Frame:
    """Where the words of a batch stand: neighbours, and the place of each in a grid."""

    def __init__(self, lengths: Sequence[int]) -> None:
        self.lengths: Final = np.array(lengths, np.intp)
        self.total: Final = int(self.lengths.sum())
        self.width: Final = int(self.lengths.max())
        self.starts: Final = np.cumsum(self.lengths) - self.lengths
        places = np.arange(self.width)
        self.inside: Final = places < self.lengths[:, None]
        # Row ``total`` is empty: beyond the ends of a sentence there is nothing.
        self.grid: Final = np.where(self.inside, self.starts[:, None] + places, self.total)
        padded = np.full((len(self.lengths), self.width + 2), self.total)
        padded[:, 1:-1] = self.grid
        self.neighbours: Final = np.stack(
            [padded[:, :-2][self.inside], np.arange(self.total), padded[:, 2:][self.inside]], 1
        )
        self.far: Final = np.clip(places - places[:, None], -_FAR, _FAR) + _FAR
        self.closed: Final = np.where(self.inside, np.float32(0), _NEVER)


class Network:
    """Runs one model."""

    def __init__(self, model: Model) -> None:
        arrays = model.arrays
        self._model: Final = model
        self._arrays: Final[dict[str, Floats]] = {
            name: array.astype(np.float32) for name, array in arrays.items() if name != "table"
        }
        asked = ("xpos", "upos", "arc_dep", "arc_head", "rel_dep", "rel_head")
        weights = [self._arrays[f"{name}.weight"] for name in asked]
        self._questions: Final = (
            np.concatenate(weights, axis=1),
            np.concatenate([self._arrays[f"{name}.bias"] for name in asked]),
            np.cumsum([weight.shape[1] for weight in weights])[:-1],
        )
        self._lock: Final = Lock()
        self._embedded: tuple[dict[str, int], Floats] = self._nothing_embedded()

    def __call__(self, sentences: Sequence[Sequence[str]]) -> Scores:
        """Tags, heads and relations of sentences that are not empty."""
        frame = _Frame([len(forms) for forms in sentences])
        x = self._embed([form for forms in sentences for form in forms])
        for index, kind in enumerate(self._model.layout):
            name = f"layers.{index}."
            x = self._convolve(x, frame, name) if kind == "c" else self._attend(x, frame, name)
        # The root is a word like others, in the last row.
        x = np.concatenate([self._norm(x, "norm"), self._arrays["root"][None]])
        xpos, upos, below, above, dependent, head = self._answers(x)
        tags, tag_margins = _best(xpos[:-1])
        heads, head_margins = self._heads(below, above, frame)
        chosen = np.repeat(frame.starts, frame.lengths) + heads - 1
        hidden = dependent[:-1] + head[np.where(heads > 0, chosen, frame.total)]
        np.maximum(hidden, 0, out=hidden)
        relations = self._linear(hidden, "rel_out").argmax(1)
        return Scores(tags, upos[:-1].argmax(1), heads, relations, tag_margins, head_margins)

    def _nothing_embedded(self) -> tuple[dict[str, int], Floats]:
        return {}, np.empty((_KEPT, len(self._arrays["enter.bias"])), np.float32)

    def _embed(self, forms: list[str]) -> Floats:
        """The embedding of each form; texts repeat their words, so that they are remembered."""
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
        parts = self._model.arrays["table"][rows] * self._arrays["scale"][rows][..., None]
        return self._linear(parts.sum(1), "enter")

    def _linear(self, x: Floats, name: str) -> Floats:
        found: Floats = x @ self._arrays[f"{name}.weight"]
        found += self._arrays[f"{name}.bias"]
        return found

    def _norm(self, x: Floats, name: str) -> Floats:
        size = np.float32(x.shape[1])
        mean: Floats = np.add.reduce(x, 1, keepdims=True)
        mean /= size
        centred = x - mean
        spread = np.einsum("ij,ij->i", centred, centred) / size
        centred /= np.sqrt(spread + np.float32(1e-5))[:, None]
        centred *= self._arrays[f"{name}.weight"]
        centred += self._arrays[f"{name}.bias"]
        return centred

    def _convolve(self, x: Floats, frame: _Frame, name: str) -> Floats:
        wide = _with_nothing(self._norm(x, f"{name}norm"))[frame.neighbours]
        mixed = self._linear(wide.reshape(frame.total, -1), f"{name}mix")
        np.maximum(mixed, 0, out=mixed)
        mixed += x
        return mixed

    def _attend(self, x: Floats, frame: _Frame, name: str) -> Floats:
        heads = self._model.attention_heads
        size = x.shape[1] // heads
        qkv = _with_nothing(self._linear(self._norm(x, f"{name}norm"), f"{name}qkv"))[frame.grid]
        qkv = qkv.reshape(*frame.grid.shape, 3, heads, size).transpose(2, 0, 3, 1, 4)
        scores = qkv[0] @ qkv[1].swapaxes(2, 3)
        scores *= np.float32(size**-0.5)
        scores += self._arrays[f"{name}bias"][:, frame.far]
        scores += frame.closed[:, None, None, :]
        scores -= scores.max(3, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(3, keepdims=True)
        mixed = (scores @ qkv[2]).transpose(0, 2, 1, 3)[frame.inside].reshape(x.shape)
        x = x + self._linear(mixed, f"{name}out")
        inner = self._linear(self._norm(x, f"{name}norm2"), f"{name}up")
        np.maximum(inner, 0, out=inner)
        return x + self._linear(inner, f"{name}down")

    def _answers(self, x: Floats) -> list[Floats]:
        """All that is asked of each word's last state, by one product."""
        return np.split(x @ self._questions[0] + self._questions[1], self._questions[2], axis=1)

    def _heads(self, below: Floats, above: Floats, frame: _Frame) -> tuple[Places, Floats]:
        places = np.full((len(frame.lengths), frame.width + 1), frame.total)
        places[:, 1:] = frame.grid
        scores = below[frame.grid] @ above[places].swapaxes(1, 2)
        bias = self._arrays["arc_bias"]
        scores[:, :, 1:] += bias[frame.far]
        scores[:, :, 0] += bias[-1]
        scores[:, :, 1:] += frame.closed[:, None, :]
        diagonal = np.arange(frame.width)
        scores[:, diagonal, diagonal + 1] = _NEVER
        heads = best_heads(scores, frame.lengths)[frame.inside]
        flat = scores[frame.inside]
        rows = np.arange(frame.total)
        chosen = flat[rows, heads]
        flat[rows, heads] = -np.inf
        return heads, np.minimum(chosen - flat.max(1), _SURE)


def _with_nothing(x: Floats) -> Floats:
    """The rows and an empty one at the end."""
    found = np.zeros((len(x) + 1, x.shape[1]), np.float32)
    found[:-1] = x
    return found


def _best(scores: Floats) -> tuple[Places, Floats]:
    """The best column of each row, and how far it is ahead of the next."""
    top = np.partition(scores, scores.shape[1] - 2, axis=1)[:, -2:]
    return scores.argmax(1), top[:, 1] - top[:, 0]
