"""Penn tags of English words by an averaged perceptron.

Most words have one tag and are looked up; the others are scored, among the tags they can have, by
what stands around them. A word that is not known takes its candidates from its shape and ending.
The weights are data: ``english_tagger.json``, written by ``tools/train_english_tagger.py``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from quantity_tagger.lexicon import load
from quantity_tagger.text.english_numbers import NUMBER_WORDS

_NUMBER = re.compile(r"[-−.]?\d[\d.,/]*[½-⅞⅐-⅒¼-¾]?|[½-⅞⅐-⅒¼-¾]")
_PUNCTUATION = {
    ".": ".", "?": ".", "!": ".", ",": ",", ";": ":", ":": ":", "-": "HYPH", "--": ":", "...": ":",
    "…": ":", "–": ":", "—": ":", "$": "$", "£": "$", "€": "$", "¥": "$", "(": "-LRB-",
    ")": "-RRB-", "%": "NN", "#": "$", "``": "``", "''": "''", "“": "``", "”": "''",
    '"': "''", "'s": "POS", "’s": "POS", "'": "POS", "’": "POS", "&": "CC", "+": "SYM", "=": "SYM", "/": "SYM",
}  # fmt: skip
#: What an unknown word may be, by its ending; the first ending that fits counts.
_ENDINGS = (
    ("ly", "RB JJ"), ("ing", "VBG NN JJ"), ("ed", "VBD VBN JJ"), ("ss", "NN JJ"), ("us", "NN JJ"),
    ("s", "NNS VBZ NN"), ("tion", "NN"), ("ness", "NN"), ("ment", "NN"), ("ful", "JJ NN"), ("less", "JJ"),
    ("ous", "JJ"), ("est", "JJS NN"), ("er", "NN JJR VB"), ("al", "JJ NN"), ("ive", "JJ NN VB"),
    ("able", "JJ"), ("ic", "JJ NN"), ("", "NN VB JJ VBD VBN VBP RB"),
)  # fmt: skip


class Model(NamedTuple):
    """What tagging needs: tags of words that have one, candidates of the others, weights."""

    single: dict[str, str]
    several: dict[str, tuple[str, ...]]
    weights: dict[str, dict[str, float]]

    @classmethod
    def from_json(cls, text: str) -> Model:
        data = json.loads(text)
        weights: dict[str, dict[str, float]] = data["weights"]
        return cls(
            {form: tag for tag, forms in data["single"].items() for form in forms.split()},
            {
                form: tuple(tags.split())
                for tags, forms in data["several"].items()
                for form in forms.split()
            },
            weights,
        )

    def to_json(self) -> str:
        """The model as text, words grouped by tag, in an order that is always the same."""
        single: dict[str, list[str]] = {}
        several: dict[str, list[str]] = {}
        for form, tag in sorted(self.single.items()):
            single.setdefault(tag, []).append(form)
        for form, tags in sorted(self.several.items()):
            several.setdefault(" ".join(tags), []).append(form)
        data = {
            "single": {tag: " ".join(forms) for tag, forms in sorted(single.items())},
            "several": {tags: " ".join(forms) for tags, forms in sorted(several.items())},
            "weights": {name: dict(sorted(w.items())) for name, w in sorted(self.weights.items())},
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"), indent=None) + "\n"


class Choice(NamedTuple):
    """The tags a word can have, and their names joined: the word's ambiguity class."""

    name: str
    tags: tuple[str, ...]


#: A word's only tag, or the tags to choose from.
Entry = str | Choice

_NEXT_TO_NOTHING = "^"


