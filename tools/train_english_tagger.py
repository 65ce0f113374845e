"""Train the English tagger on texts tagged by a spaCy pipeline, and write its weights.

    python tools/train_english_tagger.py DATA --pipeline en_core_web_sm --out FILE

DATA is a folder of data sets (one JSON object with a ``text`` a line). Training uses AddSub, MAWPS,
SingleOp and GSM8K; ASDiv is held out and only measured. The file stores words that occur at least
three times, never a text.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from quantity_tagger.languages.english.tagger import Model, Tagger
from quantity_tagger.languages.english.tokenizer import cut

TRAINING = ("addsub", "mawps", "singleop", "gsm8k")
HELD_OUT = "asdiv"
MIN_COUNT = 3
#: A word is looked up and not scored if so large a share of its occurrences has one tag.
SINGLE_SHARE = 0.985
MIN_WEIGHT = 0.1

Sentence = tuple[list[str], list[str]]


def tagged(path: Path, pipeline: Any) -> list[Sentence]:
    """The texts of a data set in our tokens with the pipeline's tags."""
    from spacy.tokens import Doc

    docs = []
    for line in path.read_text("utf-8").splitlines():
        text = json.loads(line)["text"]
        offsets = cut(text)
        words = [text[start:end] for start, end in offsets]
        spaces = [end < len(text) and text[end : end + 1].isspace() for _, end in offsets]
        docs.append(Doc(pipeline.vocab, words=words, spaces=spaces))
    return [
        ([token.text for token in doc], [token.tag_ for token in doc])
        for doc in pipeline.pipe(docs)
    ]


def dictionary(sentences: list[Sentence]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Words that have one tag, and the candidates of the others (rare words are left out)."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for forms, tags in sentences:
        for form, tag in zip(forms, tags, strict=True):
            if form[0].isalpha() or form[0] in "'’":
                counts[form][tag] += 1
    single: dict[str, str] = {}
    several: dict[str, tuple[str, ...]] = {}
    for form, tags in counts.items():
        total = tags.total()
        best, count = tags.most_common(1)[0]
        if total < MIN_COUNT:
            continue
        if count >= SINGLE_SHARE * total and (total >= 40 or not _may_vary(form, best)):
            single[form] = best
        else:
            kept = [tag for tag, n in tags.most_common() if n >= max(2, 0.01 * total)]
            extra = _variants(form, kept)
            several[form] = tuple(dict.fromkeys([best, *kept, *extra]))
    return single, several


def _may_vary(form: str, tag: str) -> bool:
    """Whether a form seen with one tag may well have another elsewhere: plant, walked, drinks."""
    return form.islower() and (tag in ("VB", "VBP") or form.endswith(("ed", "s", "ing")))


def _variants(form: str, tags: list[str]) -> list[str]:
    """Tags that a form with these tags can have by the regularity of English."""
    others = {
        "VBD": ["VBN"], "VBN": ["VBD"], "NNS": ["VBZ"], "VB": ["VBP", "NN"], "VBP": ["VB", "NN"],
        "VBG": ["NN"],
    }  # fmt: skip
    return [other for tag in tags if form.islower() for other in others.get(tag, [])]


def train(sentences: list[Sentence], epochs: int, seed: int) -> Model:
    """An averaged perceptron over the words that have a choice, on its own earlier tags.

    Features seen less than ``MIN_COUNT`` times are left out from the start, not pruned in the end:
    an averaged weight means little without those it was learnt beside.
    """
    single, several = dictionary(sentences)
    weights: dict[str, dict[str, float]] = {}
    tagger = Tagger(Model(single, several, weights))
    seen = Counter(
        feature
        for forms, gold in sentences
        for features, _, _ in tagger.decisions(forms, gold)
        for feature in features
    )
    frequent = {feature for feature, count in seen.items() if count >= MIN_COUNT}
    totals: dict[tuple[str, str], float] = defaultdict(float)
    stamps: dict[tuple[str, str], int] = defaultdict(int)
    step = 0

    def change(feature: str, tag: str, by: float) -> None:
        key = (feature, tag)
        by_tag = weights.setdefault(feature, defaultdict(float))
        totals[key] += (step - stamps[key]) * by_tag[tag]
        stamps[key] = step
        by_tag[tag] += by

    order = list(sentences)
    shuffler = random.Random(seed)
    for _ in range(epochs):
        shuffler.shuffle(order)
        for forms, gold in order:
            step += 1
            for features, guess, truth in tagger.decisions(forms, gold):
                if guess != truth:
                    for feature in frequent.intersection(features):
                        change(feature, truth, 1.0)
                        change(feature, guess, -1.0)
    averaged: dict[str, dict[str, float]] = {}
    for feature, by_tag in weights.items():
        means = {
            tag: round((totals[feature, tag] + (step - stamps[feature, tag]) * weight) / step, 2)
            for tag, weight in by_tag.items()
        }
        kept = {tag: mean for tag, mean in means.items() if abs(mean) >= MIN_WEIGHT}
        if kept:
            averaged[feature] = kept
    return Model(single, several, averaged)


def agreement(model: Model, sentences: list[Sentence]) -> tuple[float, Counter[str]]:
    """Share of tokens tagged as the pipeline does, and the commonest differences."""
    tagger = Tagger(model)
    right = total = 0
    wrong: Counter[str] = Counter()
    for forms, gold in sentences:
        senses = tagger.senses([tagger.word(form) for form in forms])
        for sense, truth in zip(senses, gold, strict=True):
            total += 1
            right += sense.tag == truth
            if sense.tag != truth:
                wrong[f"{sense.form} {truth}>{sense.tag}"] += 1
    return right / total, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--pipeline", default="en_core_web_sm")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    import spacy

    pipeline = spacy.load(arguments.pipeline, disable=["parser", "ner", "lemmatizer"])
    sentences = [
        sentence
        for name in TRAINING
        for sentence in tagged(arguments.data / f"{name}.jsonl", pipeline)
    ]
    held_out = tagged(arguments.data / f"{HELD_OUT}.jsonl", pipeline)
    model = train(sentences, arguments.epochs, arguments.seed)
    arguments.out.write_text(model.to_json(), "utf-8")
    for name, part in (("training", sentences), (HELD_OUT, held_out)):
        share, wrong = agreement(model, part)
        print(f"{name}: {share:.2%} agreement; {wrong.most_common(40)}")


if __name__ == "__main__":
    main()
