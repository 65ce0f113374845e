"""A line of the story, and the pieces of text that lines are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

#: In the order in which they are told.
Kind = Literal["state", "event", "comparison", "question"]
KINDS: tuple[Kind, ...] = ("state", "event", "comparison", "question")


class Scene(NamedTuple):
    """A stretch of the story in its own words, and the places of the quantities that it tells of
    among the problem's. One of a story's scenes asks.
    """

    text: str
    quantities: tuple[int, ...]
    asks: bool = False


@dataclass(frozen=True, slots=True)
class StoryLine:
    """What the text says in one place: what there is, what happens, how things compare, or what is
    asked. ``needed`` tells whether the equation uses a number of it; ``note`` says so in words
    where it leaves out all of them or some.
    """

    kind: Kind
    text: str
    quantities: tuple[int, ...]
    needed: bool = True
    note: str = ""

    def __str__(self) -> str:
        return f"{self.text} · {self.note}" if self.note else self.text

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; ``quantities`` are places among the solution's."""
        return {
            "kind": self.kind,
            "text": self.text,
            "quantities": list(self.quantities),
            "needed": self.needed,
            "note": self.note,
        }


def slice_of(problem: Problem, first: int, end: int) -> str:
    """The text from one token up to another, on one line."""
    if first >= end:
        return ""
    tokens = problem.tokens
    return " ".join(problem.text[tokens[first].start : tokens[end - 1].end].split())


def places_within(problem: Problem, first: int, end: int) -> tuple[int, ...]:
    """The places of the quantities whose tokens lie from ``first`` up to ``end``."""
    return tuple(
        place for place, quantity in enumerate(problem.quantities) if first <= quantity.token < end
    )
