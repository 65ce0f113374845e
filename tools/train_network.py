"""Train the network that weighs the worlds of a problem (`quantity_tagger.neural.sign_network`).

    python tools/train_network.py [--prepare FOLDER | --teach FOLDER | --train FOLDER]

One network learns all languages: each has its own embeddings, the layers are shared. It learns
from the stories of the curriculum and from two thirds of its everyday problems, and from no
published set. Teachers learn first, each without a part of the stories: MPNet, which reads English
as it stands and Chinese word by word in English. What they say of that part is what the small
network learns beside the right signs.

These are three steps, which can be taken one by one with the same folder: ``--prepare`` writes the
examples, and what is known of words; ``--teach`` adds what teachers say; ``--train`` trains the
small network. The last two want a GPU, which needs a quarter of an hour; a processor alone needs
hours. Needs the extra [network].
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
TAUGHT = "taught.npz"


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
    """What is learnt from, with what the teachers say where they were asked."""
    names = corpus.load_names(folder / NAMES, Pretrained.load(folder / PRETRAINED))
    file = folder / TAUGHT
    taught = archive.read(file)[1] if file.exists() else None
    return corpus.load(folder / EXAMPLES, names, taught)


def teach(folder: Path, seconds: float) -> None:
    """Write what teachers say of the examples that they did not see."""
    global _corpus
    torch.set_num_threads(1)  # a process that has started more cannot be forked
    _corpus = prepared(folder)
    taught = _corpus.arrays["taught"].numpy().copy()
    with get_context("fork").Pool(corpus.FOLDS) as pool:
        for at, given in pool.map(partial(_taught, seconds), range(corpus.FOLDS), 1):
            taught[at] = given
    archive.write(folder / TAUGHT, {}, {"taught": taught})


_corpus: corpus.Corpus
"""What the processes of the teachers are forked with."""


def _taught(seconds: float, fold: int) -> tuple[corpus.Arrays, corpus.Arrays]:
    torch.set_num_threads(max(1, (os.cpu_count() or 1) // corpus.FOLDS))
    options = training.TEACHER | {"seconds": seconds}
    return training.teach(_corpus.to(training.device()), options, fold)


def train(folder: Path, options: training.Options, seed: int, out: Path | None) -> None:
    """Train the small network and write it."""
    found = prepared(folder).to(training.device())
    names, places = found.names, (found.where(held_out=0), found.where(held_out=1))
    network = training.train(found, *places, options, seed)
    encoder, embeddings = training.packed(network, names)
    name = training.fingerprint(encoder)
    header = {
        "version": sign_network.VERSION,
        "name": name,
        "layout": options["layout"],
        "attention_heads": options["heads"],
    }
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
    parser.add_argument("--seconds", type=float, default=1e9, help="that teachers may learn")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=NUMBER",
        help="another option of the small network",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, help="a folder for the files, else their places")
    given = parser.parse_args()
    changed = dict(one.split("=") for one in given.set)
    options = {
        name: type(value)(changed.get(name, value)) for name, value in training.STUDENT.items()
    }
    alone = given.prepare or given.teach or given.train
    with TemporaryDirectory() as temporary:
        folder = alone or Path(temporary)
        if given.prepare or not alone:
            prepare(folder)
        if given.teach or not alone:
            teach(folder, given.seconds)
        if given.train or not alone:
            train(folder, options, given.seed, given.out)


if __name__ == "__main__":
    main()
