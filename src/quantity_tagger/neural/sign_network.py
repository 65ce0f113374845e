"""A network that reads a whole problem and scores the signs of its quantities.

Each token is known by names; the rows of these in one table are summed, and each language has its
own table. The rest is shared by all languages: layers let the tokens meet (`neural.layers`):
neighbours, and all with all, told which of them are linked; the last ones change the quantities
alone. From the last states
of the quantities and the mean of all comes a score of each sign of each quantity, and of each pair
of signs of two quantities:

    score(y) = Σᵢ u(i, yᵢ) + Σ_{i<j} p(i, j, yᵢ, yⱼ)

from the mean alone the log-odds that adding and subtracting solve the problem at all, and from the
mean of all, the mean of the quantities and the largest of each of their values how likely each form
of the equation is: that signs write it, that an unsaid one is added or taken away, that it is
another; and from each quantity's state that this one is needed twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from quantity_tagger.arrays import Ints
from quantity_tagger.errors import ModelFileError
from quantity_tagger.neural import archive
from quantity_tagger.neural.layers import (
    Attention,
    Convolution,
    Floats,
    FocusedAttention,
    Frame,
    Layer,
    Projection,
    linear,
)
from quantity_tagger.support.blas import one_thread

VERSION: Final = 4

ENCODER: Final = Path(__file__).with_name("encoder.npz")

NO_GROUP: Final = -1

LINKS: Final = ("same word", "its head", "its dependent", "in the question", "a number")
"""What one token may be to another that looks at it."""


PLAIN, ONE_MORE, ONE_LESS, OTHER, TWICE = range(5)
"""The forms of an equation: as signs write it, with an unsaid one added or taken away, another
that signs cannot write; from `TWICE` on with the first quantity twice, the second, and so on."""


_Scores = TypeVar("_Scores", NDArray[np.float32], NDArray[np.float64])


class Described(NamedTuple):
    """A problem as the network sees it: the names of each token, the ``groups`` of those that are
    the same word, the places of their ``heads`` (−1 for a root), the tokens of the question, and
    where the quantities stand.
    """

    names: list[list[str]]
    groups: list[int]
    heads: list[int]
    question: range
    quantities: list[int]

    def links(self) -> Floats:
        """(links, tokens, tokens): what the second token is to the first."""
        count = len(self.names)
        found = np.zeros((len(LINKS), count, count), np.float32)
        groups, heads, places = np.array(self.groups), np.array(self.heads), np.arange(count)
        found[0] = (groups[:, None] == groups) & (groups != NO_GROUP)
        found[1] = heads[:, None] == places
        found[2] = found[1].T
        found[3, :, self.question.start : self.question.stop] = 1
        found[4][:, self.quantities] = 1
        return found


class SignScores(NamedTuple):
    """``single`` (q, 3) and ``pairs`` (q, q, 3, 3), where i < j; signs are +, 0, −; ``in_scope``
    are the log-odds that the problem is one of addition and subtraction, ``forms`` (`TWICE` + q)
    the logarithms of how likely the forms of its equation are.
    """

    single: Floats
    pairs: Floats
    in_scope: float
    forms: Floats

    def of(self, signs: Ints) -> Floats:
        """The scores of assignments (a, q) of sign indices."""
        count = signs.shape[1]
        places = np.arange(count)
        found: Floats = self.single[places, signs].sum(1)
        first, second = np.triu_indices(count, 1)
        found += self.pairs[first, second, signs[:, first], signs[:, second]].sum(1)
        return found


def log_shares(scores: _Scores) -> _Scores:
    """The logarithms of the shares that these scores stand for, of which one is finite at least."""
    left: _Scores = scores - scores.max()
    left -= np.log(np.exp(left).sum())
    return left


class Embeddings:
    """The names that a language knows, and a row of the table for each."""

    def __init__(self, header: dict[str, Any], arrays: archive.Arrays) -> None:
        names = str(header["names"]).split("\n")
        self._rows: Final = {name: row for row, name in enumerate(names)}
        self._table: Final = arrays["table"]
        self._scale: Final[Floats] = arrays["table.scale"].astype(np.float32)
        if len(self._table) != len(names):
            raise ModelFileError("its table does not fit its names")

    def __call__(self, names: Sequence[Sequence[str]]) -> Floats:
        """The sums of the rows of each token's names; nothing for a name that is not known."""
        rows = [[self._rows[name] for name in each if name in self._rows] for each in names]
        flat = np.array([*chain.from_iterable(rows)], np.intp)
        found = np.zeros((len(rows), self._table.shape[1]), np.float32)
        if len(flat):
            sizes = np.array([len(row) for row in rows])
            starts = np.cumsum(sizes) - sizes
            each = self._table[flat] * self._scale[flat]
            found[sizes > 0] = np.add.reduceat(each, starts[sizes > 0])
        return found


