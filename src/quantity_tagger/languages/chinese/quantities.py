"""The quantities of a Chinese problem, each one token of its document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quantity_tagger.languages.chinese.amounts import Amount, find_amounts
from quantity_tagger.languages.chinese.number_patterns import number_patterns
from quantity_tagger.languages.chinese.numerals import NUMERAL_CHARACTERS
from quantity_tagger.languages.chinese.tokenizer import cut, measures, plain
from quantity_tagger.languages.chinese.unit_phrases import unit_after
from quantity_tagger.languages.chinese.unknown import find_unknown
from quantity_tagger.problem.document import Columns, Document, Token
from quantity_tagger.problem.problem import Quantity
from quantity_tagger.problem.segments import segment

__all__ = ["find_quantities", "find_unknown"]


def find_quantities(document: Document) -> tuple[Document, tuple[Quantity, ...]]:
    """The quantities in text order, with a document in which each of them is one token."""
    amounts = find_amounts(document)
    if not amounts:
        return document, ()
    document = _recut(document, _spans(document, amounts))
    text, tokens = document.text, document.tokens
    quantities = []
    index = 0
    for start, end, value, unit in amounts:
        while tokens[index].start < start:
            index += 1
        words = (unit,) if unit else unit_after(tokens, index)
        quantities.append(Quantity(text[start:end], value, start, end, index, words))
    return document, tuple(quantities)


class _Span(NamedTuple):
    start: int
    end: int
    tag: str


def _spans(document: Document, amounts: Sequence[Amount]) -> list[_Span]:
    """What must be one token: each amount, a measure word or 多少 cut in two (三十二分|米)."""
    text = document.text
    ends: frozenset[int] = frozenset()
    spans: list[_Span] = []
    for start, end, _, unit in amounts:
        spans.append(_Span(start, end, "m"))
        if unit or text[end - 1] not in NUMERAL_CHARACTERS:
            continue
        ends = ends or frozenset(token.end for token in document.tokens)
        measure = number_patterns().measure.match(text, end)
        if (
            measure
            and measure.end() in ends
            and any(i in ends for i in range(end + 1, measure.end()))
        ):
            spans.append(_Span(end, measure.end(), "q"))
    asking = _torn(document)
    return sorted([*spans, *asking]) if asking else spans


def _torn(document: Document) -> list[_Span]:
    """Where 多少 is cut in two (多得多|少), or the measure word that it asks in (多少|分|米)."""
    text = document.text
    asked = list(number_patterns().asked.finditer(text))
    whole = {token.start: token.end for token in document.tokens}
    ends = frozenset(whole.values())
    found = [
        _Span(match.start(), match.start() + 2, "m")
        for match in asked
        if text.startswith("多少", match.start())
        and match.start() + 1 in whole  # 少 begins a word
        and whole.get(match.start()) != match.start() + 2
    ]
    found += [
        _Span(*match.span(1), "q")
        for match in asked
        if match.start(1) in whole
        and match.end(1) in ends
        and whole[match.start(1)] != match.end(1)
    ]
    return found


def _recut(document: Document, spans: Sequence[_Span]) -> Document:
    """The document cut so that each span is one token."""
    text = document.text
    tokens: list[Token] = []
    rest = iter(spans)
    span = next(rest, None)
    changed = torn = False  # torn: a word was left in pieces, which may go with what follows
    for token in document.tokens:
        _, at, stop, _, _ = token
        if span is None or stop <= span.start:
            if torn and tokens[-1].end == at:
                tokens[-1:] = cut(text, tokens[-1].start, stop)
            else:
                tokens.append(token)
            torn = False
            continue
        if at == span.start and stop == span.end:
            tokens.append(token if token.tag == span.tag else token._replace(tag=span.tag))
            span = next(rest, None)
            continue
        changed = True
        while at < stop:
            if span is None or at < span.start:
                end = stop if span is None else min(span.start, stop)
                left = _fragment(token, text, at, end)
                tokens.extend(left)
                torn = len(left) > 1 or (bool(left) and left[0].tag not in ("m", "q", "x"))
                at = end
            else:
                if span.end > stop:
                    break
                piece = text[span.start : span.end]
                tokens.append(Token(piece, span.start, span.end, span.tag, plain(piece).lower()))
                at = span.end
                torn = False
                span = next(rest, None)
    if not changed:
        return document
    columns = Columns.of(tokens)
    return Document(text, document.language, columns, *segment(text, columns))


def _fragment(token: Token, text: str, start: int, end: int) -> list[Token]:
    """What is left of a token beside a quantity."""
    piece = text[start:end].strip()
    if not piece:
        return []
    start = text.index(piece, start)
    end = start + len(piece)
    lemma = plain(piece).lower()
    if lemma in measures():
        return [Token(piece, start, end, "q", lemma)]
    if not any(character.isalnum() for character in piece):
        return [Token(piece, start, end, "x", lemma)]
    if piece.isascii():
        return [Token(piece, start, end, token.tag, lemma)]
    return cut(text, start, end, counted=start > token.start)
