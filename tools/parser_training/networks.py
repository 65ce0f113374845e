"""The networks: the small one that is shipped, and the large one that teaches it.

Both give, for every word, scores of its tags, of every other word (and the root, place 0) as its
head, and of the relation to a given head.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

FAR = 12  # distances between a word and its head beyond this are alike


def distances(length: int, device: Any) -> Tensor:
    """Clipped signed distance from each word to each candidate head (column 0 is the root)."""
    place = torch.arange(1, length + 1, device=device)
    head = torch.arange(0, length + 1, device=device)
    far = (head[None, :] - place[:, None]).clamp(-FAR, FAR) + FAR
    far[:, 0] = 2 * FAR + 1
    return far


class Conv(nn.Module):
    def __init__(self, d: int, dropout: float) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.mix = nn.Linear(3 * d, d)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        y = self.norm(x) * mask[..., None]
        wide = torch.cat(
            [functional.pad(y, (0, 0, 1, 0))[:, :-1], y, functional.pad(y, (0, 0, 0, 1))[:, 1:]], -1
        )
        return x + self.drop(functional.relu(self.mix(wide)))


class Attention(nn.Module):
    def __init__(self, d: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(d)
        self.qkv = nn.Linear(d, 3 * d)
        self.out = nn.Linear(d, d)
        self.bias = nn.Parameter(torch.zeros(heads, 2 * FAR + 1))
        self.norm2 = nn.LayerNorm(d)
        self.up = nn.Linear(d, inner)
        self.down = nn.Linear(inner, d)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        b, n, d = x.shape
        q, k, v = self.qkv(self.norm(x)).view(b, n, 3, self.heads, d // self.heads).unbind(2)
        score = torch.einsum("bihd,bjhd->bhij", q, k) / (d // self.heads) ** 0.5
        place = torch.arange(n, device=x.device)
        far = (place[None, :] - place[:, None]).clamp(-FAR, FAR) + FAR
        score = score + self.bias[:, far]
        score = score.masked_fill(~mask[:, None, None, :], -1e4).softmax(-1)
        y = torch.einsum("bhij,bjhd->bihd", self.drop(score), v).reshape(b, n, d)
        x = x + self.drop(self.out(y))
        return x + self.drop(self.down(functional.relu(self.up(self.norm2(x)))))


class Student(nn.Module):
    """``layout`` is a string of ``c`` (convolution over three words) and ``a`` (attention)."""

    def __init__(self, rows: int, sizes: dict[str, int], options: dict[str, Any]) -> None:
        super().__init__()
        d, arc, rel = options["d"], options["arc"], options["rel"]
        drop = options["dropout"]
        self.table = nn.Embedding(rows, options["e"])
        nn.init.normal_(self.table.weight, std=0.3)
        self.enter = nn.Linear(options["e"], d)
        self.drop = nn.Dropout(drop)
        self.layers = nn.ModuleList(
            Conv(d, drop) if kind == "c" else Attention(d, options["heads"], options["inner"], drop)
            for kind in options["layout"]
        )
        self.norm = nn.LayerNorm(d)
        self.xpos = nn.Linear(d, sizes["xpos"])
        self.upos = nn.Linear(d, sizes["upos"])
        self.arc_dep = nn.Linear(d, arc)
        self.arc_head = nn.Linear(d, arc)
        self.root = nn.Parameter(torch.randn(d) * 0.1)
        self.arc_bias = nn.Parameter(torch.zeros(2 * FAR + 2))
        self.rel_dep = nn.Linear(d, rel)
        self.rel_head = nn.Linear(d, rel)
        self.rel_out = nn.Linear(rel, sizes["relations"])

    def forward(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        mask = batch["mask"]
        x = self.enter(self.drop(self.table(batch["rows"]).sum(2)))
        for layer in self.layers:
            x = layer(x, mask)
        x = self.drop(self.norm(x))
        n = x.shape[1]
        heads = torch.cat([self.root.expand(len(x), 1, -1), x], 1)
        arcs = self.arc_dep(x) @ self.arc_head(heads).transpose(1, 2)
        arcs = arcs + self.arc_bias[distances(n, x.device)]
        allowed = functional.pad(mask, (1, 0), value=True)[:, None, :].expand(-1, n, -1)
        own = torch.eye(n, n + 1, device=x.device, dtype=torch.bool).roll(1, 1)
        arcs = arcs.masked_fill(~allowed | own, -1e4)
        return {"xpos": self.xpos(x), "upos": self.upos(x), "arcs": arcs, "x": x, "heads": heads}

    def relations(self, seen: dict[str, Tensor], heads: Tensor) -> Tensor:
        """Scores of relations to the given heads (0 is the root)."""
        chosen = seen["heads"].gather(1, heads[..., None].expand(-1, -1, seen["x"].shape[-1]))
        return self.rel_out(
            self.drop(functional.relu(self.rel_dep(seen["x"]) + self.rel_head(chosen)))
        )


class Teacher(nn.Module):
    """Recurrent, with characters, and with spaCy's opinion of the sentence as further input."""

    def __init__(self, rows: int, sizes: dict[str, int]) -> None:
        super().__init__()
        d, h, arc, rel = 300, 400, 500, 150
        self.table = nn.Embedding(rows, d)
        self.chars = nn.Embedding(sizes["chars"], 50)
        self.char_conv = nn.Conv1d(50, 150, 3, padding=1)
        self.spacy_tag = nn.Embedding(sizes["spacy_tags"], 50)
        self.spacy_rel = nn.Embedding(sizes["spacy_relations"], 50)
        self.unasked = 0.15  # how often spaCy is not asked
        self.drop = nn.Dropout(0.33)
        self.lstm = nn.LSTM(
            d + 150 + 200, h, num_layers=3, batch_first=True, bidirectional=True, dropout=0.33
        )
        self.xpos = nn.Linear(2 * h, sizes["xpos"])
        self.upos = nn.Linear(2 * h, sizes["upos"])
        self.arc_dep, self.arc_head = nn.Linear(2 * h, arc), nn.Linear(2 * h, arc)
        self.bilinear = nn.Parameter(torch.randn(arc, arc) / arc)
        self.arc_bias = nn.Linear(arc, 1)
        self.root = nn.Parameter(torch.randn(2 * h) * 0.1)
        self.rel_dep, self.rel_head = nn.Linear(2 * h, rel), nn.Linear(2 * h, rel)
        self.rel_bilinear = nn.Parameter(torch.randn(sizes["relations"], rel + 1, rel + 1) * 0.01)
        self.hints = nn.Embedding(sizes["spacy_relations"], 3)
        nn.init.zeros_(self.hints.weight)

    def forward(self, batch: dict[str, Tensor]) -> dict[str, Tensor]:
        mask = batch["mask"]
        b, n = mask.shape
        chars = self.chars(batch["chars"]).view(b * n, -1, 50).transpose(1, 2)
        chars = functional.relu(self.char_conv(chars)).amax(2).view(b, n, -1)
        tags, rels, heads = batch["spacy_tags"], batch["spacy_relations"], batch["spacy_heads"]
        if self.training:  # so that it does not lean on it alone
            dropped = torch.rand(b, 1, device=mask.device) < self.unasked
            tags, rels = tags.masked_fill(dropped, 0), rels.masked_fill(dropped, 0)
        padded = functional.pad(tags, (1, 0)).gather(1, heads)
        padded_rel = functional.pad(rels, (1, 0)).gather(1, heads)
        x = torch.cat(
            [
                self.table(batch["rows"]).sum(2),
                chars,
                self.spacy_tag(tags),
                self.spacy_rel(rels),
                self.spacy_tag(padded),
                self.spacy_rel(padded_rel),
            ],
            -1,
        )
        packed = nn.utils.rnn.pack_padded_sequence(
            self.drop(x), mask.sum(1).cpu(), batch_first=True, enforce_sorted=False
        )
        x, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        x = self.drop(x)
        above = torch.cat([self.root.expand(b, 1, -1), x], 1)
        dep = self.drop(functional.leaky_relu(self.arc_dep(x), 0.1))
        head = self.drop(functional.leaky_relu(self.arc_head(above), 0.1))
        arcs = dep @ self.bilinear @ head.transpose(1, 2) + self.arc_bias(head).transpose(1, 2)
        arcs = arcs + self._hints(rels, heads, n)
        allowed = functional.pad(mask, (1, 0), value=True)[:, None, :].expand(-1, n, -1)
        own = torch.eye(n, n + 1, device=x.device, dtype=torch.bool).roll(1, 1)
        arcs = arcs.masked_fill(~allowed | own, -1e4)
        return {"xpos": self.xpos(x), "upos": self.upos(x), "arcs": arcs, "x": x, "heads": above}

    def _hints(self, rels: Tensor, heads: Tensor, n: int) -> Tensor:
        """SpaCy's head, the words whose head it is, and its head's head, each with a weight."""
        weight = self.hints(rels)
        above = functional.one_hot(heads, n + 1).float()  # b, n, n+1
        below = functional.pad(above[:, :, 1:].transpose(1, 2), (1, 0))
        grand = functional.one_hot(functional.pad(heads, (1, 0)).gather(1, heads), n + 1).float()
        below = below * functional.pad(weight[..., 1], (1, 0))[:, None, :]
        return above * weight[..., :1] + below + grand * weight[..., 2:]

    def relations(self, seen: dict[str, Tensor], heads: Tensor) -> Tensor:
        chosen = seen["heads"].gather(1, heads[..., None].expand(-1, -1, seen["x"].shape[-1]))
        dep = self.drop(functional.leaky_relu(self.rel_dep(seen["x"]), 0.1))
        head = self.drop(functional.leaky_relu(self.rel_head(chosen), 0.1))
        dep, head = functional.pad(dep, (0, 1), value=1.0), functional.pad(head, (0, 1), value=1.0)
        return torch.einsum("bnd,rde,bne->bnr", dep, self.rel_bilinear, head)
