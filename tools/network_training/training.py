"""Learning: words left out at random, the loss, what teachers say of problems they did not see."""

from __future__ import annotations

import hashlib
import math
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from network_training.corpus import FOLDS, STATES, Arrays, Batch, Corpus, Names, View
from network_training.network import Found, SignScorer, Student, Teacher
from network_training.pretrained import as_bytes
from network_training.steps import Gradient, own_stream
from torch import Tensor, nn
from torch.nn import functional

from quantity_tagger import languages
from quantity_tagger.neural import archive, sign_network
from quantity_tagger.neural.sign_network import PLAIN
from quantity_tagger.reading.weighing import FILE

Options = dict[str, Any]

STUDENT: Options = {
    "e": 48, "d": 192, "layout": "ccaaaafff", "heads": 6, "inner": 384, "focus_inner": 384,
    "dropout": 0.1, "rate": 0.003, "decay": 0.02, "batch": 2048, "epochs": 100, "smoothing": 0.05,
    "least": 8, "taught": 0.7, "states": 1.0, "rounded": 0.6, "exchanged": 0.3, "noun": 0.15,
    "word": 0.05, "facts": 0.15, "name": 0.05, "go_on": 0, "views": 5, "seconds": 1e9,
}  # fmt: skip
"""``exchanged``, ``noun``, ``word``, ``facts`` and ``name``: how often a word is exchanged for
another, the words of a noun or another token, what the facts say of all numbers, or any one name is
left out, so that the network does not learn problems by heart. ``taught`` is the weight of what the
teachers say of the signs, ``states`` that of what they make of each token, if there are any; they
say it of so many ``views`` of each example: as it stands, and with other words. After the share
``rounded`` of its time it learns with weights as coarse as those of the package. With ``go_on`` it
begins with the weights in the package that fit. Learning ends after so many ``epochs`` or
``seconds``."""

TEACHER: Options = STUDENT | {
    "rate": 1.4e-4, "batch": 384, "epochs": 3, "exchanged": 0.1, "noun": 0.3, "word": 0.1,
    "rounded": 1.0,
}  # fmt: skip

HEADS_RATE = 6.0
"""How much faster learns what the pretrained model does not know yet."""

LEVELS = {"encoder": 8, "table": 7}
"""How many values the weights of the package have on each side of 0: few pack well."""

OUT_OF_SCOPE = 4.0
"""What a problem that is out of scope counts for."""

BEYOND_SIGNS = 6.0
"""What a problem counts for whose equation signs do not write."""

TELL_AFTER = 0.1
"""What is reached is told each time so much more is done."""

SAMPLE = 12
"""So many batches show the main directions of a teacher's states."""


