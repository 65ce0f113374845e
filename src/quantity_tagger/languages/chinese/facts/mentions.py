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
from quantity_tagger.languages.chinese.grammar import JOINING, SIDES
from quantity_tagger.languages.chinese.vocabulary import character_set
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Token
from quantity_tagger.problem.problem import Problem

Key = frozenset[str]  # the characters that name an entity

NOBODY: Final[Key] = frozenset()
NOTHING: Final[frozenset[int]] = frozenset()
NAMING: Final = frozenset(("start", "rest"))  # cue classes whose words tell entities apart
# 另一根 is not 一根, 原价 not the price now; 亲 marks a relative, so that 小明的妈妈 is not 小明.
_MARKS: Final = frozenset("原另亲")
_KIN: Final = character_set("characters", "kin")
_NUMBERED: Final = character_set("characters", "numbered name")
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
    clause: int = 0
    sentence: int = 0
    left: range = range(0)
    right: range = range(0)
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
    found: list[Mention] = [
        Mention(quantity.token, quantity.value, quantity.unit) for quantity in problem.quantities
    ]
    found.append(Mention(unknown.token, None, unknown.head))
    found.sort(key=lambda mention: mention.token)
    ends = [part.stop for part in document.clauses]
    sentence_ends = [part.stop for part in document.sentences]
    if moved is not None:
        for mention in found:
            mention.token = moved[mention.token]
        moved.append(len(tokens))
        ends = [moved[end] for end in ends]
        sentence_ends = [moved[end] for end in sentence_ends]
    numbers = {mention.token: mention.value for mention in found}
    for mention in found:
        mention.label = label(tokens, mention.token, numbers)
    _find_words(tokens, found, ends, sentence_ends)
    all_hits = hits(document.text, tokens)
    _find_cues(found, all_hits)
    _add_clause_cues(found)
    _find_keys(tokens, found)
    asked_at = next(index for index, mention in enumerate(found) if mention.value is None)
    return Reading(tokens, found, all_hits, asked_at)


def _find_words(
    tokens: Sequence[Token],
    found: Sequence[Mention],
    ends: Sequence[int],
    sentence_ends: Sequence[int],
) -> None:
    """The clause of each mention, and its words there: from the mention before up to the next."""
    bounds = [mention.token for mention in found if not mention.label]
    clause = sentence = 0
    for mention in found:
        token = mention.token
        while ends[clause] <= token:
            clause += 1
        while sentence_ends[sentence] <= token:
            sentence += 1
        opening, stop = ends[clause - 1] if clause else 0, ends[clause]
        start = opening
        bound = bisect_left(bounds, token)
        if bound and bounds[bound - 1] >= start:
            start = bounds[bound - 1] + 1
        after = bound + (not mention.label)
        if after < len(bounds) and bounds[after] < stop:
            stop = bounds[after]
        mention.clause, mention.sentence = clause, sentence
        mention.left, mention.right = range(start, token), range(token + 1, stop)
        mention.words = frozenset([word[0] for word in tokens[start:token]])
        mention.follows = start != opening
        opened = sentence_ends[sentence - 1] if sentence else 0
        if bound:
            spoken = next((end for end in ends if end > bounds[bound - 1]), 0)
            opened = max(opened, spoken)
        mention.lead = range(opened, max(opened, start))


def _find_cues(found: Sequence[Mention], all_hits: Sequence[Hit]) -> None:
    """The hits before and after each mention, and their classes."""
    at = 0
    for mention in found:
        while at < len(all_hits) and all_hits[at].start < mention.left.start:
            at += 1
        owned: set[str] = set()
        for place in range(at, len(all_hits)):
            hit = all_hits[place]
            if hit.start >= mention.right.stop:
                break
            if hit.start < mention.token:
                mention.before.append(hit)
            elif hit.start > mention.token:
                mention.after.append(hit)
            owned |= hit.classes
        mention.cues = frozenset(owned)


def _find_keys(tokens: Sequence[Token], found: Sequence[Mention]) -> None:
    """Who or what each mention is the amount of, its verbs, and what stands before them."""
    measured = entity_characters("measured")
    last: Mention | None = None
    for mention in found:
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
        goes_on = mention.value is not None and last and last.sentence == mention.sentence
        if goes_on and last and mention.key <= measured:
            mention.key = last.topic or mention.key  # 阿军今年7岁，体重24千克
        last = mention


def _add_clause_cues(found: Sequence[Mention]) -> None:
    by_clause: dict[int, frozenset[str]] = {}
    for mention in found:
        by_clause[mention.clause] = by_clause.get(mention.clause, NOBODY) | mention.cues
    for mention in found:
        mention.clause_cues = by_clause[mention.clause]


def _key_of(tokens: Sequence[Token], mention: Mention) -> Key:
    """What stands before the amount in its clause and the noun after it."""
    stop = next((hit.start for hit in mention.after if is_verb(hit)), mention.right.stop)
    stop = next((at for at in range(mention.right.start, stop) if tokens[at].text in JOINING), stop)
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
        and not (hit.word in SIDES and hit.start and tokens[hit.start - 1].text == "的")
        for index in hit_range(hit)
    }


def _own(tokens: Sequence[Token], mention: Mention) -> range:
    """The words before the amount without those after the amount before: 3只鸡和|5只鸭."""
    if not mention.follows:
        return mention.left
    parted = (at for at in mention.left if tokens[at].text in JOINING)
    return range(next(parted, mention.left.start - 1) + 1, mention.left.stop)


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
