"""An index of the n-grams that the vocabularies know: contextual attributes without their names.

A trained model knows few attributes, and naming all the others of every token would take most of
the time of tagging. Here the words, tags and echoes of many problems become numbers once, n-grams
of them get ids, and every position of a template is one step over all problems. The templates are
those of `contextual`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger.arrays import Ints, offsets
from quantity_tagger.features.contextual import EDGE, NUMBER, REACH, TEMPLATES, UNKNOWN, echo
from quantity_tagger.features.encoded import NONE
from quantity_tagger.support.cache import BoundedCache

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


@dataclass(frozen=True)
class Lines:
    """Problems laid end to end, edges between them: for each kind of symbol ("w", "t", "e") their
    numbers, and the place (P,) of each problem's first token; ``ngrams`` keeps the ids of n-grams
    once they are found.
    """

    symbols: dict[str, Ints]
    first: Ints
    ngrams: dict[tuple[str, int], Ints]


@dataclass(frozen=True)
class _Positions:
    """The positions of templates that see n-grams of one kind and size: their rows, where their
    n-grams start, and for each the table from n-gram ids to attributes, laid end to end.
    """

    kind: str
    size: int
    rows: Ints  # (L,)
    first: Ints  # (L, 1)
    start: Ints  # (L, 1)
    tables: Ints


class NgramIndex:
    """Finds the attributes of several vocabularies under the same templates."""

    def __init__(self, templates: Sequence[str], vocabularies: Sequence[Mapping[str, int]]) -> None:
        positions = [each for name in TEMPLATES if name in templates for each in TEMPLATES[name]]
        self._ngrams = {kind: _Ngrams() for kind in "wte"}
        found = []
        for vocabulary in vocabularies:
            values = _values(vocabulary)
            found.append([(each, self._ids(*each, values.get(each[0], {}))) for each in positions])
        for ngrams in self._ngrams.values():
            ngrams.freeze()
        self._positions = [self._grouped(known) for known in found]
        words, tags, echoes = (self._ngrams[kind].symbols for kind in "wte")
        self._words = BoundedCache(partial(_lower_case, words))
        self._tags = BoundedCache(self._tag_and_echoes)
        self._step = len(echoes) + 1
        beyond = echoes.get(EDGE, 0)
        self._edge = (tags.get(EDGE, 0) * self._step + beyond) * self._step + beyond

    def lines(self, problems: Iterable[Problem]) -> Lines:
        """What there is to position at in these problems."""
        # Arrays of the standard library take numbers one by one much faster than NumPy's.
        word_edge = array("q", [self._words[EDGE]] * REACH)
        tag_edge = array("q", [self._edge] * REACH)
        words, tags, asked = word_edge[:], tag_edge[:], bytearray(REACH)
        first: list[int] = []
        numbers: list[int] = []
        unknowns: list[int] = []
        for problem in problems:
            start = len(words)
            first.append(start)
            columns = problem.document.columns
            texts, labels, lemmas = columns.texts, columns.tags, columns.lemmas
            unknown = problem.unknown
            question = unknown.question
            words.extend(map(self._words.__getitem__, texts))
            words += word_edge
            tags.extend(map(self._tags.__getitem__, labels))
            tags += tag_edge
            in_question = frozenset(lemmas[question.start : question.stop])
            asked += bytes(map(in_question.__contains__, lemmas))
            asked += bytes(REACH)
            numbers += [start + quantity.token for quantity in problem.quantities]
            unknowns.append(start + unknown.token)
        word = np.array(words, np.intp)
        word[numbers] = self._words[NUMBER]
        word[unknowns] = self._words[UNKNOWN]
        tag, echoes = np.divmod(np.array(tags, np.intp), self._step**2)
        plain, echoed = np.divmod(echoes, self._step)
        symbols = {
            "w": word,
            "t": tag,
            "e": np.where(np.frombuffer(asked, np.uint8), echoed, plain),
        }
        return Lines(symbols, np.array(first, np.intp), {})

    def attributes(self, lines: Lines, vocabulary: int, places: Ints) -> Ints:
        """(positions, n) the attributes of these places (n,) of the lines, `NONE` where the
        vocabulary has none; positions that it has no attribute of are left out.
        """
        groups = self._positions[vocabulary]
        found = np.empty((sum(len(group.rows) for group in groups), len(places)), np.intp)
        for group in groups:
            ids = self._ids_in(lines, group.kind, group.size)
            found[group.rows] = group.tables.take(ids.take(places + group.first) + group.start)
        return found

    def _ids_in(self, lines: Lines, kind: str, size: int) -> Ints:
        """The id of the n-gram of ``size`` symbols that starts at each place of the lines."""
        if (kind, size) not in lines.ngrams:
            symbols = lines.symbols[kind]
            lines.ngrams[kind, size] = (
                symbols
                if size == 1
                else self._ngrams[kind].extend(self._ids_in(lines, kind, size - 1), symbols, size)
            )
        return lines.ngrams[kind, size]

    def _tag_and_echoes(self, tag: str) -> int:
        """The numbers of a tag and of its two echoes in one."""
        tags, echoes = self._ngrams["t"].symbols, self._ngrams["e"].symbols
        plain, echoed = (echoes.get(echo(tag, asked), 0) for asked in (False, True))
        return (tags.get(tag, 0) * self._step + plain) * self._step + echoed

    def _ids(
        self, name: str, first: int, last: int, values: Mapping[str, int]
    ) -> list[tuple[int, int]]:
        """(n-gram id, attribute) for all values that a position may see."""
        ngrams, size = self._ngrams[name[0]], last - first + 1
        return [
            (ngrams.add(ngram), attribute)
            for value, attribute in values.items()
            for ngram in _splits(value, size)
        ]

    def _grouped(
        self, known: list[tuple[tuple[str, int, int], list[tuple[int, int]]]]
    ) -> list[_Positions]:
        """Positions with the (n-gram id, attribute) of all that they know, by kind and size; those
        that know nothing are left out.
        """
        groups: dict[tuple[str, int], list[tuple[int, int, Ints]]] = {}
        there = [(position, attributes) for position, attributes in known if attributes]
        for row, ((name, first, last), attributes) in enumerate(there):
            table = self._table(name, first, last, attributes)
            groups.setdefault((name[0], last - first + 1), []).append((row, first, table))
        return [
            _Positions(
                kind,
                size,
                np.array([row for row, _, _ in positions], np.intp),
                np.array([[first] for _, first, _ in positions], np.intp),
                offsets(np.array([len(table) for _, _, table in positions], np.intp))[:-1, None],
                np.concatenate([table for _, _, table in positions]),
            )
            for (kind, size), positions in groups.items()
        ]

    def _table(self, name: str, first: int, last: int, known: list[tuple[int, int]]) -> Ints:
        table = np.full(self._ngrams[name[0]].count(last - first + 1), NONE, np.intp)
        for number, attribute in known:
            table[number] = attribute
        return table


class _Ngrams:
    """Ids for the n-grams of symbols that are known; 0 stands for all others.

    An n-gram is the n-gram of its symbols but the last, and the last: a pair of numbers.
    """

    def __init__(self) -> None:
        self.symbols: dict[str, int] = {}
        self._pairs: list[dict[tuple[int, int], int]] = []
        self._keys: list[tuple[Ints, Ints]] = []

    def add(self, ngram: Sequence[str]) -> int:
        number = 0
        for place, symbol in enumerate(ngram):
            last = self.symbols.setdefault(symbol, len(self.symbols) + 1)
            if not place:
                number = last
                continue
            if place > len(self._pairs):
                self._pairs.append({})
            pairs = self._pairs[place - 1]
            number = pairs.setdefault((number, last), len(pairs) + 1)
        return number

    def count(self, size: int) -> int:
        """How many ids n-grams of a size have, the 0 included."""
        return 1 + len(self.symbols if size == 1 else self._pairs[size - 2])

    def freeze(self) -> None:
        """Sort what has been added, for `extend` to search."""
        step = len(self.symbols) + 1
        for pairs in self._pairs:
            keys = np.array([number * step + last for number, last in pairs], np.intp)
            order = np.argsort(keys)
            self._keys.append((keys[order], order + 1))

    def extend(self, before: Ints, symbols: Ints, size: int) -> Ints:
        """(n − size + 1,) the id of the n-gram of ``size`` that starts at each place of
        ``symbols`` (n,), from the ids ``before`` of the n-grams that are one shorter.
        """
        before, last = before[:-1], symbols[size - 1 :]
        keys, numbers = self._keys[size - 2]
        found = np.zeros_like(last)
        places = np.flatnonzero((before > 0) & (last > 0))
        wanted = before[places] * (len(self.symbols) + 1) + last[places]
        nearest = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        found[places] = np.where(keys[nearest] == wanted, numbers[nearest], 0)
        return found


def _lower_case(known: Mapping[str, int], word: str) -> int:
    return known.get(word.lower(), 0)


def _values(vocabulary: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Name of a position → the values it may see → the attribute."""
    values: dict[str, dict[str, int]] = {}
    for attribute, number in vocabulary.items():
        name, mark, value = attribute.partition("=")
        if mark:
            values.setdefault(name, {})[value] = number
    return values


def _splits(value: str, size: int) -> Iterator[list[str]]:
    """All ways in which a value can be words joined by "_": a word may hold one itself."""
    if size == 1 or value.count("_") == size - 1:
        words = [value] if size == 1 else value.split("_")
        if all(words):
            yield words
        return
    joints = [at for at, letter in enumerate(value) if letter == "_"]
    for chosen in combinations(joints, size - 1):
        words = [value[a + 1 : b] for a, b in pairwise((-1, *chosen, len(value)))]
        if all(words):
            yield words
