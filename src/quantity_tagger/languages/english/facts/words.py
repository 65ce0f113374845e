"""The English word lists of the analysis room, loaded once and turned into look-up tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, cast

from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import UnitKind, VerbClass

#: Sections of the story file that list words, not cues of the question.
_NO_CUES: Final = frozenset(
    ["kin", "time", "labels", "funds", "less", "places", "professions", "attributes"]
)

#: What a lemma is, among those that only few texts have: any of these, added up.
TIME: Final = 1
CUE: Final = 2
COMPARES: Final = 4
EQUALS: Final = 8
CONDITION: Final = 16
#: "left" and "end", which may tell that a state is the last, under all their lemmas.
_ENDS: Final = ("leave", "left", "end")


class Words:
    """Look-up tables, read from the lexicon; every word is a lemma."""

    __slots__ = (
        "asks",
        "attributes",
        "comparatives",
        "cues",
        "funds",
        "genders",
        "kin",
        "kinds",
        "kinds_of",
        "labels",
        "less",
        "marks",
        "mention_cues",
        "particles",
        "places",
        "professions",
        "spellings",
        "times",
        "verbs",
    )

    def __init__(self) -> None:
        self.verbs: dict[str, VerbClass] = {}
        particles: set[str] = set()
        for name, entries in load("en", "verbs").items():
            for entry in entries:
                self.verbs.setdefault(entry, cast(VerbClass, name))
                particles.update(entry.split()[1:])
        self.particles = frozenset(particles)
        sections = load("en", "kinds")
        self.kinds: dict[str, UnitKind] = {}
        self.asks: dict[str, UnitKind] = {}
        for name, entries in sections.items():
            if name.startswith("asks "):
                for entry in entries:
                    self.asks.setdefault(entry, cast(UnitKind, name[5:]))
            elif name != "members":
                for entry in entries:
                    self.kinds.setdefault(entry, cast(UnitKind, name))
        self.kinds_of: dict[str, tuple[str, ...]] = {}
        for line in sections["members"]:
            kind, *members = line.split()
            for member in members:
                self.kinds_of[member] = (*self.kinds_of.get(member, ()), kind)
        self.genders: dict[str, str] = {
            name: gender for gender, names in load("en", "names").items() for name in names
        }
        self.spellings: dict[str, str] = {
            spelling: line.split()[0]
            for line in load("en", "units")["spellings"]
            for spelling in line.split()[1:]
        }
        story = load("en", "story")
        self.kin = frozenset(story["kin"])
        self.times = frozenset(story["time"])
        self.labels = frozenset(story["labels"])
        self.funds = frozenset(story["funds"])
        self.less = frozenset(story["less"])
        self.places = frozenset(story["places"])
        self.professions = frozenset(story["professions"])
        self.attributes = frozenset(story["attributes"])
        self.comparatives = frozenset(
            ["more", "less", "fewer", "extra", *(ask for ask in self.asks if ask[-2:] == "er")]
        )
        self.mention_cues: dict[str, str] = {
            word: name[7:]
            for name, entries in story.items()
            if name.startswith("beside ")
            for word in entries
        }
        self.cues = _cue_table(story)
        self.marks = _marks(self.times, (*self.mention_cues, *_ENDS))

    def phrasal(self, verb: str, particle: str) -> str:
        """The verb, with its particle where that makes another: "get off", but "pick" (up)."""
        if particle not in self.particles:
            return verb
        joined = f"{verb} {particle}"
        found = self.verbs.get(joined)
        return joined if found is not None and found != self.verbs.get(verb) else verb

    def is_comparative(self, tag: str, lemma: str) -> bool:
        """Whether a word compares: "more", "fewer", "longer"."""
        return tag in ("JJR", "RBR") or lemma in self.comparatives


_LOADED: Final[list[Words]] = []


def words() -> Words:
    """The tables, read at first use."""
    if not _LOADED:
        _LOADED.append(Words())
    return _LOADED[0]


def _cue_table(
    story: Mapping[str, tuple[str, ...]],
) -> dict[str, tuple[tuple[list[str], str], ...]]:
    """First word of a cue → (the words after it, its class), the longest first."""
    table: dict[str, list[tuple[list[str], str]]] = {}
    for name, entries in story.items():
        if name in _NO_CUES or name.startswith("beside "):
            continue
        for entry in entries:
            first, *others = entry.split()
            table.setdefault(first, []).append((others, name))
    return {
        first: tuple(sorted(cues, key=lambda cue: -len(cue[0]))) for first, cues in table.items()
    }


def _marks(times: Iterable[str], cues: Iterable[str]) -> dict[str, int]:
    """Lemma → what it is of the rare words that a text is searched for once."""
    marks = {"than": COMPARES, "as": EQUALS, "if": CONDITION}
    for time in times:
        marks[time] = marks.get(time, 0) | TIME
    for cue in cues:
        marks[cue] = marks.get(cue, 0) | CUE
    return marks
