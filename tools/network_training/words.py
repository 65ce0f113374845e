"""The words of the examples, each once: what they are called, their pieces, and which are alike."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from network_training.pretrained import MOST_PIECES, Pretrained
from torch import Tensor

ALIKE = 12
"""How many others may stand in a word's place."""

COMMON = 150
"""So many of the commonest words of a language are never exchanged."""

_LARGEST = 4000
_CLASSES = {
    "NN": "noun", "NNS": "noun", "NNP": "name", "NNPS": "name", "JJ": "adjective", "VB": "verb",
    "VBD": "verb", "VBZ": "verb", "VBP": "verb", "VBN": "verb", "VBG": "verb",
    "n": "noun", "nr": "name", "ns": "place", "nt": "name", "nz": "noun", "a": "adjective",
    "v": "verb",
}  # fmt: skip
"""Words of these tags may be exchanged for others of their class."""


class Word(NamedTuple):
    """A word of a language with a tag: its ``names``, and how it is spelt (a number's digits)."""

    language: str
    tag: str
    names: tuple[str, ...]
    spelt: str

    @property
    def lemma(self) -> str:
        """What its forms have in common."""
        return next((one[6:] for one in self.names if one.startswith("lemma=")), self.spelt)

    @property
    def exchanged_for(self) -> tuple[str, ...]:
        """What words that may stand in its place have in common; nothing where none may."""
        kind = _CLASSES.get(self.tag, "")
        if not kind or not self.names:
            return ()
        effects = (one for one in self.names if one.startswith("effect="))
        return (self.language, kind, *effects)


class Words:
    """Arrays with a row for each word: its names (``rows``), its place among those whose meaning is
    known (``meant``), its ``pieces`` and how many they are (``cut``), the number of its ``lemma``,
    and the words that are ``alike``, itself where there are too few.
    """

    def __init__(
        self,
        words: Sequence[Word],
        often: Sequence[int],
        number: dict[str, int],
        meant: dict[str, int],
        pretrained: Pretrained,
    ) -> None:
        empty, unknown = len(number), len(meant)
        rows = [[number[name] for name in one.names if name in number] for one in words]
        pieces = [pretrained.pieces_of(one.spelt)[:MOST_PIECES] for one in words]
        known = [
            next((meant[name] for name in one.names if name in meant), unknown) for one in words
        ]
        lemmas = {(one.language, one.lemma): 0 for one in words}
        lemmas = {key: at for at, key in enumerate(lemmas)}
        alike = _alike(words, often, known, pretrained.meanings.numpy())
        self.rows = torch.from_numpy(_padded(rows, empty))
        self.pieces = torch.from_numpy(_padded(pieces, 0, MOST_PIECES))
        self.cut = torch.tensor([len(one) for one in pieces])
        self.meant = torch.tensor(known)
        self.lemma = torch.tensor([lemmas[one.language, one.lemma] for one in words])
        self.alike = torch.from_numpy(alike)

    def to(self, device: str) -> Words:
        for name, array in list(vars(self).items()):
            setattr(self, name, array.to(device))
        return self

    def exchanged(self, words: Tensor, share: float) -> Tensor:
        """(b, tokens): a share of the words of each problem exchanged for words that are alike, all
        forms of a word for forms of the same other one.
        """
        buckets = 1021
        drawn = torch.rand(len(words), buckets, device=words.device)
        chosen = torch.randint(ALIKE, (len(words), buckets), device=words.device)
        bucket = self.lemma[words] % buckets
        other = self.alike[words, chosen.gather(1, bucket)]
        return torch.where(drawn.gather(1, bucket) < share, other, words)


def _padded(rows: Sequence[Sequence[int]], empty: int, width: int = 0) -> np.ndarray:
    found = np.full((len(rows), max(width, *map(len, rows))), empty, np.int64)
    for at, row in enumerate(rows):
        found[at, : len(row)] = row
    return found


def _alike(
    words: Sequence[Word], often: Sequence[int], known: Sequence[int], meanings: np.ndarray
) -> np.ndarray:
    """(words, ALIKE): forms with the same tag of the nearest lemmas of the same class; of one whose
    meaning is not known, and of a name, any lemmas of its class.
    """
    counts: dict[tuple[str, str], Counter[tuple[str, ...]]] = defaultdict(Counter)
    of_tag: dict[tuple[str, str, str], int] = {}
    meaning: dict[tuple[str, str], int] = {}
    for at, (one, count) in enumerate(zip(words, often, strict=True)):
        lemma = one.language, one.lemma
        counts[lemma][one.exchanged_for] += count
        of_tag[*lemma, one.tag] = at
        if known[at] < len(meanings) - 1 and (lemma not in meaning or one.spelt == one.lemma):
            meaning[lemma] = known[at]
    totals = {lemma: its.total() for lemma, its in counts.items()}
    left: Counter[str] = Counter()
    classes: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for lemma in sorted(counts, key=lambda one: -totals[one]):
        left[lemma[0]] += 1
        if left[lemma[0]] > COMMON and totals[lemma] >= 3:
            classes[counts[lemma].most_common(1)[0][0]].append(lemma)
    near = {}
    order = np.random.default_rng(0)
    for kind, its in classes.items():
        if not kind or len(its) <= ALIKE:
            continue
        its = its[:_LARGEST]
        place = {lemma: at for at, lemma in enumerate(its)}
        table = np.stack([meanings[meaning.get(lemma, -1)] for lemma in its])
        table = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-6)
        for lemma in its:
            if lemma in meaning and kind[1] != "name":
                alike = table @ table[place[lemma]]
                alike[place[lemma]] = -2
                chosen = np.argsort(-alike)[:ALIKE]
            else:
                chosen = order.choice(len(its), ALIKE, replace=False)
            near[lemma] = [its[at] for at in chosen]
    found = np.repeat(np.arange(len(words))[:, None], ALIKE, 1)
    for at, one in enumerate(words):
        if one.exchanged_for:
            for column, (_, lemma) in enumerate(near.get((one.language, one.lemma), ())):
                found[at, column] = of_tag.get((one.language, lemma, one.tag), at)
    return found
