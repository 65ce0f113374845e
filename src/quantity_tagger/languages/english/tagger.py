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
from pathlib import Path
from typing import Final, NamedTuple

from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.languages.english.number_words import NUMBER_WORDS, may_begin
from quantity_tagger.languages.lexicon import load
from quantity_tagger.support.cache import KEPT, LONGEST, BoundedCache

_NUMBER: Final = re.compile(r"[-−.]?\d[\d.,/]*[½-⅞⅐-⅒¼-¾]?|[½-⅞⅐-⅒¼-¾]")
_PUNCTUATION: Final = {
    ".": ".", "?": ".", "!": ".", ",": ",", ";": ":", ":": ":", "-": "HYPH", "--": ":", "...": ":",
    "…": ":", "–": ":", "—": ":", "$": "$", "£": "$", "€": "$", "¥": "$", "(": "-LRB-",
    ")": "-RRB-", "%": "NN", "#": "$", "``": "``", "''": "''", "“": "``", "”": "''",
    '"': "''", "'": "POS", "’": "POS", "&": "CC", "+": "SYM", "=": "SYM", "/": "SYM",
}  # fmt: skip
#: After these a capital letter tells nothing.
_OPENERS: Final = frozenset([".", "?", "!", "``", "''", '"', "“", "”", ":", "(", ")"])
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


class Sense:
    """A form with the tags it can have; ``name`` joins them, as the form's ambiguity class.

    ``tag`` and ``lemma`` are empty where there is more than one tag; ``left`` and ``right`` are
    what the form is known by as the neighbour before and after another.
    """

    __slots__ = ("form", "left", "lemma", "name", "right", "tag", "tags")

    def __init__(self, form: str, tags: tuple[str, ...], left: str, right: str) -> None:
        self.form: Final = form
        self.left: Final = left
        self.right: Final = right
        self.tags: Final = tags
        self.name: Final = "|".join(tags)
        self.tag: Final = tags[0] if len(tags) == 1 else ""
        self.lemma: Final = lemmatise(form, self.tag) if self.tag else ""


class Word:
    """What is known of a form by itself: how it is read where it opens a sentence or a quotation,
    and elsewhere.
    """

    __slots__ = ("form", "initial", "is_numeric", "opens", "size", "usual")

    def __init__(self, usual: Sense, initial: Sense) -> None:
        form = usual.form
        self.form: Final = form
        self.size: Final = len(form)
        self.usual: Final = usual
        self.initial: Final = initial
        #: Whether what follows it is initial.
        self.opens: Final = form in _OPENERS
        #: Whether a number may begin here.
        self.is_numeric: Final = may_begin(form)


#: What a choice goes by: the form, two tags before it, the word before it, what the word after it
#: can be, and that word.
_Context = tuple[str, str, str, str, str, str]

_NOTHING: Final = "^"
#: Stands for all neighbours that the weights do not know: numbers and names, above all.
_ANY: Final = "\0"


