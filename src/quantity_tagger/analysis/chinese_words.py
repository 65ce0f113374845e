"""Cue words and verb classes of a Chinese text, token by token.

A lexicon entry may span several tokens (还|剩|下); of those that begin at a token the longest that
ends at one counts. Entries never start or end inside a token, so 公共汽车 holds no 共 and 长江 no 长.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from quantity_tagger.lexicon import load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from quantity_tagger.text.document import Token

_LONGEST: Final = 4  # characters of the longest entry
_ADVERBS: Final = frozenset("多少共又再还")
_COMPLEMENTED: Final = ("stem", "hither", "hence")


class Hit(NamedTuple):
    """A lexicon entry in the text: the tokens ``start:stop`` and its classes."""

    start: int
    stop: int
    word: str
    classes: frozenset[str]


@cache
def classes() -> Mapping[str, frozenset[str]]:
    """The classes of every word: ``verb:gain``, ``whole``, ``more`` …"""
    found: dict[str, set[str]] = {}
    verbs = load("zh", "events")
    for section, words in verbs.items():
        if section not in _COMPLEMENTED:
            for word in words:
                found.setdefault(word, set()).add(f"verb:{section}")
    for stem in verbs["stem"]:
        for complements, effect in (("hither", "verb:gain"), ("hence", "verb:lose")):
            for complement in verbs[complements]:
                if not any(kind.startswith("verb") for kind in found.get(stem + complement, ())):
                    found.setdefault(stem + complement, set()).add(effect)
    for name, prefix in (("cues", ""), ("comparatives", "than:")):
        for section, words in load("zh", name).items():
            for word in words:
                found.setdefault(word, set()).add(prefix + section)
    found.setdefault("比", set()).add("compare")
    return {word: frozenset(kinds) for word, kinds in found.items()}


@lru_cache(maxsize=1 << 12)
def _compound(word: str) -> frozenset[str] | None:
    """The classes of an adverb and a verb that the segmenter left together: 多用, 共有, 又买来."""
    known = classes()
    if len(word) < 2 or word[0] not in _ADVERBS or not (verb := known.get(word[1:])):
        return None
    return known[word[0]] | verb if any(kind.startswith("verb") for kind in verb) else None


@cache
def _first_characters() -> frozenset[str]:
    return frozenset(word[0] for word in classes())


def hits(text: str, tokens: Sequence[Token]) -> list[Hit]:
    """The entries in text order, none overlapping another."""
    known = classes()
    first = _first_characters()
    found: list[Hit] = []
    count = len(tokens)
    index = 0
    while index < count:
        word, start, _, tag, _ = tokens[index]
        if word[0] not in first:
            index += 1
            continue
        if tag == "q":  # a measure word: 只 and 道 say nothing here
            index += 1
            continue
        best = known.get(word) or _compound(word)
        stop = index + 1
        after = stop
        while after < count and tokens[after][2] - start <= _LONGEST:
            joined = text[start : tokens[after][2]]
            after += 1
            if joined in known:
                best, stop, word = known[joined], after, joined
        if best:
            found.append(Hit(index, stop, word, best))
        index = stop
    return found
