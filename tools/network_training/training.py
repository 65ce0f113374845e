"""Learning: batches of problems with as many quantities, words left out at random, the loss."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import torch
from network_training.examples import Example
from network_training.network import Signs, scores
from torch import Tensor, nn

from quantity_tagger.reading.weighing import MOST
from quantity_tagger.signs import INDEX, SIGNS

OPTIONS: dict[str, Any] = {
    "e": 64, "d": 128, "layout": "ccaaa", "heads": 4, "inner": 256, "dropout": 0.25,
    "rate": 0.002, "decay": 0.02, "batch": 48, "epochs": 16, "smoothing": 0.05, "least": 3,
    "noun": 0.35, "word": 0.1, "facts": 0.15, "name": 0.05,
}  # fmt: skip
"""``noun``, ``word``, ``facts`` and ``name``: how often the words of a noun or another token, what
the facts say of all numbers, or any one name is left out, so that the network does not learn
problems by heart."""

_WORDS = ("word=", "lemma=", "ends=", "begins=", "character=", "last=")
_NOUNS = frozenset(
    f"tag={tag}" for tag in ("NN", "NNS", "NNP", "NNPS", "n", "nr", "nz", "ns", "nt", "vn")
)
_FACTS = (
    "role=", "verb=", "direction=", "measure=", "told=", "whose=", "moved=", "says=", "unit=",
    "owner=", "place=", "time=", "world=",
)  # fmt: skip
SIGNED = {
    count: torch.tensor(list(product(range(3), repeat=count))) for count in range(1, MOST + 1)
}


class Names:
    """The names that occur often enough, numbered, and which of them may be left out."""

    def __init__(self, examples: Sequence[Example], least: int) -> None:
        often = Counter(name for one in examples for names in one.problem.names for name in names)
        self.known = sorted(name for name, count in often.items() if count >= least)
        self.number = {name: at for at, name in enumerate(self.known)}
        empty = [False]
        self.words = torch.tensor([name.startswith(_WORDS) for name in self.known] + empty)
        self.facts = torch.tensor([name.startswith(_FACTS) for name in self.known] + empty)
        self.nouns = torch.tensor([name in _NOUNS for name in self.known] + empty)


class Prepared:
    """One example as numbers."""

    def __init__(self, one: Example, names: Names) -> None:
        seen = one.problem
        self.count = len(seen.quantities)
        self.length = len(seen.names)
        self.rows = [[names.number[n] for n in each if n in names.number] for each in seen.names]
        self.links = seen
        self.at = seen.quantities
        signs = SIGNED[self.count]
        values = torch.tensor(SIGNS)[signs].double() @ torch.tensor(one.sizes).double()
        self.right = torch.zeros(len(signs), dtype=torch.bool)
        for gold in one.gold:
            self.right[sum(INDEX[s] * 3**k for k, s in enumerate(reversed(gold)))] = True
        used = (signs != INDEX[0]).sum(1) >= min(2, self.count)
        below = min(one.sizes) < 0
        self.open = (used & ((values >= -1e-9) | below)) | self.right


def batches(problems: Sequence[Prepared], size: int, order: random.Random) -> list[list[Prepared]]:
    """Problems with as many quantities and of like length, in a random order."""
    by_count: dict[int, list[Prepared]] = defaultdict(list)
    for one in problems:
        by_count[one.count].append(one)
    found = []
    for its in by_count.values():
        its = sorted(its, key=lambda one: one.length + 15 * order.random())
        found += [its[at : at + size] for at in range(0, len(its), size)]
    order.shuffle(found)
    return found


def tensors(batch: Sequence[Prepared], empty: int, device: str) -> dict[str, Tensor]:
    length = max(one.length for one in batch)
    most = max(len(row) for one in batch for row in one.rows)
    rows = np.full((len(batch), length, most), empty)
    mask = np.zeros((len(batch), length), bool)
    links = np.zeros((len(batch), *batch[0].links.links().shape[:1], length, length), np.float32)
    for number, one in enumerate(batch):
        for at, row in enumerate(one.rows):
            rows[number, at, : len(row)] = row
        mask[number, : one.length] = True
        links[number, :, : one.length, : one.length] = one.links.links()
    found = {
        "rows": torch.from_numpy(rows),
        "mask": torch.from_numpy(mask),
        "links": torch.from_numpy(links),
        "at": torch.tensor([one.at for one in batch]),
        "right": torch.stack([one.right for one in batch]),
        "open": torch.stack([one.open for one in batch]),
    }
    return {name: one.to(device) for name, one in found.items()}


def scored(network: Signs, data: dict[str, Tensor]) -> Tensor:
    """(b, a) the scores of all assignments; those that no story has are out of the question."""
    single, pairs = network(data["rows"], data["mask"], data["links"], data["at"])
    signs = SIGNED[data["at"].shape[1]].to(single.device)
    return scores(single, pairs, signs).masked_fill(~data["open"], -1e4)


def train(
    examples: Sequence[Example], options: dict[str, Any], seed: int, device: str
) -> tuple[Signs, Names, float]:
    """A network, the names that it knows, and what share of the held out it solves."""
    torch.manual_seed(seed)
    order = random.Random(seed)
    learnt = [one for one in examples if not one.held_out]
    names = Names(learnt, options["least"])
    prepared = [Prepared(one, names) for one in learnt]
    held_out = [Prepared(one, names) for one in examples if one.held_out]
    network = Signs(len(names.known), options).to(device)
    search = torch.optim.AdamW(
        network.parameters(), lr=options["rate"], weight_decay=options["decay"]
    )
    steps = options["epochs"] * len(batches(prepared, options["batch"], order))
    step, share, start = 0, 0.0, time.time()
    for epoch in range(options["epochs"]):
        network.train()
        total = 0.0
        for batch in batches(prepared, options["batch"], order):
            for group in search.param_groups:
                group["lr"] = options["rate"] * min(1, step / 300) * max(0.01, 1 - step / steps)
            step += 1
            data = tensors(batch, len(names.known), device)
            data["rows"] = left_out(data["rows"], names, options)
            loss = loss_of(scored(network, data), data, options["smoothing"])
            search.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            search.step()
            total += loss.item() * len(batch)
        if epoch % 4 == 3 or epoch + 1 == options["epochs"]:
            share = solved(network, held_out, names, device)
            told = f"epoch {epoch + 1}: loss {total / len(prepared):.3f}, held out {share:.1%}"
            print(f"{told}, {time.time() - start:.0f} s", file=sys.stderr, flush=True)
    return network, names, share


def left_out(rows: Tensor, names: Names, options: dict[str, Any]) -> Tensor:
    """Rows in which some names are not seen."""
    device, chance = rows.device, torch.rand(rows.shape[:2], device=rows.device)
    noun = names.nouns.to(device)[rows].any(2)
    unseen = chance < torch.where(noun, options["noun"], options["word"])
    out = unseen[..., None] & names.words.to(device)[rows]
    plain = torch.rand(len(rows), 1, 1, device=device) < options["facts"]
    out |= plain & names.facts.to(device)[rows]
    out |= torch.rand(rows.shape, device=device) < options["name"]
    return rows.masked_fill(out, len(names.known))


def loss_of(found: Tensor, data: dict[str, Tensor], smoothing: float) -> Tensor:
    """−log p of the right signs, with a little of all that are open."""
    every = found.logsumexp(1)
    right = found.masked_fill(~data["right"], -1e9).logsumexp(1)
    spread = found.masked_fill(~data["open"], 0).sum(1) / data["open"].sum(1)
    return (every - (1 - smoothing) * right - smoothing * spread).mean()


def solved(network: Signs, problems: Sequence[Prepared], names: Names, device: str) -> float:
    """The share of problems whose best signs are right."""
    network.eval()
    right = 0
    with torch.no_grad():
        for batch in batches(problems, 64, random.Random(0)):
            data = tensors(batch, len(names.known), device)
            best = scored(network, data).argmax(1, keepdim=True)
            right += int(data["right"].gather(1, best).sum())
    return right / max(1, len(problems))


def packed(network: Signs) -> Iterator[tuple[str, Any]]:
    """The arrays as NumPy uses them: matrices turned, the rows of the table as bytes."""
    for name, value in network.state_dict().items():
        full = value.detach().cpu().numpy().astype(np.float32)
        if name == "table.weight":
            full = full[:-1]
            scale = np.maximum(np.abs(full).max(1), 1e-6) / 127
            yield "table", np.round(full / scale[:, None]).astype(np.int8)
            yield "scale", scale.astype(np.float32)
        else:
            turned = full.T if name.endswith("weight") and full.ndim == 2 else full
            yield name, np.ascontiguousarray(turned).astype(np.float16)
