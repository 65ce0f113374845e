"""The layers of the networks.

Each begins by projecting its normalised input, so that the norm is a part of that projection: what
scales, shifts and centres is multiplied into the weights once, and only the spread is left to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
#: Beyond this, distances are alike.
FAR: Final = 12
NEVER: Final = np.float32(-1e4)
_HIGHEST: Final = np.float32(80)

Arrays = Mapping[str, Floats]


class Frame:
    """Where the words of a batch stand; they are one row each, sentence after sentence.

    ``links`` (kinds, words, words) says of one sentence alone which words are linked, and how;
    ``focus`` which of its words are asked about.
    """

    def __init__(
        self, lengths: Sequence[int], links: Floats | None = None, focus: Sequence[int] = ()
    ) -> None:
        self._links: Final = None if links is None else links.reshape(len(links), -1)
        self.focus: Final = list(focus)
        self.lengths: Final = np.array(lengths, np.intp)
        self.count: Final = len(lengths)
        self.total: Final = sum(lengths)
        self.width: Final = max(lengths)
        #: Whether all sentences are of one length: then the grid is the rows themselves.
        self.full: Final = self.total == self.count * self.width
        ends = np.cumsum(self.lengths)
        self.starts: Final = ends - self.lengths
        self.lasts: Final = ends - 1
        places = np.arange(self.width)
        self.inside: Final = places < self.lengths[:, None]
        # Row ``total`` is empty: beyond the ends of a sentence there is nothing.
        self.grid: Final = np.where(self.inside, self.starts[:, None] + places, self.total)
        self._far: Final = np.clip(np.arange(1 - self.width, self.width), -FAR, FAR) + FAR
        self.closed: Final = np.where(self.inside, np.float32(0), NEVER)

    def by_distance(self, biases: Floats) -> Floats:
        """(heads, words, words): of the biases (heads, distances) those from each word to each."""
        told = np.ascontiguousarray(biases[:, self._far])  # row i begins at the i-th from the end
        shape = len(biases), self.width, self.width
        strides = told.strides[0], -told.itemsize, told.itemsize
        return np.ndarray(shape, told.dtype, told, (self.width - 1) * told.itemsize, strides)

    def by_links(self, biases: Floats) -> Floats | None:
        """(heads, words, words): the sums of the biases (heads, kinds) of what links each two."""
        if self._links is None:
            return None
        found: Floats = biases @ self._links
        return found.reshape(len(biases), self.width, self.width)

    def spread(self, x: Floats) -> Floats:
        """The rows laid out sentence × word."""
        if self.full:
            return x.reshape(self.count, self.width, -1)
        padded = np.zeros((self.total + 1, x.shape[1]), np.float32)
        padded[:-1] = x
        return padded[self.grid]

    def gathered(self, cells: Floats) -> Floats:
        """What is laid out sentence × word × …, as rows."""
        if self.full:
            return cells.reshape(self.total, -1)
        return cells[self.inside].reshape(self.total, -1)


class Linear:
    """A product and a shift."""

    def __init__(self, weight: Floats, bias: Floats) -> None:
        self.weight: Final = np.ascontiguousarray(weight)
        self.bias: Final = bias

    def __call__(self, x: Floats) -> Floats:
        found: Floats = x @ self.weight
        found += self.bias
        return found


def linear(arrays: Arrays, name: str) -> Linear:
    """One that was trained under a name."""
    return Linear(arrays[f"{name}.weight"], arrays[f"{name}.bias"])


class Projection:
    """A norm and a linear map of what it gives."""

    def __init__(self, arrays: Arrays, norm: str, weight: Floats, bias: Floats) -> None:
        scaled = arrays[f"{norm}.weight"][:, None] * weight
        self._linear: Final = Linear(
            scaled - scaled.mean(0), bias + arrays[f"{norm}.bias"] @ weight
        )
        size = len(weight)
        self._mean: Final = np.full(size, 1 / size, np.float32)
        self._size: Final = np.float32(size)

    def __call__(self, x: Floats) -> Floats:
        mean = x @ self._mean
        spread = np.einsum("ij,ij->i", x, x)
        spread /= self._size
        spread -= mean * mean
        np.maximum(spread, 0, out=spread)
        spread += np.float32(1e-5)
        np.sqrt(spread, out=spread)
        return self._linear(x / spread[:, None])


class Layer(Protocol):
    """``enter`` projects each word by itself; a call lets what is projected meet."""

    enter: Projection

    def __call__(self, x: Floats, projected: Floats, frame: Frame) -> Floats: ...


class Convolution:
    """Each word with its neighbours: what it tells the next one, itself and the one before."""

    def __init__(self, arrays: Arrays, name: str) -> None:
        weight = arrays[f"{name}mix.weight"]
        size = weight.shape[1]
        self._size: Final = size
        bias = np.zeros(3 * size, np.float32)
        bias[size : 2 * size] = arrays[f"{name}mix.bias"]
        parts = weight.reshape(3, size, size).transpose(1, 0, 2).reshape(size, 3 * size)
        self.enter: Projection = Projection(arrays, f"{name}norm", parts, bias)

    def __call__(self, x: Floats, projected: Floats, frame: Frame) -> Floats:
        size = self._size
        to_next, own, to_last = (projected[:, k : k + size] for k in (0, size, 2 * size))
        to_next[frame.lasts] = 0
        to_last[frame.starts] = 0
        mixed: Floats = own.copy()
        mixed[1:] += to_next[:-1]
        mixed[:-1] += to_last[1:]
        np.maximum(mixed, 0, out=mixed)
        mixed += x
        return mixed


class Attention:
    """Each word with all of its sentence, then a step by itself."""

    def __init__(self, arrays: Arrays, name: str, heads: int) -> None:
        weight, bias = arrays[f"{name}qkv.weight"].copy(), arrays[f"{name}qkv.bias"].copy()
        width = len(weight)
        self._heads: Final = heads
        self._size: Final = width // heads
        weight[:, :width] *= np.float32(self._size**-0.5)
        bias[:width] *= np.float32(self._size**-0.5)
        self._project(arrays, f"{name}norm", weight, bias)
        self._distance: Final = arrays[f"{name}bias"]
        self._links: Final = arrays.get(f"{name}links")
        self._out: Final = linear(arrays, f"{name}out")
        self._up: Final = Projection(
            arrays, f"{name}norm2", arrays[f"{name}up.weight"], arrays[f"{name}up.bias"]
        )
        self._down: Final = linear(arrays, f"{name}down")

    def _project(self, arrays: Arrays, norm: str, weight: Floats, bias: Floats) -> None:
        """What is projected of each word: its query, its key and its value."""
        self.enter: Projection = Projection(arrays, norm, weight, bias)

    def __call__(self, x: Floats, projected: Floats, frame: Frame) -> Floats:
        cells = frame.spread(projected).reshape(
            frame.count, frame.width, 3, self._heads, self._size
        )
        queries, keys, values = cells.transpose(2, 0, 3, 1, 4)
        scores = queries @ keys.swapaxes(2, 3)
        scores += self._told(frame)
        if not frame.full:
            scores += frame.closed[:, None, None, :]
        return self._stepped(x, frame.gathered(self._seen(scores, values)))

    def _told(self, frame: Frame) -> Floats:
        """(heads, words, words): what distances and links add to the scores."""
        far = frame.by_distance(self._distance)
        linked = None if self._links is None else frame.by_links(self._links)
        if linked is None:
            return far
        linked += far
        return linked

    def _seen(self, scores: Floats, values: Floats) -> Floats:
        """What each word sees (…, words, heads, size) of the values that all have."""
        np.minimum(scores, _HIGHEST, out=scores)  # sums of what is higher would overflow
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        return (scores @ values).swapaxes(-2, -3)

    def _stepped(self, x: Floats, seen: Floats) -> Floats:
        found = self._out(seen)
        found += x
        inner = self._up(found)
        np.maximum(inner, 0, out=inner)
        found += self._down(inner)
        return found


class FocusedAttention(Attention):
    """Attention in one sentence of which the words asked about alone are changed by it, so that
    they alone have queries.
    """

    def _project(self, arrays: Arrays, norm: str, weight: Floats, bias: Floats) -> None:
        width = len(weight)
        self.enter = Projection(arrays, norm, weight[:, width:], bias[width:])
        self._ask = Projection(arrays, norm, weight[:, :width], bias[:width])

    def __call__(self, x: Floats, projected: Floats, frame: Frame) -> Floats:
        focus = frame.focus
        queries = self._ask(x[focus]).reshape(len(focus), self._heads, self._size).swapaxes(0, 1)
        cells = projected.reshape(frame.width, 2, self._heads, self._size)
        keys, values = cells.transpose(1, 2, 0, 3)
        scores = queries @ keys.swapaxes(1, 2)
        scores += self._told(frame)[:, focus]
        seen = self._seen(scores, values).reshape(len(focus), -1)
        found = x.copy()
        found[focus] = self._stepped(x[focus], seen)
        return found