class Encoder:
    """The layers and what comes after them: all that the languages share."""

    def __init__(self, header: dict[str, Any], arrays: archive.Arrays) -> None:
        parts: dict[str, Floats] = archive.full(arrays)
        self._enter: Final = linear(parts, "enter")
        self._layers: Final[list[Layer]] = [
            _layer(kind, parts, f"layers.{index}.", header["attention_heads"])
            for index, kind in enumerate(header["layout"])
        ]
        width = len(parts["norm.weight"])
        unit = np.eye(width, dtype=np.float32)
        self._last: Final = Projection(parts, "norm", unit, np.zeros(width, np.float32))
        self._single: Final = linear(parts, "single"), linear(parts, "single_out")
        self._first: Final = linear(parts, "first")
        self._second: Final = linear(parts, "second")
        self._all: Final = linear(parts, "all")
        self._pair: Final = linear(parts, "pair_out")
        self._scope: Final = linear(parts, "scope"), linear(parts, "scope_out")
        self._forms: Final = linear(parts, "forms"), linear(parts, "forms_out")

    def __call__(self, embedded: Floats, links: Floats, quantities: Sequence[int]) -> SignScores:
        """The scores of the signs of the quantities at these places."""
        frame = Frame([len(embedded)], links, quantities)
        x = self._enter(embedded)
        for layer in self._layers:
            x = layer(x, layer.enter(x), frame)
        x = self._last(x)
        mean = x.mean(0)
        states = x[quantities]
        hidden, out = self._single
        both = np.concatenate([states, np.broadcast_to(mean, states.shape)], axis=1)
        single = out(np.maximum(hidden(both), 0))
        pairs = self._first(states)[:, None] + self._second(states) + self._all(mean[None])
        scores = self._pair(np.maximum(pairs, 0).reshape(-1, pairs.shape[2]))
        hidden, out = self._scope
        in_scope = out(np.maximum(hidden(mean[None]), 0)).item()
        hidden, out = self._forms
        summed = np.concatenate([mean, states.max(0), states.mean(0)])
        forms = np.concatenate([out(np.maximum(hidden(summed[None]), 0))[0], single[:, 3]])
        pairs = scores.reshape(len(states), len(states), 3, 3)
        return SignScores(single[:, :3], pairs, in_scope, log_shares(forms))


def _layer(kind: str, arrays: dict[str, Floats], name: str, heads: int) -> Layer:
    if kind == "c":
        return Convolution(arrays, name)
    return (FocusedAttention if kind == "f" else Attention)(arrays, name, heads)


class SignNetwork(NamedTuple):
    """The network of one language; may be shared between threads."""

    embeddings: Embeddings
    encoder: Encoder

    def __call__(self, problem: Described) -> SignScores:
        """The scores of a problem's signs. One problem at a time: what it is batched with must not
        change a digit of its scores.
        """
        with one_thread():
            embedded = self.embeddings(problem.names)
            return self.encoder(embedded, problem.links(), problem.quantities)


def load(path: Path, encoder: Path = ENCODER) -> SignNetwork:
    """Read the embeddings of a language and the encoder they were trained with, or say in one
    sentence why these are none.
    """
    with archive.opened(path, "table of embeddings", VERSION) as (header, arrays):
        embeddings, trained_with = Embeddings(header, arrays), header["encoder"]
    found, name = _encoder(encoder)
    if name != trained_with:
        raise ModelFileError(f"{path} was trained with another encoder than {encoder}")
    return SignNetwork(embeddings, found)


@lru_cache(maxsize=2)
def _encoder(path: Path) -> tuple[Encoder, str]:
    """The encoder of a file and its name, which its embeddings tell."""
    with archive.opened(path, "network", VERSION) as (header, arrays):
        return Encoder(header, arrays), header["name"]
