"""The text room: a string in, a `Document` of tagged tokens, sentences and clauses out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from quantity_tagger import languages
from quantity_tagger.errors import ReadingError
from quantity_tagger.languages.detect import detect
from quantity_tagger.problem.document import Annotator, Columns, Document, Token
from quantity_tagger.problem.segments import segment, segmented

__all__ = [
    "Annotator",
    "Columns",
    "Document",
    "Token",
    "annotate",
    "annotate_all",
    "checked",
    "detect",
    "locate",
    "segment",
]


def annotate(
    text: str,
    language: str | None = None,
    *,
    words: Sequence[str] | Sequence[tuple[int, int]] | None = None,
    annotator: Annotator | str | None = None,
) -> Document:
    """Cut a text into tagged tokens, sentences and clauses.

    ``language`` is found by script where it is not told. ``words`` gives a cut made elsewhere, as
    character offsets or as strings that are located in the text in order. ``annotator`` replaces
    the built-in one: an object with an ``annotate`` method, or "spacy" for the small English spaCy
    pipeline.
    """
    language = checked(language) or detect(text)
    offsets = None if words is None else _offsets(text, words)
    if annotator is None:
        return languages.get(language).annotate_all([(text, offsets)])[0]
    if isinstance(annotator, str):
        annotator = _named(annotator)
    return segmented(text, language, Columns.of(_sound(text, annotator.annotate(text, offsets))))


def annotate_all(texts: Sequence[str], language: str | None = None) -> list[Document]:
    """Many texts by the built-in annotators, in less time than one by one."""
    language = checked(language)
    found: dict[int, Document] = {}
    groups: dict[str, list[int]] = {}
    for place, text in enumerate(texts):
        groups.setdefault(language or detect(text), []).append(place)
    for code, places in groups.items():
        given = [(texts[place], None) for place in places]
        found.update(zip(places, languages.get(code).annotate_all(given), strict=True))
    return [found[place] for place in range(len(texts))]


def locate(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Character offsets of words that occur in the text one after the other."""
    offsets: list[tuple[int, int]] = []
    position = 0
    for word in words:
        start = text.find(word, position)
        if start < 0 or not word or text[position:start].strip():
            raise ReadingError(
                f"The word {word!r} is not what the text has at character {position}: "
                "give words that make up the text in order, with white space alone between them."
            )
        position = start + len(word)
        offsets.append((start, position))
    return _complete(text, offsets)


def _offsets(text: str, words: Sequence[str] | Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    offsets: list[tuple[int, int]] = []
    strings: list[str] = []
    position = 0
    for word in words:
        if isinstance(word, str):
            strings.append(word)
            continue
        start, end = word
        if not position <= start < end <= len(text) or text[position:start].strip():
            raise ReadingError(
                f"The word offsets ({start}, {end}) do not continue the text at character "
                f"{position}: give ascending offsets that leave out white space alone."
            )
        position = end
        offsets.append((start, end))
    return locate(text, strings) if strings else _complete(text, offsets)


def _complete(text: str, offsets: list[tuple[int, int]]) -> list[tuple[int, int]]:
    end = offsets[-1][1] if offsets else 0
    if text[end:].strip():
        raise ReadingError(
            f"The given words end at character {end} of {len(text)}: give the rest of the text too."
        )
    return offsets


def _sound(text: str, tokens: list[Token]) -> list[Token]:
    """Refuses tokens of an annotator from elsewhere that are not pieces of the text in order."""
    position = 0
    for place, token in enumerate(tokens, 1):
        if not position <= token.start < token.end or text[token.start : token.end] != token.text:
            raise ReadingError(
                f"The annotator's token {place}, {token.text!r} from {token.start} to {token.end}, "
                "is no piece of the text after the token before it: let it give none that is empty."
            )
        position = token.end
    if not tokens:
        raise ReadingError("The annotator gave no token: let it cut the text into words.")
    return tokens


def checked(language: str | None) -> str | None:
    """The language as it was given, if it is known."""
    if language is None or language in languages.codes():
        return language
    known = " or ".join(map(repr, languages.codes()))
    raise ReadingError(f"The language {language!r} is not known: say {known}.")


@cache
def _named(name: str) -> Annotator:
    if name != "spacy":
        raise ReadingError(f"The annotator {name!r} is not known: say 'spacy' or pass an object.")
    from quantity_tagger.reading.spacy import SpacyAnnotator

    return SpacyAnnotator()