class Tagger:
    """Tags token sequences with one model."""

    def __init__(self, model: Model) -> None:
        self._weights = model.weights
        self._left, self._right = _neighbours(model.weights)
        # Later ones take the place of earlier ones.
        self._tags: dict[str, str | tuple[str, ...]] = {
            **_closed_class(),
            **model.several,
            **model.single,
            **_PUNCTUATION,
            **dict.fromkeys(("'s", "’s"), ("POS", "VBZ")),
        }
        self._words = BoundedCache(self._word)
        # Problems repeat their phrases, so that most choices have been made before.
        self._chosen: dict[_Context, Sense] = {}

    def word(self, form: str) -> Word:
        """What is known of a form."""
        return self._words[form]

    def senses(self, words: list[Word]) -> list[Sense]:
        """How each word is read where it stands: with one tag."""
        found: list[Sense] = []
        open_places: list[int] = []
        initial = True
        for word in words:
            sense = word.initial if initial else word.usual
            if not sense.tag:
                open_places.append(len(found))
            found.append(sense)
            initial = word.opens
        chosen = self._chosen
        for place in open_places:
            context = _context(found, place)
            choice = chosen.get(context)
            if choice is None:
                sense = found[place]
                tag = self._choose(sense.tags, _features(sense.name, context))
                choice = Sense(sense.form, (tag,), sense.left, sense.right)
                if len(sense.form) <= LONGEST:
                    if len(chosen) >= KEPT:
                        chosen.clear()
                    chosen[context] = choice
            found[place] = choice
        return found

    def decisions(
        self, forms: list[str], gold: list[str]
    ) -> Iterator[tuple[tuple[str, ...], str, str]]:
        """For training: features, guess and truth of each choice, on the tags guessed so far."""
        words = [self.word(form) for form in forms]
        found = []
        for index, word in enumerate(words):
            sense = word.initial if not index or words[index - 1].opens else word.usual
            lower = word.form.lower()  # any neighbour may become known
            found.append(Sense(word.form, sense.tags, lower, lower))
        for index, sense in enumerate(found):
            if not sense.tag:
                features = _features(sense.name, _context(found, index))
                guess = self._choose(sense.tags, features)
                found[index] = Sense(sense.form, (guess,), sense.left, sense.right)
                if gold[index] in sense.tags:
                    yield features, guess, gold[index]

    def _word(self, form: str) -> Word:
        tags = self._known(form)
        if tags:
            sense = self._sense(form, tags)
            return Word(sense, sense)
        usual, initial = self._guess(form, initial=False), self._guess(form, initial=True)
        sense = self._sense(form, usual)
        return Word(sense, sense if usual == initial else self._sense(form, initial))

    def _sense(self, form: str, tags: tuple[str, ...]) -> Sense:
        lower = form.lower()
        left = lower if lower in self._left else _ANY
        return Sense(form, tags, left, lower if lower in self._right else _ANY)

    def _known(self, form: str) -> tuple[str, ...]:
        """The tags of a form in the model, none where it is not there."""
        tags = self._tags.get(form, ())
        return (tags,) if isinstance(tags, str) else tags

    def _guess(self, form: str, initial: bool) -> tuple[str, ...]:
        """What a form not in the model can be, by its lower-case form, its shape and its ending."""
        if form.isdigit() or _NUMBER.fullmatch(form):
            return ("CD",)
        lower = form.lower()
        if "-" in lower and lower.partition("-")[0] in NUMBER_WORDS:
            return ("CD",)
        tags = self._known(lower) if lower != form else ()
        if tags:
            return tags if initial or form.isupper() else ("NNP", *tags)
        if lower in NUMBER_WORDS:
            return ("CD",)
        if form[0].isupper() and not initial:
            return ("NNP",)
        if not form[0].isalpha():
            return ("JJ",) if form[0].isdigit() else ("NFP",)
        return _by_ending(lower, form[0].isupper())

    def _choose(self, tags: tuple[str, ...], features: tuple[str, ...]) -> str:
        known = self._weights.get
        found = [w for feature in features if (w := known(feature))]
        if len(tags) == 2:  # most choices: one sum decides
            first, second = tags
            margin = 0.0
            for weights in found:
                margin += weights.get(first, 0.0) - weights.get(second, 0.0)
            return first if margin >= 0 else second
        scores = [sum([weights.get(tag, 0.0) for weights in found]) for tag in tags]
        return tags[scores.index(max(scores))]


def _context(found: list[Sense], place: int) -> _Context:
    """The context of a choice."""
    before = last = left = after = right = _NOTHING
    if place:
        neighbour = found[place - 1]
        last, left = neighbour.tag, neighbour.left
        if place > 1:
            before = found[place - 2].tag
    if place + 1 < len(found):
        neighbour = found[place + 1]
        after, right = neighbour.name, neighbour.right
    return found[place].form, before, last, left, after, right


def _features(name: str, context: _Context) -> tuple[str, ...]:
    """What is weighed: of the form, of what stands around it and what the next one can be."""
    form, before, last, left, after, right = context
    form = form.lower()
    return (
        f"{form} {last}",
        f"{form[-3:]}-{name}",
        f"{name}<{last}",
        f"{name}<{last}<{before}",
        f"{name}>{after}",
        f"{name}<{last}>{after}",
        f"{name}<{left}.",
        f"{name}>{right}.",
    )


def _neighbours(weights: dict[str, dict[str, float]]) -> tuple[set[str], set[str]]:
    """The words that have a weight as the neighbour before another, and after it."""
    left: set[str] = set()
    right: set[str] = set()
    for feature in weights:
        if feature.endswith("."):
            left.add(feature.partition("<")[2][:-1])
            right.add(feature.partition(">")[2][:-1])
    return left, right


@cache
def tagger() -> Tagger:
    """The tagger with the model in the package."""
    source = Path(__file__).with_name("tagger.json")
    return Tagger(Model.from_json(source.read_text("utf-8")))


@cache
def _closed_class() -> dict[str, str]:
    return {
        form: label
        for label, words in load("en", "closed_class").items()
        for word in words
        for form in (word, word.capitalize())
    }


def _by_ending(lower: str, capital: bool) -> tuple[str, ...]:
    for ending, tags in _ENDINGS:
        if lower.endswith(ending):
            return (*tags.split(), "NNP") if capital else tuple(tags.split())
    raise AssertionError("the last ending fits every word")
