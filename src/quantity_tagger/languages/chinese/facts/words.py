"""Cue words and verb classes of a Chinese text, token by token.

A lexicon entry may span several tokens (还|剩|下); of those that begin at a token the longest that
ends at one counts. No entry starts or ends inside a token: 公共汽车 holds no 共, 长江 no 长. Where
the segmenter left a cue word inside one of its own making (数量比, 羊轻, 先用), it is cut out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from quantity_tagger.languages.chinese.vocabulary import character_set, word_set
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Token
from quantity_tagger.support.cache import remembered

_LONGEST: Final = 4  # characters of the longest entry
_ADVERBS: Final = character_set("characters", "adverb")
_ENDINGS: Final = character_set("characters", "comparative")
_WORDS_IN_BI: Final = word_set("word_groups", "ends in bi")
_WHOLE: Final = word_set("word_groups", "whole word")
_COMPLEMENTED: Final = ("stem", "hither", "hence")


class Hit(NamedTuple):
    """A lexicon entry in the text: the tokens ``start:stop`` and its classes."""

    start: int
    stop: int
    word: str
    classes: frozenset[str]


@cache
def classes() -> Mapping[str, frozenset[str]]:
    """The classes of every word: ``verb:gain``, ``whole``, ``than:more`` …"""
    found: dict[str, set[str]] = {}
    verbs = load("zh", "events")
    for section, words in verbs.items():
        if section not in _COMPLEMENTED:
            for word in words:
                found.setdefault(word, set()).add(f"verb:{section}")
    for stem in verbs["stem"]:
        for complements, effect in (("hither", "verb:gain"), ("hence", "verb:lose")):
            for complement in verbs[complements]:
                if not any(kind.startswith("verb") for kind in found.get(stem + complement, ())):
                    found.setdefault(stem + complement, set()).add(effect)
    for name, prefix in (("cues", ""), ("comparatives", "than:")):
        for section, words in load("zh", name).items():
            for word in words:
                found.setdefault(word, set()).add(prefix + section)
    found.setdefault("比", set()).add("compare")
    return {word: frozenset(kinds) for word, kinds in found.items()}


@cache
def _first_characters() -> frozenset[str]:
    return frozenset(word[0] for word in classes())


@cache
def _verbs() -> frozenset[str]:
    known = classes()
    verbs = {word for word, kinds in known.items() if any(kind[:5] == "verb:" for kind in kinds)}
    return frozenset((*verbs, *load("zh", "events")["stem"]))


@remembered
def _cut_at(word: str, counts: bool, done: bool) -> int:
    """Where to cut a word that hides a cue, 0 for nowhere.

    ``counts`` says that an amount may follow, ``done`` that 了 does: 小明读|了 holds a verb.
    """
    if len(word) < 2 or word in classes() or word in _WHOLE:
        return 0
    if counts and word[0] in "多少":
        return 1
    if word[-1] == "比" and word not in _WORDS_IN_BI:
        return len(word) - 1
    if word[0] == "数" and word[1] in "加减":  # 一个|数加
        return 1
    if counts and word[-1] in _ENDINGS:
        return len(word) - 1
    if done and word[-1] in _verbs():
        return len(word) - 1
    if word.endswith("便宜"):
        return len(word) - 2
    if len(word) == 3 and word[1:] in _BOARDING:  # 站|上来
        return 1
    if len(word) == 2 and word[0] == "剩":  # 剩|油
        return 1
    if len(word) == 3 and word[0] in "小老阿" and word[-1] in _GLUED:  # 小磊|花, 小宇|要
        return 2
    if counts and len(word) > 2 and word[-2] in "多少" and word[-1] in _verbs():
        return len(word) - 2
    if counts and len(word) > 1 and word[-1] == "约" and word[-2] in _ENDINGS:
        return len(word) - 1
    return 1 if word[0] in _ADVERBS and word[1:] in _verbs() else 0


@remembered
def _pieces(word: str, counts: bool, done: bool) -> tuple[str, ...]:
    at = _cut_at(word, counts, done)
    if not at:
        return (word,)
    return (*_pieces(word[:at], False, False), *_pieces(word[at:], counts, done))


def recut(tokens: Sequence[Token]) -> tuple[Sequence[Token], list[int] | None]:
    """The tokens with hidden cue words cut out; where any moved, each old token's new index."""
    cuts: dict[int, tuple[str, ...]] = {}
    last = len(tokens) - 1
    for index, token in enumerate(tokens):
        word = token[0]
        if len(word) > 1:
            follows = tokens[index + 1][3] if index < last else ""
            if word[0] in _LINKS and (found := _unlinked(tokens, index)):
                cuts[index] = found
                continue
            if word[0] not in _LEADING and word[-1] not in _HIDDEN and follows not in ("ul", "m"):
                continue
            found = _pieces(word, follows in ("m", "ul"), follows == "ul")
            if len(found) > 1:
                cuts[index] = found
        elif word == "小" and index < last and _is_name(tokens, index):
            cuts[index] = ()
    if not cuts:
        return tokens, None
    result: list[Token] = []
    moved: list[int] = []
    begun = ""  # a 小 that belongs to the token after it
    for index, token in enumerate(tokens):
        moved.append(len(result))
        found = cuts.get(index, (token[0],))
        if not found:
            begun = token[0]
            continue
        start, tag = token[1] - len(begun), token[3]
        found = (begun + found[0], *found[1:])
        if len(found) == 1 and len(found[0]) < len(token[0]):  # 比林|琳
            result.append(token._replace(text=found[0], end=start + 1, tag="p"))
            begun = token[0][1:]
            continue
        for place, piece in enumerate(found):
            if place or begun:
                tag = (
                    "nr"
                    if begun
                    else "a"
                    if piece in _ENDINGS
                    else "v"
                    if piece in _verbs()
                    else tag
                )
            result.append(token._replace(text=piece, start=start, end=start + len(piece), tag=tag))
            start += len(piece)
        begun = ""
    return result, moved


