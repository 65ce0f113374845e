"""Training: tensors of a corpus, batches of like length, the loss, and what teachers agree on."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from parser_training.corpus import Sentence
from torch import Tensor, nn
from torch.nn import functional

from quantity_tagger.languages.english.syntax.decoding import best_heads
from quantity_tagger.languages.english.syntax.features import Vocabulary, normalise

LONGEST = 80
CHARS = 16
IGNORED = -100


class Labels:
    """The numbers of tags, relations and characters; 0 is 'not known' in what is input only."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.xpos = sorted({t for s in sentences for t in s.xpos})
        self.upos = sorted({t for s in sentences for t in s.upos})
        self.relations = sorted({t for s in sentences for t in s.relations})
        self.chars = ["", *sorted({c for s in sentences for f in s.forms for c in f})]
        self.spacy_tags = ["", *sorted({t for s in sentences for t in s.spacy_tags})]
        self.spacy_relations = ["", *sorted({t for s in sentences for t in s.spacy_relations})]

    @property
    def output(self) -> dict[str, list[str]]:
        """The labels that the network tells."""
        return {"xpos": self.xpos, "upos": self.upos, "relations": self.relations}

    @property
    def sizes(self) -> dict[str, int]:
        return {name: len(values) for name, values in vars(self).items()}


class Tensors:
    """A list of sentences as padded tensors on the device."""

    def __init__(
        self, sentences: Sequence[Sentence], vocabulary: Vocabulary, labels: Labels, device: str
    ) -> None:
        self.sentences = [s for s in sentences if len(s.forms) <= LONGEST]
        count = len(self.sentences)
        self.lengths = np.array([len(s.forms) for s in self.sentences])
        numbers = {name: {t: i for i, t in enumerate(v)} for name, v in vars(labels).items()}
        rows = np.zeros((count, LONGEST, 7), np.int32)
        lower_shape = np.zeros((count, LONGEST), np.int32)
        chars = np.zeros((count, LONGEST, CHARS), np.int16)
        fields = {
            name: np.full((count, LONGEST), start, np.int16)
            for name, start in (
                ("xpos", IGNORED), ("upos", IGNORED), ("relations", IGNORED), ("heads", IGNORED),
                ("spacy_tags", 0), ("spacy_relations", 0), ("spacy_heads", 0),
            )
        }  # fmt: skip
        known: dict[str, tuple[tuple[int, ...], int, list[int]]] = {}
        for i, s in enumerate(self.sentences):
            n = len(s.forms)
            for j, form in enumerate(s.forms):
                if form not in known:
                    letters = [numbers["chars"].get(c, 0) for c in form[:CHARS]]
                    known[form] = (
                        vocabulary.rows(form),
                        vocabulary.rows(form.lower())[-1],
                        letters + [0] * (CHARS - len(letters)),
                    )
                rows[i, j], lower_shape[i, j], chars[i, j] = known[form]
            for name in ("xpos", "upos", "relations"):
                tags = getattr(s, name)
                if tags:
                    fields[name][i, :n] = [numbers[name].get(t, IGNORED) for t in tags]
            if s.heads:
                fields["heads"][i, :n] = s.heads
            for name in ("spacy_tags", "spacy_relations"):
                tags = getattr(s, name)
                if tags:
                    fields[name][i, :n] = [numbers[name].get(t, 0) for t in tags]
            if s.spacy_heads:
                fields["spacy_heads"][i, :n] = s.spacy_heads
        self.data: dict[str, Tensor] = {
            "rows": torch.from_numpy(rows).to(device),
            "lower_shape": torch.from_numpy(lower_shape).to(device),
            "chars": torch.from_numpy(chars).to(device),
            **{name: torch.from_numpy(v).to(device) for name, v in fields.items()},
        }
        self.weights = torch.ones(count, device=device)

    def batch(self, chosen: np.ndarray[Any, Any]) -> dict[str, Tensor]:
        width = int(self.lengths[chosen].max())
        device = self.weights.device
        index = torch.from_numpy(chosen).to(device)
        found: dict[str, Tensor] = {}
        for name, v in self.data.items():
            if name == "soft_arcs":
                found[name] = v[index, :width, : width + 1].float()
            elif name.startswith("soft_"):
                found[name] = v[index, :width].float()
            else:
                found[name] = v[index, :width].long()
        lengths = torch.from_numpy(self.lengths[chosen]).to(device)
        found["mask"] = torch.arange(width, device=device)[None] < lengths[:, None]
        found["weights"] = self.weights[index]
        return found

    def batches(self, tokens: int, rng: np.random.Generator) -> Iterator[dict[str, Tensor]]:
        order = np.argsort(self.lengths + rng.random(len(self.lengths)) * 4, kind="stable")
        groups, group, widest = [], [], 0
        for index in order:
            widest = max(widest, int(self.lengths[index]))
            if group and widest * (len(group) + 1) > tokens:
                groups.append(group)
                group, widest = [], int(self.lengths[index])
            group.append(index)
        groups.append(group)
        for place in rng.permutation(len(groups)):
            yield self.batch(np.array(groups[place]))


