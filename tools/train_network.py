"""Train the network that weighs the worlds of a problem (`quantity_tagger.neural.sign_network`).

    python tools/train_network.py LANGUAGE [--examples FILE [--prepare]] [--seed N] [--out FILE]

It learns from the stories of the curriculum and from two thirds of its everyday problems, and from
no published set. ``--prepare`` writes the examples and stops, so that another machine can learn
from them: a GPU needs a few minutes, two cores some hours. Needs the extra [parser].
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from network_training import examples  # noqa: E402

from quantity_tagger import languages  # noqa: E402
from quantity_tagger.neural import archive, sign_network  # noqa: E402
from quantity_tagger.reading.weighing import FILE  # noqa: E402

WORKERS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("language", choices=languages.codes())
    parser.add_argument("--examples", type=Path, help="where examples are kept")
    parser.add_argument("--prepare", action="store_true", help="write the examples and stop")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--out", type=Path, help="the network's file")
    given = parser.parse_args()
    if given.examples is not None and given.examples.exists() and not given.prepare:
        found = examples.read(given.examples)
    else:
        found = examples.make(given.language, WORKERS)
        if given.examples is not None:
            examples.save(found, given.examples)
    print(f"{len(found):,} examples", file=sys.stderr)
    if given.prepare:
        return
    import torch
    from network_training import training

    changed = dict(one.split("=") for one in given.set)
    options = {
        name: type(value)(changed.get(name, value)) for name, value in training.OPTIONS.items()
    }
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network, names, share = training.train(found, options, given.seed, device)
    header = {
        "version": sign_network.VERSION,
        "layout": options["layout"],
        "attention_heads": options["heads"],
        "names": "\n".join(names.known),
    }
    out = given.out or languages.get(given.language).folder / "models" / FILE
    archive.write(out, header, dict(training.packed(network)))
    print(f"{given.language}: {len(names.known):,} names, {share:.1%} of those held out; {out}")


if __name__ == "__main__":
    main()
