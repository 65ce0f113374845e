"""Who, what, when and where a stretch of Chinese words names.

A word is sorted by its shape (小蕊, 姑姑, 图书角, 星期一) rather than by the segmenter's tag, which
takes many a thing for a name; what the text counts is a thing whatever its shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

from quantity_tagger.languages.chinese.facts.words import Hit
from quantity_tagger.languages.chinese.grammar import JOINING, NUMERALS, PRONOUNS, STEMS
from quantity_tagger.languages.chinese.vocabulary import character_set, word_map, word_set
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Token
from quantity_tagger.support.cache import remembered

Sort = Literal["", "person", "place", "thing", "time"]

_NOUNS: Final = frozenset("nsijlzgb")  # first letters of the tags of words that may name
_MARKERS: Final = frozenset(
    ("从", "由", "向", "给", "把", "将", "往", "在", "对", "被", "为", "到", "离", "距")
)
_INSIDE: Final = character_set("characters", "in a place")
_NUMBERED: Final = character_set("characters", "numbered place")
_BLOCKS: Final = word_set("word_groups", "block")
_SCHOOLS: Final = word_set("word_groups", "institution")
_TURNS: Final = character_set("characters", "turn")
_LONGEST_TITLE: Final = 20  # words of a title; one that goes on was never closed


@cache
def _words(section: str) -> frozenset[str]:
    return frozenset(load("zh", "phrases")[section])


class Phrase(NamedTuple):
    """What is named, "" where nothing is; ``act`` are the verbs of those known by what they do
    (下车的).
    """

    who: str = ""
    thing: str = ""
    when: str = ""
    where: str = ""
    act: str = ""


class Piece(NamedTuple):
    """A name, or a word that says what the names after it are to the clause."""

    text: str
    sort: str  # a Sort, or "verb", "join", "mark", "of", "stop", "pronoun"
    at: int
    stop: int
    hit: Hit | None = None


@remembered
def sort_of(text: str, tag: str) -> Sort:
    """What a word names by its shape."""
    if text in _words("time") or _is_turn(text):
        return "time"
    if text in _words("person") or text[-2:] in _words("person"):
        return "person"
    shaped = len(text) == 2 and text not in _words("no person")
    if shaped and text[0] == text[1]:
        return "person"
    if tag in ("t", "tg"):
        return "time"
    if shaped and text[0] in "小阿" and tag[0] in "nrizvab":
        return "person"
    if shaped and text[0] == "老" and text[1] in _surnames():
        return "person"
    if tag in ("nr", "nrt", "nrfg") and _is_name(text):
        return "person"
    if text[0] in "甲乙丙丁" and len(text) < 4:
        return "person"
    if (
        text[-2:] in _SCHOOLS
        or text[-1] in _words("place")
        or (text[-1] in _INSIDE and len(text) > 1)
        or tag == "s"
    ):
        return "place"
    return "thing"


def _is_name(text: str) -> bool:
    known = text[0] in _surnames() or text[0] in "老大"
    return (
        known
        and len(text) in (2, 3)
        and text[-1] not in _INSIDE
        and text not in _words("no person")
    )


@cache
def _surnames() -> frozenset[str]:
    return frozenset(load("zh", "entities")["surname"]) - frozenset("小老阿")


def _is_turn(text: str) -> bool:
    """第三周, 第一天, 三月份: points of a series in time."""
    if text[0] == "第" and text[-1] in _TURNS:
        return True
    return text.endswith(("月份", "周末", "学期", "季度"))


def pieces(
    tokens: Sequence[Token], span: Iterable[int], hit_at: Mapping[int, Hit], things: frozenset[str]
) -> list[Piece]:
    """The names of a stretch of words, in order; neighbours that make one name are one piece."""
    found: list[Piece] = []
    skip = -1
    whole = False  # the token before belongs to the piece before
    for at in span:
        if at < skip:
            continue
        text, _, _, tag, _ = tokens[at]
        if text == "《":  # a book is a thing, whatever it is called
            reach = min(at + _LONGEST_TITLE, len(tokens))
            end = next((i for i in range(at, reach) if tokens[i].text == "》"), at)
            title = "".join(tokens[i].text for i in range(at + 1, end))
            found.append(Piece(title, "thing", at, end + 1))
            skip, whole = end + 1, False
            continue
        hit = hit_at.get(at)
        if hit and not _names(hit) and not _modifies(tokens, hit, things):
            skip = hit.stop
            whole = False
            if hit.word == "到":
                found.append(Piece(text, "mark", at, at + 1))
            elif "join" in hit.classes and hit.word in JOINING:
                found.append(Piece(text, "join", at, at + 1))
            elif any(kind[:4] == "verb" for kind in hit.classes):
                found.append(Piece(hit.word, "verb", at, hit.stop, hit))
            continue
        if text == "的":
            found.append(Piece(text, "of", at, at + 1))
            whole = False
        elif text in JOINING:
            found.append(Piece(text, "join", at, at + 1))
            whole = False
        elif text in PRONOUNS:
            found.append(Piece(text, "pronoun", at, at + 1))
            whole = False
        elif text in _MARKERS:
            found.append(Piece(text, "mark", at, at + 1))
            whole = False
        elif tag == "x" or text in "，。；：？！,;:?!":
            found.append(Piece(text, "stop", at, at + 1))
            whole = False
        elif tag == "f" and found and whole:
            last = found[-1]
            found[-1] = Piece(last.text + text, "place", last.at, at + 1)
        else:
            sort = _sorted(text, tag, things)
            if text in _BLOCKS and at and tokens[at - 1].text.isdigit():  # 5|号楼
                text, sort = tokens[at - 1].text + text, "place"
            if not sort and tag == "m" and text in NUMERALS and at + 2 < len(tokens):
                after, beyond = tokens[at + 1].text, tokens[at + 2].text
                if after in JOINING and beyond[0] in NUMERALS and len(beyond) > 1:
                    text += beyond[1:]  # 一、二年级
                    sort = "time" if _is_turn(text) else "place"
            if sort == "time" and at > 1:  # 上个|赛季
                word = tokens[at - 1].text
                text = _POINTED.get(tokens[at - 2].text if word == "个" else word, "") + text
            if sort and whole and (joined := _joined(found[-1], text, sort)):
                last = found[-1]
                found[-1] = Piece(last.text + text, joined, last.at, at + 1)
            elif sort:
                found.append(Piece(text, sort, at, at + 1))
            whole = bool(sort) and sort != "time"
    return found


def _names(hit: Hit) -> bool:
    """Whether a cue word names somebody all the same: 另一个, 其余."""
    return "rest" in hit.classes


def _modifies(tokens: Sequence[Token], hit: Hit, things: frozenset[str]) -> bool:
    """Whether an adjective of size stands before what is counted: 大桃子."""
    after = tokens[hit.stop].text if hit.stop < len(tokens) else ""
    return hit.word in "大小长短高矮" and after in things


def _sorted(text: str, tag: str, things: frozenset[str]) -> Sort:
    return "thing" if text in things else _sort_in_place(text, tag)


@remembered
def _sort_in_place(text: str, tag: str) -> Sort:
    """What a word names where it stands among others, "" where it names nothing."""
    if text in _words("empty") or (tag == "f" and len(text) == 1):
        return ""
    if text == "花":
        return "thing"  # no verb here: 花猫
    if text[0] == "每":
        return ""
    if text[0] == "到" and len(text) > 2:
        return ""
    if tag == "m":
        if _is_turn(text):
            return "time"
        return "place" if len(text) > 1 and text[-1] in _NUMBERED else ""
    if tag[0] in _NOUNS or tag in ("t", "tg", "vn", "a", "f", "eng"):
        return sort_of(text, tag)
    sort = sort_of(text, tag) if len(text) > 1 else ""
    if sort == "place" and len(text) > 2 and text[-1] in "里上":  # 操场上
        return "place"
    return sort if sort in ("person", "time") else ""


_POINTED: Final = word_map("word_groups", "this or next")


def _joined(piece: Piece, text: str, sort: Sort) -> Sort:
    """What two neighbours are together, "" where each is a name of its own."""
    first = piece.sort
    if first == sort and first in ("thing", "place"):
        return sort
    if first == "thing" and sort == "place":
        return "place"
    if sort == "person" and piece.text in _surnames():  # 李|大伯
        return "person"
    if first == "person" and text == "家":
        return "place"
    if piece.text in STEMS and sort in ("place", "thing"):  # 甲|仓库
        return sort
    return ""


def named(found: Sequence[Piece]) -> Phrase:
    """The phrase that pieces without verbs make: 小明的红花, 北边的树, 上午."""
    who = thing = when = act = ""
    possessed = False  # 的 came right before
    for piece in found:
        if piece.sort == "time":
            when += piece.text
        elif piece.sort == "verb":
            act += piece.text
        elif piece.sort == "person":
            who = f"{who}的{piece.text}" if possessed and who else piece.text
        elif piece.sort == "place":
            who = who + piece.text if who and possessed else piece.text
        elif piece.sort == "thing":
            thing = thing + piece.text if possessed and thing else piece.text
        possessed = piece.sort == "of"
    return Phrase(who, thing, when, "", act)


def sides(found: Sequence[Piece]) -> list[Phrase]:
    """The phrases that 和 and 、 join, each completed by what they share: 小明和小红的邮票."""
    groups: list[list[Piece]] = [[]]
    for piece in found:
        if piece.sort == "join":
            groups.append([])
        else:
            groups[-1].append(piece)
    phrases = [phrase for phrase in map(named, groups) if any(phrase)]
    if len(phrases) > 1:
        first, last = phrases[0], phrases[-1]
        phrases = [
            phrase._replace(
                who=phrase.who
                or (first.who if not last.who or phrase.thing else "")
                or (last.who if phrase.when and not phrase.thing else ""),
                thing=phrase.thing or (last.thing if phrase.who and last.who else ""),
            )
            for phrase in phrases
        ]
    return phrases


@remembered
def is_group(text: str) -> bool:
    """Whether a word stands for all of those told of."""
    return text in _words("group") or text[-1] == "俩" or text[:2] in ("两人", "三人")


def is_general(thing: str) -> bool:
    """Whether a word stands for all things of a sort: 水果."""
    return thing in _words("general")


def is_people(thing: str) -> bool:
    """Whether a word stands for anybody who is counted: 乘客, 人."""
    return thing in _words("people")


def is_adult(thing: str) -> bool:
    """Whether people are set apart from children and pupils: 大人."""
    return thing in _words("adult")
