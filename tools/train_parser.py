"""Train the parser of English sentences that is shipped with the package.

    QUANTITY_TAGGER_TREEBANK=folder python tools/train_parser.py [--prepare | --train | --tune]

The folder holds UD_English-EWT as ``train``, ``dev`` and ``test`` (``.tsv.gz``: form, lemma,
universal tag, Penn tag, head, relation). Needs the extra [parser] and Debian's ``wordnet-base``.

Large networks (teachers) learn from the treebank and from our own gold trees with their variants,
with spaCy's opinion as further input; what they think of the sentences of the curriculum, of the
generator and of WordNet's examples is what the small network learns beside the gold trees.

``--prepare`` stops before training, ``--train`` goes on from there, perhaps on another machine: a
GPU needs five minutes, a processor alone most of a day. ``--tune`` trains the small network that
is shipped a little further instead, on gold trees and on its own of the curriculum: for trees that
were added since it was made, in some twenty minutes of a processor.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from parser_training import corpus, vocabulary  # noqa: E402
from parser_training.corpus import Sentence  # noqa: E402
from parser_training.variants import Variants  # noqa: E402

from quantity_tagger.languages.english.syntax import model_file  # noqa: E402
from quantity_tagger.languages.english.syntax.model_file import Model  # noqa: E402
from quantity_tagger.languages.english.syntax.parser import FILE, Parser  # noqa: E402

_PARTS = ("train", "dev", "test")
HELD_OUT = ("dev", "test", "unread", "unusual")
TREES = ROOT / "curriculum" / "trees"
GENERATED, OWN, VARIANTS = 6000, 14_000, 15
MOST_WORDS = 15_000
TEACHERS, TEACHER_STEPS, STUDENT_STEPS = 4, 2200, 8000
STUDENT: dict[str, Any] = {
    "e": 64, "d": 128, "arc": 64, "rel": 64, "layout": "ccaa", "heads": 4, "inner": 256,
    "dropout": 0.15, "rate": 0.003,
}  # fmt: skip
TUNED_ON, TUNE_STEPS, TUNE_RATE = 5000, 900, 8e-4
#: How much a sentence without a gold tree counts.
OWN_WEIGHT, EXAMPLE_WEIGHT = 1.0, 0.5


def gold_trees(treebank: Path) -> dict[str, list[Sentence]]:
    """The treebank, our own trees and their variants."""
    parts = {part: corpus.read_trees(treebank / f"{part}.tsv.gz") for part in _PARTS}
    train = parts["train"]
    joined = [corpus.join_hyphens(sentence) for sentence in train]
    parts["joined"] = [new for new, old in zip(joined, train, strict=True) if new is not old]
    parts["gold"] = corpus.read_trees(TREES / "train.tsv")
    for part in ("unread", "unusual"):
        parts[part] = corpus.read_trees(TREES / f"{part}.tsv")
    nouns = Counter(
        form
        for sentence in train
        for form, tag in zip(sentence.forms, sentence.xpos, strict=True)
        if tag == "NNS" and form.isalpha() and form.islower()
    )
    plurals = sorted(noun for noun, count in nouns.items() if count > 1)
    others = Variants(plurals, seed=5)
    parts["variants"] = [others.of(tree) for tree in parts["gold"] for _ in range(VARIANTS)]
    return parts


def prepare(treebank: Path) -> dict[str, list[Sentence]]:
    """All sentences, each with what spaCy says of it."""
    parts = gold_trees(treebank)
    parts["own"] = corpus.own_sentences(ROOT / "curriculum" / "en.jsonl", GENERATED, seed=11)[:OWN]
    parts["examples"] = corpus.example_sentences()
    for sentences in parts.values():
        corpus.add_spacy(sentences)
    return parts


class Course:
    """The teachers and what they think: all that a student needs."""

    def __init__(self, parts: dict[str, list[Sentence]], lexicon: dict[str, int]) -> None:
        import torch
        from parser_training import networks, training

        self.device = device = "cuda" if torch.cuda.is_available() else "cpu"
        trees = parts["train"] + parts["joined"] + parts["gold"] + parts["variants"]
        silver = parts["own"] + parts["examples"]
        self.words = vocabulary.build(
            parts["train"] + parts["gold"] + silver, most_words=MOST_WORDS, lexicon=lexicon
        )
        self.labels = training.Labels(parts["train"])
        self.held_out = {
            part: training.Tensors(parts[part], self.words, self.labels, device)
            for part in HELD_OUT
        }
        gold = training.Tensors(trees, self.words, self.labels, device)
        hidden = training.word_dropout(self.words, trees, device)
        self.teachers = []
        for seed in range(TEACHERS):
            torch.manual_seed(seed)
            teacher = networks.Teacher(self.words.size, self.labels.sizes).to(device)
            teacher = training.fit(
                teacher, gold, hidden, steps=TEACHER_STEPS, rate=1.5e-3, lowered=0.1, seed=seed
            )
            self.teachers.append(teacher)
            say(f"teacher {seed}", [teacher], self.held_out)
        say("teachers", self.teachers, self.held_out)
        self.data = training.Tensors(trees + silver, self.words, self.labels, device)
        training.teach(self.teachers, self.data, self.labels)
        examples = len(parts["examples"])
        self.data.weights[-len(silver) : -examples] = OWN_WEIGHT
        self.data.weights[-examples:] = EXAMPLE_WEIGHT
        self.hidden = training.word_dropout(self.words, trees + parts["own"], device)

    def student(self, options: dict[str, Any]) -> Model:
        """What a network of the given sizes learns, as it is shipped."""
        import torch
        from parser_training import networks, training
        from parser_training.shipping import packed

        torch.manual_seed(1)
        network = networks.Student(self.words.size, self.labels.sizes, options).to(self.device)
        network = training.fit(
            network,
            self.data,
            self.hidden,
            steps=STUDENT_STEPS,
            rate=options["rate"],
            tokens=8000,
            soft=0.5,
        )
        say("student", [network], self.held_out)
        state = {name: value.cpu().numpy() for name, value in network.state_dict().items()}
        return packed(state, self.words, self.labels.output, options)


def tune(parts: dict[str, list[Sentence]], model: Model) -> Model:
    """The network of a model file after some more training."""
    import torch
    from parser_training import networks, training
    from parser_training.shipping import packed, unpacked

    device = "cuda" if torch.cuda.is_available() else "cpu"
    words, labels = model.vocabulary, training.Labels(parts["train"])
    own = corpus.own_sentences(ROOT / "curriculum" / "en.jsonl", GENERATED, seed=11)[:TUNED_ON]
    for sentence, tree in zip(own, Parser(model).parse_all([s.forms for s in own]), strict=True):
        sentence.heads = [head + 1 for head in tree.heads]
        sentence.relations, sentence.upos = list(tree.relations), list(tree.upos)
        sentence.xpos = list(tree.xpos)
    trees = parts["train"] + parts["joined"] + parts["gold"] + parts["variants"] + own
    data = training.Tensors(trees, words, labels, device)
    hidden = training.word_dropout(words, trees, device)
    network = networks.Student(words.size, labels.sizes, STUDENT).to(device)
    network.load_state_dict({n: torch.from_numpy(a) for n, a in unpacked(model).items()})
    held_out = {p: training.Tensors(parts[p], words, labels, device) for p in HELD_OUT}
    say("before", [network], held_out)
    tuned = training.fit(
        network, data, hidden, steps=TUNE_STEPS, rate=TUNE_RATE, tokens=3000, least=0.01
    )
    say("after", [tuned], held_out)
    state = {name: value.cpu().numpy() for name, value in tuned.state_dict().items()}
    return packed(state, words, labels.output, STUDENT)


def say(who: str, networks: list[Any], held_out: dict[str, Any]) -> None:
    from parser_training import training

    for name, part in held_out.items():
        print(f"{who:10} {name:7}", training.evaluate(networks, part), flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--prepare", action="store_true", help="only collect the sentences")
    arguments.add_argument("--train", action="store_true", help="only train, on what is collected")
    arguments.add_argument("--tune", action="store_true", help="train on from the shipped file")
    arguments.add_argument("--work", type=Path, default=ROOT / "build" / "parser")
    arguments.add_argument("--output", type=Path, default=FILE)
    options = arguments.parse_args()
    prepared = options.work / "corpus.json.gz"
    folder = os.environ.get("QUANTITY_TAGGER_TREEBANK", "")
    if not options.train and not folder:
        arguments.error("set QUANTITY_TAGGER_TREEBANK to the folder of the treebank")
    if options.tune:
        model_file.save(tune(gold_trees(Path(folder)), model_file.load(FILE)), options.output)
        return
    if not options.train:
        options.work.mkdir(parents=True, exist_ok=True)
        corpus.write(prepared, prepare(Path(folder)), vocabulary.lexicon())
    if not options.prepare:
        parts, lexicon = corpus.read(prepared)
        model_file.save(Course(parts, lexicon).student(STUDENT), options.output)
        print(options.output, options.output.stat().st_size)


if __name__ == "__main__":
    main()
