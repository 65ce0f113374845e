"""Sentences and clauses of a token sequence, by its punctuation; the same for every language."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from quantity_tagger.text.document import Token

_TEXT: Final = itemgetter(0)
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


def segment(text: str, tokens: Sequence[Token]) -> tuple[tuple[range, ...], tuple[range, ...]]:
    """Sentences and clauses as ranges of token indices; each partitions the tokens.

    A sentence ends at its final mark and the quotes or brackets that close after it, or at an empty
    line; a clause ends there and at a comma, semicolon or colon.
    """
    count = len(tokens)
    sentence_ends: list[int] = []
    clause_ends: list[int] = []
    end = 0
    for index, mark in enumerate(map(_TEXT, tokens)):
        if mark[-1] not in _LAST:
            continue
        if mark in _CLAUSE_END:
            clause_ends.append(index + 1)
        elif index >= end and (mark in _SENTENCE_END or mark[-1] == "."):
            end = index + 1
            while end < count and tokens[end][0] in _CLOSERS:
                end += 1
            if _is_final(tokens, index, end):
                sentence_ends.append(end)
                clause_ends.append(end)
    if "\n" in text:
        breaks = _after_empty_lines(text, tokens)
        sentence_ends = sorted({*sentence_ends, *breaks})
        clause_ends = sorted({*clause_ends, *breaks})
    return _ranges(sentence_ends, count), _ranges(clause_ends, count)


def _is_final(tokens: Sequence[Token], index: int, after: int) -> bool:
    """Whether the mark at ``index`` ends a sentence and not an abbreviation."""
    mark = tokens[index].text
    if mark in _SENTENCE_END:
        if mark != "." or index == 0 or after == len(tokens):
            return True
        following = tokens[after].text
        goes_on = following[0].islower() or following in _CLAUSE_END
        return tokens[index - 1].text not in _SHORT_UNITS or not goes_on
    # "5 p.m." may end a sentence, "Mr." does not.
    return mark.count(".") > 1 and after < len(tokens) and tokens[after].text[0].isupper()


def _after_empty_lines(text: str, tokens: Sequence[Token]) -> list[int]:
    return [
        index
        for index in range(1, len(tokens))
        if text.count("\n", tokens[index - 1].end, tokens[index].start) > 1
    ]


def _ranges(ends: list[int], count: int) -> tuple[range, ...]:
    if not ends or ends[-1] != count:
        ends = [*ends, count] if count else []
    return tuple(map(range, [0, *ends], ends))
