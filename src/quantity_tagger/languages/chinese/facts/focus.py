"""Of what and of whom an amount is, and which amounts are not of what is asked.

An object or owner that is left out is the one spoken of last. An amount is set aside where the
question names its object in the very words of at least two others, or names an owner while the
amount belongs to somebody else's stock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from quantity_tagger.languages.chinese.facts.mentions import (
    Mention,
    entity_words,
    hit_range,
    is_verb,
)
from quantity_tagger.languages.chinese.facts.roles import Part
from quantity_tagger.languages.chinese.vocabulary import character_set
from quantity_tagger.problem.document import Token

_NOUNS: Final = frozenset(("n", "nz", "ng", "nr", "nrt", "nt", "j", "vn"))
_MODIFIERS: Final = frozenset(("a", "b", "z"))
_PERSONS: Final = frozenset(("nr", "nrt", "nrfg"))
_PEOPLE: Final = character_set("characters", "people")
_KIN: Final = character_set("characters", "kin")


class Focus(NamedTuple):
    """The object and the owner of an amount, "" where the text has named none so far."""

    item: str = ""
    owner: str = ""
    said: bool = False  # the object stands with the amount itself


def focuses(tokens: Sequence[Token], mentions: Sequence[Mention]) -> list[Focus]:
    """What each mention is the amount of, and whose."""
    found: list[Focus] = []
    item = owner = ""
    for mention in mentions:
        own = _item(tokens, mention)
        person = _owner(tokens, mention)
        said = bool(own)
        if mention.value is None:
            found.append(Focus(own or _asked_item(tokens, mention, found), person, said))
            continue
        item = own or item
        owner = person or owner
        found.append(Focus(item, owner, said))
    return found


def _item(tokens: Sequence[Token], mention: Mention) -> str:
    """The noun after the amount and its measure word, else the noun right before the amount."""
    stop = next((hit.start for hit in mention.after if is_verb(hit)), mention.right.stop)
    taken = {at for hit in mention.before for at in hit_range(hit)}
    words: list[str] = []
    for at in range(mention.right.start, stop):
        text, _, _, tag, _ = tokens[at]
        if tag == "q" and at == mention.right.start:
            continue
        if tag in _NOUNS or tag in _MODIFIERS or (tag == "q" and not words):  # 9个碗
            words.append(text)
        else:
            break
    while words and not _is_thing(words[-1]):
        words.pop()
    if words:
        return _countable("".join(words), mention)
    if mention.before and "给" in mention.before[-1].word:
        return ""  # 分给同学5本: to whom, not of what
    at = mention.token - 1
    while at >= mention.left.start:
        text, _, _, tag, _ = tokens[at]
        if at in taken:
            break
        if tag in _NOUNS and not _is_person(text, tag) and _is_thing(text):
            words.insert(0, text)
        elif not (words and tag in _MODIFIERS):
            break
        at -= 1
    return _countable("".join(words), mention)


def _countable(item: str, mention: Mention) -> str:
    """The item, unless people are counted and it names no people (有17人游泳合格)."""
    people = bool(mention.unit) and mention.unit[0] in ("人", "名", "位")
    return "" if people and item and item[-1] not in _PEOPLE else item


def _asked_item(tokens: Sequence[Token], mention: Mention, told: Sequence[Focus]) -> str:
    """What the question begins with, where amounts of it were stated: 玫瑰还剩多少枝."""
    items = {focus.item for focus in told if focus.said}
    return next((tokens[at].text for at in mention.left if tokens[at].text in items), "")


def _is_thing(word: str) -> bool:
    return word not in entity_words("measured")


def _is_person(text: str, tag: str) -> bool:
    """Whether a word names somebody; the segmenter takes many a thing for a name."""
    if text[-1] in _KIN:
        return True
    if tag not in _PERSONS:
        return False
    return text[0] in entity_words("surname") or (len(text) == 2 and text[0] == text[1])


def _owner(tokens: Sequence[Token], mention: Mention) -> str:
    """The person named before the verb."""
    verb = next((hit.start for hit in mention.before if is_verb(hit)), mention.left.stop)
    for at in range(mention.left.start, verb):
        text, _, _, tag, _ = tokens[at]
        if _is_person(text, tag) or (text[0] in "甲乙丙丁" and len(text) > 1):
            return text
        if text in "甲乙丙丁" and at + 1 < len(tokens) and tokens[at + 1].tag == "n":
            return text + tokens[at + 1].text
    return ""


def set_aside(
    focus: Sequence[Focus],
    parts: Sequence[Part],
    asked: int,
    related: Sequence[int],
    compared: bool,
) -> set[int]:
    """Those of the related amounts that are of another thing or another's than what is asked."""
    aside: set[int] = set()
    question = focus[asked]
    if question.item and not parts[asked].money:
        same = [i for i in related if _alike(focus[i].item, question.item)]
        if len(same) > 1:
            aside.update(i for i in related if focus[i].item and i not in same)
    if question.owner and not compared and parts[asked].kind not in ("whole", "apart"):
        distractors = {
            focus[i].owner
            for i in related
            if parts[i].kind in ("state", "start") and focus[i].owner != question.owner
        } - {""}
        theirs = {i for i in related if focus[i].owner in distractors}
        kept = [i for i in related if i not in theirs and i not in aside]
        if len(kept) > 1 and any(focus[i].owner == question.owner for i in kept):
            aside |= theirs
    return aside if len(related) - len(aside) > 1 else set()


def strays(
    tokens: Sequence[Token],
    sentences: Sequence[range],
    mentions: Sequence[Mention],
    asked: int,
    related: Sequence[int],
) -> set[int]:
    """The amounts of sentences that share no word with any other sentence of the text."""
    if len(sentences) < 2 or mentions[asked].sentence >= len(sentences):
        return set()
    topics = [_topics(tokens, sentence) for sentence in sentences]
    aside: set[int] = set()
    for place, topic in enumerate(topics):
        if place == mentions[asked].sentence or not topic:
            continue
        if any(topic & other for at, other in enumerate(topics) if at != place):
            continue
        aside.update(i for i in related if mentions[i].sentence == place)
    return aside if len(related) - len(aside) > 1 else set()


def story_stands(parts: Sequence[Part], asked: int, left: Sequence[int]) -> bool:
    """Whether what is left without the strays still tells a story: something to take from."""
    kind = parts[asked].kind
    if kind in ("both", "neither", "pay", "repay") or parts[asked].money:
        return False
    if kind not in ("remain", "now", "need", "lack", "event", "state"):
        return True
    return any(
        parts[i].effect > 0 or (parts[i].kind in ("state", "start", "whole") and not parts[i].done)
        for i in left
        if parts[i].effect >= 0
    )


def _topics(tokens: Sequence[Token], sentence: range) -> set[str]:
    """The characters of a sentence's nouns, names and places."""
    return {
        character
        for at in sentence
        if tokens[at].tag[0] in "nsj" or tokens[at].tag == "vn"
        for character in tokens[at].text
    }


def _alike(one: str, other: str) -> bool:
    if not one or not other:
        return False
    return one in other or other in one or (one[-1] in _PEOPLE and other[-1] in _PEOPLE)
