"""Compile what verbs that no list has are likely to do to a stock, from WordNet.

    python tools/compile_wordnet.py [--check]

Reads Debian's ``wordnet-base`` and the package's ``effects.txt``, writes ``likely_effects.txt``. A
verb gets the effect of the verbs nearest to it: those of its synsets, of the synsets above, below
and beside them, each meaning as much as it is frequent. ``--check`` tells how often that is right
for the verbs that the lists have, each read as if it were in none.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from quantity_tagger.languages.english.frames.words import effects
from quantity_tagger.situation.facts import DIRECTION

WORDNET = Path("/usr/share/wordnet")
OUTPUT = (
    Path(__file__).parents[1] / "src/quantity_tagger/languages/english/lexicon/likely_effects.txt"
)
#: How much a synset at each distance says.
SAME, ABOVE, BELOW, FAR_ABOVE, BESIDE = 1.0, 0.7, 0.4, 0.3, 0.25
#: The share that the direction must have, and how much must be known around the verb.
SHARE, WEIGHT = 0.75, 0.5
HEAD = """\
# What a verb that effects.txt does not have is likely to do to a stock, by the verbs near it in
# WordNet. Written by tools/compile_wordnet.py, not for editing: what is wrong goes to effects.txt.
#
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. Its licence is in the
# card of the parser, languages/english/syntax/card.md.
"""


class Verbs:
    """WordNet's verbs: synsets with what is above and below them, and how frequent a meaning is."""

    def __init__(self, folder: Path) -> None:
        self.above: dict[str, list[str]] = {}
        self.below: dict[str, list[str]] = defaultdict(list)
        for line in _lines(folder / "data.verb"):
            fields = line.partition("|")[0].split()
            start = 4 + 2 * int(fields[3], 16)
            pointers = fields[start + 1 : start + 1 + 4 * int(fields[start])]
            above = [pointers[n + 1] for n in range(0, len(pointers), 4) if pointers[n] == "@"]
            self.above[fields[0]] = above
            for synset in above:
                self.below[synset].append(fields[0])
        counts: dict[tuple[str, int], int] = {}
        for line in _lines(folder / "cntlist.rev"):
            key, number, count = line.split()
            lemma, _, kind = key.partition("%")
            if kind[0] == "2":
                counts[lemma, int(number)] = int(count)
        self.meanings: dict[str, list[tuple[str, float]]] = {}
        for line in _lines(folder / "index.verb"):
            fields = line.split()
            synsets = fields[6 + int(fields[3]) :]
            shares = [
                counts.get((fields[0], number), 0) + 0.5 / number
                for number in range(1, len(synsets) + 1)
            ]
            told = [(one, share / sum(shares)) for one, share in zip(synsets, shares, strict=True)]
            self.meanings[fields[0].replace("_", " ")] = told

    def near(self, synset: str) -> Iterator[tuple[str, float]]:
        yield synset, SAME
        for one in self.above[synset]:
            yield one, ABOVE
            yield from ((far, FAR_ABOVE) for far in self.above[one])
            yield from ((other, BESIDE) for other in self.below[one] if other != synset)
        yield from ((one, BELOW) for one in self.below[synset])


class Neighbours:
    """The effects that the verbs of the lists give to synsets."""

    def __init__(self, verbs: Verbs, known: dict[str, str]) -> None:
        self.verbs = verbs
        self.known = {verb: one for verb, one in known.items() if verb in verbs.meanings}
        self.told: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for verb, one in self.known.items():
            for synset, share in verbs.meanings[verb]:
                self.told[synset][one] += share

    def likely(self, verb: str) -> str:
        """The effect of most neighbours, "" where they do not agree or say nothing."""
        votes: defaultdict[str, float] = defaultdict(float)
        own = dict(self.verbs.meanings[verb]) if verb in self.known else {}
        for synset, share in self.verbs.meanings[verb]:
            for one, weight in self.verbs.near(synset):
                for effect, told in self.told.get(one, {}).items():
                    if effect == self.known.get(verb):
                        told -= own.get(one, 0.0)
                    votes[effect] += share * weight * min(max(told, 0.0), 1.0)
        ways: defaultdict[int, float] = defaultdict(float)
        for effect, vote in votes.items():
            ways[DIRECTION.get(effect, 0)] += vote
        if not ways:
            return ""
        way, total = max(ways, key=ways.__getitem__), sum(ways.values())
        if not way or ways[way] < SHARE * total or total < WEIGHT:
            return ""
        return max((one for one in votes if DIRECTION.get(one) == way), key=votes.__getitem__)


def check(near: Neighbours) -> str:
    found = {verb: near.likely(verb) for verb in near.known}
    told = {verb: one for verb, one in found.items() if one}
    right = [v for v, one in told.items() if DIRECTION.get(near.known[v], 0) == DIRECTION[one]]
    return f"{len(told)} of {len(found)} verbs, {100 * len(right) / len(told):.1f} % right"


def text(near: Neighbours) -> str:
    found: dict[str, list[str]] = defaultdict(list)
    for verb in near.verbs.meanings:
        likely = near.likely(verb) if verb not in near.known and verb[0].isalpha() else ""
        if likely:
            found[likely].append(verb)
    parts = [f"\n[{effect}]\n{', '.join(sorted(found[effect]))}\n" for effect in sorted(found)]
    return HEAD + "".join(parts)


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith("  "))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--check", action="store_true", help="measure, and write nothing")
    options = arguments.parse_args()
    near = Neighbours(Verbs(WORDNET), effects())
    print(check(near))
    if not options.check:
        OUTPUT.write_text(text(near), encoding="utf-8")


if __name__ == "__main__":
    main()