class Tagger:
    """Tags token sequences with one model."""

    def __init__(self, model: Model) -> None:
        self._weights = model.weights
        self._entries: dict[str, Entry] = {
            **_closed_class(),
            **{form: Choice("|".join(tags), tags) for form, tags in model.several.items()},
            **model.single,
            **_PUNCTUATION,
        }

    def tag(self, forms: list[str]) -> list[str]:
        """One Penn tag for each form."""
        known = self._entries.get
        entries: list[Entry] = [
            known(form) or self.look_up(form, not index or forms[index - 1] in _OPENERS)
            for index, form in enumerate(forms)
        ]
        tags: list[str] = []
        before = last = _NEXT_TO_NOTHING
        for index, entry in enumerate(entries):
            if type(entry) is not str:
                entry = self._best(entry, self.features(forms, entries, index, before, last))
            tags.append(entry)
            before, last = last, entry
        return tags

    def decisions(
        self, forms: list[str], gold: list[str]
    ) -> Iterator[tuple[tuple[str, ...], str, str]]:
        """For training: features, guess and truth of each choice, on the tags guessed so far."""
        entries: list[Entry] = [
            self._entries.get(form) or self.look_up(form, not index or forms[index - 1] in _OPENERS)
            for index, form in enumerate(forms)
        ]
        before = last = _NEXT_TO_NOTHING
        for index, entry in enumerate(entries):
            if isinstance(entry, Choice):
                features = self.features(forms, entries, index, before, last)
                guess = self._best(entry, features)
                if gold[index] in entry.tags:
                    yield features, guess, gold[index]
                entry = guess
            before, last = last, entry

    def look_up(self, form: str, initial: bool) -> Entry:
        """What a form not in the model can be, by its lower-case form, its shape and its ending."""
        if _NUMBER.fullmatch(form):
            return "CD"
        lower = form.lower()
        if "-" in lower and lower.partition("-")[0] in NUMBER_WORDS:
            return "CD"
        entry = self._entries.get(lower) if lower != form else None
        if entry is not None:
            if initial or form.isupper():
                return entry
            return _choice("NNP", *(entry.tags if isinstance(entry, Choice) else (entry,)))
        if lower in NUMBER_WORDS:
            return "CD"
        if form[0].isupper() and not initial:
            return "NNP"
        if not form[0].isalpha():
            return "JJ" if form[0].isdigit() else "NFP"
        return _by_ending(lower, form[0].isupper())

    def features(
        self, forms: list[str], entries: list[Entry], index: int, before: str, last: str
    ) -> tuple[str, ...]:
        """What the choice at ``index`` goes by; ``before`` and ``last`` are the two tags so far."""
        form = forms[index].lower()
        entry = entries[index]
        name = entry if isinstance(entry, str) else entry.name
        after = _name_at(entries, index + 1)
        word_after = forms[index + 1].lower() if index + 1 < len(forms) else _NEXT_TO_NOTHING
        word_last = forms[index - 1].lower() if index else _NEXT_TO_NOTHING
        return (
            "w " + form,
            f"wl {form} {last}",
            f"wa {form} {after}",
            f"nl {name} {last}",
            f"na {name} {after}",
            f"nbl {name} {before} {last}",
            f"nla {name} {last} {after}",
            f"nv {name} {word_last}",
            f"nw {name} {word_after}",
            f"naa {name} {after} {_name_at(entries, index + 2)}",
            f"s {name} {form[-3:]}",
        )

    def _best(self, entry: Choice, features: tuple[str, ...]) -> str:
        known = self._weights.get
        scored = [weights for feature in features if (weights := known(feature))]
        best, highest = entry.tags[0], float("-inf")
        for tag in entry.tags:
            score = 0.0
            for weights in scored:
                if tag in weights:
                    score += weights[tag]
            if score > highest:
                best, highest = tag, score
        return best


_OPENERS = frozenset([".", "?", "!", "``", "''", '"', "“", "”", ":", "("])


def tag(forms: list[str]) -> list[str]:
    """One Penn tag for each form, by the model in the package."""
    return _tagger().tag(forms)


@cache
def _tagger() -> Tagger:
    source = files(__package__).joinpath("english_tagger.json")
    return Tagger(Model.from_json(source.read_text("utf-8")))


@cache
def _closed_class() -> dict[str, Entry]:
    return {
        form: label
        for label, words in load("en", "closed_class").items()
        for word in words
        for form in (word, word.capitalize())
    }


def _name_at(entries: list[Entry], index: int) -> str:
    if index >= len(entries):
        return _NEXT_TO_NOTHING
    entry = entries[index]
    return entry if isinstance(entry, str) else entry.name


@cache
def _choice(*tags: str) -> Choice:
    return Choice("|".join(tags), tags)


def _by_ending(lower: str, capital: bool) -> Choice:
    for ending, tags in _ENDINGS:
        if lower.endswith(ending):
            return _choice(*tags.split(), *(["NNP"] if capital else []))
    raise AssertionError("the last ending fits every word")
