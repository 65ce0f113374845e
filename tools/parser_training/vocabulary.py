"""The vocabulary of the network, from the words of the corpus and from WordNet's index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from parser_training.corpus import WORDNET, Sentence

from quantity_tagger.languages.english.syntax import features
from quantity_tagger.languages.english.syntax.features import Vocabulary, normalise

_PARTS = {
    "noun": features.NOUN,
    "verb": features.VERB,
    "adj": features.ADJECTIVE,
    "adv": features.ADVERB,
}


def build(sentences: Iterable[Sentence], most_words: int, lexicon: dict[str, int]) -> Vocabulary:
    words: Counter[str] = Counter(normalise(f) for s in sentences for f in s.forms)
    affixes: dict[str, Counter[str]] = {kind: Counter() for kind in features.KINDS[1:5]}
    for word, count in words.items():
        weight = min(count, 20)
        affixes["prefix3"][word[:3]] += weight
        for size in (2, 3, 4):
            affixes[f"suffix{size}"][word[-size:]] += weight
    known = {"word": _frequent(words, 2, most_words)}
    for kind, counts in affixes.items():
        known[kind] = _frequent(counts, 12, 1800)
    return Vocabulary(known, lexicon)


def _frequent(counts: Counter[str], least: int, most: int) -> list[str]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return sorted(text for text, count in ranked[:most] if count >= least)


def lexicon(folder: Path = WORDNET) -> dict[str, int]:
    """What single words can be in WordNet, irregular forms included."""
    found: dict[str, int] = {}
    for part, bit in _PARTS.items():
        for line in (folder / f"index.{part}").read_text("utf-8").splitlines():
            word = line.partition(" ")[0]
            if word.isalpha() and word.islower() and 2 < len(word) < 15:
                found[word] = found.get(word, 0) | bit
    for part, bit in (("noun", features.PLURAL), ("verb", features.PAST)):
        for line in (folder / f"{part}.exc").read_text("utf-8").splitlines():
            word = line.partition(" ")[0]
            if word.isalpha() and 2 < len(word) < 15 and not word.endswith("ing"):
                is_third = part == "verb" and word.endswith("s")
                found[word] = found.get(word, 0) | (features.THIRD if is_third else bit)
    return found
