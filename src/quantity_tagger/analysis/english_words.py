"""The English word lists of the analysis room, loaded once and turned into look-up tables."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, cast

from quantity_tagger.analysis.facts import UnitKind, VerbClass
from quantity_tagger.lexicon import load

#: Sections of the story file that list words, not cues of the question.
_NO_CUES: Final = frozenset(
    [
        "kin",
        "relational",
        "time",
        "labels",
        "funds",
        "less",
        "places",
        "professions",
        "attributes",
        "opposites",
    ]
)


class Words(NamedTuple):
    """Look-up tables; every word is a lemma."""

    verbs: dict[str, VerbClass]
    particles: frozenset[str]
    kinds: dict[str, UnitKind]
    containers: frozenset[str]
    asks: dict[str, UnitKind]
    kinds_of: dict[str, tuple[str, ...]]
    kin: frozenset[str]
    relational: frozenset[str]
    times: frozenset[str]
    genders: dict[str, str]
    mention_cues: dict[str, str]
    labels: frozenset[str]
    funds: frozenset[str]
    less: frozenset[str]
    places: frozenset[str]
    spellings: dict[str, str]
    professions: frozenset[str]
    attributes: frozenset[str]
    opposites: dict[str, frozenset[str]]
    comparatives: frozenset[str]

    def phrasal(self, verb: str, particle: str) -> str:
        """The verb, with its particle where that makes another: "get off", but "pick" (up)."""
        joined = f"{verb} {particle}"
        found = self.verbs.get(joined)
        return joined if found is not None and found != self.verbs.get(verb) else verb

    def is_comparative(self, tag: str, lemma: str) -> bool:
        """Whether a word compares: "more", "fewer", "longer"."""
        return tag in ("JJR", "RBR") or lemma in self.comparatives


@cache
def words() -> Words:
    """The tables, read from the lexicon at first use."""
    verbs: dict[str, VerbClass] = {}
    particles: set[str] = set()
    for name, entries in load("en", "verbs").items():
        for entry in entries:
            verbs.setdefault(entry, cast(VerbClass, name))
            particles.update(entry.split()[1:])
    sections = load("en", "kinds")
    kinds: dict[str, UnitKind] = {}
    asks: dict[str, UnitKind] = {}
    for name, entries in sections.items():
        if name.startswith("asks "):
            for entry in entries:
                asks.setdefault(entry, cast(UnitKind, name[5:]))
        elif name not in ("container", "members"):
            for entry in entries:
                kinds.setdefault(entry, cast(UnitKind, name))
    kinds_of: dict[str, tuple[str, ...]] = {}
    for line in sections["members"]:
        kind, *members = line.split()
        for member in members:
            kinds_of[member] = (*kinds_of.get(member, ()), kind)
    story = load("en", "story")
    beside = {name: entries for name, entries in story.items() if name.startswith("beside ")}
    return Words(
        verbs,
        frozenset(particles),
        kinds,
        frozenset(sections["container"]),
        asks,
        kinds_of,
        frozenset(story["kin"]),
        frozenset(story["relational"]),
        frozenset(story["time"]),
        {name: gender for gender, names in load("en", "names").items() for name in names},
        {word: name[7:] for name, entries in beside.items() for word in entries},
        frozenset(story["labels"]),
        frozenset(story["funds"]),
        frozenset(story["less"]),
        frozenset(story["places"]),
        {
            spelling: line.split()[0]
            for line in load("en", "units")["spellings"]
            for spelling in line.split()[1:]
        },
        frozenset(story["professions"]),
        frozenset(story["attributes"]),
        {
            word: frozenset(line.split()) - {word}
            for line in story["opposites"]
            for word in line.split()
        },
        frozenset(["more", "less", "fewer", "extra", *(ask for ask in asks if ask[-2:] == "er")]),
    )


@cache
def cue_table() -> dict[str, tuple[tuple[list[str], str], ...]]:
    """First word of a cue → (the words after it, its class), the longest first."""
    table: dict[str, list[tuple[list[str], str]]] = {}
    for name, entries in load("en", "story").items():
        if name in _NO_CUES or name.startswith("beside "):
            continue
        for entry in entries:
            first, *others = entry.split()
            table.setdefault(first, []).append((others, name))
    return {
        first: tuple(sorted(cues, key=lambda cue: -len(cue[0]))) for first, cues in table.items()
    }
