"""English texts as documents: words, with the tags, lemmas and trees of the parser.

This is the one analysis of syntax; every room sees its tags. A number of several words is one token
before anything is parsed, and what the rest of a sentence proves wrong is mended (`frames.repairs`)
before anybody sees it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from quantity_tagger.errors import ReadingError
from quantity_tagger.languages.english.cutting import words
from quantity_tagger.languages.english.frames.repairs import repair
from quantity_tagger.languages.english.frames.tree import Tree, joined
from quantity_tagger.languages.english.number_tokens import amounts, recut
from quantity_tagger.languages.english.number_words import may_begin
from quantity_tagger.languages.english.syntax import parse_all
from quantity_tagger.problem.document import Columns, Document
from quantity_tagger.problem.segments import segment

if TYPE_CHECKING:
    from quantity_tagger.languages.english.syntax import Tree as Parsed

Offsets = Sequence[tuple[int, int]]

#: What is a number in some places only: its tag is left to the parser.
_PRONOUNS: Final = frozenset(["one", "half"])


def annotate_all(texts: Sequence[tuple[str, Offsets | None]]) -> list[Document]:
    """The documents of texts, each with the character offsets of a given cut, or None.

    The parser is much faster with the sentences of all texts at once.
    """
    cuts = [_cut(text, offsets) for text, offsets in texts]
    segments = [segment(text, columns) for (text, _), (columns, _) in zip(texts, cuts, strict=True)]
    parsed = iter(
        parse_all(
            [
                columns.texts[span.start : span.stop]
                for (columns, _), (sentences, _) in zip(cuts, segments, strict=True)
                for span in sentences
            ],
            details=False,
        )
    )
    return [
        Document(
            text,
            "en",
            _tagged(columns, numbers, sentences, islice(parsed, len(sentences))),
            sentences,
            clauses,
        )
        for (text, _), (columns, numbers), (sentences, clauses) in zip(
            texts, cuts, segments, strict=True
        )
    ]


def _cut(text: str, offsets: Offsets | None) -> tuple[Columns, list[int]]:
    """The words without tags, and the places of those that are numbers."""
    if offsets is None:
        forms, starts, ends, numeric = words(text)
        columns = Columns(forms, starts, ends, [], [], numeric)
    else:
        columns = _columns(text, offsets, ours=False)
    try:
        found = amounts(text, columns)
    except ReadingError:  # a number without end: whoever asks for the quantities is told
        return columns, []
    places = [bisect_left(columns.starts, numeral.start) for numeral in found]
    if all(
        place < len(columns.starts)
        and columns.starts[place] == numeral.start
        and columns.ends[place] == numeral.end
        for place, numeral in zip(places, found, strict=True)
    ):
        return columns, places
    tokens, places = recut(text, list(zip(columns.starts, columns.ends, strict=True)), found)
    return _columns(text, tokens, ours=offsets is None), places


def _columns(text: str, offsets: Offsets, *, ours: bool) -> Columns:
    forms = [text[start:end] for start, end in offsets]
    return Columns(
        forms,
        [start for start, _ in offsets],
        [end for _, end in offsets],
        [],
        [],
        [place for place, form in enumerate(forms) if may_begin(form)] if ours else None,
    )


def _tagged(
    columns: Columns, numbers: list[int], sentences: tuple[range, ...], parsed: Iterable[Parsed]
) -> Columns:
    tree: Tree = joined(columns.texts, sentences, parsed)
    for place in numbers:
        number = columns.texts[place].lower()
        if number not in _PRONOUNS:
            tree.tags[place], tree.lemmas[place] = "CD", number
    repair(tree, set(numbers))
    return Columns(
        columns.texts,
        columns.starts,
        columns.ends,
        tree.tags,
        tree.lemmas,
        columns.numeric,
        tree.heads,
        tree.relations,
    )
