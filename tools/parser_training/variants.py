"""More trees from few: a gold tree with other names, things, numbers and verbs is a gold tree.

What is exchanged keeps its tag and its place in the tree; a verb gives way to one that takes an
object as it does, or none.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from parser_training.corpus import Sentence

from quantity_tagger.languages.lexicon import load

#: The forms of a verb: where the lists have them; the last is made of the first.
_FORMS = {"VB": 0, "VBP": 0, "VBD": 1, "VBN": 2, "VBZ": 0}
#: Relations below a verb that a verb of the lists may not allow.
_UNUSUAL = frozenset(["iobj", "xcomp", "ccomp", "compound:prt", "csubj", "expl", "aux:pass"])


class Variants:
    """Makes variants of trees; ``nouns`` are plurals that may take another's place."""

    def __init__(self, nouns: Sequence[str], seed: int) -> None:
        self._rng = random.Random(seed)
        self._lists = _lists(Path(__file__).with_suffix(".txt"))
        own = [entry.partition(" :")[0] for entry in load("en", "generate_things")["countable"]]
        self._things = [thing for thing in own if " " not in thing]
        self._nouns = nouns
        heads, tails = self._words("name heads"), self._words("name tails")
        names = load("en", "names")
        self._names = [name.capitalize() for sex in ("female", "male") for name in names[sex]]
        self._names += [head + tail for head in heads for tail in tails]

    def of(self, tree: Sentence) -> Sentence:
        """The tree with other words; a word that is told twice is exchanged alike."""
        chosen: dict[str, str] = {}
        for place, form in enumerate(tree.forms):
            if form not in chosen and tree.xpos[place] != "CD":
                chosen[form] = self._instead(tree, place)
        forms = [
            self._instead(tree, place) if tree.xpos[place] == "CD" else chosen[form]
            for place, form in enumerate(tree.forms)
        ]
        return replace(tree, forms=forms)

    def _words(self, name: str) -> list[str]:
        return [word for entry in self._lists[name] for word in entry.split()]

    def _instead(self, tree: Sentence, place: int) -> str:
        form, tag, rng = tree.forms[place], tree.xpos[place], self._rng
        for calendar in ("days", "months"):
            if tag == "NNP" and form in self._words(calendar):
                return rng.choice(self._words(calendar))
        if form in self._words("kept"):
            return form
        if tag == "NNP" and _is_name(tree, place):
            name = rng.choice(self._names)
            return name.lower() if form.islower() else name
        if tag == "NNS" and rng.random() < 0.8:
            return rng.choice(self._things if rng.random() < 0.6 else self._nouns)
        if tag == "CD" and form.isdigit():
            return self._number(initial=place == 0)
        if tag in _FORMS and rng.random() < 0.6:
            return self._verb(tree, place)
        return form

    def _number(self, initial: bool) -> str:
        draw, rng = self._rng.random(), self._rng
        if draw < 0.2:
            word = rng.choice(self._words("numbers"))
            return word.capitalize() if initial else word
        if draw < 0.3:
            return f"{rng.randrange(1, 90)},{rng.randrange(1000):03d}"
        if draw < 0.35:
            return f"{rng.randrange(1, 60)}.{rng.randrange(100):02d}"
        return str(rng.randrange(2, 200))

    def _verb(self, tree: Sentence, place: int) -> str:
        below = _below(tree, place)
        group = self._lists["transitive" if "obj" in below else "intransitive"]
        tag, form = tree.xpos[place], tree.forms[place]
        forms = [entry.split()[_FORMS[tag]] for entry in group]
        forms = [_third_person(base) for base in forms] if tag == "VBZ" else forms
        if below & _UNUSUAL or form not in forms:
            return form
        return self._rng.choice(forms)


def _third_person(base: str) -> str:
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "sh", "ch", "x", "z")) else "s")


def _lists(path: Path) -> dict[str, list[str]]:
    """The sections of a word list, in the format of the lexicon."""
    found: dict[str, list[str]] = {}
    entries: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if text.startswith("["):
            entries = found.setdefault(text[1:-1], [])
        elif text:
            entries.append(text)
    return found


def _below(tree: Sentence, place: int) -> set[str]:
    """The relations of what depends on a word."""
    return {
        relation
        for relation, head in zip(tree.relations, tree.heads, strict=True)
        if head == place + 1
    }


def _is_name(tree: Sentence, place: int) -> bool:
    alone = tree.relations[place] not in ("flat", "nmod:desc", "compound")
    return alone and tree.forms[place].isalpha() and "flat" not in _below(tree, place)
