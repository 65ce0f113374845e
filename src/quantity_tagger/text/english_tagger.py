"""Penn tags of English words by an averaged perceptron.

Most words have one tag and are looked up; the others are scored, among the tags they can have, by
what stands around them. A word that is not known takes its candidates from its shape and ending.
The weights are data: ``english_tagger.json``, written by ``tools/train_english_tagger.py``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple, cast

from quantity_tagger.lexicon import load
from quantity_tagger.text.english_numbers import NUMBER_WORDS

_NUMBER: Final = re.compile(r"[-−.]?\d[\d.,/]*[½-⅞⅐-⅒¼-¾]?|[½-⅞⅐-⅒¼-¾]")
_PUNCTUATION: Final = {
    ".": ".", "?": ".", "!": ".", ",": ",", ";": ":", ":": ":", "-": "HYPH", "--": ":", "...": ":",
    "…": ":", "–": ":", "—": ":", "$": "$", "£": "$", "€": "$", "¥": "$", "(": "-LRB-",
    ")": "-RRB-", "%": "NN", "#": "$", "``": "``", "''": "''", "“": "``", "”": "''",
    '"': "''", "'": "POS", "’": "POS", "&": "CC", "+": "SYM", "=": "SYM", "/": "SYM",
}  # fmt: skip
#: What an unknown word may be, by its ending; the first ending that fits counts.
_ENDINGS: Final = (
    ("ly", "RB JJ"), ("ing", "VBG NN JJ"), ("ed", "VBD VBN JJ"), ("ness", "NN"), ("less", "JJ"),
    ("ous", "JJ"), ("ss", "NN JJ"), ("us", "NN JJ"), ("s", "NNS VBZ NN"), ("tion", "NN"),
    ("ment", "NN"), ("ful", "JJ NN"), ("est", "JJS NN"), ("er", "NN JJR VB"), ("al", "JJ NN"),
    ("ive", "JJ NN VB"), ("able", "JJ"), ("ic", "JJ NN"), ("", "NN VB JJ VBD VBN VBP RB"),
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

_NOTHING: Final = "^"


class Tagger:
    """Tags token sequences with one model."""

    def __init__(self, model: Model) -> None:
        self._weights = model.weights
        # Problems repeat their phrases, so that most choices have been made before.
        self._chosen = lru_cache(maxsize=16_384)(self._choose)
        self._looked_up = lru_cache(maxsize=16_384)(self.look_up)
        self._entries: dict[str, Entry] = {
            **_closed_class(),
            **{form: Choice("|".join(tags), tags) for form, tags in model.several.items()},
            **model.single,
            **_PUNCTUATION,
            **dict.fromkeys(("'s", "’s"), _choice("POS", "VBZ")),
        }

    def tag(self, forms: list[str]) -> list[str]:
        """One Penn tag for each form."""
        entries = self.entries(forms)
        tags = cast("list[str]", entries.copy())
        chosen = self._chosen
        for index, entry in enumerate(entries):
            if entry.__class__ is not str:
                tags[index] = chosen(entry, *_context(forms, entries, tags, index))
        return tags

    def entries(self, forms: list[str]) -> list[Entry]:
        """For each form its only tag or the tags to choose from."""
        found = list(map(self._entries.get, forms))
        index = -1
        for _ in range(found.count(None)):
            index = found.index(None, index + 1)
            initial = not index or forms[index - 1] in _OPENERS
            found[index] = self._looked_up(forms[index], initial)
        return cast("list[Entry]", found)

    def decisions(
        self, forms: list[str], gold: list[str]
    ) -> Iterator[tuple[tuple[str, ...], str, str]]:
        """For training: features, guess and truth of each choice, on the tags guessed so far."""
        entries = self.entries(forms)
        tags = cast("list[str]", entries.copy())
        for index, entry in enumerate(entries):
            if isinstance(entry, Choice):
                context = _context(forms, entries, tags, index)
                tags[index] = self._choose(entry, *context)
                if gold[index] in entry.tags:
                    yield _features(entry.name, *context), tags[index], gold[index]

    def look_up(self, form: str, initial: bool) -> Entry:
        """What a form not in the model can be, by its lower-case form, its shape and its ending."""
        if form.isdigit() or _NUMBER.fullmatch(form):
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

    def _choose(self, choice: Choice, *context: str) -> str:
        known = self._weights.get
        found = [w for feature in _features(choice.name, *context) if (w := known(feature))]
        tags = choice.tags
        if len(tags) == 2:  # most choices: one sum decides
            first, second = tags
            margin = 0.0
            for weights in found:
                margin += weights.get(first, 0.0) - weights.get(second, 0.0)
            return first if margin >= 0 else second
        scores = [sum([weights.get(tag, 0.0) for weights in found]) for tag in tags]
        return tags[scores.index(max(scores))]


def _context(
    forms: list[str], entries: list[Entry], tags: list[str], index: int
) -> tuple[str, str, str, str, str, str]:
    """What a choice goes by: the form, two tags before it, the word before, the word after it and
    what that can be.
    """
    before = last = word_last = word_after = after = _NOTHING
    if index:
        last, word_last = tags[index - 1], forms[index - 1]
        if index > 1:
            before = tags[index - 2]
    if index + 1 < len(forms):
        word_after, entry = forms[index + 1], entries[index + 1]
        after = entry if isinstance(entry, str) else entry.name
    return forms[index], before, last, word_last, word_after, after


def _features(
    name: str, form: str, before: str, last: str, word_last: str, word_after: str, after: str
) -> tuple[str, ...]:
    form = form.lower()
    return (
        f"{form} {last}",
        f"{form[-3:]}-{name}",
        f"{name}<{last}",
        f"{name}<{last}<{before}",
        f"{name}>{after}",
        f"{name}<{last}>{after}",
        f"{name}<{word_last.lower()}.",
        f"{name}>{word_after.lower()}.",
    )


_OPENERS: Final = frozenset([".", "?", "!", "``", "''", '"', "“", "”", ":", "(", ")"])


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


@cache
def _choice(*tags: str) -> Choice:
    return Choice("|".join(tags), tags)


def _by_ending(lower: str, capital: bool) -> Choice:
    for ending, tags in _ENDINGS:
        if lower.endswith(ending):
            return _choice(*tags.split(), *(["NNP"] if capital else []))
    raise AssertionError("the last ending fits every word")
