"""The network of `quantity_tagger.neural.sign_network`, for training."""

from __future__ import annotations

from typing import Any

import torch
from parser_training.networks import FAR, Attention, Conv
from torch import Tensor, nn
from torch.nn import functional

from quantity_tagger.neural.sign_network import LINKS


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
        score = score.masked_fill(~mask[:, None, None, :], -1e4).softmax(-1)
        y = (self.drop(score) @ v).transpose(1, 2).reshape(b, n, d)
        x = x + self.drop(self.out(y))
        return x + self.drop(self.down(functional.relu(self.up(self.norm2(x)))))


class Signs(nn.Module):
    """Scores of all assignments of signs."""

    def __init__(self, rows: int, options: dict[str, Any]) -> None:
        super().__init__()
        d, drop = options["d"], options["dropout"]
        self.table = nn.Embedding(rows + 1, options["e"], padding_idx=rows)
        nn.init.normal_(self.table.weight, std=0.1)
        with torch.no_grad():
            self.table.weight[rows] = 0
        self.enter = nn.Linear(options["e"], d)
        self.layers = nn.ModuleList(
            Conv(d, drop)
            if kind == "c"
            else LinkedAttention(d, options["heads"], options["inner"], drop)
            for kind in options["layout"]
        )
        self.norm = nn.LayerNorm(d)
        self.drop = nn.Dropout(drop)
        self.single, self.single_out = nn.Linear(2 * d, d), nn.Linear(d, 3)
        self.first, self.second, self.all = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.pair_out = nn.Linear(d, 9)

    def forward(self, rows: Tensor, mask: Tensor, links: Tensor, at: Tensor) -> Any:
        """(b, q, 3) and (b, pairs, 9): the scores of signs and of pairs of them."""
        x = self.enter(self.drop(self.table(rows).sum(2)))
        for layer in self.layers:
            is_linked = isinstance(layer, LinkedAttention)
            x = layer.linked(x, mask, links) if is_linked else layer(x, mask)
        x = self.norm(x) * mask[..., None]
        mean = self.drop(x.sum(1) / mask.sum(1)[:, None])
        states = self.drop(x.gather(1, at[..., None].expand(-1, -1, x.shape[2])))
        both = torch.cat([states, mean[:, None].expand(-1, at.shape[1], -1)], -1)
        single = self.single_out(self.drop(functional.relu(self.single(both))))
        i, j = torch.triu_indices(at.shape[1], at.shape[1], 1, device=x.device)
        pairs = self.first(states)[:, i] + self.second(states)[:, j] + self.all(mean)[:, None]
        return single, self.pair_out(self.drop(functional.relu(pairs)))


def scores(single: Tensor, pairs: Tensor, signs: Tensor) -> Tensor:
    """(b, a) of assignments (a, q) of sign indices."""
    b, count = len(single), signs.shape[1]
    found = single.gather(2, signs.T[None].expand(b, -1, -1)).sum(1)
    if count > 1:
        i, j = torch.triu_indices(count, count, 1, device=single.device)
        both = (signs[:, i] * 3 + signs[:, j]).T[None].expand(b, -1, -1)
        found = found + pairs.gather(2, both).sum(1)
    return found
