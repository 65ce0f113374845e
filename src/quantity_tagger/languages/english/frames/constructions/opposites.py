"""States that leave no third: who is not asleep is awake, what was not sold is unsold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from quantity_tagger.languages.english.frames.words import lines
from quantity_tagger.languages.english.lemmas import lemmatise

_PREFIXES = ("un", "in", "im", "dis", "non-", "non")


def denied(mark: str, told: Iterable[str]) -> frozenset[str]:
    """The told marks whose opposite this one is."""
    word, _, rest = mark.partition(" ")
    found = set()
    for other in told:
        against, _, object_ = other.partition(" ")
        if rest and object_ and rest != object_:
            continue
        if _stem(against) != _stem(word) and (
            _prefixed(word, against) or _sides(_stem(word)) & _others(_stem(against))
        ):
            found.add(other)
    return frozenset(found)


def has_opposite(word: str) -> bool:
    """Whether a word stands in a pair."""
    return word in _table()


def _prefixed(one: str, other: str) -> bool:
    """As in "unsold" and "sell"."""
    for long, short in ((one, other), (other, one)):
        if long.startswith(_PREFIXES) and any(
            long.startswith(prefix) and _stem(long.removeprefix(prefix)) == _stem(short)
            for prefix in _PREFIXES
        ):
            return True
    return False


@cache
def _stem(word: str) -> str:
    return lemmatise(word, "VBN") if word not in _table() else word


@cache
def _table() -> dict[str, frozenset[tuple[int, int]]]:
    """For a word the pairs that it stands in: number of the pair, side."""
    found: dict[str, set[tuple[int, int]]] = {}
    for number, line in enumerate(lines("opposites")):
        for side, words in enumerate(line.split("|")):
            for word in words.split(","):
                found.setdefault(word.strip(), set()).add((number, side))
    return {word: frozenset(pairs) for word, pairs in found.items()}


def _sides(word: str) -> frozenset[tuple[int, int]]:
    return _table().get(word, frozenset())


def _others(word: str) -> frozenset[tuple[int, int]]:
    return frozenset((number, 1 - side) for number, side in _sides(word))
