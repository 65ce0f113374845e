"""A word with its role, and an amount with the words of its clause: what the reading of clauses
hands on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from quantity_tagger.languages.chinese.frames.words import sort_of

NOMINAL = frozenset(
    ["noun", "person", "place", "adjective", "pronoun", "plural", "ordinal", "located"]
)

#: Words that name who or what has things.
HOLDING = frozenset(["person", "place", "pronoun", "plural"])


@dataclass(slots=True, eq=False)
class Word:
    """A word with its role; ``quantity`` numbers an amount, ``asked`` marks the unknown.

    Two words are never the same, though they look alike.
    """

    text: str
    role: str
    first: int
    last: int
    tag: str = ""
    quantity: int | None = None
    asked: bool = False
    unit: str = ""


@dataclass(slots=True)
class Phrase:
    """A noun phrase: its words without 的, and the location word after it (里, 上)."""

    words: list[Word] = field(default_factory=list)
    inside: str = ""

    @property
    def text(self) -> str:
        return "".join([word.text for word in self.words])

    def __bool__(self) -> bool:
        return bool(self.words)


@dataclass(slots=True)
class Mention:
    """One amount in its clause, in the words of the text."""

    word: Word
    clause: int
    sentence: int
    subject: list[Phrase] = field(default_factory=list)
    verb: str = ""
    verb_first: int = -1
    object: Phrase = field(default_factory=Phrase)
    noun: Phrase = field(default_factory=Phrase)
    after: list[Word] = field(default_factory=list)
    times: list[Word] = field(default_factory=list)
    source: Phrase = field(default_factory=Phrase)
    to: Phrase = field(default_factory=Phrase)
    at: Phrase = field(default_factory=Phrase)
    standard: list[Phrase] | None = None
    sign: int = 0
    flags: set[str] = field(default_factory=set)
    #: verbs before the last one, with what they are about (买衣服 in 买衣服花了86元)
    purpose: str = ""
    relative: str = ""
    undone: str = ""
    #: where somebody keeps it
    kept: str = ""
    unknown: bool = False
    words: tuple[int, ...] = ()

    @property
    def by_pronoun(self) -> bool:
        """Whether the clause tells of somebody without the name."""
        return any(word.role == "pronoun" for phrase in self.subject for word in phrase.words)


def clauses(words: Sequence[Word]) -> Iterator[tuple[int, int, list[Word]]]:
    """Number of the clause, of the sentence, and the words, without the stops."""
    clause, sentence = 0, 0
    current: list[Word] = []
    for word in words:
        if word.role == "stop":
            if current:
                yield clause, sentence, current
                clause, current = clause + 1, []
            sentence += word.text in "。？！?!．."
        elif word.role not in ("mark", "drop"):
            current.append(word)
    if current:
        yield clause, sentence, current


def inherit(mention: Mention, before: Mention) -> None:
    """A later amount of a clause shares what stands before the first."""
    if not mention.verb and not mention.sign:
        mention.verb, mention.verb_first = before.verb, before.verb_first
        if before.to and len(mention.subject) == 1 and mention.subject[0].words[0].role in HOLDING:
            mention.to = mention.subject.pop()  # 分给爷爷3颗、奶奶4颗
        mention.to = mention.to or before.to
        mention.at = mention.at or before.at
        mention.source = mention.source or before.source
        mention.flags |= before.flags & {"rest", "among", "start", "now", "need", "lasting"}
        mention.flags.add("joined")
        bare = not mention.object and not mention.noun and len(mention.subject) == 1
        if bare and sort_of(mention.subject[0].text) == "thing":
            mention.object = mention.subject.pop()
    if mention.standard is not None and not (mention.object or mention.noun):
        mention.object = before.object or before.noun  # 有贝壳30个比小红少8个
    if not mention.subject:
        mention.subject = list(before.subject)
    elif all(sort_of(phrase.text) == "thing" for phrase in mention.subject):
        holders = [p for p in before.subject if sort_of(p.text) != "thing"]
        mention.subject = [*holders, *mention.subject]
    mention.times = mention.times or list(before.times)


def trail(last: Mention, rest: Mention, words: list[Word]) -> None:
    last.after.extend(words)
    last.flags |= {"after " + flag for flag in rest.flags}


def topic(mention: Mention) -> bool:
    return mention.word.role == "none"


def packed(mention: Mention, after: Mention) -> bool:
    """Whether an amount only says how the next one is packed: 运来2箱共10把."""
    bare = not mention.noun and after.flags & {"total"} and "joined" in after.flags
    return bool(bare) and mention.word.unit != after.word.unit and not mention.word.asked
