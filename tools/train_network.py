"""Train the network that weighs the worlds of a problem (`quantity_tagger.neural.sign_network`).

    python tools/train_network.py LANGUAGE [--prepare FOLDER | --teach FOLDER | --train FOLDER]

It learns from the stories of the curriculum and from two thirds of its everyday problems, and from
no published set. Teachers learn first, each without a part of the stories: MiniLM for English, a
larger network for Chinese; what they say of that part is what the small network learns beside the
right signs.

These are three steps, which can be taken one by one with the same folder: ``--prepare`` writes the
examples, and what is known of English words; ``--teach`` adds what teachers say; ``--train`` trains
the small network. The last two want a GPU, which needs some minutes; a processor alone needs hours.
Needs the extra [network].
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

from quantity_tagger import languages  # noqa: E402
from quantity_tagger.neural import archive, sign_network  # noqa: E402
from quantity_tagger.reading.weighing import FILE  # noqa: E402

WORKERS = 2
EXAMPLES, PRETRAINED, TAUGHT = "examples_{}.jsonl.xz", "pretrained_{}.npz", "taught_{}.jsonl.xz"


def prepare(language: str, folder: Path) -> None:
    """Write what is learnt from."""
    folder.mkdir(parents=True, exist_ok=True)
    found = examples.make(language, WORKERS)
    examples.save(found, folder / EXAMPLES.format(language))
    if language == "en":
        words = (
            name.removeprefix("word=")
            for one in found
            for names in one.problem.names
            for name in names
            if name.startswith("word=")
        )
        Pretrained.minilm(words).save(folder / PRETRAINED.format(language))
    print(f"{language}: {len(found):,} examples in {folder}", file=sys.stderr)


def teach(language: str, folder: Path, seconds: float) -> None:
    """Write the examples with what teachers say of them."""
    found = examples.read(folder / EXAMPLES.format(language))
    learnt = [at for at, one in enumerate(found) if not one.held_out]
    with get_context("spawn").Pool(training.FOLDS) as pool:
        folds = [(language, folder, seconds, fold) for fold in range(training.FOLDS)]
        for said in pool.starmap(_taught, folds):
            for at, shares in said.items():
                found[learnt[at]] = found[learnt[at]]._replace(taught=shares)
    examples.save(found, folder / TAUGHT.format(language))


def _taught(language: str, folder: Path, seconds: float, fold: int) -> dict[int, list[int]]:
    found = examples.read(folder / EXAMPLES.format(language))
    pretrained = Pretrained.load(folder / PRETRAINED.format(language))
    options = training.MINILM if pretrained.pieces else training.LARGE
    learnt = [one for one in found if not one.held_out]
    return training.teach(learnt, pretrained, options | {"seconds": seconds}, fold)


def train(language: str, folder: Path, options: training.Options, seed: int, out: Path) -> None:
    """Train the small network, with what the teachers say where they were asked, and write it."""
    file = folder / TAUGHT.format(language)
    found = examples.read(file if file.exists() else folder / EXAMPLES.format(language))
    pretrained = Pretrained.load(folder / PRETRAINED.format(language))
    learnt = [one for one in found if not one.held_out]
    held_out = [one for one in found if one.held_out]
    network, names, share = training.train(learnt, held_out, pretrained, options, seed)
    known, arrays = training.packed(network, names)
    header = {
        "version": sign_network.VERSION,
        "layout": options["layout"],
        "attention_heads": options["heads"],
        "names": "\n".join(known),
    }
    archive.write(out, header, arrays)
    size = out.stat().st_size
    print(f"{language}: {len(known):,} names, {size:,} bytes, {share:.1%} of those held out; {out}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("language", choices=languages.codes())
    step = parser.add_mutually_exclusive_group()
    for name in ("prepare", "teach", "train"):
        step.add_argument(f"--{name}", type=Path, metavar="FOLDER", help="this step alone")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1e9, help="that teachers may learn")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=NUMBER",
        help="another option of the small network",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, help="the network's file")
    given = parser.parse_args()
    changed = dict(one.split("=") for one in given.set)
    options = {
        name: type(value)(changed.get(name, value)) for name, value in training.STUDENT.items()
    }
    out = given.out or languages.get(given.language).folder / "models" / FILE
    alone = given.prepare or given.teach or given.train
    with TemporaryDirectory() as temporary:
        folder = alone or Path(temporary)
        if given.prepare or not alone:
            prepare(given.language, folder)
        if given.teach or not alone:
            teach(given.language, folder, given.seconds)
        if given.train or not alone:
            train(given.language, folder, options, given.seed, out)


if __name__ == "__main__":
    main()
