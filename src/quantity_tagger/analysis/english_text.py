"""An English document in columns: the tags, lemmas and texts of its tokens, drawn out once.

Every step of the analysis looks at tags and lemmas, token by token or a stretch at a time.
"""

from __future__ import annotations

from operator import itemgetter

from quantity_tagger.text.document import Document

_TEXT, _TAG, _LEMMA = itemgetter(0), itemgetter(3), itemgetter(4)


class Text:
    """The words of a document as they are written, their tags and lemmas, and its sentences."""

    __slots__ = ("lemmas", "sentences", "tags", "texts")

    def __init__(self, document: Document) -> None:
        tokens = document.tokens
        self.sentences = document.sentences
        self.texts: list[str] = list(map(_TEXT, tokens))
        self.tags: list[str] = list(map(_TAG, tokens))
        self.lemmas: list[str] = list(map(_LEMMA, tokens))
