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
import sys
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from network_training import examples, training  # noqa: E402
from network_training.pretrained import Pretrained  # noqa: E402
from network_training.shipped import Shipped  # noqa: E402

from quantity_tagger import languages  # noqa: E402
from quantity_tagger.neural import archive, sign_network  # noqa: E402
from quantity_tagger.reading.weighing import FILE  # noqa: E402

WORKERS = 2
EXAMPLES, PRETRAINED, TAUGHT = "examples.jsonl.xz", "pretrained.npz", "taught.jsonl.xz"


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
    Pretrained.mpnet(words).save(folder / PRETRAINED)
    print(f"{len(found):,} examples in {folder}", file=sys.stderr)


def teach(folder: Path, seconds: float) -> None:
    """Write the examples with what teachers say of them."""
    found = examples.read(folder / EXAMPLES)
    learnt = [at for at, one in enumerate(found) if not one.held_out]
    with get_context("spawn").Pool(training.FOLDS) as pool:
        folds = [(folder, seconds, fold) for fold in range(training.FOLDS)]
        for said in pool.starmap(_taught, folds):
            for at, shares in said.items():
                found[learnt[at]] = found[learnt[at]]._replace(taught=shares)
    examples.save(found, folder / TAUGHT)


def _taught(folder: Path, seconds: float, fold: int) -> dict[int, list[int]]:
    learnt = [one for one in examples.read(folder / EXAMPLES) if not one.held_out]
    pretrained = Pretrained.load(folder / PRETRAINED)
    return training.teach(learnt, pretrained, training.TEACHER | {"seconds": seconds}, fold)


def train(
    folder: Path, options: training.Options, seed: int, out: Path | None, *, goes_on: bool = False
) -> None:
    """Train the small network, with what the teachers say where they were asked, and write it."""
    file = folder / TAUGHT
    found = examples.read(file if file.exists() else folder / EXAMPLES)
    pretrained = Pretrained.load(folder / PRETRAINED)
    learnt = [one for one in found if not one.held_out]
    held_out = [one for one in found if one.held_out]
    shipped = Shipped() if goes_on else None
    network, names = training.train(learnt, held_out, pretrained, options, seed, shipped=shipped)
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
    parser.add_argument(
        "--go-on", action="store_true", help="begin with the network that is in the package"
    )
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
            train(folder, options, given.seed, given.out, goes_on=given.go_on)


if __name__ == "__main__":
    main()
