"""The network of `quantity_tagger.neural.sign_network`, for training, and one that teaches it."""

from __future__ import annotations

from typing import Any

import torch
from network_training.corpus import SIGNED, Batch, Names
from network_training.pretrained import MPNet
from parser_training.networks import FAR, Attention, Conv
from torch import Tensor, nn
from torch.nn import functional

from quantity_tagger.neural.sign_network import LINKS

NEVER = -1e4


class LinkedAttention(Attention):
    """Attention that is told which tokens are linked; a head begins with a link of its own."""

    def __init__(self, d: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__(d, heads, inner, dropout)
        links = torch.zeros(heads, len(LINKS))
        for head in range(min(heads, len(LINKS))):
            links[head, head] = 2.0
        self.links = nn.Parameter(links)

    def linked(self, x: Tensor, mask: Tensor, links: Tensor) -> Tensor:
        b, n, d = x.shape
        parts = self.qkv(self.norm(x)).view(b, n, 3, self.heads, d // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4)
        score = q @ k.transpose(2, 3) / (d // self.heads) ** 0.5
        place = torch.arange(n, device=x.device)
        far = (place[None, :] - place[:, None]).clamp(-FAR, FAR) + FAR
        score = score + self.bias[:, far] + torch.einsum("hl,blij->bhij", self.links, links)
        score = score.masked_fill(~mask[:, None, None, :], NEVER).softmax(-1)
        y = (self.drop(score) @ v).transpose(1, 2).reshape(b, n, d)
        x = x + self.drop(self.out(y))
        return x + self.drop(self.down(functional.relu(self.up(self.norm2(x)))))


class SignScorer(nn.Module):
    """Scores of all assignments of signs, from states ``d`` wide."""

    def __init__(self, d: int, width: int, dropout: float) -> None:
        super().__init__()
        self.drop = nn.Dropout(dropout)
        self.single, self.single_out = nn.Linear(2 * d, width), nn.Linear(width, 3)
        self.first, self.second = nn.Linear(d, width), nn.Linear(d, width)
        self.all, self.pair_out = nn.Linear(d, width), nn.Linear(width, 9)
        self.scope, self.scope_out = nn.Linear(d, width), nn.Linear(width, 1)

    def scores(
        self, x: Tensor, whole: Tensor, at: Tensor, is_open: Tensor
    ) -> tuple[Tensor, Tensor]:
        """(b, a) of all assignments, where those that no story has are out of the question, and
        (b,) the log-odds of being in scope.
        """
        whole = self.drop(whole)
        in_scope = self.scope_out(self.drop(functional.relu(self.scope(whole))))[:, 0].float()
        states = self.drop(x.gather(1, at[..., None].expand(-1, -1, x.shape[2])))
        b, count, _ = states.shape
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
        return found.masked_fill(~is_open, NEVER), in_scope


class Student(SignScorer):
    """The network that is shipped. What words mean stays as it is."""

    def __init__(self, names: Names, options: dict[str, Any]) -> None:
        d, drop = options["d"], options["dropout"]
        super().__init__(d, d, drop)
        meanings = names.pretrained.meanings
        self.register_buffer("meanings", meanings)
        self.meant = nn.Linear(meanings.shape[1], options["e"], bias=False)
        self.table = _table(names, options["e"], 0.1)
        self.enter = nn.Linear(options["e"], d)
        self.layers = nn.ModuleList(
            Conv(d, drop)
            if kind == "c"
            else LinkedAttention(d, options["heads"], options["inner"], drop)
            for kind in options["layout"]
        )
        self.norm = nn.LayerNorm(d)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        mask, links = batch["mask"], batch["links"].float()
        names = self.table(batch["rows"]).sum(2) + self.meant(self.meanings[batch["words"]])
        x = self.enter(self.drop(names))
        for layer in self.layers:
            is_linked = isinstance(layer, LinkedAttention)
            x = layer.linked(x, mask, links) if is_linked else layer(x, mask)
        x = self.norm(x) * mask[..., None]
        whole = x.sum(1) / mask.sum(1)[:, None]
        return self.scores(x, whole, batch["at"], batch["open"])


class Teacher(SignScorer):
    """MPNet, which is told the names of each token beside its pieces."""

    def __init__(self, names: Names, options: dict[str, Any]) -> None:
        model = MPNet(names.pretrained, options["dropout"])
        super().__init__(model.size, 256, options["dropout"])
        self.model = model
        self.table = _table(names, model.size, 0.02)
        # The pieces tell English words; of others they are but the gloss.
        self.register_buffer("is_word", names.words & names.ascii)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        rows, starts = batch["rows"], batch["starts"]
        rows = rows.masked_fill(self.is_word[rows], self.table.padding_idx)
        told = self.table(rows).sum(2) * batch["mask"][..., None]
        b, n = batch["pieces"].shape
        added = told.new_zeros(b, n, told.shape[2])
        added.scatter_add_(1, starts[..., None].expand_as(told), told)
        x = self.model(batch["pieces"], batch["piece_mask"], added)
        return self.scores(x, x[:, 0], starts.gather(1, batch["at"]), batch["open"])


def _table(names: Names, size: int, spread: float) -> nn.Embedding:
    table = nn.Embedding(names.empty + 1, size, padding_idx=names.empty)
    nn.init.normal_(table.weight, std=spread)
    with torch.no_grad():
        table.weight[names.empty] = 0
    return table
