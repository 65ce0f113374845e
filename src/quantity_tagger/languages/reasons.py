"""Sentences for what a world says of a number, from ``lexicon/reasons.txt`` of each language.

Its sections are "group / key" with one sentence each. "because" has why a number has its sign,
"then" what is done with it, "doubt" what speaks against a reading, "world" how far one is trusted;
"words" are lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from quantity_tagger.languages.lexicon import load


@dataclass(frozen=True, slots=True)
class Reasons:
    """The sentences of one language by group and key."""

    because: Mapping[str, str]
    then: Mapping[str, str]
    doubt: Mapping[str, str]
    world: Mapping[str, str]
    joints: frozenset[str]
    pronouns: frozenset[str]

    def doubts(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """What speaks against a reading, each once; a doubt that has no sentence is told as one."""
        other = self.doubt["other"]
        return tuple(dict.fromkeys(self.doubt.get(name, other) for name in names))


@cache
def reasons(language: str) -> Reasons:
    """The sentences of a language, read when a reason is first asked for."""
    groups: dict[str, dict[str, str]] = {"because": {}, "then": {}, "doubt": {}, "world": {}}
    words: dict[str, frozenset[str]] = {}
    for section, entries in load(language, "reasons").items():
        group, _, key = section.partition(" / ")
        if group == "words":
            words[key] = frozenset(entries)
        else:
            groups[group][key] = entries[0]
    return Reasons(**groups, joints=words["joints"], pronouns=words["pronouns"])
