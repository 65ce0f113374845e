"""The frame of an amount, and the ties that it tells of: A比B多5, A领先B5分, A再添5就和B同样多."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from quantity_tagger.languages.chinese.facts.compared_entities import direction_of
from quantity_tagger.languages.chinese.facts.mentions import Mention
from quantity_tagger.languages.chinese.facts.noun_phrases import Phrase, pieces, sides
from quantity_tagger.languages.chinese.facts.roles import Part
from quantity_tagger.languages.chinese.facts.words import Hit
from quantity_tagger.languages.chinese.vocabulary import word_set
from quantity_tagger.problem.document import Token

_EQUAL: Final = word_set("word_groups", "equal")


class Tie(NamedTuple):
    """``subject`` is ``direction`` × the amount above ``standard``."""

    direction: int
    subject: list[Phrase]
    standard: list[Phrase]
    start: bool = False  # compared with what there was at first
    both: bool = False  # and what is compared is of then too


@dataclass(slots=True)
class Frame:
    """What the words around an amount say of it; "" where they say nothing."""

    who: str = ""
    thing: str = ""
    when: str = ""
    where: str = ""
    source: str = ""
    recipient: str = ""
    place: bool = False  # ``who`` is a place, a group or a container
    said_who: bool = False  # ``who`` stands in the clause itself
    said_thing: bool = False  # ``thing`` stands right beside the amount
    pronoun: bool = False
    group: bool = False  # all of those told of: 两人, 姐弟俩
    holds: bool = False  # counts what things are put into: 装在3个篮子里
    goods: tuple[str, ...] = ()  # of an amount of money: the things named beside it
    side: str = ""  # which measure of a thing: 长, 宽, 高
    modified: bool = False  # the thing is set apart by what it is like: 削好的铅笔
    actor: str = ""  # a thing or animal that may act: 小熊摘了…
    acts: bool = False  # and does
    topic: str = ""  # whom the clause begins with: 小明 in 小明的邻居小红有…
    subset: bool = False  # some of those that another amount counts: 其中, 红花中有
    sides: list[Phrase] = field(default_factory=list)  # several together
    tie: Tie | None = None
    below: bool = False  # 零下: less than nothing
    equalled: bool = False  # the tie is one of becoming equal

    def phrase(self) -> Phrase:
        return Phrase(self.who, self.thing, self.when, self.where)


def compared(
    frame: Frame,
    tokens: Sequence[Token],
    mention: Mention,
    hit_at: Mapping[int, Hit],
    things: frozenset[str],
) -> bool:
    """Read A比B多5: both sides."""
    hits = mention.before
    at = next((i for i in range(len(hits) - 1, -1, -1) if "compare" in hits[i].classes), -1)
    if at < 0:
        return False
    turns = [hit for hit in hits[at + 1 :] if direction_of(hit, mention)]
    if not turns:
        return False
    plain = [hit for hit in turns if hit.word in ("多", "少")]
    turn = plain[-1] if plain else turns[-1]
    left = pieces(tokens, range(mention.left.start, hits[at].start), hit_at, things)
    right = pieces(tokens, range(hits[at].stop, turn.start), hit_at, things)
    subject, standard = sides(left), sides(right)
    if len(subject) == 1 and len(standard) == 1 and standard[0].who and not standard[0].thing:
        standard = [standard[0]._replace(thing=subject[0].thing)]  # 小莲的梨比小欧少
    start = any("start" in hit.classes for hit in hits[at + 1 :])
    both = any("start" in hit.classes for hit in hits[:at])
    frame.tie = Tie(direction_of(turn, mention), subject, standard, start or both, both)
    if subject:
        frame.who, frame.thing, frame.when = subject[-1][:3]
        frame.said_thing = bool(frame.thing)
    return True


def rivalled(
    frame: Frame,
    tokens: Sequence[Token],
    mention: Mention,
    hit_at: Mapping[int, Hit],
    things: frozenset[str],
) -> bool:
    """Read 甲队领先乙队5分, and 小丽落后多少米, where the other side is left out."""
    if mention.words.isdisjoint(_RIVALS):
        return False
    if mention.value is not None and mention.unit[:1] not in (("分",), ("米",)):
        return False  # 输给小红5颗: gave them away
    for at in mention.left:
        direction = _RIVALS.get(tokens[at].text, 0)
        if not direction:
            continue
        plain = {place: hit for place, hit in hit_at.items() if place != at}
        left = pieces(tokens, range(mention.left.start, at), plain, things)
        right = pieces(tokens, range(at + 1, mention.token), plain, things)
        subject, standard = sides(left), sides(right)
        if not (standard and standard[0].who) and direction in (1, -1) and at in hit_at:
            return False  # 赢了5个: got them
        frame.tie, frame.equalled = Tie(direction, subject, standard), True
        if subject:
            frame.who, frame.thing, frame.when = subject[-1][:3]
        return True
    return False


_RIVALS: Final = {
    **dict.fromkeys(word_set("word_groups", "ahead"), 1),
    **dict.fromkeys(word_set("word_groups", "behind"), -1),
}


def speaks_of_equals(tokens: Sequence[Token]) -> bool:
    return not _EQUAL.isdisjoint([token[0] for token in tokens])


def equalled(
    frame: Frame,
    tokens: Sequence[Token],
    mention: Mention,
    following: int,
    hit_at: Mapping[int, Hit],
    things: frozenset[str],
    part: Part,
) -> None:
    """Read A再添5就和B同样多: B has 5 more than A."""
    start = -1
    for at in range(mention.token + 1, min(following, len(tokens))):
        text = tokens[at].text
        if text in ("。", "？", "?"):
            break
        if text in ("和", "与", "跟", "同"):
            start = at
        elif text in _EQUAL and start >= 0:
            inner = pieces(tokens, range(start + 1, at), hit_at, things)
            standard = sides([piece for piece in inner if piece.sort != "verb"])
            if standard:
                subject = Phrase(frame.who, frame.thing, frame.when)
                frame.equalled = True
                frame.tie = Tie(
                    1 if part.effect < 0 else -1, [subject] if any(subject) else [], standard
                )
            return


def share_thing(frame: Frame) -> None:
    """Give both sides of 比 the thing after the amount: 小强比小芬多5本漫画书."""
    tie = frame.tie
    if tie and frame.said_thing and frame.thing:
        subject, standard = (
            [
                side if side.thing or not side.who else side._replace(thing=frame.thing)
                for side in both
            ]
            for both in (tie.subject, tie.standard)
        )
        frame.tie = tie._replace(subject=subject, standard=standard)
