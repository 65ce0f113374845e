"""The amounts of a problem with the text around each, for families that read the text itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.mention import clauses
from quantity_tagger.languages.chinese.frames.word import Word
from quantity_tagger.languages.chinese.frames.words import effect_of
from quantity_tagger.languages.chinese.tokenizer import plain

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

#: What a verb does that is nothing done.
_NOT_DONE = frozenset(["state", "need", "room", "lack", "cost", "change", "rise", "fall"])
_HOLDING = frozenset(["person", "place", "plural", "ordinal", "located"])


@dataclass(slots=True)
class Piece:
    """An amount, the text of its clause before it (from the amount before on) and after it (up to
    the next one), and the text before the first amount of the clause.
    """

    word: Word
    before: str
    after: str
    lead: str
    words: tuple[int, ...]
    verb: bool
    joined: bool
    sentence: int
    #: the counted noun after the measure word
    noun: str
    #: who and where, as told in these words, and when
    holders: str
    times: tuple[str, ...]

    @property
    def text(self) -> str:
        """The words around the amount, with N for it."""
        return f"{self.before}N{self.after}"


def pieces(problem: Problem, words: Sequence[Word]) -> list[Piece]:
    """The amounts in the order of the text."""
    text, tokens = plain(problem.text), problem.tokens
    found: list[Piece] = []
    for _, sentence, parts in clauses(words):
        places = [place for place, word in enumerate(parts) if word.role == "amount"]
        start, lead = 0, ""
        for number, place in enumerate(places):
            end = len(parts) if number + 1 == len(places) else places[number + 1]
            word = parts[place]
            before = text[tokens[parts[start].first].start : tokens[word.first].start]
            after = text[tokens[word.first].end : tokens[parts[end - 1].last].end]
            lead = lead if number else before
            around = parts[start:end]
            does = any(one.role.startswith("verb") and _does(one.text) for one in around)
            numbers = tuple([one.first for one in around])
            rest = text[tokens[word.last].end : tokens[parts[end - 1].last].end]
            found.append(
                Piece(
                    word,
                    before,
                    after,
                    lead,
                    numbers,
                    does,
                    number > 0,
                    sentence,
                    re.split("[、和与，]", rest)[0],
                    "".join([one.text for one in parts[start:place] if one.role in _HOLDING]),
                    tuple([one.text for one in parts[start:place] if one.role == "time"]),
                )
            )
            start = place + 1
    return found


def _does(verb: str) -> bool:
    return effect_of(verb) not in _NOT_DONE
