"""Examples as numbers, in batches."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np
import torch
from network_training.examples import Example
from network_training.pretrained import LANGUAGE as PRETRAINED_LANGUAGE
from network_training.pretrained import Pretrained
from torch import Tensor

from quantity_tagger.neural.sign_network import LINKS
from quantity_tagger.reading.weighing import MOST
from quantity_tagger.signs import INDEX, SIGNS

_WORDS = ("word=", "lemma=", "ends=", "begins=", "character=", "last=")
_NOUNS = frozenset(
    f"tag={tag}" for tag in ("NN", "NNS", "NNP", "NNPS", "n", "nr", "nz", "ns", "nt", "vn")
)
_FACTS = (
    "role=", "verb=", "direction=", "measure=", "told=", "whose=", "moved=", "says=", "unit=",
    "owner=", "place=", "time=", "world", "schema", "asks=", "cue=",
)  # fmt: skip
SIGNED = {
    count: torch.tensor(list(product(range(len(SIGNS)), repeat=count)))
    for count in range(1, MOST + 1)
}

_SIGNS = {count: np.array(SIGNS)[table.numpy()] for count, table in SIGNED.items()}

Batch = dict[str, Tensor]


class Names:
    """The names that occur often enough, numbered; which of them may be left out; the words whose
    meaning is known (`Pretrained`). Those that are ``shipped`` for each language are among them,
    with what words mean.
    """

    def __init__(
        self,
        examples: Sequence[Example],
        least: int,
        pretrained: Pretrained,
        shipped: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.pretrained = pretrained
        words = [] if shipped else pretrained.words
        self.meant = {f"word={word}": at for at, word in enumerate(words)}
        self._shipped = shipped or {}
        often = Counter(name for one in examples for names in one.problem.names for name in names)
        known = {name for name, count in often.items() if count >= least}
        self.known = sorted(known.union(*self._shipped.values()))
        self.number = {name: at for at, name in enumerate(self.known)}
        self.empty = len(self.known)
        self.by_language = {
            code: self._of_language(examples, code)
            for code in sorted({one.language for one in examples})
        }
        self.words = self._marked(lambda name: name.startswith(_WORDS))
        self.facts = self._marked(lambda name: name.startswith(_FACTS))
        self.nouns = self._marked(lambda name: name in _NOUNS)
        self.ascii = self._marked(str.isascii)

    def _of_language(self, examples: Sequence[Example], code: str) -> list[str]:
        """The names that a language needs: those that occur, and what else is known of words."""
        seen = {
            name
            for one in examples
            if one.language == code
            for names in one.problem.names
            for name in names
        }
        if code == PRETRAINED_LANGUAGE:
            seen |= {name for name in self.meant if name.isascii()}
        seen |= set(self._shipped.get(code, ()))
        return sorted(name for name in seen if name in self.number or name in self.meant)

    def _marked(self, is_one: Callable[[str], bool]) -> Tensor:
        return torch.tensor([*map(is_one, self.known), False])


class Encoded:
    """One example as numbers, and its place among all."""

    def __init__(self, one: Example, names: Names, place: int = 0) -> None:
        self.place = place
        seen, number, unknown = one.problem, names.number, len(names.meant)
        self.at, self.links = seen.quantities, seen.links().astype(bool)
        self.count, self.length = len(seen.quantities), len(seen.names)
        rows = [[number[name] for name in each if name in number] for each in seen.names]
        self.rows = np.full((self.length, max(map(len, rows))), names.empty)
        for at, row in enumerate(rows):
            self.rows[at, : len(row)] = row
        self.words = [
            next((names.meant[name] for name in each if name in names.meant), unknown)
            for each in seen.names
        ]
        numbers = dict(zip(seen.quantities, one.sizes, strict=True))
        self.pieces, self.starts = names.pretrained.cut(
            [_spelt(each, numbers.get(at)) for at, each in enumerate(seen.names)]
        )
        signs = _SIGNS[self.count]
        self.right = np.zeros(len(signs), bool)
        for gold in one.gold:
            self.right[sum(INDEX[s] * 3**k for k, s in enumerate(reversed(gold)))] = True
        used = np.count_nonzero(signs, axis=1) >= min(2, self.count)
        may_be = (signs @ one.sizes >= -1e-9) | (min(one.sizes) < 0)
        self.open = (used & may_be) | self.right
        taught = np.array(one.taught or self.right, np.float32)
        self.taught = taught / max(taught.sum(), 1)
        self.in_scope = float(one.in_scope)


def _spelt(names: Sequence[str], size: float | None) -> str:
    """A token as it is written: a number, or a word in small letters."""
    if size is not None:
        return f"{size:g}".replace(".", "")
    return next((name[5:] for name in names if name.startswith("word=")), "#")


def batches(
    examples: Sequence[Encoded], names: Names, size: int, order: random.Random, device: str
) -> list[Batch]:
    """Problems with as many quantities and of like length together, in a random order."""
    by_count: dict[int, list[Encoded]] = defaultdict(list)
    for one in examples:
        by_count[one.count].append(one)
    found = []
    for its in by_count.values():
        its = sorted(its, key=lambda one: one.length + 15 * order.random())
        found += [_batch(its[at : at + size], names, device) for at in range(0, len(its), size)]
    order.shuffle(found)
    return found


def _batch(examples: Sequence[Encoded], names: Names, device: str) -> Batch:
    count, length = len(examples), max(one.length for one in examples)
    rows = np.full((count, length, max(one.rows.shape[1] for one in examples)), names.empty)
    words = np.full((count, length), len(names.meant))
    mask = np.zeros((count, length), bool)
    links = np.zeros((count, len(LINKS), length, length), bool)
    longest = max(len(one.pieces) for one in examples)
    pieces, cut = np.zeros((count, longest), int), np.zeros((count, longest), bool)
    starts = np.zeros((count, length), int)
    for number, one in enumerate(examples):
        rows[number, : one.length, : one.rows.shape[1]] = one.rows
        words[number, : one.length] = one.words
        mask[number, : one.length] = True
        links[number, :, : one.length, : one.length] = one.links
        pieces[number, : len(one.pieces)] = one.pieces
        cut[number, : len(one.pieces)] = True
        starts[number, : one.length] = one.starts
    arrays = {
        "rows": rows, "words": words, "mask": mask, "links": links,
        "pieces": pieces, "piece_mask": cut, "starts": starts,
    }  # fmt: skip
    found = {name: torch.from_numpy(array) for name, array in arrays.items()}
    for name in ("at", "place", "right", "open", "taught", "in_scope"):
        found[name] = torch.from_numpy(np.array([getattr(one, name) for one in examples]))
    return {name: one.to(device) for name, one in found.items()}
