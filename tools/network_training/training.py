"""Learning: words left out at random, the loss, what teachers say of problems they did not see."""

from __future__ import annotations

import hashlib
import sys
import time
from typing import Any

import numpy as np
import torch
from network_training.corpus import FOLDS, THOUSAND, Arrays, Batch, Corpus, Names
from network_training.network import SignScorer, Student, Teacher
from network_training.pretrained import as_bytes
from torch import Tensor, nn
from torch.nn import functional

Options = dict[str, Any]

STUDENT: Options = {
    "e": 48, "d": 128, "layout": "ccaaaaa", "heads": 4, "inner": 256, "dropout": 0.2,
    "rate": 0.0025, "decay": 0.02, "batch": 128, "epochs": 20, "smoothing": 0.05, "least": 7,
    "taught": 0.6, "noun": 0.3, "word": 0.1, "facts": 0.15, "name": 0.05, "seconds": 1e9,
}  # fmt: skip
"""``noun``, ``word``, ``facts`` and ``name``: how often the words of a noun or another token, what
the facts say of all numbers, or any one name is left out, so that the network does not learn
problems by heart. ``taught`` is the weight of what the teachers say. Learning ends after so many
``epochs`` or ``seconds``."""

TEACHER: Options = STUDENT | {
    "dropout": 0.1, "rate": 8e-5, "batch": 96, "epochs": 7, "taught": 0.0,
}  # fmt: skip
"""The teachers."""

HEADS_RATE = 6.0
"""How much faster learns what the pretrained model does not know yet."""

OUT_OF_SCOPE = 4.0
"""What a problem that is out of scope counts for."""


def device() -> str:
    """Where is learnt."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def train(
    corpus: Corpus,
    learnt: Tensor,
    held_out: Tensor,
    options: Options,
    seed: int,
    *,
    teacher: bool = False,
) -> SignScorer:
    """A network that has learnt from the examples at these places."""
    torch.manual_seed(seed)
    device, names = learnt.device.type, corpus.names
    network = (Teacher if teacher else Student)(names, options).to(device)
    known = set(map(id, network.model.parameters())) if teacher else set()
    groups = [
        {"params": [p for p in network.parameters() if (id(p) in known) == old], "times": times}
        for old, times in ((True, 1.0), (False, HEADS_RATE if teacher else 1.0))
    ]
    search = torch.optim.AdamW(
        [one for one in groups if one["params"]],
        lr=options["rate"],
        weight_decay=options["decay"],
        fused=True,
    )
    step, start, done = 0, time.time(), 0.0
    for epoch in range(options["epochs"]):
        grouped = corpus.batches(learnt, options["batch"])
        network.train()
        losses = []
        for places in grouped:
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
            batch = corpus.gathered(places)
            seen = left_out(batch, names, options)
            with torch.autocast(device, torch.bfloat16, enabled=teacher and device == "cuda"):
                found, in_scope = network(seen)
            loss = loss_of(found, batch, options) + scope_loss(in_scope, batch)
            search.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            search.step()
            losses.append(loss.detach())
        if epoch % 4 == 3 or epoch + 1 == options["epochs"] or done >= 1:
            shares = [
                f"{code} {solved(network, corpus, corpus.language(held_out, number)):.1%}"
                for number, code in enumerate(corpus.languages)
                if len(corpus.language(held_out, number))
            ]
            loss = torch.stack(losses).mean().item() if losses else 0.0
            told = f"epoch {epoch + 1}: loss {loss:.3f}, held out {', '.join(shares)}"
            print(f"{told}, {time.time() - start:.0f} s", file=sys.stderr, flush=True)
        if done >= 1:
            break
    return network


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
    each = every - (1 - taught) * gold - taught * (batch["taught"] * within).sum(1)
    return torch.where(batch["right"].any(1), each, 0.0).mean()


def scope_loss(in_scope: Tensor, batch: Batch) -> Tensor:
    """−log p of being in scope or not; the few that are not count more."""
    each = functional.binary_cross_entropy_with_logits(
        in_scope, batch["in_scope"].float(), reduction="none"
    )
    return (each * torch.where(batch["in_scope"] > 0, 1.0, OUT_OF_SCOPE)).mean()


@torch.no_grad()
def solved(network: SignScorer, corpus: Corpus, places: Tensor) -> float:
    """The share of the problems that signs can write whose best signs are right."""
    network.eval()
    right, can_be = [], []
    for some in corpus.batches(places, 256):
        batch = corpus.gathered(some)
        right.append(batch["right"].gather(1, network(batch)[0].argmax(1, keepdim=True))[:, 0])
        can_be.append(batch["right"].any(1))
    return (torch.cat(right).sum() / torch.cat(can_be).sum()).item()


@torch.no_grad()
def teach(corpus: Corpus, options: Options, fold: int) -> tuple[Arrays, Arrays]:
    """What a teacher that has learnt from the others says of the examples of a fold: the places of
    assignments of signs in the corpus, and what it gives them, in thousandths.
    """
    asked = corpus.where(held_out=0, fold=fold)
    others = torch.cat(
        [corpus.where(held_out=0, fold=other) for other in range(FOLDS) if other != fold]
    )
    with torch.enable_grad():
        network = train(corpus, others, asked, options, fold, teacher=True)
    network.eval()
    at, given = [], []
    for places in corpus.batches(asked, 256):
        with torch.autocast(asked.device.type, torch.bfloat16, enabled=asked.is_cuda):
            shares = network(corpus.gathered(places))[0].softmax(1)
        first = corpus.arrays["assignments from"][places]
        at.append((first[:, None] + torch.arange(shares.shape[1], device=first.device)).flatten())
        given.append((shares * THOUSAND).round().short().flatten())
    return torch.cat(at).cpu().numpy(), torch.cat(given).cpu().numpy()


def packed(network: SignScorer, names: Names) -> tuple[Arrays, dict[str, tuple[list[str], Arrays]]]:
    """The encoder's arrays as NumPy uses them: matrices turned, each column as bytes with a scale;
    and for each language its names and their rows of the table, each row as bytes with a scale.
    What a word means is added to its row.
    """
    encoder: Arrays = {}
    for name, value in network.state_dict().items():
        full = value.detach().cpu().numpy().astype(np.float32)
        if name.startswith(("mean", "table")):
            continue
        if name.endswith("weight") and full.ndim == 2:
            encoder[name], encoder[f"{name}.scale"] = as_bytes(np.ascontiguousarray(full.T), 0)
        else:
            encoder[name] = full.astype(np.float16)
    own = network.table.weight.detach().cpu().numpy()
    meant = network.meant(network.meanings).detach().cpu().numpy()
    embeddings = {}
    for language, known in names.by_language.items():
        rows = np.zeros((len(known), own.shape[1]), np.float32)
        for row, name in zip(rows, known, strict=True):
            if name in names.number:
                row += own[names.number[name]]
            if name in names.meant:
                row += meant[names.meant[name]]
        table, scale = as_bytes(rows, 1)
        embeddings[language] = known, {"table": table, "table.scale": scale}
    return encoder, embeddings


def fingerprint(arrays: Arrays) -> str:
    """A name for these arrays, which others hardly have."""
    found = hashlib.sha256()
    for name, array in arrays.items():
        found.update(name.encode() + array.tobytes())
    return found.hexdigest()[:16]
