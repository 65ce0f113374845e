"""Features in words a person may read: ``relation:unit=other`` is "counts something else"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from quantity_tagger import languages
from quantity_tagger.features.contextual import EDGE, NUMBER, UNKNOWN
from quantity_tagger.languages.sentences import FeatureWords
from quantity_tagger.problem.notation import MINUS

_CONTEXT: Final = re.compile(r"([a-z])([+-]\d)(?:[+-]\d)?=(.*)", re.DOTALL)
_WORLD: Final = re.compile(r"world:(first|clear|doubted|guessed|none)(?:=([+0-]))?")
_STATEMENT: Final = "frame:"
_CUE: Final = re.compile(r"question:(?:x )?cue=(.*)", re.DOTALL)


def in_words(attribute: str, language: str = languages.DEFAULT) -> str:
    """An attribute as a person may read it: ``w-1+0=gave_#`` is “gave #”."""
    words = languages.get(language).feature_words
    if match := _CONTEXT.fullmatch(attribute):
        return _context(words, *match.groups())
    if match := _WORLD.fullmatch(attribute):
        trust, sign = match.groups()
        return words.world[trust].format(sign=(sign or "").replace("-", MINUS))
    if attribute.startswith(_STATEMENT):
        return words.statement
    if match := _CUE.fullmatch(attribute):
        cue = match[1]
        verb = words.verb.get(cue.removeprefix("verb:"), cue) if ":" in cue else cue
        return words.cue_in_question.format(cue=words.cue.get(cue, verb))
    template, mark, value = attribute.partition("=")
    if mark and template in words.equation:
        return words.whole.format(said=words.equation[template])
    named, joined = _grammar(language)
    if mark and template in named:
        return named[template].get(value) or attribute
    family, _, detail = attribute.partition(":")
    pieces = detail.split("/")
    known = joined.get((family, len(pieces)), ())
    parts = [one.get(piece) for one, piece in zip(known, pieces, strict=False)]
    if not parts or None in parts:
        return attribute.replace(":", ": ", 1)
    return words.comma.join(filter(None, parts)) or attribute.replace(":", ": ", 1)


_Words = Mapping[str, str]


@cache
def _grammar(language: str) -> tuple[Mapping[str, _Words], Mapping[tuple[str, int], list[_Words]]]:
    """What the value of a feature is, by the feature's name; and what the pieces of a feature that
    joins several are (``relation:remainder/other``), by its family and how many there are.
    """
    words = languages.get(language).feature_words
    question, unit = words.question, words.unit
    return {
        "relation:unit": unit,
        "relation:owner": words.owner,
        "relation:time": words.time,
    }, {
        ("relation", 3): [unit, words.owner, words.place],
        ("relation", 2): [question, unit],
        ("relation", 1): [{"unrelated": words.unrelated}],
        ("question", 1): [question],
        ("cue", 2): [words.cued, words.verb],
        ("cue", 1): [words.cued],
    }


def _context(words: FeatureWords, kind: str, first: str, seen: str) -> str:
    symbols = {EDGE: words.text_end, NUMBER: "#", UNKNOWN: "x"}
    if kind == "w":
        said = " ".join(symbols.get(word, word) for word in seen.split("_"))
        return words.quoted.format(words=said)
    steps = int(first)
    where = words.here if steps == 0 else words.after if steps > 0 else words.before
    where = where.format(count=abs(steps))
    if kind == "t":
        return words.tag.format(tag=symbols.get(seen, seen), where=where)
    if kind == "e" and seen != EDGE:
        told = words.tag_in_question if seen[1:] == "1" else words.tag_not_in_question
        return told.format(tag=seen[0], where=where)
    return f"{kind} {symbols.get(seen, seen)} {where}"
