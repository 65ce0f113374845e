"""Sentences and clauses of a token sequence, by its punctuation; the same for every language."""

from __future__ import annotations

from typing import Final

from quantity_tagger.problem.document import Columns, Document, Language

_SENTENCE_END: Final = frozenset(".!?。！？…‽．") | {"...", "……"}
_CLAUSE_END: Final = frozenset(",;:，；：")
_LAST: Final = frozenset(mark[-1] for mark in _SENTENCE_END | _CLAUSE_END)
_CLOSERS: Final = frozenset("\"'”’»)]}）】』」》") | {"''"} | _SENTENCE_END
#: After these a full stop may belong to the abbreviation: "5 ft. long".
_SHORT_UNITS: Final = frozenset(
    [
        *("approx", "no", "sq", "cm", "ft", "in", "km", "mi", "mm", "yd", "kg", "lb", "lbs", "oz"),
        *("gal", "pt", "qt", "hr", "hrs", "min", "mins", "sec", "secs"),
    ]
)


def segmented(text: str, language: Language, columns: Columns) -> Document:
    """The document of a text that has been cut into tokens."""
    return Document(text, language, columns, *segment(text, columns))


def segment(text: str, columns: Columns) -> tuple[tuple[range, ...], tuple[range, ...]]:
    """Sentences and clauses as ranges of token indices; each partitions the tokens.

    A sentence ends at its final mark and the quotes or brackets that close after it, or at an empty
    line; a clause ends there and at a comma, semicolon or colon.
    """
    texts = columns.texts
    count = len(texts)
    sentence_ends: list[int] = []
    clause_ends: list[int] = []
    end = 0
    for index, mark in enumerate(texts):
        if mark[-1] not in _LAST:
            continue
        if mark in _CLAUSE_END:
            clause_ends.append(index + 1)
        elif index >= end and (mark in _SENTENCE_END or mark[-1] == "."):
            end = index + 1
            while end < count and texts[end] in _CLOSERS:
                end += 1
            if _is_final(texts, index, end):
                sentence_ends.append(end)
                clause_ends.append(end)
    if "\n" in text:
        breaks = _after_empty_lines(text, columns)
        sentence_ends = sorted({*sentence_ends, *breaks})
        clause_ends = sorted({*clause_ends, *breaks})
    return _ranges(sentence_ends, count), _ranges(clause_ends, count)


def _is_final(texts: list[str], index: int, after: int) -> bool:
    """Whether the mark at ``index`` ends a sentence and not an abbreviation."""
    mark = texts[index]
    if mark in _SENTENCE_END:
        if mark != "." or index == 0 or after == len(texts):
            return True
        if texts[index - 1] not in _SHORT_UNITS:
            return True
        following = texts[after]
        return not (following[0].islower() or following in _CLAUSE_END)
    # "5 p.m." may end a sentence, "Mr." does not.
    return mark.count(".") > 1 and after < len(texts) and texts[after][0].isupper()


def _after_empty_lines(text: str, columns: Columns) -> list[int]:
    starts, ends = columns.starts, columns.ends
    return [
        index
        for index in range(1, len(starts))
        if text.count("\n", ends[index - 1], starts[index]) > 1
    ]


def _ranges(ends: list[int], count: int) -> tuple[range, ...]:
    if count and (not ends or ends[-1] != count):
        ends = [*ends, count]
    found: list[range] = []
    start = 0
    for end in ends:
        found.append(range(start, end))
        start = end
    return tuple(found)
