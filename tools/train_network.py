"""Train the network that weighs the worlds of a problem (`quantity_tagger.neural.sign_network`).

    python tools/train_network.py [--prepare FOLDER | --teach FOLDER | --train FOLDER]

One network learns all languages: each has its own embeddings, the layers are shared. It learns
from the stories of the curriculum and from two thirds of its everyday problems, and from no
published set. Teachers learn first, each without a part of the stories: MPNet, which reads English
as it stands and Chinese word by word in English. What they say of that part, as it stands and
with words exchanged for others, is written down once: the small network learns it beside the right
signs, in many rounds.

These are three steps, which can be taken one by one with the same folder: ``--prepare`` writes the
examples, and what is known of words; ``--teach`` trains the teachers; ``--train`` trains the small
network, from the right signs alone where no teacher has said anything; with ``--set go_on=1`` it
begins with the weights in the package. The last two want a GPU, which needs less than half an hour.
Needs the extra [network].
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from network_training import corpus, examples, training  # noqa: E402
from network_training.pretrained import Pretrained  # noqa: E402

from quantity_tagger import languages  # noqa: E402
from quantity_tagger.neural import archive, sign_network  # noqa: E402
from quantity_tagger.reading.weighing import FILE  # noqa: E402

WORKERS = 2
EXAMPLES, PRETRAINED, NAMES = "examples.jsonl.xz", "pretrained.npz", "names.json"
TOLD = "told{}.npz"


def prepare(folder: Path) -> None:
    """Write what is learnt from."""
    folder.mkdir(parents=True, exist_ok=True)
    found = [one for code in languages.codes() for one in examples.make(code, WORKERS)]
    examples.save(found, folder / EXAMPLES)
    words = (
        name.removeprefix("word=")
        for one in found
        for names in one.problem.names
        for name in names
        if name.startswith("word=")
    )
    pretrained = Pretrained.mpnet(words)
    pretrained.save(folder / PRETRAINED)
    corpus.save_names(corpus.Names.of(found, training.STUDENT["least"], pretrained), folder / NAMES)
    print(f"{len(found):,} examples in {folder}", file=sys.stderr)


def prepared(folder: Path) -> corpus.Corpus:
    """What is learnt from."""
    names = corpus.load_names(folder / NAMES, Pretrained.load(folder / PRETRAINED))
    return corpus.load(folder / EXAMPLES, names)


_corpus: corpus.Corpus
"""What the processes of the teachers are forked with."""


def teach(folder: Path, changed: training.Options) -> None:
    """Train the teachers and write what they say."""
    global _corpus
    torch.set_num_threads(1)  # a process that has started more cannot be forked
    _corpus = prepared(folder)
    with get_context("fork").Pool(corpus.FOLDS) as pool:
        pool.map(partial(_teach, folder, training.TEACHER | changed), range(corpus.FOLDS), 1)


def _teach(folder: Path, options: training.Options, fold: int) -> None:
    torch.set_num_threads(max(1, (os.cpu_count() or 1) // corpus.FOLDS))
    torch.manual_seed(fold)
    found = _corpus.to(training.device())
    network = training.train_teacher(found, options, fold)
    views = [found.blank() for _ in range(options["views"])]
    training.tell(network, found, found.where(fold=fold), views, options)
    corpus.save_views(views, found.of_fold(fold), folder / TOLD.format(fold))


def taught(folder: Path, found: corpus.Corpus) -> list[corpus.View]:
    """What the teachers said, if they did."""
    parts = [(found.of_fold(fold), folder / TOLD.format(fold)) for fold in range(corpus.FOLDS)]
    return corpus.load_views(found, parts) if all(path.exists() for _, path in parts) else []


def train(folder: Path, changed: training.Options, seed: int, out: Path | None) -> None:
    """Train the small network and write it."""
    found = prepared(folder).to(training.device())
    names, options = found.names, training.STUDENT | changed
    torch.manual_seed(seed)
    network = training.train_student(found, taught(folder, found), options)
    encoder, embeddings = training.packed(network, names)
    name = training.fingerprint(encoder)
    header = {
        "version": sign_network.VERSION,
        "name": name,
        "layout": options["layout"],
        "attention_heads": options["heads"],
    }
    if out:
        out.mkdir(parents=True, exist_ok=True)
    path = out / sign_network.ENCODER.name if out else sign_network.ENCODER
    archive.write(path, header, encoder)
    print(f"{path}: {path.stat().st_size:,} bytes")
    for code, (known, arrays) in embeddings.items():
        header = {"version": sign_network.VERSION, "encoder": name, "names": "\n".join(known)}
        path = out / f"{code}.npz" if out else languages.get(code).folder / "models" / FILE
        archive.write(path, header, arrays)
        print(f"{path}: {len(known):,} names, {path.stat().st_size:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    step = parser.add_mutually_exclusive_group()
    for name in ("prepare", "teach", "train"):
        step.add_argument(f"--{name}", type=Path, metavar="FOLDER", help="this step alone")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=NUMBER",
        help="another option of what is trained (network_training.training)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, help="a folder for the files, else their places")
    given = parser.parse_args()
    changed = {
        name: type(training.TEACHER[name])(value)
        for name, value in (one.split("=") for one in given.set)
    }
    alone = given.prepare or given.teach or given.train
    with TemporaryDirectory() as temporary:
        folder = alone or Path(temporary)
        if given.prepare or not alone:
            prepare(folder)
        if given.teach or not alone:
            teach(folder, changed if alone else {})
        if given.train or not alone:
            train(folder, changed, given.seed, given.out)


if __name__ == "__main__":
    main()
