"""An English document in columns: the tags, lemmas and texts of its tokens, drawn out once.

Every step of the analysis looks at tags and lemmas, token by token or a stretch at a time.
"""

from __future__ import annotations

from quantity_tagger.languages.english.facts.words import (
    COMPARES,
    CONDITION,
    CUE,
    EQUALS,
    TIME,
    Words,
)
from quantity_tagger.problem.document import Document


class Text:
    """The words of a document as they are written, their tags and lemmas, and where its sentences
    start and stop; once the tags are right, where words stand that only few texts have.
    """

    __slots__ = (
        "compares",
        "conditional",
        "cues",
        "equals",
        "lemmas",
        "starts",
        "stops",
        "tags",
        "texts",
        "times",
    )

    def __init__(self, document: Document) -> None:
        columns = document.columns
        self.texts = columns.texts
        self.tags = columns.tags.copy()  # which may be mended, as may the lemmas
        self.lemmas = columns.lemmas.copy()
        self.starts: list[int] = []
        self.stops: list[int] = []
        for sentence in document.sentences:
            self.starts.append(sentence.start)
            self.stops.append(sentence.stop)
        self.times: list[int] = []  # words of time
        self.cues: list[int] = []  # what may be a cue beside a number
        self.compares = False  # there is a "than"
        self.equals = False  # there is an "as"
        self.conditional = False  # there is an "if"

    def mark(self, words: Words) -> None:
        """Notes where the rare words stand, so that nobody has to search for them again, and what
        "one" stands for.
        """
        marks = words.marks
        seen = 0
        for index, lemma in enumerate(self.lemmas):
            if lemma == "one" and self._is_pronoun(index):
                self.lemmas[index] = self._last_thing(index, words) or lemma
            mark = marks.get(lemma)
            if mark is not None:
                seen |= mark
                if mark & TIME:
                    self.times.append(index)
                if mark & CUE:
                    self.cues.append(index)
        self.compares = bool(seen & COMPARES)
        self.equals = bool(seen & EQUALS)
        self.conditional = bool(seen & CONDITION)

    def _is_pronoun(self, index: int) -> bool:
        """Whether "one" stands for what was named last: "the blue one"."""
        tags = self.tags
        return (
            index > 1
            and tags[index] == "NN"
            and tags[index - 1] in ("JJ", "NN", "NNP")
            and tags[index - 2] in ("DT", "CD", "PRP$")
        )

    def _last_thing(self, index: int, words: Words) -> str:
        """The last noun before a place that is no measure and no time."""
        for place in range(index - 2, -1, -1):
            noun = self.lemmas[place]
            if self.tags[place] == "NN" and noun not in words.kinds and noun not in words.times:
                return noun
        return ""

    def find(self, lemma: str, start: int, end: int) -> int:
        """The first place of a lemma from ``start`` on, or ``end``."""
        lemmas = self.lemmas
        for index in range(start, end):
            if lemmas[index] == lemma:
                return index
        return end

    def sentence_of(self, token: int) -> int:
        """The number of the sentence that a token stands in."""
        number = len(self.starts) - 1
        while number > 0 and self.starts[number] > token:
            number -= 1
        return number
