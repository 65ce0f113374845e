"""Examples as numbers: flat arrays on the device, from which batches are gathered."""

from __future__ import annotations

import json
import lzma
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from network_training.examples import Example, from_line
from network_training.pretrained import END, MOST_PIECES, START, Pretrained
from network_training.pretrained import LANGUAGE as PRETRAINED_LANGUAGE
from network_training.words import Word, Words
from torch import Tensor

from quantity_tagger.neural.sign_network import NO_GROUP, TWICE
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

FOLDS = 3
"""How many teachers there are."""

STATES = 192
"""How many dimensions are kept of the states of a teacher."""

WIDTHS = 8
"""Lengths of batches are multiples of this: attention is faster so."""

Batch = dict[str, Tensor]
Arrays = dict[str, Any]


class Places(NamedTuple):
    """Examples of a batch, which have as many quantities; the most tokens that one of them has."""

    at: Tensor
    quantities: int
    longest: int


class View(NamedTuple):
    """What teachers say of all examples as they stand or with some words exchanged for others:
    the ``words`` of all tokens, the share of each assignment of signs (``told``), and in `STATES`
    dimensions what they make of each token.
    """

    words: Tensor
    told: Tensor
    states: Tensor


class Tally:
    """How often each of the ``words`` occurs, and by language each name in what is learnt from."""

    def __init__(self, examples: Iterable[Example]) -> None:
        self.words: Counter[str] = Counter()
        self.learnt: dict[str, Counter[str]] = {}
        for one in examples:
            names = Counter(name for its in one.problem.names for name in its)
            for name, count in names.items():
                if name.startswith("word="):
                    self.words[name.removeprefix("word=")] += count
            if not one.held_out:
                self.learnt.setdefault(one.language, Counter()).update(names)


class Names:
    """The ``known`` names, numbered; which of them may be left out; the words whose meaning is
    known (`Pretrained`); the names that each language needs (``by_language``).
    """

    def __init__(self, by_language: dict[str, list[str]], pretrained: Pretrained) -> None:
        self.pretrained, self.by_language = pretrained, by_language
        self.meant = {f"word={word}": at for at, word in enumerate(pretrained.words)}
        self.known = sorted({name for its in by_language.values() for name in its})
        self.number = {name: at for at, name in enumerate(self.known)}
        self.empty = len(self.known)
        self.words = self._marked(lambda name: name.startswith(_WORDS))
        self.facts = self._marked(lambda name: name.startswith(_FACTS))
        self.nouns = self._marked(lambda name: name in _NOUNS)
        self.ascii = self._marked(str.isascii)

    @classmethod
    def of(cls, seen: Tally, least: int, pretrained: Pretrained) -> Names:
        """Those that occur so often in what is learnt from, or whose meaning is known."""
        often: Counter[str] = sum(seen.learnt.values(), Counter())
        meant = {f"word={word}" for word in pretrained.words}
        common = {name for name in meant if name.isascii()}
        return cls(
            {
                code: sorted(
                    {name for name in its if often[name] >= least or name in meant}
                    | (common if code == PRETRAINED_LANGUAGE else set())
                )
                for code, its in sorted(seen.learnt.items())
            },
            pretrained,
        )

    def to(self, device: str) -> None:
        self.words, self.facts, self.nouns, self.ascii = (
            one.to(device) for one in (self.words, self.facts, self.nouns, self.ascii)
        )

    def _marked(self, is_one: Callable[[str], bool]) -> Tensor:
        return torch.tensor([*map(is_one, self.known), False])