def device() -> str:
    """Where is learnt."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def train_teacher(corpus: Corpus, options: Options, fold: int) -> Teacher:
    """A teacher that has not seen a fold."""
    network = Teacher(corpus.names, options)
    known = set(map(id, network.model.parameters()))
    others = [corpus.where(held_out=0, fold=other) for other in range(FOLDS) if other != fold]
    groups = [
        {"params": [p for p in network.parameters() if (id(p) in known) == old], "times": times}
        for old, times in ((True, 1.0), (False, HEADS_RATE))
    ]
    learn(network, corpus, torch.cat(others), corpus.where(held_out=0, fold=fold), options, groups)
    return network


def train_student(corpus: Corpus, views: Sequence[View], options: Options) -> Student:
    """The small network, which learns from all that is not held out and from what teachers say."""
    network = Student(corpus.names, options)
    learnt, held_out = corpus.where(held_out=0), corpus.where(held_out=1)
    if options["go_on"]:
        go_on(network, corpus.names)
    groups = [{"params": [*network.parameters()], "times": 1.0}]
    learn(network, corpus, learnt, held_out, options, groups, views)
    return network


def learn(
    network: SignScorer,
    corpus: Corpus,
    learnt: Tensor,
    held_out: Tensor,
    options: Options,
    groups: list[dict[str, Any]],
    views: Sequence[View] = (),
) -> None:
    """Learn from the examples at these places, of which teachers say what the views tell; the rate
    of each of the ``groups`` is so many times that of the options.
    """
    network.to(learnt.device)
    torch.set_float32_matmul_precision("high")
    torch.backends.cuda.enable_cudnn_sdp(False)  # which makes a plan for each new length
    on_gpu = learnt.device.type == "cuda"
    search = torch.optim.AdamW(
        groups, lr=options["rate"], weight_decay=options["decay"], fused=on_gpu
    )

    def loss_of_batch(batch: Batch) -> Tensor:
        with torch.autocast(learnt.device.type, torch.bfloat16):
            return _loss(network, left_out(batch, corpus.names, options), options)

    gradient = Gradient(network, loss_of_batch, record=on_gpu and isinstance(network, Student))
    step, start, done, told, loss = 0, time.time(), 0.0, 0.0, math.nan
    with own_stream(on_gpu):
        while done < 1:
            losses = []
            batches = corpus.batches(learnt, options["batch"])
            network.train()
            for places in batches:
                passed = (time.time() - start) / options["seconds"]
                done = max(step / (options["epochs"] * len(batches)), passed)
                if done >= 1:
                    break
                step += 1
                if isinstance(network, Student) and done >= options["rounded"]:
                    if not network.is_rounded:
                        gradient.forget()
                    network.round(LEVELS["encoder"])
                for group in search.param_groups:
                    least = max(0.01, 1 - done)
                    group["lr"] = options["rate"] * group["times"] * min(1, step / 300) * least
                view = views[int(torch.randint(len(views), ()))] if views else None
                batch = corpus.gathered(places, options["exchanged"], view, network.reads_pieces)
                losses.append(gradient(batch))
                nn.utils.clip_grad_norm_(network.parameters(), 1.0)
                search.step()
            if done < 1 and done - told < TELL_AFTER:
                continue
            told = done
            shares = [
                f"{code} {solved(network, corpus, its):.1%}"
                for number, code in enumerate(corpus.languages)
                if len(its := corpus.of(held_out, language=number))
            ]
            loss = torch.stack(losses).mean().item() if losses else loss
            rounds, passed = step / len(batches), time.time() - start
            reached = f"loss {loss:.3f}, held out {', '.join(shares)}"
            print(f"{rounds:.1f} rounds, {passed:.0f} s: {reached}", file=sys.stderr, flush=True)


def _loss(network: SignScorer, batch: Batch, options: Options) -> Tensor:
    found = network(batch)
    loss = loss_of(found, batch, options) + scope_loss(found, batch) + forms_loss(found, batch)
    if "states" in batch and isinstance(network, Student):
        own = network.teachers_states(found.states, batch["fold"]).float()
        off = (own - batch["states"]).square().mean(2) * batch["mask"]
        loss = loss + options["states"] * off.sum() / batch["mask"].sum()
    return loss


@torch.no_grad()
def tell(
    teacher: Teacher, corpus: Corpus, places: Tensor, views: Sequence[View], options: Options
) -> None:
    """Let a teacher say in the views what it finds of these examples: in the first as they stand,
    in the others with few or many words exchanged.
    """
    teacher.eval()
    middle, directions = _main_directions(teacher, corpus, places, options)
    for number, view in enumerate(views):
        for some in corpus.batches(places, 4 * options["batch"]):
            share = 2 * STUDENT["exchanged"] * torch.rand(()).item() if number else 0.0
            batch = corpus.gathered(some, share, pieces=True)
            with torch.autocast(places.device.type, torch.bfloat16):
                found = teacher(batch)
            mask, scores = batch["mask"], found.scores
            kept = (found.states[mask].float() - middle) @ directions
            view.states[batch["token"][mask]] = kept.half()
            view.words[batch["token"][mask]] = batch["word"][mask].to(view.words.dtype)
            view.told[batch["assignment"]] = scores.float().softmax(1).half()


def _main_directions(
    teacher: Teacher, corpus: Corpus, places: Tensor, options: Options
) -> tuple[Tensor, Tensor]:
    """The mean of a teacher's states, and as columns the main directions of the middle ones and of
    the last ones, so long that what is told in each half of them has unit variance.
    """
    seen = []
    for some in corpus.batches(places, 4 * options["batch"])[:SAMPLE]:
        batch = corpus.gathered(some, pieces=True)
        with torch.autocast(places.device.type, torch.bfloat16):
            seen.append(teacher(batch).states[batch["mask"]].float())
    states = torch.cat(seen)
    mean = states.mean(0)
    halves = []
    for half in (states - mean).chunk(2, 1):
        spread, directions = torch.linalg.eigh(half.T @ half / len(half))
        kept = slice(-STATES // 2, None)
        halves.append(directions[:, kept] / spread[kept].mean().sqrt())
    return mean, torch.block_diag(*halves)


def go_on(network: Student, names: Names) -> None:
    """Begin with the weights in the package that fit. Its rows hold what words mean already: what
    of them follows from the meanings alone is left to these.
    """
    header, weights = archive.read(sign_network.ENCODER)
    encoder = archive.full(weights)
    rows: dict[str, Tensor] = {}
    for code in names.by_language:
        known, arrays = archive.read(languages.get(code).folder / "models" / FILE)
        table = torch.tensor(archive.full(arrays)["table"])
        rows |= dict(zip(known["names"].split("\n"), table, strict=True))
    meanings = names.pretrained.meanings
    both = [name for name in rows if name in names.meant]
    meant = meanings[[names.meant[name] for name in both]]
    shared = meant.T @ meant + 10 * torch.eye(meant.shape[1])
    turn = torch.linalg.solve(shared, meant.T @ torch.stack([rows[name] for name in both]))
    with torch.no_grad():
        for name, value in network.state_dict().items():
            if name in encoder and header["layout"] == network.layout:
                given = torch.tensor(encoder[name])
                given = given.T if value.ndim == 2 and name.endswith("weight") else given
                if given.shape[1:] == value.shape[1:] and len(given) <= len(value):
                    value[: len(given)] = given
        network.meant.weight.copy_(turn.T)
        network.table.weight.zero_()
        for name, at in names.number.items():
            if name in rows:
                known = meanings[names.meant[name]] @ turn if name in names.meant else 0
                network.table.weight[at] = rows[name] - known


def left_out(batch: Batch, names: Names, options: Options) -> Batch:
    """The batch without some names; of every second word left out what it means is left."""
    rows, device = batch["rows"], batch["rows"].device
    chance = torch.rand(rows.shape[:2], device=device)
    noun = names.nouns[rows].any(2)
    often = options["word"] + noun * (options["noun"] - options["word"])
    out = (chance < often)[..., None] & names.words[rows]
    plain = torch.rand(len(rows), 1, 1, device=device) < options["facts"]
    out |= plain & names.facts[rows]
    out |= torch.rand(rows.shape, device=device) < options["name"]
    return batch | {
        "rows": rows.masked_fill(out, names.empty),
        "words": batch["words"].masked_fill(chance < often / 2, len(names.meant)),
    }


def loss_of(found: Found, batch: Batch, options: Options) -> Tensor:
    """−log p of the right signs, a little of all that are open, and in part what teachers say."""
    scores, smoothing = found.scores, options["smoothing"]
    every = scores.logsumexp(1)
    within = scores.masked_fill(~batch["open"], 0)
    right = scores.masked_fill(~batch["right"], -1e9).logsumexp(1)
    gold = (1 - smoothing) * right + smoothing * within.sum(1) / batch["open"].sum(1)
    if "told" in batch:
        gold = (1 - options["taught"]) * gold + options["taught"] * (batch["told"] * within).sum(1)
    return (every - gold).masked_fill(~batch["right"].any(1), 0).mean()


def scope_loss(found: Found, batch: Batch) -> Tensor:
    """−log p of being in scope or not; the few that are not count more."""
    each = functional.binary_cross_entropy_with_logits(
        found.in_scope, batch["in_scope"], reduction="none"
    )
    return (each * (1 + (OUT_OF_SCOPE - 1) * (batch["in_scope"] == 0))).mean()


def forms_loss(found: Found, batch: Batch) -> Tensor:
    """−log p of the forms that the equation may have; those that signs cannot write count more."""
    right = found.forms.masked_fill(batch["forms"] == 0, -1e9).logsumexp(1)
    each = found.forms.logsumexp(1) - right
    return (each * (1 + (BEYOND_SIGNS - 1) * (batch["forms"][:, PLAIN] == 0))).mean()


@torch.no_grad()
def solved(network: SignScorer, corpus: Corpus, places: Tensor) -> float:
    """The share of the problems that signs can write whose best signs are right."""
    network.eval()
    right, can_be = [], []
    for some in corpus.batches(places, 1024):
        batch = corpus.gathered(some, pieces=network.reads_pieces)
        with torch.autocast(places.device.type, torch.bfloat16, enabled=places.is_cuda):
            best = network(batch).scores.argmax(1, keepdim=True)
        can_be.append(batch["forms"][:, PLAIN] > 0)
        right.append(batch["right"].gather(1, best)[:, 0] & can_be[-1])
    return (torch.cat(right).sum() / torch.cat(can_be).sum()).item()


def packed(network: Student, names: Names) -> tuple[Arrays, dict[str, tuple[list[str], Arrays]]]:
    """The encoder's arrays as NumPy uses them: matrices turned, each column as bytes with a scale;
    and for each language its names and their rows of the table, each row as bytes with a scale.
    What a word means is added to its row.
    """
    encoder: Arrays = {}
    for name, value in network.state_dict().items():
        full = value.detach().cpu().numpy().astype(np.float32)
        if name.startswith(("meant", "table", "likened")):
            continue
        if name.endswith("weight") and full.ndim == 2:
            encoder[name], encoder[f"{name}.scale"] = as_bytes(
                np.ascontiguousarray(full.T), 0, LEVELS["encoder"]
            )
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
        table, scale = as_bytes(rows, 1, LEVELS["table"])
        embeddings[language] = known, {"table": table, "table.scale": scale}
    return encoder, embeddings


def fingerprint(arrays: Arrays) -> str:
    """A name for these arrays, which others hardly have."""
    found = hashlib.sha256()
    for name, array in arrays.items():
        found.update(name.encode() + array.tobytes())
    return found.hexdigest()[:16]
