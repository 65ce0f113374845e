"""What the text room hands on: tokens with offsets, grouped into sentences and clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple, Protocol

from quantity_tagger.values import Value

Language = str
"""The code of a language."""


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


class Tagset(NamedTuple):
    """What the tags of a language say of words: ``empty`` are those of words that name nothing,
    ``names`` those of words that name whom or what a clause is about, not what it says of it.
    """

    empty: frozenset[str]
    names: frozenset[str] = frozenset()


# Builds the tuple without a Python call for each token, which is a third of the time otherwise.
_token: Final[Callable[[tuple[str, int, int, str, str]], Token]] = partial(tuple.__new__, Token)


class Columns(Value):
    """Tokens field by field, each a list that is not to be changed; ``tokens`` has them in rows.

    ``numeric`` are the places where a number may begin, in order, where the cut has told them.
    ``heads`` and ``relations`` are the dependency trees of the sentences, where the language has a
    parser: the place of each token's head, −1 for the root of a sentence, and what it is to it.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "texts", "starts", "ends", "tags", "lemmas", "numeric", "heads", "relations",
    )  # fmt: skip
    __slots__ = (
        "_tokens", "ends", "heads", "lemmas", "numeric", "relations", "starts", "tags", "texts",
    )  # fmt: skip

    def __init__(
        self,
        texts: list[str],
        starts: list[int],
        ends: list[int],
        tags: list[str],
        lemmas: list[str],
        numeric: list[int] | None = None,
        heads: list[int] | None = None,
        relations: list[str] | None = None,
    ) -> None:
        self.texts: Final = texts
        self.starts: Final = starts
        self.ends: Final = ends
        self.tags: Final = tags
        self.lemmas: Final = lemmas
        self.numeric: Final = numeric
        self.heads: Final = heads
        self.relations: Final = relations
        self._tokens: tuple[Token, ...] | None = None

    @staticmethod
    def of(tokens: Sequence[Token]) -> Columns:
        columns = Columns(
            [token.text for token in tokens],
            [token.start for token in tokens],
            [token.end for token in tokens],
            [token.tag for token in tokens],
            [token.lemma for token in tokens],
        )
        columns._tokens = tuple(tokens)
        return columns

    @property
    def tokens(self) -> tuple[Token, ...]:
        found = self._tokens
        if found is None:
            rows = zip(self.texts, self.starts, self.ends, self.tags, self.lemmas, strict=True)
            found = self._tokens = tuple(map(_token, rows))
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Columns) and self.tokens == other.tokens

    def __hash__(self) -> int:
        return hash(self.tokens)


class Document(Value):
    """A text cut into tokens; nothing is lost but white space.

    ``sentences`` and ``clauses`` are ranges of token indices that partition the tokens, a clause
    never crossing a sentence. ``columns`` and ``tokens`` hold the same.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("text", "language", "columns", "sentences", "clauses")
    __slots__ = ("clauses", "columns", "language", "sentences", "text")

    def __init__(
        self,
        text: str,
        language: Language,
        columns: Columns,
        sentences: tuple[range, ...],
        clauses: tuple[range, ...],
    ) -> None:
        self.text: Final = text
        self.language: Final[Language] = language
        self.columns: Final = columns
        self.sentences: Final = sentences
        self.clauses: Final = clauses

    @property
    def tokens(self) -> tuple[Token, ...]:
        return self.columns.tokens


class Annotator(Protocol):
    """Cuts a text of one language into tagged tokens.

    ``words`` may give the cut (pre-tokenised text): the annotator then only tags and lemmatises.
    """

    def annotate(self, text: str, words: Sequence[tuple[int, int]] | None = None) -> list[Token]:
        """The tokens of ``text`` in order; ``words`` are character offsets of a given cut."""
        ...
