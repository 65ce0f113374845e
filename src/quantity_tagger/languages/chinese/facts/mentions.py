"""Mentions: each quantity and the unknown with what its clause says of it.

The unknown is a mention like any other, the amount that the question names: 还剩多少个 remains as
还剩5个 does. A mention owns the words of its clause from the mention before it up to the next one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

from quantity_tagger.languages.chinese.facts.labels import Label, label
from quantity_tagger.languages.chinese.facts.names import with_names
from quantity_tagger.languages.chinese.facts.words import Hit, hits, recut
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Token
from quantity_tagger.problem.problem import Problem

Key = frozenset[str]  # the characters that name an entity

NOBODY: Final[Key] = frozenset()
NOTHING: Final[frozenset[int]] = frozenset()
NAMING: Final = frozenset(("start", "rest"))  # cue classes whose words tell entities apart
# 另一根 is not 一根, 原价 not the price now; 亲 marks a relative, so that 小明的妈妈 is not 小明.
_MARKS: Final = frozenset("原另亲")
_KIN: Final = frozenset("妈爸父母爷奶哥姐弟妹叔姨")
_NUMBERED: Final = frozenset("班组队天次月号行层车季年")  # 三班, 两天 … name as well as count
_POINTING: Final = frozenset("这那其每某各哪什怎多此本该何它他她自")
_NAMED: Final = frozenset("第我你另原")
_CONTENT: Final = frozenset("nabtsvjzlige")  # first letters of the tags of words with content


@cache
def entity_words(section: str) -> frozenset[str]:
    return frozenset(load("zh", "entities")[section])


@cache
def entity_characters(section: str) -> frozenset[str]:
    return frozenset("".join(entity_words(section)))


@dataclass(slots=True)
class Mention:
    """A quantity or the unknown (``value`` None) among the words that it owns."""

    token: int
    value: Fraction | None
    unit: tuple[str, ...]
    clause: int
    sentence: int
    left: range
    right: range
    before: list[Hit] = field(default_factory=list)  # hits of ``left`` and ``right``
    after: list[Hit] = field(default_factory=list)
    words: frozenset[str] = NOBODY  # the words before it
    cues: frozenset[str] = NOBODY  # classes of the hits it owns
    clause_cues: frozenset[str] = NOBODY  # of all its clause
    lead: range = range(0)  # the clauses before it in its sentence that have no mention
    key: Key = NOBODY  # who or what it is the amount of
    label: Label = ""  # it names or dates, and owns no words but its own
    follows: bool = False  # another mention of its clause stands before it
    topic: Key = NOBODY  # what stands before the verb
    act: Key = NOBODY  # the characters of its verbs
    groups: tuple[Key, ...] = ()  # those named before it, one by one where 和 joins them


class Reading(NamedTuple):
    """The text as the analysis cuts it: tokens, mentions in text order, every hit."""

    tokens: Sequence[Token]
    mentions: list[Mention]
    hits: list[Hit]
    unknown: int  # the mention that is asked for


def read_mentions(problem: Problem) -> Reading:
    """The quantities and the unknown in text order, each with the words it owns."""
    document = problem.document
    tokens, named = with_names(document.text, document.tokens)
    tokens, moved = recut(tokens)
    if named is not None:
        moved = named if moved is None else [moved[at] for at in named]
    unknown = problem.unknown
    entries = [(quantity.token, quantity.value, quantity.unit) for quantity in problem.quantities]
    asked: tuple[int, Fraction | None, tuple[str, ...]] = (unknown.token, None, unknown.head)
    found = sorted([*entries, asked], key=lambda entry: entry[0])
    all_hits = hits(document.text, tokens)
    if moved is not None:
        found = [(moved[token], value, unit) for token, value, unit in found]
    numbers = {token: value for token, value, _ in found}
    labels = [label(tokens, token, numbers) for token, _, _ in found]
    taken = [entry[0] for entry in found]
    bounds = [token for token, named in zip(taken, labels, strict=True) if not named]
    result: list[Mention] = []
    clause = sentence = at = 0
    ends = [part.stop for part in document.clauses]
    sentence_ends = [part.stop for part in document.sentences]
    if moved is not None:
        moved.append(len(tokens))
        ends = [moved[end] for end in ends]
        sentence_ends = [moved[end] for end in sentence_ends]
    for place, (token, value, unit) in enumerate(found):
        while ends[clause] <= token:
            clause += 1
        while sentence_ends[sentence] <= token:
            sentence += 1
        start, stop = ends[clause - 1] if clause else 0, ends[clause]
        bound = bisect_left(bounds, token)
        if bound and bounds[bound - 1] >= start:
            start = bounds[bound - 1] + 1
        after = bound + (not labels[place])
        if after < len(bounds) and bounds[after] < stop:
            stop = bounds[after]
        mention = Mention(
            token, value, unit, clause, sentence, range(start, token), range(token + 1, stop)
        )
        mention.words = frozenset([word[0] for word in tokens[start:token]])
        mention.follows = start != (ends[clause - 1] if clause else 0)
        mention.label = labels[place]
        opened = sentence_ends[sentence - 1] if sentence else 0
        if bound:
            spoken = next((end for end in ends if end > bounds[bound - 1]), 0)
            opened = max(opened, spoken)
        mention.lead = range(opened, max(opened, start))
        while at < len(all_hits) and all_hits[at].start < start:
            at += 1
        owned: set[str] = set()
        for place_of_hit in range(at, len(all_hits)):
            hit = all_hits[place_of_hit]
            if hit.start >= stop:
                break
            if hit.start < token:
                mention.before.append(hit)
            elif hit.start > token:
                mention.after.append(hit)
            owned |= hit.classes
        mention.cues = frozenset(owned)
        result.append(mention)
    _add_clause_cues(result)
    measured = entity_characters("measured")
    last: Mention | None = None
    for mention in result:
        mention.key = _key_of(tokens, mention)
        mention.act = frozenset(
            character
            for hit in (*mention.before, *mention.after)
            if is_verb(hit)
            for character in hit.word
        )
        verb = next((hit.start for hit in mention.before if is_verb(hit)), mention.left.stop)
        own = _own(tokens, mention)
        mention.topic = key(tokens, range(own.start, max(own.start, verb)), NOTHING)
        told = mention.value is not None and last is not None and last.sentence == mention.sentence
        if told and last and mention.key <= measured:
            mention.key = last.topic or mention.key  # 阿军今年7岁，体重24千克
        last = mention
    asked_at = next(index for index, mention in enumerate(result) if mention.value is None)
    return Reading(tokens, result, all_hits, asked_at)


def _add_clause_cues(found: Sequence[Mention]) -> None:
    by_clause: dict[int, frozenset[str]] = {}
    for mention in found:
        by_clause[mention.clause] = by_clause.get(mention.clause, NOBODY) | mention.cues
    for mention in found:
        mention.clause_cues = by_clause[mention.clause]


def _key_of(tokens: Sequence[Token], mention: Mention) -> Key:
    """What stands before the amount in its clause and the noun after it."""
    stop = next((hit.start for hit in mention.after if is_verb(hit)), mention.right.stop)
    stop = next((at for at in range(mention.right.start, stop) if tokens[at].text in _AND), stop)
    own = _own(tokens, mention)
    found = key(tokens, [*own, *range(mention.right.start, stop)], unnamed(tokens, mention))
    if found <= entity_characters("measured") and mention.lead:
        return key(tokens, mention.lead, NOTHING) or found
    return found


def unnamed(tokens: Sequence[Token], mention: Mention) -> set[int]:
    """The tokens of cues and verbs, which name nobody; but 它的宽 names a measure."""
    return {
        index
        for hit in (*mention.before, *mention.after)
        if not hit.classes & NAMING
        and not (hit.word in _SIDES and hit.start and tokens[hit.start - 1].text == "的")
        for index in hit_range(hit)
    }


def _own(tokens: Sequence[Token], mention: Mention) -> range:
    """The words before the amount without those after the amount before: 3只鸡和|5只鸭."""
    if not mention.follows:
        return mention.left
    parted = (at for at in mention.left if tokens[at].text in _AND)
    return range(next(parted, mention.left.start - 1) + 1, mention.left.stop)


_AND: Final = frozenset(("、", "和", "与", "及", "以及", "跟"))
_SIDES: Final = frozenset("长宽高深厚")


def hit_range(hit: Hit) -> range:
    return range(hit.start, hit.stop)


@lru_cache(maxsize=1 << 10)
def _is_verb(classes: frozenset[str]) -> bool:
    return any(kind.startswith("verb") for kind in classes)


def is_verb(hit: Hit) -> bool:
    return _is_verb(hit.classes)


def key(tokens: Sequence[Token], indices: Sequence[int], skipped: set[int] | frozenset[int]) -> Key:
    """The characters of the words with content at ``indices``; NOBODY where there are none."""
    measured = entity_words("measured")
    characters: set[str] = set()
    empty: set[str] = set()
    last = ""
    for index in indices:
        text, _, _, tag, _ = tokens[index]
        if index in skipped:
            continue
        if text in measured:
            empty.update(text)
        elif (
            tag[0] in _CONTENT
            or text[0] in _NAMED
            or (tag == "m" and len(text) > 1 and text[-1] in _NUMBERED)
            or (tag == "r" and text[0] not in _POINTING)
        ):
            characters.update(text[:-1] if text[-1] == "数" and len(text) > 2 else text)  # 铜铃数
            last = last if tag == "t" and last else text
    if last and last[-1] in _KIN:
        characters.add("亲")
    return frozenset(characters or empty)


def is_pronoun(tokens: Sequence[Token], indices: Sequence[int]) -> bool:
    pronouns = entity_words("pronoun")
    return any(tokens[index].text in pronouns for index in indices)


def likeness(one: Key, other: Key) -> float:
    """How sure two keys name the same: 1 for equal, above 0.5 where one holds the other."""
    if not one or not other:
        return 0.0
    shared = len(one & other)
    if not shared or (one ^ other) & _MARKS:
        return 0.0
    smaller, larger = sorted((len(one), len(other)))
    if shared == smaller:
        return 0.5 + 0.5 * shared / larger
    return 0.5 * shared / (smaller + larger - shared)
