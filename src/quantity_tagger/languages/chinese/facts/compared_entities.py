"""Comparisons (A比B多5) and joint amounts (A和B共9) between entities known by their characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from quantity_tagger.languages.chinese.facts.mentions import (
    Key,
    Mention,
    hit_range,
    is_pronoun,
    is_verb,
    key,
    unnamed,
)
from quantity_tagger.languages.chinese.facts.words import Hit
from quantity_tagger.languages.chinese.grammar import JOINING, NUMERALS
from quantity_tagger.languages.chinese.vocabulary import character_set, word_set
from quantity_tagger.problem.document import Token

_JOINING: Final = JOINING | {"同"}
_SUMMED: Final = word_set("word_groups", "summed")
_TIMES: Final = word_set("word_groups", "unit of time")
_NAMING: Final = frozenset(("start", "now", "plan", "actual", "rest"))
LEFT: Final[Key] = frozenset("剩")  # what is left over, as an entity
_ANYBODY: Final = character_set("characters", "anybody")


@dataclass(slots=True)
class Side:
    """One side of a comparison: mentions of the text, or whoever the keys name."""

    mentions: tuple[int, ...] = ()
    keys: tuple[Key, ...] = ()
    summed: bool = False  # all that was stated before, taken together


@dataclass(slots=True)
class Comparison:
    """``subject`` is ``direction`` × the amount of a mention above ``standard``."""

    direction: int
    subject: Side
    standard: Side


def comparisons(tokens: Sequence[Token], mentions: Sequence[Mention]) -> dict[int, Comparison]:
    """The comparisons of the text, by the mention that says by how much."""
    found: dict[int, Comparison] = {}
    for index in range(len(mentions)):
        comparison = _comparison(tokens, mentions, index)
        if comparison:
            found[index] = comparison
    return found


def _comparison(
    tokens: Sequence[Token], mentions: Sequence[Mention], index: int
) -> Comparison | None:
    mention = mentions[index]
    hits = mention.before
    at = _last(hits, "compare")
    if at >= 0:
        places = [i for i in range(len(hits) - 1, at, -1) if direction_of(hits[i], mention)]
        plain = [i for i in places if hits[i].word in ("多", "少")]  # 多省了7度 is more
        place = next(iter(plain or places), -1)
        if place < 0:
            return None
        return Comparison(
            direction_of(hits[place], mention),
            _subject(tokens, mentions, index, hits[at].start),
            _side(tokens, mention, range(hits[at].stop, hits[place].start)),
        )
    if not hits or not (direction := direction_of(hits[-1], mention)):
        return None
    # 比730少46, 91比24与19的和多多少: what is compared with are numbers of the same clause.
    members: list[int] = []
    for other in range(index - 1, -1, -1):
        before = mentions[other]
        if before.clause != mention.clause:
            return None
        members.append(other)
        at = _last(before.before, "compare")
        if at >= 0:
            subject = _subject(tokens, mentions, other, before.before[at].start)
            return Comparison(direction, subject, Side(tuple(members)))
        if not any("join" in hit.classes for hit in before.before):
            return None
    return None


def _subject(tokens: Sequence[Token], mentions: Sequence[Mention], index: int, stop: int) -> Side:
    """Who is compared: the words before 比, or the numbers that stand there."""
    mention = mentions[index]
    side = _side(tokens, mention, range(mention.left.start, stop))
    if side.keys or not index or not _touches(tokens, mentions[index - 1], stop):
        return side
    members = [index - 1]
    while members[-1] and any("join" in hit.classes for hit in mentions[members[-1]].before):
        members.append(members[-1] - 1)
    return Side(tuple(members))


def _last(hits: Sequence[Hit], kind: str) -> int:
    return next((at for at in range(len(hits) - 1, -1, -1) if kind in hits[at].classes), -1)


def direction_of(hit: Hit, mention: Mention) -> int:
    """+1 where the word says more, −1 where it says less, 0 where it says neither."""
    kinds = hit.classes
    if "than:more" in kinds:
        return 1
    if "than:less" in kinds:
        return -1
    timed = bool(mention.unit) and mention.unit[0] in _TIMES
    if "than:faster" in kinds:
        return -1 if timed else 1
    if "than:slower" in kinds:
        return 1 if timed else -1
    return 0


def _touches(tokens: Sequence[Token], mention: Mention, at: int) -> bool:
    """Whether the amount itself stands before ``at``: 730比…, 46千克比…, 24和19的和比…."""
    between = range(mention.token + 1, at)
    return all(tokens[index].tag in ("q", "uj", "c") for index in between)


def _side(tokens: Sequence[Token], mention: Mention, indices: range) -> Side:
    texts = [tokens[index].text for index in indices]
    keys = groups(tokens, mention, indices)
    summed = any(text in _SUMMED or text[0] == "总" or text[-2:] == "总数" for text in texts[1:])
    summed = summed or (bool(texts) and texts[0] in ("两", "两种", "总数", "上面"))
    if not keys and not is_pronoun(tokens, indices):
        return Side(summed=summed)
    return Side(keys=keys, summed=summed or len(keys) > 1)


def together(tokens: Sequence[Token], mention: Mention) -> tuple[Key, ...]:
    """Those whose joint amount is stated: 苹果、梨和桃共9千克."""
    return groups(tokens, mention, mention.left) if mention.words & _JOINING else ()


def groups(tokens: Sequence[Token], mention: Mention, indices: Sequence[int]) -> tuple[Key, ...]:
    """Those who are named at ``indices``, one key for each that 和 or 、 joins."""
    skipped = unnamed(tokens, mention)
    skipped -= {at for hit in mention.before if hit.classes & _NAMING for at in hit_range(hit)}
    parts: list[list[int]] = [[]]
    for index in indices:
        if tokens[index].text in _JOINING:
            parts.append([])
        else:
            parts[-1].append(index)
    found: list[Key] = []
    for place, part in enumerate(parts):
        named = key(tokens, part, skipped)
        if not named and len(part) == 1 and place + 1 < len(parts) and parts[place + 1]:
            following = tokens[parts[place + 1][0]].text  # 四、五年级
            if tokens[part[0]].tag == "m":
                named = frozenset(tokens[part[0]].text + following.lstrip("".join(NUMERALS)))
        if named <= _ANYBODY:
            acts = (hit for hit in mention.before if is_verb(hit) and hit.start in part)
            named = frozenset(character for hit in acts for character in hit.word) or named
            if any("remain" in hit.classes and hit.start in part for hit in mention.before):
                named = LEFT
        if named:
            found.append(named)
    return tuple(found)