class Corpus:
    """Arrays of all examples, one after the other. Of each example: its ``language``, the ``fold``
    whose teacher does not see it, whether it is ``held_out`` and ``in_scope``, how many tokens and
    quantities it has. Of each token: its word, its names beside those of the word (``rows``), group
    and head, whether the question has it. Of each assignment of signs: whether it is ``open`` and
    ``right``.
    """

    def __init__(
        self, arrays: Arrays, words: Words, names: Names, languages: Sequence[str]
    ) -> None:
        self.words, self.names, self.languages = words, names, languages
        self.arrays = {name: torch.from_numpy(array) for name, array in arrays.items()}
        count = self.arrays["quantities"]
        self.arrays["assignments"] = torch.tensor([3**n for n in range(MOST + 1)])[count]
        for what in ("tokens", "quantities", "assignments"):
            sizes = self.arrays[what]
            self.arrays[f"{what} from"] = torch.cumsum(sizes, 0) - sizes
        self.ends = [names.pretrained.number[mark] for mark in (START, END)]

    def __len__(self) -> int:
        return len(self.arrays["tokens"])

    def to(self, device: str) -> Corpus:
        self.arrays = {name: array.to(device) for name, array in self.arrays.items()}
        self.words.to(device)
        self.names.to(device)
        return self

    def where(self, **wanted: int) -> Tensor:
        """The places of the examples that have these values."""
        found = torch.ones(len(self), dtype=torch.bool, device=self.arrays["tokens"].device)
        for name, value in wanted.items():
            found &= self.arrays[name] == value
        return found.nonzero()[:, 0]

    def of(self, places: Tensor, **wanted: int) -> Tensor:
        """Those of the places that have these values."""
        for name, value in wanted.items():
            places = places[self.arrays[name][places] == value]
        return places

    def blank(self) -> View:
        """A view with the words as they stand, of which nothing is told."""
        words = self.arrays["word"]
        told = torch.zeros(len(self.arrays["right"]), device=words.device, dtype=torch.half)
        states = torch.zeros(len(words), STATES, device=words.device, dtype=torch.half)
        return View(words.clone(), told, states)

    def batches(self, places: Tensor, size: int) -> list[Places]:
        """The places of problems with as many quantities and of like length together, in a random
        order.
        """
        found: list[tuple[Tensor, int]] = []
        counts, lengths = self.arrays["quantities"][places], self.arrays["tokens"][places]
        noise = WIDTHS * torch.rand(len(places), device=places.device)
        for count in range(1, MOST + 1):
            alike = (counts == count).nonzero()[:, 0]
            in_order = (lengths[alike] + noise[alike]).argsort()
            parts = places[alike[in_order]].split(size)
            found += [(one, count) for one in parts if len(one)]
        longest = torch.stack([self.arrays["tokens"][one].max() for one, _ in found]).tolist()
        every = [Places(*one, most) for one, most in zip(found, longest, strict=True)]
        return [every[at] for at in torch.randperm(len(every)).tolist()]

    def gathered(
        self, some: Places, exchanged: float = 0.0, view: View | None = None, pieces: bool = False
    ) -> Batch:
        """A batch of these examples, with the ``pieces`` of their words or without: with what is
        told in a view and its words, else with a share of their words exchanged for others that are
        alike.
        """
        arrays, known, places = self.arrays, self.words, some.at

        def spread(what: str, length: int) -> tuple[Tensor, Tensor]:
            steps = torch.arange(length, device=places.device)
            inside = steps < arrays[what][places][:, None]
            at = arrays[f"{what} from"][places][:, None] + steps
            return torch.where(inside, at, 0), inside

        def picked(name: str, empty: int) -> Tensor:
            return arrays[name][tokens].long().masked_fill(~mask, empty)

        count = some.quantities
        tokens, mask = spread("tokens", -(-some.longest // WIDTHS) * WIDTHS)
        quantities, _ = spread("quantities", count)
        signs, _ = spread("assignments", 3**count)
        words = (view.words if view else arrays["word"])[tokens].long()
        if exchanged and not view:
            words = known.exchanged(words, exchanged)
        rows = torch.cat([known.rows[words], arrays["rows"][tokens].long()], 2)
        at = arrays["at"][quantities].long()
        is_number = torch.zeros_like(mask).scatter_(1, at, True)
        told = {}
        if view:
            told = {"told": view.told[signs].float(), "states": view.states[tokens].float()}
        return told | {
            "token": tokens,
            "assignment": signs,
            "word": words,
            "rows": rows.masked_fill(~mask[..., None], self.names.empty),
            "words": known.meant[words].masked_fill(~mask, len(self.names.meant)),
            "mask": mask,
            "links": _links(
                picked("groups", NO_GROUP),
                picked("heads", -1),
                arrays["asked"][tokens] & mask,
                is_number,
            ),
            "at": at,
            "right": arrays["right"][signs],
            "open": arrays["open"][signs],
            "in_scope": arrays["in_scope"][places].float(),
            "forms": (arrays["forms"][places, None] >> torch.arange(TWICE + count).to(places)) % 2,
            "fold": arrays["fold"][places],
            **(self._pieces(words, mask) if pieces else {}),
        }

    def _pieces(self, words: Tensor, mask: Tensor) -> Batch:
        """The pieces of the words, between the marks of start and end."""
        start, end = self.ends
        count = self.words.cut[words] * mask
        starts = count.cumsum(1) - count + 1
        total = count.sum(1) + 1
        longest = -(-(int(total.max()) + 1) // WIDTHS) * WIDTHS
        found = torch.zeros(len(words), longest, dtype=torch.long, device=words.device)
        for number in range(MOST_PIECES):  # what is beyond a word is written over by the next one
            inside = mask & (count > number)
            at = torch.where(inside, starts + number, 0)
            found.scatter_(1, at, self.words.pieces[words, number] * inside)
        found[:, 0] = start
        found.scatter_(1, total[:, None], end)
        steps = torch.arange(found.shape[1], device=words.device)
        return {
            "pieces": found,
            "piece_mask": steps <= total[:, None],
            "starts": torch.where(mask, starts, 0),
        }


def _links(groups: Tensor, heads: Tensor, asked: Tensor, is_number: Tensor) -> Tensor:
    """(b, links, tokens, tokens): what `Described.links` gives, for each problem of a batch."""
    length = groups.shape[1]
    same = (groups[:, :, None] == groups[:, None]) & (groups[:, :, None] != NO_GROUP)
    head = heads[:, :, None] == torch.arange(length, device=heads.device)
    wide = (-1, length, -1)
    return torch.stack(
        [
            same,
            head,
            head.transpose(1, 2),
            asked[:, None].expand(wide),
            is_number[:, None].expand(wide),
        ],
        1,
    )


_shared: tuple[list[str], Names, list[str]]
"""What the workers of `load` are forked with."""


def load(path: Path, names: Names) -> Corpus:
    """The examples of a file as numbers, by all processors."""
    global _shared
    languages = sorted(names.by_language)
    with lzma.open(path, "rt", encoding="utf-8") as file:
        _shared = file.readlines(), names, languages
    workers = os.cpu_count() or 1
    parts = np.array_split(np.arange(len(_shared[0])), 4 * workers)
    with get_context("fork").Pool(workers) as pool:
        found = pool.map(_encoded, [(int(part[0]), int(part[-1]) + 1) for part in parts], 1)
    number: dict[Word, int] = {}
    width = max(arrays["rows"].shape[1] for arrays, _ in found)
    for arrays, words in found:
        places = np.array([number.setdefault(word, len(number)) for word in words])
        arrays["word"] = places[arrays["word"]]
        arrays["rows"] = np.pad(
            arrays["rows"],
            ((0, 0), (0, width - arrays["rows"].shape[1])),
            constant_values=names.empty,
        )
    arrays = {name: np.concatenate([one[name] for one, _ in found]) for name in found[0][0]}
    often = np.bincount(arrays["word"], minlength=len(number)).tolist()
    words = Words([*number], often, names.number, names.meant, names.pretrained)
    return Corpus(arrays, words, names, languages)


def _encoded(part: tuple[int, int]) -> tuple[Arrays, list[Word]]:
    lines, names, languages = _shared
    known: dict[Word, int] = {}
    found: dict[str, list[Any]] = {}
    for line in lines[slice(*part)]:
        for name, value in _fields(from_line(line), names, languages, known):
            found.setdefault(name, []).append(value)
    rows = [row for one in found.pop("rows") for row in one]
    table = np.full((len(rows), max(map(len, rows))), names.empty, np.int32)
    for at, row in enumerate(rows):
        table[at, : len(row)] = row
    arrays = {
        name: np.concatenate(its) if isinstance(its[0], np.ndarray) else np.array(its)
        for name, its in found.items()
    }
    return arrays | {"rows": table}, [*known]


def _fields(
    one: Example, names: Names, languages: list[str], known: dict[Word, int]
) -> Iterator[tuple[str, Any]]:
    """What `Corpus` has of an example; its words are numbered in ``known``."""
    seen, number = one.problem, names.number
    sizes = dict(zip(seen.quantities, one.sizes, strict=True))
    words = [_word(one.language, its, sizes.get(at)) for at, its in enumerate(seen.names)]
    length = len(words)
    yield "language", languages.index(one.language)
    yield "fold", int.from_bytes(one.family.encode()[-8:], "big") % 1009 % FOLDS
    yield "held_out", one.held_out
    yield "in_scope", one.in_scope
    yield "forms", sum(1 << form for form in one.forms)
    yield "tokens", length
    yield "quantities", len(seen.quantities)
    yield "word", np.array([known.setdefault(word, len(known)) for word in words], np.int32)
    yield (
        "rows",
        [
            [number[name] for name in its if name in number and name not in word.names]
            for its, word in zip(seen.names, words, strict=True)
        ],
    )
    yield "groups", np.array(seen.groups, np.int16)
    yield "heads", np.array(seen.heads, np.int16)
    yield "asked", np.isin(np.arange(length), seen.question)
    yield "at", np.array(seen.quantities, np.int16)
    signs = _SIGNS[len(seen.quantities)]
    right = np.zeros(len(signs), bool)
    for gold in one.gold:
        right[sum(INDEX[s] * 3**k for k, s in enumerate(reversed(gold)))] = True
    used = np.count_nonzero(signs, axis=1) >= min(2, len(seen.quantities))
    may_be = (signs @ one.sizes >= -1e-9) | (min(one.sizes) < 0)
    yield "right", right
    yield "open", (used & may_be) | right


def _word(language: str, names: Sequence[str], size: float | None) -> Word:
    """A token as it is written: a number, or a word in small letters."""
    tag = next((name[4:] for name in names if name.startswith("tag=")), "")
    if size is not None:
        return Word(language, tag, (), f"{size:g}".replace(".", ""))
    own = tuple(name for name in names if name.startswith((*_WORDS, "effect=")))
    return Word(
        language, tag, own, next((name[5:] for name in own if name.startswith("word=")), "#")
    )


def save_names(names: Names, path: Path) -> None:
    """Write the names of each language."""
    path.write_text(json.dumps(names.by_language, ensure_ascii=False), "utf-8")


def load_names(path: Path, pretrained: Pretrained) -> Names:
    """The names of a file."""
    return Names(json.loads(path.read_text("utf-8")), pretrained)
