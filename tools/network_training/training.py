"""Learning: words left out at random, the loss, what teachers say of problems they did not see."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from network_training.encoding import Batch, Encoded, Names, batches
from network_training.examples import Example
from network_training.network import SignScorer, Student, Teacher
from network_training.pretrained import Pretrained
from torch import Tensor, nn

Options = dict[str, Any]

STUDENT: Options = {
    "e": 48, "d": 128, "layout": "ccaaa", "heads": 4, "inner": 256, "dropout": 0.2,
    "rate": 0.002, "decay": 0.02, "batch": 64, "epochs": 20, "smoothing": 0.05, "least": 6,
    "taught": 0.6, "noun": 0.3, "word": 0.1, "facts": 0.15, "name": 0.05, "seconds": 1e9,
}  # fmt: skip
"""``noun``, ``word``, ``facts`` and ``name``: how often the words of a noun or another token, what
the facts say of all numbers, or any one name is left out, so that the network does not learn
problems by heart. ``taught`` is the weight of what the teachers say. Learning ends after so many
``epochs`` or ``seconds``."""

MINILM: Options = STUDENT | {
    "dropout": 0.1, "rate": 2e-4, "batch": 64, "epochs": 7, "taught": 0.0,
}  # fmt: skip
LARGE: Options = STUDENT | {"d": 256, "inner": 512, "dropout": 0.3, "taught": 0.0}
"""The teachers: MiniLM where there is one, else a larger network."""

HEADS_RATE = 6.0
"""How much faster learns what MiniLM does not know yet."""

FOLDS = 3
REGROUPED = 4
"""Epochs after which problems come into other batches."""


def train(
    examples: Sequence[Example],
    held_out: Sequence[Example],
    pretrained: Pretrained,
    options: Options,
    seed: int,
    *,
    teacher: bool = False,
) -> tuple[SignScorer, Names, float]:
    """A network, the names that it knows, and what share of the held out it solves."""
    torch.manual_seed(seed)
    order = random.Random(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    names = Names(examples, options["least"], pretrained)
    encoded = [Encoded(one, names) for one in examples]
    kept = batches([Encoded(one, names) for one in held_out], names, 96, order, device)
    fine = teacher and bool(pretrained.pieces)
    network = (Teacher if fine else Student)(names, options).to(device)
    known = set(map(id, network.model.parameters())) if fine else set()
    groups = [
        {"params": [p for p in network.parameters() if (id(p) in known) == old], "times": times}
        for old, times in ((True, 1.0), (False, HEADS_RATE if fine else 1.0))
    ]
    search = torch.optim.AdamW(
        [one for one in groups if one["params"]],
        lr=options["rate"],
        weight_decay=options["decay"],
    )
    step, share, start, done = 0, 0.0, time.time(), 0.0
    for epoch in range(options["epochs"]):
        if epoch % REGROUPED == 0:
            grouped = batches(encoded, names, options["batch"], order, device)
        order.shuffle(grouped)
        network.train()
        losses = []
        for batch in grouped:
            done = max(
                step / (options["epochs"] * len(grouped)),
                (time.time() - start) / options["seconds"],
            )
            if done >= 1:
                break
            step += 1
            for group in search.param_groups:
                group["lr"] = (
                    options["rate"] * group["times"] * min(1, step / 300) * max(0.01, 1 - done)
                )
            seen = left_out(batch, names, options)
            with torch.autocast(device, torch.bfloat16, enabled=fine and device == "cuda"):
                found = network(seen)
            loss = loss_of(found, batch, options)
            search.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            search.step()
            losses.append(loss.detach())
        if epoch % 4 == 3 or epoch + 1 == options["epochs"] or done >= 1:
            share = solved(network, kept)
            loss = torch.stack(losses).mean().item() if losses else 0.0
            told = f"epoch {epoch + 1}: loss {loss:.3f}, held out {share:.1%}"
            print(f"{told}, {time.time() - start:.0f} s", file=sys.stderr, flush=True)
        if done >= 1:
            break
    return network, names, share


def left_out(batch: Batch, names: Names, options: Options) -> Batch:
    """The batch without some names; of every second word left out what it means is left."""
    rows, device = batch["rows"], batch["rows"].device
    chance = torch.rand(rows.shape[:2], device=device)
    noun = names.nouns.to(device)[rows].any(2)
    often = torch.where(noun, options["noun"], options["word"])
    out = (chance < often)[..., None] & names.words.to(device)[rows]
    plain = torch.rand(len(rows), 1, 1, device=device) < options["facts"]
    out |= plain & names.facts.to(device)[rows]
    out |= torch.rand(rows.shape, device=device) < options["name"]
    return batch | {
        "rows": rows.masked_fill(out, names.empty),
        "words": batch["words"].masked_fill(chance < often / 2, len(names.meant)),
    }


def loss_of(found: Tensor, batch: Batch, options: Options) -> Tensor:
    """−log p of the right signs, a little of all that are open, and in part what a teacher says."""
    every, smoothing, taught = found.logsumexp(1), options["smoothing"], options["taught"]
    within = found.masked_fill(~batch["open"], 0)
    right = found.masked_fill(~batch["right"], -1e9).logsumexp(1)
    gold = (1 - smoothing) * right + smoothing * within.sum(1) / batch["open"].sum(1)
    return (every - (1 - taught) * gold - taught * (batch["taught"] * within).sum(1)).mean()


@torch.no_grad()
def solved(network: SignScorer, grouped: Sequence[Batch]) -> float:
    """The share of problems whose best signs are right."""
    network.eval()
    right = torch.cat(
        [batch["right"].gather(1, network(batch).argmax(1, keepdim=True)) for batch in grouped]
    )
    return right.float().mean().item()


def fold_of(example: Example) -> int:
    """Which of the teachers does not see an example; a family has the same one."""
    return int.from_bytes(example.family.encode()[-8:], "big") % 1009 % FOLDS


@torch.no_grad()
def teach(
    examples: Sequence[Example], pretrained: Pretrained, options: Options, fold: int
) -> dict[int, list[int]]:
    """What a teacher that has learnt from the others says of the examples of a fold, by place."""
    asked = {at: one for at, one in enumerate(examples) if fold_of(one) == fold}
    others = [one for at, one in enumerate(examples) if at not in asked]
    with torch.enable_grad():
        network, names, _ = train(
            others, list(asked.values()), pretrained, options, fold, teacher=True
        )
    network.eval()
    device = next(network.parameters()).device.type
    encoded = [Encoded(one, names, at) for at, one in asked.items()]
    found: dict[int, list[int]] = {}
    for batch in batches(encoded, names, 96, random.Random(0), device):
        shares = (network(batch).softmax(1) * 1000).round().int().tolist()
        found |= zip(batch["place"].tolist(), shares, strict=True)
    return found


def packed(network: SignScorer, names: Names) -> tuple[list[str], dict[str, Any]]:
    """The names of the table's rows, and the arrays as NumPy uses them: matrices turned, each
    column, and each row of the table, as bytes with a scale. What a word means is added to its row.
    """
    arrays: dict[str, Any] = {}
    known = dict(names.number)
    for name in names.meant:
        known.setdefault(name, len(known))
    for name, value in network.state_dict().items():
        full = value.detach().cpu().numpy().astype(np.float32)
        if name == "table.weight":
            rows = np.zeros((len(known), full.shape[1]), np.float32)
            rows[: names.empty] = full[:-1]
            if names.meant:
                meant = network.meant(network.meanings[:-1]).detach().cpu().numpy()
                rows[[known[word] for word in names.meant]] += meant
            arrays["table"], arrays["table.scale"] = _bytes(rows, 1)
        elif name.endswith("weight") and full.ndim == 2 and not name.startswith("mean"):
            arrays[name], arrays[f"{name}.scale"] = _bytes(np.ascontiguousarray(full.T), 0)
        elif not name.startswith("mean"):
            arrays[name] = full.astype(np.float16)
    return list(known), arrays


def _bytes(full: Any, axis: int) -> tuple[Any, Any]:
    scale = np.maximum(np.abs(full).max(axis, keepdims=True), 1e-6) / 127
    return np.round(full / scale).astype(np.int8), scale.astype(np.float32)
