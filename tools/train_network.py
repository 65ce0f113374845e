"""Train the network that weighs the worlds of a problem (`quantity_tagger.neural.sign_network`).

    python tools/train_network.py [--prepare FOLDER | --train FOLDER]

One network learns all languages: each has its own embeddings, the layers are shared. It learns
from the stories of the curriculum and from two thirds of its everyday problems, and from no
published set. Teachers learn first, each without a part of the stories: MPNet, which reads English
as it stands and Chinese word by word in English. What they say of that part, as it stands and
with words exchanged for others, is written down once: the small network learns it beside the right
signs, in many rounds.

These are two steps, which can be taken one by one with the same folder: ``--prepare`` writes the
examples, and what is known of words; ``--train`` trains the teachers and the small network, which
begins with the weights in the package that fit where ``--student go_on=1``. It wants a GPU, which
needs half an hour. Needs the extra [network].
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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


def prepare(folder: Path, least: int) -> None:
    """Write what is learnt from; names that occur less often have no row."""
    folder.mkdir(parents=True, exist_ok=True)
    found = (one for code in languages.codes() for one in examples.make(code, WORKERS))
    seen = corpus.Tally(examples.save(found, folder / EXAMPLES))
    pretrained = Pretrained.mpnet(seen.words)
    pretrained.save(folder / PRETRAINED)
    corpus.save_names(corpus.Names.of(seen, least, pretrained), folder / NAMES)


def prepared(folder: Path) -> corpus.Corpus:
    """What is learnt from."""
    names = corpus.load_names(folder / NAMES, Pretrained.load(folder / PRETRAINED))
    return corpus.load(folder / EXAMPLES, names)


def taught(found: corpus.Corpus, options: training.Options) -> list[corpus.View]:
    """What teachers say of the examples, each of those that it has not seen."""
    if not options["views"]:
        return []
    views = [found.blank() for _ in range(options["views"])]
    for fold in range(corpus.FOLDS):
        torch.manual_seed(fold)
        teacher = training.train_teacher(found, options, fold)
        training.tell(teacher, found, found.where(fold=fold), views, options)
    return views


def train(
    folder: Path, teacher: training.Options, student: training.Options, seed: int, out: Path | None
) -> None:
    """Train the small network and write it; some options of both are others."""
    found = prepared(folder).to(training.device())
    names, options = found.names, training.STUDENT | student
    views = taught(found, training.TEACHER | teacher)
    torch.manual_seed(seed)
    network = training.train_student(found, views, options)
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
    for name in ("prepare", "train"):
        step.add_argument(f"--{name}", type=Path, metavar="FOLDER", help="this step alone")
    parser.add_argument("--seed", type=int, default=0)
    for name in ("student", "teacher"):
        parser.add_argument(
            f"--{name}", action="append", default=[], metavar="NAME=NUMBER", type=_option,
            help=f"another option of the {name} (network_training.training)",
        )  # fmt: skip
    parser.add_argument("--out", type=Path, help="a folder for the files, else their places")
    given = parser.parse_args()
    alone = given.prepare or given.train
    with TemporaryDirectory() as temporary:
        folder = alone or Path(temporary)
        if given.prepare or not alone:
            prepare(folder, (training.STUDENT | dict(given.student))["least"])
        if given.train or not alone:
            train(folder, dict(given.teacher), dict(given.student), given.seed, given.out)


def _option(told: str) -> tuple[str, Any]:
    name, _, value = told.partition("=")
    if name not in training.STUDENT:
        known = ", ".join(sorted(training.STUDENT))
        raise argparse.ArgumentTypeError(f"{name} is no option; these are: {known}")
    return name, type(training.STUDENT[name])(value)


if __name__ == "__main__":
    main()
