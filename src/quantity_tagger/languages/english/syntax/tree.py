"""A sentence with its tags and its dependency tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from quantity_tagger.values import Value


class Node(NamedTuple):
    """A word in its tree; ``head`` is the place of its head, −1 where it is the root."""

    form: str
    lemma: str
    upos: str
    xpos: str
    head: int
    relation: str
    tag_margin: float
    head_margin: float


class Tree(Value):
    """The words of a sentence, each with its tags, its head and its relation to it.

    Columns of equal length, places counting from 0. Margins are how far, in nats, the choice is
    ahead of the next best: of the Penn tag, and of the head. A head margin below 0 says that the
    best head by itself would not have made a tree.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "forms", "lemmas", "upos", "xpos", "heads", "relations", "tag_margins", "head_margins",
    )  # fmt: skip
    __slots__ = (
        "_children", "forms", "head_margins", "heads", "lemmas", "relations", "tag_margins",
        "upos", "xpos",
    )  # fmt: skip

    def __init__(
        self,
        forms: tuple[str, ...],
        lemmas: tuple[str, ...],
        upos: tuple[str, ...],
        xpos: tuple[str, ...],
        heads: tuple[int, ...],
        relations: tuple[str, ...],
        tag_margins: tuple[float, ...],
        head_margins: tuple[float, ...],
    ) -> None:
        self.forms: Final = forms
        self.lemmas: Final = lemmas
        self.upos: Final = upos
        self.xpos: Final = xpos
        self.heads: Final = heads
        self.relations: Final = relations
        self.tag_margins: Final = tag_margins
        self.head_margins: Final = head_margins
        self._children: tuple[tuple[int, ...], ...] | None = None

    def __len__(self) -> int:
        return len(self.forms)

    def __getitem__(self, place: int) -> Node:
        return Node(*(getattr(self, name)[place] for name in self.FIELDS))

    def __iter__(self) -> Iterator[Node]:
        return map(Node, *(getattr(self, name) for name in self.FIELDS))

    @property
    def root(self) -> int:
        """The place of the root, −1 where there is no word."""
        return self.heads.index(-1) if self.heads else -1

    @property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The places of each word's dependents, in order."""
        if self._children is None:
            found: list[list[int]] = [[] for _ in self.heads]
            for place, head in enumerate(self.heads):
                if head >= 0:
                    found[head].append(place)
            self._children = tuple(map(tuple, found))
        return self._children

    def span(self, place: int) -> list[int]:
        """The places of a word and of all that depends on it, in order."""
        found = [place]
        for above in found:
            found.extend(self.children[above])
        return sorted(found)