def disturb(batch: dict[str, Tensor], drop: Tensor, lowered: float) -> dict[str, Tensor]:
    """The batch as careless people write: some sentences without capitals, rare words unknown."""
    rows = batch["rows"].clone()
    some = torch.rand(len(rows), 1, device=rows.device) < lowered
    rows[..., 6] = torch.where(some, batch["lower_shape"], rows[..., 6])
    words = rows[..., 0]
    lost = torch.rand(words.shape, device=rows.device) < drop[words]
    rows[..., 0] = words.masked_fill(lost, 0)
    return {**batch, "rows": rows}


def word_dropout(vocabulary: Vocabulary, sentences: Sequence[Sentence], device: str) -> Tensor:
    """How often each word is hidden: rare ones often."""
    counts: dict[str, int] = {}
    for s in sentences:
        for form in s.forms:
            word = normalise(form)
            counts[word] = counts.get(word, 0) + 1
    rates = [0.0] + [0.5 / (0.5 + counts.get(w, 0)) for w in vocabulary.known["word"]]
    return torch.tensor(rates, device=device)


def loss_of(network: nn.Module, batch: dict[str, Tensor], soft: float) -> Tensor:
    """Cross entropy with the trees, mixed with what the teachers think where they were asked."""
    seen = network(batch)
    mask, weights = batch["mask"], batch["weights"]
    heads = batch["heads"].clamp(min=0)
    scores = {
        "xpos": seen["xpos"],
        "upos": seen["upos"],
        "relations": network.relations(seen, heads),  # type: ignore[operator]
        "heads": seen["arcs"],
    }
    each = torch.zeros_like(mask, dtype=torch.float)
    for name, score in scores.items():
        score = score.float()
        hard = functional.cross_entropy(
            score.transpose(1, 2), batch[name], ignore_index=IGNORED, reduction="none"
        )
        goal = batch.get("soft_arcs" if name == "heads" else f"soft_{name}")
        if goal is not None and soft:
            softly = -(goal * score.log_softmax(-1).clamp(min=-30)).sum(-1)
            hard = (1 - soft) * hard + soft * softly
        each = each + hard * (0.5 if name == "upos" else 1.0)
    each = each * mask * weights[:, None]
    return each.sum() / (mask * weights[:, None]).sum()


