"""Where the telling of a problem stands, and what is still to be said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from quantity_tagger.languages.telling.grammar import Pattern
from quantity_tagger.languages.telling.situation import Fact
from quantity_tagger.languages.telling.vocabulary import Person


class Clause(NamedTuple):
    """Something to be said at a place of the text: a fact, the question, or a distractor."""

    role: str  # "fact", "question", "distractor"
    fact: Fact
    pattern: Pattern


@dataclass(slots=True)
class Telling:
    """Where the telling of a problem stands."""

    subject: str = ""  # whom this clause is about
    previous: str = ""  # and the one before it
    thing: bool = False  # whether the thing itself was just named
    people: set[Person] = field(default_factory=set)  # whom this clause names
    earlier: set[Person] = field(default_factory=set)  # and the one before it

    def is_clear(self, person: Person) -> bool:
        """Whether a pronoun for ``person`` could mean nobody else of the clause before."""
        return all(other == person or other.girl != person.girl for other in self.earlier)


@dataclass(slots=True)
class Parts:
    """How the parts of a whole are told apart: by their sort, or by where or when they are."""

    by_sort: bool
    marks: dict[int, str] = field(default_factory=dict)
    row: tuple[str, ...] = ()  # times in their order
