"""The network of `quantity_tagger.neural.sign_network`, for training, and one that teaches it."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from network_training.corpus import SIGNED, Batch, Names
from network_training.pretrained import MPNet
from parser_training.networks import FAR, Conv
from torch import Tensor, nn
from torch.nn import functional

from quantity_tagger.neural.sign_network import LINKS

NEVER = -1e4


class Found(NamedTuple):
    """The scores of all assignments (b, a), where those that no story has are out of the question;
    the log-odds of being in scope, and that signs can write the equation (b,).
    """

    scores: Tensor
    in_scope: Tensor
    in_signs: Tensor


class Attention(nn.Module):
    """Attention that is told which tokens are linked; a head begins with a link of its own."""

    def __init__(self, d: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.norm, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.bias = nn.Parameter(torch.zeros(heads, 2 * FAR + 1))
        links = torch.zeros(heads, len(LINKS))
        for head in range(min(heads, len(LINKS))):
            links[head, head] = 2.0
        self.links = nn.Parameter(links)
        self.up, self.down = nn.Linear(d, inner), nn.Linear(inner, d)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor, links: Tensor, focus: Tensor | None) -> Tensor:
        """New states of all tokens, or of those in ``focus`` (b, f) alone."""
        b, n, d = x.shape
        parts = self.qkv(self.norm(x)).view(b, n, 3, self.heads, d // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4)
        place = torch.arange(n, device=x.device)
        far = (place[None, :] - place[:, None]).clamp(-FAR, FAR) + FAR
        told = self.bias[:, far] + torch.einsum("hl,blij->bhij", self.links, links)
        old = x
        if focus is not None:
            q = q.gather(2, focus[:, None, :, None].expand(-1, self.heads, -1, q.shape[3]))
            told = told.gather(2, focus[:, None, :, None].expand(-1, self.heads, -1, n))
            old = x.gather(1, focus[..., None].expand(-1, -1, d))
        score = q @ k.transpose(2, 3) / (d // self.heads) ** 0.5 + told
        score = score.masked_fill(~mask[:, None, None, :], NEVER).softmax(-1)
        y = (self.drop(score) @ v).transpose(1, 2).reshape(b, -1, d)
        new = old + self.drop(self.out(y))
        new = new + self.drop(self.down(functional.relu(self.up(self.norm2(new)))))
        if focus is None:
            return new
        return x.scatter(1, focus[..., None].expand(-1, -1, d), new.to(x.dtype))


class SignScorer(nn.Module):
    """Scores of all assignments of signs, from states ``d`` wide."""

    def __init__(self, d: int, width: int, dropout: float) -> None:
        super().__init__()
        self.drop = nn.Dropout(dropout)
        self.single, self.single_out = nn.Linear(2 * d, width), nn.Linear(width, 3)
        self.first, self.second = nn.Linear(d, width), nn.Linear(d, width)
        self.all, self.pair_out = nn.Linear(d, width), nn.Linear(width, 9)
        self.scope, self.scope_out = nn.Linear(d, width), nn.Linear(width, 1)
        self.written, self.written_out = nn.Linear(3 * d, width), nn.Linear(width, 1)

    def scored(self, x: Tensor, whole: Tensor, at: Tensor, is_open: Tensor) -> Found:
        """What the states of the tokens and of the whole say of the quantities at these places."""
        whole = self.drop(whole)
        in_scope = self.scope_out(self.drop(functional.relu(self.scope(whole))))[:, 0].float()
        states = self.drop(x.gather(1, at[..., None].expand(-1, -1, x.shape[2])))
        b, count, _ = states.shape
        summed = self.written(torch.cat([whole, states.amax(1), states.mean(1)], -1))
        in_signs = self.written_out(self.drop(functional.relu(summed)))[:, 0].float()
        both = torch.cat([states, whole[:, None].expand(-1, count, -1)], -1)
        single = self.single_out(self.drop(functional.relu(self.single(both))))
        signs = SIGNED[count].to(x.device)
        found = single.float().gather(2, signs.T[None].expand(b, -1, -1)).sum(1)
        if count > 1:
            i, j = torch.triu_indices(count, count, 1, device=x.device)
            pairs = self.first(states)[:, i] + self.second(states)[:, j] + self.all(whole)[:, None]
            pairs = self.pair_out(self.drop(functional.relu(pairs)))
            both = (signs[:, i] * 3 + signs[:, j]).T[None].expand(b, -1, -1)
            found = found + pairs.float().gather(2, both).sum(1)
        return Found(found.masked_fill(~is_open, NEVER), in_scope, in_signs)


class Student(SignScorer):
    """The network that is shipped. What words mean stays as it is."""

    def __init__(self, names: Names, options: dict[str, Any]) -> None:
        d, drop = options["d"], options["dropout"]
        super().__init__(d, d, drop)
        meanings = names.pretrained.meanings
        self.register_buffer("meanings", meanings, persistent=False)
        self.meant = nn.Linear(meanings.shape[1], options["e"], bias=False)
        self.table = _table(names, options["e"], 0.1)
        self.enter = nn.Linear(options["e"], d)
        self.layout: str = options["layout"]
        inner = {"a": options["inner"], "f": options["focus_inner"]}
        self.layers = nn.ModuleList(
            Conv(d, drop) if kind == "c" else Attention(d, options["heads"], inner[kind], drop)
            for kind in self.layout
        )
        self.norm = nn.LayerNorm(d)

    def forward(self, batch: Batch) -> Found:
        mask, links = batch["mask"], batch["links"].float()
        names = _sums(self.table, batch["rows"]) + self.meant(self.meanings[batch["words"]])
        x = self.enter(self.drop(names))
        for kind, layer in zip(self.layout, self.layers, strict=True):
            if kind == "c":
                x = layer(x, mask)
            else:
                x = layer(x, mask, links, batch["at"] if kind == "f" else None)
        x = self.norm(x) * mask[..., None]
        whole = x.sum(1) / mask.sum(1)[:, None]
        return self.scored(x, whole, batch["at"], batch["open"])


class Teacher(SignScorer):
    """MPNet, which is told the names of each token beside its pieces."""

    def __init__(self, names: Names, options: dict[str, Any]) -> None:
        model = MPNet(names.pretrained, options["dropout"])
        super().__init__(model.size, 256, options["dropout"])
        self.model = model
        self.table = _table(names, model.size, 0.02)
        # The pieces tell English words; of others they are but the gloss.
        self.register_buffer("is_word", names.words & names.ascii, persistent=False)

    def forward(self, batch: Batch) -> Found:
        rows, starts = batch["rows"], batch["starts"]
        rows = rows.masked_fill(self.is_word[rows], self.table.padding_idx)
        told = _sums(self.table, rows)
        b, n = batch["pieces"].shape
        added = told.new_zeros(b, n, told.shape[2])
        added.scatter_add_(1, starts[..., None].expand_as(told), told)
        x = self.model(batch["pieces"], batch["piece_mask"], added)
        tokens = x.gather(1, starts[..., None].expand(-1, -1, x.shape[2]))
        return self.scored(tokens, x[:, 0], batch["at"], batch["open"])


def _sums(table: nn.Embedding, rows: Tensor) -> Tensor:
    """The sums of the embeddings of each token's names."""
    flat = functional.embedding_bag(
        rows.flatten(0, 1), table.weight, mode="sum", padding_idx=table.padding_idx
    )
    return flat.view(*rows.shape[:2], -1)


def _table(names: Names, size: int, spread: float) -> nn.Embedding:
    table = nn.Embedding(names.empty + 1, size, padding_idx=names.empty)
    nn.init.normal_(table.weight, std=spread)
    with torch.no_grad():
        table.weight[names.empty] = 0
    return table
