"""The network of `quantity_tagger.neural.sign_network`, for training, and one that teaches it."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, NamedTuple

import torch
from network_training.corpus import FOLDS, SIGNED, STATES, Batch, Names
from network_training.pretrained import MPNet, normed
from parser_training.networks import FAR, Conv
from torch import Tensor, nn
from torch.nn import functional

from quantity_tagger.neural.sign_network import LINKS, TWICE

NEVER = -1e4


class Found(NamedTuple):
    """The scores of all assignments (b, a), where those that no story has are out of the question;
    the log-odds of being in scope (b,); the scores of the forms of the equation (b, forms); the
    states of all tokens (b, n, d).
    """

    scores: Tensor
    in_scope: Tensor
    forms: Tensor
    states: Tensor


class Linear(nn.Linear):
    """A linear map that computes with rounded weights once it has ``levels``, while what it learns
    is added to the full ones: so the network learns to do with weights as coarse as the package's.
    """

    levels = 0

    def forward(self, x: Tensor) -> Tensor:
        weight = self.weight
        if self.levels:
            scale = weight.detach().abs().amax(1, keepdim=True).clamp(min=1e-4) / self.levels
            weight = weight + ((weight / scale).round() * scale - weight).detach()
        return functional.linear(x, weight, self.bias)


class Attention(nn.Module):
    """Attention that is told which tokens are linked; a head begins with a link of its own."""

    def __init__(self, d: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.norm, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.out = Linear(d, 3 * d), Linear(d, d)
        self.bias = nn.Parameter(torch.zeros(heads, 2 * FAR + 1))
        links = torch.zeros(heads, len(LINKS))
        for head in range(min(heads, len(LINKS))):
            links[head, head] = 2.0
        self.links = nn.Parameter(links)
        self.up, self.down = Linear(d, inner), Linear(inner, d)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor, links: Tensor, focus: Tensor | None) -> Tensor:
        """New states of all tokens, or of those in ``focus`` (b, f) alone; ``links`` (b, n, n, ·)
        are what tokens are to each other, and whether the second is none.
        """
        b, n, d = x.shape
        parts = self.qkv(normed(self.norm, x)).view(b, n, 3, self.heads, d // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4)
        old, far = x, self.bias[:, _distances(n, x.device)][None]
        if focus is not None:
            q = q.gather(2, focus[:, None, :, None].expand(-1, self.heads, -1, q.shape[3]))
            links = links.gather(1, focus[:, :, None, None].expand(-1, -1, *links.shape[2:]))
            far = far[0].transpose(0, 1)[focus].transpose(1, 2)
            old = x.gather(1, focus[..., None].expand(-1, -1, d))
        closed = self.bias.new_full((self.heads, 1), NEVER)
        linked = functional.linear(links, torch.cat([self.links, closed], 1).to(links.dtype))
        told = linked.permute(0, 3, 1, 2) + far.to(links.dtype)
        dropped = self.drop.p if self.training else 0.0
        y = functional.scaled_dot_product_attention(q, k, v, told.to(q.dtype), dropout_p=dropped)
        y = y.transpose(1, 2).reshape(b, -1, d)
        new = old + self.drop(self.out(y))
        inner = functional.relu(self.up(normed(self.norm2, new)))
        new = new + self.drop(self.down(inner))
        if focus is None:
            return new
        return x.scatter(1, focus[..., None].expand(-1, -1, d), new.to(x.dtype))


class SignScorer(nn.Module):
    """Scores of all assignments of signs, from states ``d`` wide."""

    reads_pieces: ClassVar = False

    def __init__(self, d: int, width: int, dropout: float) -> None:
        super().__init__()
        self.drop = nn.Dropout(dropout)
        self.single, self.single_out = Linear(2 * d, width), Linear(width, 4)
        self.first, self.second = Linear(d, width), Linear(d, width)
        self.all, self.pair_out = Linear(d, width), Linear(width, 9)
        self.scope, self.scope_out = Linear(d, width), Linear(width, 1)
        self.forms, self.forms_out = Linear(3 * d, width), Linear(width, TWICE)

    def scored(self, x: Tensor, whole: Tensor, at: Tensor, is_open: Tensor) -> Found:
        """What the states of the tokens and of the whole say of the quantities at these places."""
        whole = self.drop(whole)
        in_scope = self.scope_out(self.drop(functional.relu(self.scope(whole))))[:, 0].float()
        states = self.drop(x.gather(1, at[..., None].expand(-1, -1, x.shape[2])))
        b, count, _ = states.shape
        summed = self.forms(torch.cat([whole, states.amax(1), states.mean(1)], -1))
        forms = self.forms_out(self.drop(functional.relu(summed)))
        both = torch.cat([states, whole[:, None].expand(-1, count, -1)], -1)
        single = self.single_out(self.drop(functional.relu(self.single(both)))).float()
        forms = torch.cat([forms.float(), single[..., 3]], 1)
        signs = _signed(count, x.device)
        found = single.gather(2, signs.T[None].expand(b, -1, -1)).sum(1)
        if count > 1:
            i, j = torch.triu_indices(count, count, 1, device=x.device)
            pairs = self.first(states)[:, i] + self.second(states)[:, j] + self.all(whole)[:, None]
            pairs = self.pair_out(self.drop(functional.relu(pairs)))
            both = (signs[:, i] * 3 + signs[:, j]).T[None].expand(b, -1, -1)
            found = found + pairs.float().gather(2, both).sum(1)
        return Found(found.masked_fill(~is_open, NEVER), in_scope, forms, x)


class Student(SignScorer):
    """The network that is shipped. What words mean stays as it is."""

    def __init__(self, names: Names, options: dict[str, Any]) -> None:
        d, drop = options["d"], options["dropout"]
        super().__init__(d, d, drop)
        meanings = names.pretrained.meanings
        self.register_buffer("meanings", meanings, persistent=False)
        self.meant = nn.Linear(meanings.shape[1], options["e"], bias=False)
        self.table = _table(names, options["e"], 0.1)
        self.enter = Linear(options["e"], d)
        self.layout: str = options["layout"]
        inner = {"a": options["inner"], "f": options["focus_inner"]}
        self.layers = nn.ModuleList(
            _conv(d, drop) if kind == "c" else Attention(d, options["heads"], inner[kind], drop)
            for kind in self.layout
        )
        self.norm = nn.LayerNorm(d)
        self.likened = nn.Linear(d, FOLDS * STATES)
        self.is_rounded = False

    def round(self, levels: int) -> None:
        """Compute with weights of so many values on each side of 0 from now on."""
        self.is_rounded = True
        for one in self.modules():
            if isinstance(one, Linear):
                one.levels = levels

    def teachers_states(self, states: Tensor, fold: Tensor) -> Tensor:
        """(b, n, `STATES`): what the teacher of each example would make of its tokens."""
        own = self.likened(states).view(*states.shape[:2], FOLDS, STATES)
        return own[torch.arange(len(fold), device=fold.device), :, fold]

    def forward(self, batch: Batch) -> Found:
        mask, links = batch["mask"], _told(batch["links"], batch["mask"])
        names = _sums(self.table, batch["rows"]) + self.meant(self.meanings[batch["words"]])
        x = self.enter(self.drop(names))
        for kind, layer in zip(self.layout, self.layers, strict=True):
            if kind == "c":
                x = layer(x, mask)
            else:
                x = layer(x, links, batch["at"] if kind == "f" else None)
        x = self.norm(x) * mask[..., None]
        whole = x.sum(1) / mask.sum(1)[:, None]
        return self.scored(x, whole, batch["at"], batch["open"])


class Teacher(SignScorer):
    """MPNet, which is told the names of each token beside its pieces."""

    reads_pieces: ClassVar = True

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
        middle, x = self.model(batch["pieces"], batch["piece_mask"], added)
        at = starts[..., None].expand(-1, -1, x.shape[2])
        tokens = x.gather(1, at)
        found = self.scored(tokens, x[:, 0], batch["at"], batch["open"])
        return found._replace(states=torch.cat([middle.gather(1, at), tokens], 2))


@cache
def _signed(count: int, device: torch.device) -> Tensor:
    return SIGNED[count].to(device)


def _conv(d: int, dropout: float) -> Conv:
    found = Conv(d, dropout)
    found.mix = Linear(3 * d, d)
    return found


def _told(links: Tensor, mask: Tensor) -> Tensor:
    """(b, n, n, ·): which links tokens have, and where none is."""
    n = links.shape[3]
    closed = ~mask[:, None, None].expand(-1, 1, n, -1)
    found = torch.cat([links, closed], 1).permute(0, 2, 3, 1)
    coarse = torch.is_autocast_enabled(links.device.type)
    wanted = torch.get_autocast_dtype(links.device.type) if coarse else torch.float
    return found.to(wanted, memory_format=torch.contiguous_format)


@cache
def _distances(length: int, device: torch.device) -> Tensor:
    """(length, length): the number of the bias that the way from one place to another has."""
    place = torch.arange(length, device=device)
    return (place[None, :] - place[:, None]).clamp(-FAR, FAR) + FAR


class _Sums(torch.autograd.Function):
    """Sums of the rows of a table. PyTorch's own gradient sorts the rows, and is slow where a few
    of them are most of all; here what is added to one row goes to one of several copies of it, so
    that fewer additions wait for each other.
    """

    COPIES = 8

    @staticmethod
    def forward(context: Any, rows: Tensor, table: Tensor, empty: int) -> Tensor:
        context.save_for_backward(rows)
        context.shape, context.empty = table.shape, empty
        return functional.embedding_bag(rows, table, mode="sum", padding_idx=empty)

    @staticmethod
    def backward(context: Any, above: Tensor) -> tuple[None, Tensor, None]:  # type: ignore[override]
        (rows,) = context.saved_tensors
        (count, size), copies = context.shape, _Sums.COPIES
        found = above.new_zeros(count * copies, size)
        copy = torch.arange(len(rows), device=rows.device) % copies
        for place in range(rows.shape[1]):
            found.index_add_(0, rows[:, place] * copies + copy, above)
        total = found.view(count, copies, size).sum(1)
        total[context.empty] = 0
        return None, total, None


def _sums(table: nn.Embedding, rows: Tensor) -> Tensor:
    """The sums of the embeddings of each token's names."""
    flat: Tensor = _Sums.apply(rows.flatten(0, 1), table.weight, table.padding_idx)
    return flat.view(*rows.shape[:2], -1)


def _table(names: Names, size: int, spread: float) -> nn.Embedding:
    table = nn.Embedding(names.empty + 1, size, padding_idx=names.empty)
    nn.init.normal_(table.weight, std=spread)
    with torch.no_grad():
        table.weight[names.empty] = 0
    return table
