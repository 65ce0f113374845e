"""The reading room: a text in, a `Problem` with exact quantities and one unknown out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from quantity_tagger import languages
from quantity_tagger.errors import QuantityTaggerError, ReadingError
from quantity_tagger.languages.detect import is_foreign
from quantity_tagger.languages.language import Language
from quantity_tagger.problem.document import Document
from quantity_tagger.problem.problem import Problem, Quantity, Unknown
from quantity_tagger.reading.annotators import Annotator, annotate, annotate_all, checked

__all__ = ["MAX_CHARACTERS", "Problem", "Quantity", "Unknown", "check_several", "read", "read_all"]

#: No word problem is longer; what is longer is refused before any work is done on it.
MAX_CHARACTERS: Final = 20_000
#: Nor has any more numbers, or fractions whose sum takes thousands of digits to write.
MAX_QUANTITIES: Final = 100
_MAX_BITS: Final = 8_000

CHUNK: Final = 512
"""How many texts are read at once: enough for arrays to pay, few enough to stay in the cache."""


def read(
    text: str,
    language: str | None = None,
    *,
    words: Sequence[str] | Sequence[tuple[int, int]] | None = None,
    annotator: Annotator | str | None = None,
) -> Problem:
    """Read a word problem: its tokens, its quantities with their units, and what it asks.

    The arguments are those of `quantity_tagger.reading.annotators.annotate`. Raises `ReadingError`
    where the text is no string, empty, too long, in another language (unless ``language`` is told),
    has no number or asks nothing.
    """
    _check_text(text, language)
    return _problem(annotate(text, language, words=words, annotator=annotator))


def read_all(
    texts: Iterable[str], language: str | None = None, *, chunk: int = CHUNK
) -> Iterator[Problem | ReadingError]:
    """Read many problems, a chunk at a time, in less time than one by one; an error stands where a
    text cannot be read.
    """
    check_several(texts)
    left = iter(texts)
    while some := list(islice(left, chunk)):
        errors = [_trouble(text, language) for text in some]
        fine = [text for text, error in zip(some, errors, strict=True) if error is None]
        documents = iter(annotate_all(fine, language) if fine else ())
        for error in errors:
            if error is not None:
                yield error
                continue
            try:
                yield _problem(next(documents))
            except ReadingError as refusal:
                yield refusal


def _trouble(text: object, language: str | None) -> ReadingError | None:
    try:
        _check_text(text, language)
    except ReadingError as error:
        return error
    return None


def _check_text(text: object, language: str | None) -> None:
    """Refuses what need not be looked at word by word."""
    if not isinstance(text, str):
        raise ReadingError(
            f"A text is needed, not a value of type {type(text).__name__}: "
            "give the problem as a string."
        )
    if len(text) > MAX_CHARACTERS:
        raise ReadingError(
            f"The text has {len(text):,} characters and a problem has at most {MAX_CHARACTERS:,}: "
            "give one problem at a time.",
            "text_too_long",
        )
    if not text.strip():
        raise ReadingError(
            "The text is empty: give a word problem with a number and a question.", "empty"
        )
    if language is None and is_foreign(text):
        raise ReadingError(_other_language(text), "other_language")
    checked(language)


def _problem(document: Document) -> Problem:
    """The problem that a document tells."""
    text = document.text
    reader = languages.get(document.language)
    document, quantities = reader.find_quantities(document)
    if not quantities:
        raise _unreadable("no_number", text, reader)
    _check_size(quantities)
    unknown = reader.find_unknown(document, quantities)
    if unknown is None:
        raise _unreadable("no_question", text[quantities[-1].start :], reader)
    return Problem(document, quantities, unknown)


def _check_size(quantities: Sequence[Quantity]) -> None:
    """Refuses what would take long to weigh and to write, and is no word problem."""
    if len(quantities) > MAX_QUANTITIES:
        raise ReadingError(
            f"The text has {len(quantities):,} numbers and a problem has at most "
            f"{MAX_QUANTITIES}: give one problem at a time.",
            "text_too_long",
        )
    bits = sum([quantity.value.denominator.bit_length() for quantity in quantities])
    if bits > _MAX_BITS:
        raise ReadingError(
            "The fractions of the text have too many digits to be added: shorten or remove them.",
            "text_too_long",
        )


def check_several(texts: object) -> None:
    """Refuses a lone text where several are wanted: it would be taken letter by letter."""
    if isinstance(texts, str):
        raise QuantityTaggerError(
            f"Several problems are wanted, not the single text {_shown(texts)}: "
            "put it in a list, [text]."
        )


def _unreadable(code: str, text: str, language: Language) -> ReadingError:
    quoted = _shown(text)
    return ReadingError(language.sentences.unreadable[code].format(text=quoted), code, quoted)


def _other_language(text: str) -> str:
    """Said in every language that could have been used."""
    asked = " ".join([language.sentences.use_it for language in languages.known().values()])
    return f"{_shown(text)} is in none of the languages that are read here. {asked}"


def _shown(text: str) -> str:
    short = " ".join(text.split())
    return repr(short if len(short) <= 60 else short[:57] + "…")