def _unlinked(tokens: Sequence[Token], index: int) -> tuple[str, ...]:
    """A link glued to the name after it, cut off: 和|婷婷, 比|林琳; 小芳合起来 ends in 合."""
    word, after = tokens[index][0], tokens[index + 1] if index + 1 < len(tokens) else None
    if word[0] == "比" and len(word) == 2 and word not in _WORDS_WITH_BI:
        if after is not None and len(after[0]) == 1 and after[3][0] == "n":
            return ("比",)
        return ()
    if len(word) == 3 and tokens[index][3][:2] == "nr" and word[0] in "和与跟比给":
        return (word[0], word[1:])
    return ()


_LINKS: Final = frozenset("和与跟比给")
_WORDS_WITH_BI: Final = word_set("word_groups", "begins with bi")


def _is_name(tokens: Sequence[Token], index: int) -> bool:
    """Whether 小 and the character after it are someone's name that the segmenter cut in two."""
    after = tokens[index + 1]
    if len(after[0]) != 1 or after[3] in ("m", "q", "uj", "ul", "x", "f") or after[0] in "于数时的":
        return False
    before = tokens[index - 1][0] if index else "，"
    return before in _NAME_PLACES


_NAME_PLACES: Final = frozenset("，。．、：,比和与跟给是问但")
_GLUED: Final = character_set("characters", "glued")
_BOARDING: Final = word_set("word_groups", "boarding")
_LEADING: Final = _ADVERBS | {"数", "剩"}
_HIDDEN: Final = _ENDINGS | _GLUED | {"比", "约", "宜", "来", "去", "车"}


def hits(text: str, tokens: Sequence[Token]) -> list[Hit]:
    """The entries in text order, none overlapping another."""
    known = classes()
    first = _first_characters()
    found: list[Hit] = []
    count = len(tokens)
    index = 0
    while index < count:
        word, start, _, tag, _ = tokens[index]
        if word[0] not in first or tag == "q":  # a measure word: 只 and 道 say nothing here
            index += 1
            continue
        best = known.get(word)
        if best is None and word[-1] == "了":
            best = known.get(word[:-1])
        stop = index + 1
        after = stop
        while after < count and tokens[after][2] - start <= _LONGEST:
            joined = text[start : tokens[after][2]]
            after += 1
            if joined in known and tokens[after - 1][3] != "q":
                best, stop, word = known[joined], after, joined
        if best and not (word in _NOUNS and _is_noun(tokens, index)):
            found.append(Hit(index, stop, word, best))
        index = stop
    return found


_NOUNS: Final = character_set("characters", "noun or verb")


def _is_noun(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word that is verb and noun is a noun here: 5枝花, 花手帕."""
    if tokens[index][3] == "n" or (index and tokens[index - 1][3] == "q"):
        return True
    return index + 1 < len(tokens) and tokens[index + 1][3] in ("n", "nz", "nr")
