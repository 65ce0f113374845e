"""A noun phrase as it is read."""

from __future__ import annotations


class Phrase:
    """Tokens ``start:end`` of a noun phrase.

    ``head`` is its noun or pronoun (−1 where it is elided), ``quantity`` its number, ``some`` an
    amount without a number, ``more`` that it is on top, ``marks`` its modifiers, ``possessor`` the
    phrase in the genitive, ``preposition`` what stands before it, ``of`` the phrase after "of".
    """

    __slots__ = (
        "attached", "attribute", "determiner", "end", "follows", "head", "joined", "label", "marks",
        "more", "of", "possessor", "preposition", "pronoun", "quantity", "some", "start", "total",
        "verb",
    )  # fmt: skip

    def __init__(
        self,
        start: int,
        end: int,
        head: int = -1,
        quantity: int | None = None,
        some: bool = False,
        more: str = "",
        marks: list[str] | None = None,
        possessor: Phrase | None = None,
        preposition: str = "",
        of: Phrase | None = None,
        determiner: str = "",
        label: bool = False,
        total: bool = False,
        pronoun: bool = False,
        attribute: int = -1,
        joined: Phrase | None = None,
        follows: bool = False,
        verb: int = -1,
    ) -> None:
        self.start: int = start
        self.end: int = end
        self.head: int = head
        self.quantity: int | None = quantity
        self.some: bool = some
        self.more: str = more
        self.marks: list[str] = [] if marks is None else marks
        self.possessor: Phrase | None = possessor
        self.preposition: str = preposition
        self.of: Phrase | None = of
        self.determiner: str = determiner
        self.label: bool = label
        self.total: bool = total
        self.pronoun: bool = pronoun
        #: the unit of "a 900-metre hill", "a 13 kg amplifier"
        self.attribute: int = attribute
        #: "lions and tigers", "Tom and Uma"
        self.joined: Phrase | None = joined
        #: it is joined to the phrase before it
        self.follows: bool = follows
        self.verb: int = verb
        #: it only names the noun before it: "the statue by the station"
        self.attached: bool = False

    def possessor_only(self) -> bool:
        """Whether the phrase is a bare genitive: "than his sister's"."""
        return self.possessor is not None and self.head < 0

    def alone(self) -> Phrase:
        """The phrase without what is coordinated with it."""
        return Phrase(
            self.start,
            self.end,
            self.head,
            self.quantity,
            self.some,
            self.more,
            self.marks,
            self.possessor,
            self.preposition,
            self.of,
            self.determiner,
            self.label,
            self.total,
            self.pronoun,
            self.attribute,
            None,
            self.follows,
            self.verb,
        )

    def joint(self) -> list[Phrase]:
        """The phrase and those that are coordinated with it."""
        return [self, *(self.joined.joint() if self.joined is not None else [])]

    def span(self) -> tuple[int, ...]:
        return tuple(range(self.start, self.end))
