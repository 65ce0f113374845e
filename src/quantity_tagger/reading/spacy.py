"""English words by a spaCy pipeline that the user has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quantity_tagger.errors import MissingExtraError, ReadingError
from quantity_tagger.languages.english.cutting import cut
from quantity_tagger.problem.document import Token


class SpacyAnnotator:
    """Tags and lemmas of a spaCy pipeline, on our cut of the text.

    ``pipeline`` is a loaded pipeline or the name of an installed one. The cut stays ours unless
    ``words`` gives another, so that numbers are tokens whichever annotator is used.
    """

    def __init__(self, pipeline: Any = "en_core_web_sm") -> None:
        self._pipeline = _loaded(pipeline) if isinstance(pipeline, str) else pipeline

    def annotate(self, text: str, words: Sequence[tuple[int, int]] | None = None) -> list[Token]:
        """The tokens of ``text`` in order; ``words`` are character offsets of a given cut."""
        from spacy.tokens import Doc

        offsets = cut(text) if words is None else list(words)
        forms = [text[start:end] for start, end in offsets]
        spaces = [text[end : end + 1].isspace() for _, end in offsets]
        doc = self._pipeline(Doc(self._pipeline.vocab, words=forms, spaces=spaces))
        return [
            Token(form, start, end, token.tag_, (token.lemma_ or form).lower())
            for form, (start, end), token in zip(forms, offsets, doc, strict=True)
        ]


def _loaded(name: str) -> Any:
    try:
        import spacy
    except ImportError:
        raise MissingExtraError("The spaCy annotator", "spacy") from None
    try:
        return spacy.load(name)
    except OSError:
        raise ReadingError(
            f"The spaCy pipeline {name!r} is not installed: run 'python -m spacy download {name}', "
            "or pass SpacyAnnotator(pipeline) with one that you have."
        ) from None
