"""What the text room hands on: tokens with offsets, grouped into sentences and clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

Language = Literal["en", "zh"]


class Token(NamedTuple):
    """A piece of the text: ``document.text[start:end] == text``, always.

    ``tag`` is a part of speech in the tagset of the language's own tradition (Penn Treebank for
    English, ICTCLAS as jieba writes it for Chinese); ``lemma`` is lower case.
    """

    text: str
    start: int
    end: int
    tag: str
    lemma: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text cut into tokens; nothing is lost but white space.

    ``sentences`` and ``clauses`` are ranges of token indices that partition the tokens, a clause
    never crossing a sentence.
    """

    text: str
    language: Language
    tokens: tuple[Token, ...]
    sentences: tuple[range, ...]
    clauses: tuple[range, ...]


class Annotator(Protocol):
    """Cuts a text of one language into tagged tokens.

    ``words`` may give the cut (pre-tokenised text): the annotator then only tags and lemmatises.
    """

    def annotate(self, text: str, words: Sequence[tuple[int, int]] | None = None) -> list[Token]:
        """The tokens of ``text`` in order; ``words`` are character offsets of a given cut."""
        ...