def fit(
    network: nn.Module,
    data: Tensors,
    drop: Tensor,
    *,
    steps: int,
    rate: float,
    tokens: int = 5000,
    lowered: float = 0.25,
    soft: float = 0.0,
    seed: int = 1,
    least: float = 0.002,
    seconds: float = math.inf,
    held_out: dict[str, Tensors] | None = None,
    say: str = "",
) -> nn.Module:
    """Adam with a warm-up and a cosine; returns the running average of the weights.

    ``least`` is the weight of the last step in that average. It ends after so many steps or, where
    time is short, after so many seconds.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    torch.set_float32_matmul_precision("high")
    optimiser = torch.optim.AdamW(
        network.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True
    )
    average = copy.deepcopy(network)
    start, done, total = time.time(), 0, 0.0
    while done < steps:
        for batch in data.batches(tokens, rng):
            share = max(done / steps, (time.time() - start) / seconds)
            if share >= 1:
                steps = done
                break
            factor = min(1.0, done / 300) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
            for group in optimiser.param_groups:
                group["lr"] = rate * factor
            network.train()
            loss = loss_of(network, disturb(batch, drop, lowered), soft)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 2.0)
            optimiser.step()
            done += 1
            with torch.no_grad():
                torch._foreach_lerp_(
                    list(average.parameters()), list(network.parameters()), max(least, 1 / done)
                )
            if done % 100 == 0:
                total = loss.item()
            if held_out and done % max(1, steps // 3) == 0:
                for name, part in held_out.items():
                    print(
                        f"{say} step {done} {time.time() - start:.0f}s loss {total:.3f}",
                        name, evaluate([average], part), flush=True,
                    )  # fmt: skip
    return average


@torch.no_grad()
def predict(networks: Sequence[nn.Module], data: Tensors, lowered: bool = False) -> Iterator[Any]:
    """Each sentence's mean probabilities over networks and its best tree, batch by batch."""
    for network in networks:
        network.eval()
    order = np.argsort(data.lengths, kind="stable")
    at = 0
    while at < len(order):
        size = max(1, 20000 // int(data.lengths[order[min(at + 300, len(order) - 1)]]))
        chosen = order[at : at + min(size, 300)]
        at += len(chosen)
        batch = data.batch(chosen)
        if lowered:
            batch["rows"] = batch["rows"].clone()
            batch["rows"][..., 6] = batch["lower_shape"]
        seen = [network(batch) for network in networks]
        mean = {
            name: torch.stack([s[name].float().softmax(-1) for s in seen]).mean(0)
            for name in ("xpos", "upos", "arcs")
        }
        scores = mean["arcs"].clamp(min=1e-9).log().cpu().numpy()
        heads = best_heads(scores, data.lengths[chosen])
        given = torch.from_numpy(heads).to(batch["rows"].device)
        mean["relations"] = torch.stack(
            [
                n.relations(s, given).float().softmax(-1)  # type: ignore[operator]
                for n, s in zip(networks, seen, strict=True)
            ]
        ).mean(0)
        yield chosen, batch, heads, mean


def evaluate(networks: Sequence[nn.Module], data: Tensors, lowered: bool = False) -> str:
    """Percent of right tags and heads (punctuation counted, as in the shared tasks)."""
    right = dict.fromkeys(("xpos", "upos", "uas", "las"), 0)
    count = 0
    for _, batch, heads, mean in predict(networks, data, lowered):
        mask = batch["mask"].cpu().numpy()
        gold = {k: batch[k].cpu().numpy() for k in ("xpos", "upos", "heads", "relations")}
        count += int(mask.sum())
        for name in ("xpos", "upos"):
            best = mean[name].argmax(-1).cpu().numpy()
            right[name] += int(((best == gold[name]) & mask).sum())
        hit = (heads == gold["heads"]) & mask
        relation = mean["relations"].argmax(-1).cpu().numpy() == gold["relations"]
        right["uas"] += int(hit.sum())
        right["las"] += int((hit & relation).sum())
    return " ".join(f"{name} {100 * n / count:.2f}" for name, n in right.items())


@torch.no_grad()
def teach(networks: Sequence[nn.Module], data: Tensors, labels: Labels) -> None:
    """Give every sentence what the teachers think; one without a tree gets theirs."""
    count, device = len(data.sentences), data.weights.device
    sizes = labels.sizes
    soft = {
        "soft_xpos": torch.zeros(count, LONGEST, sizes["xpos"], dtype=torch.half, device=device),
        "soft_upos": torch.zeros(count, LONGEST, sizes["upos"], dtype=torch.half, device=device),
        "soft_relations": torch.zeros(
            count, LONGEST, sizes["relations"], dtype=torch.half, device=device
        ),
        "soft_arcs": torch.zeros(count, LONGEST, LONGEST + 1, dtype=torch.half, device=device),
    }
    for chosen, batch, heads, mean in predict(networks, data):
        index = torch.from_numpy(chosen).to(device)
        width = heads.shape[1]
        mask = batch["mask"]
        has_tree = (batch["heads"][:, :1] >= 0).expand(-1, width)
        found = {
            "heads": torch.from_numpy(heads).to(device),
            **{name: mean[name].argmax(-1) for name in ("xpos", "upos", "relations")},
        }
        for name, values in found.items():
            values = torch.where(has_tree, batch[name], values).masked_fill(~mask, IGNORED)
            data.data[name][index, :width] = values.short()
        # A relation is taught for the head that is learnt, gold or the teachers' own.
        given = data.data["heads"][index, :width].long().clamp(min=0)
        seen = [network(batch) for network in networks]
        relations = torch.stack(
            [
                n.relations(s, given).float().softmax(-1)  # type: ignore[operator]
                for n, s in zip(networks, seen, strict=True)
            ]
        ).mean(0)
        soft["soft_xpos"][index, :width] = mean["xpos"].half()
        soft["soft_upos"][index, :width] = mean["upos"].half()
        soft["soft_relations"][index, :width] = relations.half()
        soft["soft_arcs"][index, :width, : width + 1] = mean["arcs"].half()
    data.data.update(soft)
