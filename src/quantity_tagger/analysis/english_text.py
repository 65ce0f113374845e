"""An English document in columns: the tags, lemmas and texts of its tokens, drawn out once.

Every step of the analysis looks at tags and lemmas, token by token or a stretch at a time.
"""

from __future__ import annotations

from quantity_tagger.text.document import Document


class Text:
    """The words of a document as they are written, their tags and lemmas, and its sentences."""

    __slots__ = ("lemmas", "sentences", "tags", "texts")

    def __init__(self, document: Document) -> None:
        columns = document.columns
        self.sentences = document.sentences
        self.texts = columns.texts
        self.tags = columns.tags.copy()
        self.lemmas = columns.lemmas.copy()
