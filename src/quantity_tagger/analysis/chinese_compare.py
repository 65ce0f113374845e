"""Comparisons (A比B多5) as equations between entities, followed from the known to the asked.

Every amount that the text states gives an entity its value, every comparison ties two entities:
subject = standard ± difference. Substituting along these ties gives the unknown as a sum of the
text's quantities with a sign each: its *form*.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from quantity_tagger.analysis.chinese_mentions import (
    NOBODY,
    Key,
    Mention,
    hit_range,
    is_pronoun,
    key,
    likeness,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from quantity_tagger.analysis.chinese_words import Hit
    from quantity_tagger.text.document import Token

Form = dict[int, int]  # mention index → coefficient

_JOINING: Final = frozenset(("和", "与", "、", "及", "跟", "同"))
_SUMMED: Final = frozenset(
    ("总数", "总和", "总", "共", "一共", "和", "总人数", "总共", "之和", "合计")
)
_SAME_UNIT_DIRECTIONS: Final = frozenset(("than:more", "than:less"))
_SURE: Final = 0.5


@dataclass(slots=True)
class Side:
    """One side of a comparison: a mention of the text, or whoever the key names, or several."""

    mention: int = -1
    keys: tuple[Key, ...] = ()
    summed: bool = False  # all that was stated before, taken together
    omitted: bool = False


@dataclass(slots=True)
class Comparison:
    """``subject`` is ``direction`` × the amount of mention ``difference`` above ``standard``."""

    difference: int
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
        place = next(
            (place for place in range(len(hits) - 1, at, -1) if _direction(hits[place], mention)),
            -1,
        )
        if place < 0:
            return None
        direction = _direction(hits[place], mention)
        subject = _side(tokens, mention, range(mention.left.start, hits[at].start))
        if not subject.keys and index and _touches(tokens, mentions[index - 1], hits[at].start):
            subject = Side(mention=index - 1)
        standard = _side(tokens, mention, range(hits[at].stop, hits[place].start))
        return Comparison(index, direction, subject, standard)
    if not hits or not (direction := _direction(hits[-1], mention)):
        return None
    # 比5100少2895, 85比32与27的和多多少: what is compared with are numbers of the same clause.
    members: list[int] = []
    for other in range(index - 1, -1, -1):
        before = mentions[other]
        if before.clause != mention.clause:
            return None
        members.append(other)
        at = _last(before.before, "compare")
        if at >= 0:
            start = before.before[at].start
            subject = _side(tokens, before, range(before.left.start, start))
            if not subject.keys and other and _touches(tokens, mentions[other - 1], start):
                subject = Side(mention=other - 1)
            standard = Side(mention=members[0]) if len(members) == 1 else Side(summed=True)
            if len(members) > 1:
                standard.keys = tuple(frozenset({f"#{member}"}) for member in members)
            return Comparison(index, direction, subject, standard)
        if not any("join" in hit.classes for hit in before.before):
            return None
    return None


def _last(hits: Sequence[Hit], kind: str) -> int:
    return next((at for at in range(len(hits) - 1, -1, -1) if kind in hits[at].classes), -1)


def _direction(hit: Hit, mention: Mention) -> int:
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


_TIMES: Final = frozenset(
    ("秒", "分", "分钟", "小时", "时", "天", "日", "年", "月", "个月", "秒钟")
)


def _touches(tokens: Sequence[Token], mention: Mention, at: int) -> bool:
    """Whether the amount itself is what stands before ``at``: 1057比…, 150千克比…."""
    between = range(mention.token + 1, at)
    return all(tokens[index].tag in ("q", "uj") for index in between)


def _side(tokens: Sequence[Token], mention: Mention, indices: range) -> Side:
    texts = [tokens[index].text for index in indices]
    skipped = {
        index
        for hit in mention.before
        if not hit.classes & {"start", "now", "plan", "actual", "rest"}
        for index in hit_range(hit)
    }
    groups: list[list[int]] = [[]]
    for index, text in zip(indices, texts, strict=True):
        if text in _JOINING:
            groups.append([])
        else:
            groups[-1].append(index)
    keys = tuple(found for group in groups if (found := key(tokens, group, skipped)))
    summed = any(text in _SUMMED or text.endswith(("总数", "总和", "总人数")) for text in texts[1:])
    if not keys:
        pronoun = is_pronoun(tokens, indices)
        return Side(omitted=True, summed=summed and not pronoun)
    return Side(keys=keys, summed=summed or len(keys) > 1)


class Entities:
    """Who has which amount, as far as it follows from the text."""

    def __init__(
        self,
        mentions: Sequence[Mention],
        ties: Mapping[int, Comparison],
        stated: Sequence[int],
    ) -> None:
        self.mentions = mentions
        self.ties = ties
        self.stated = [index for index in stated if index not in ties]
        self.keys: list[Key] = []
        self.forms: list[Form | None] = []
        self.of_mention: dict[int, int] = {}
        self.subject_of: dict[int, int] = {}
        for index in self.stated:
            self.of_mention[index] = self._new(mentions[index].key, {index: 1})
        self.sides: dict[int, tuple[list[int], list[int]]] = {}
        for index, tie in ties.items():
            subject = self._resolve(tie.subject, index)
            standard = self._resolve(tie.standard, index, but=subject)
            self.sides[index] = (subject, standard)
        self._propagate()

    def _new(self, named: Key, form: Form | None = None) -> int:
        self.keys.append(named)
        self.forms.append(form)
        return len(self.keys) - 1

    def _resolve(self, side: Side, index: int, but: Sequence[int] = ()) -> list[int]:
        """The entities that a side stands for (added up where there are several)."""
        if side.mention >= 0:
            if side.mention not in self.of_mention:
                self.of_mention[side.mention] = self._new(NOBODY, {side.mention: 1})
            return [self.of_mention[side.mention]]
        if side.keys:
            found = [self._named(named, but) for named in side.keys]
            if side.summed and len(found) == 1 and self._is_new(found[0], side.keys[0]):
                earlier = [self.of_mention[i] for i in self.stated if i < index]
                if len(earlier) > 1:
                    return earlier
            return found
        if side.summed:
            return [self.of_mention[i] for i in self.stated if i < index]
        # Left out or a pronoun: what was spoken of last.
        before = index - 1
        while before >= 0 and before not in self.of_mention and before not in self.sides:
            before -= 1
        if before in self.sides:
            entities = self.sides[before][0]
            return entities if not set(entities) & set(but) else self.sides[before][1]
        return [self.of_mention[before]] if before >= 0 else [self._new(NOBODY)]

    def _is_new(self, entity: int, named: Key) -> bool:
        return self.keys[entity] == named and self.forms[entity] is None

    def _named(self, named: Key, but: Sequence[int] = ()) -> int:
        mention = next((int(text[1:]) for text in named if text[0] == "#"), -1)
        if mention >= 0:
            return self._resolve(Side(mention=mention), mention)[0]
        entity = self.find(named, but)
        return entity if entity >= 0 else self._new(named)

    def find(self, named: Key, but: Sequence[int] = ()) -> int:
        """The entity that ``named`` names best, −1 where it fits none."""
        best, found = 0.0, -1
        for entity, other in enumerate(self.keys):
            score = likeness(named, other)
            if entity not in but and score >= _SURE and score > best:
                best, found = score, entity
        return found

    def _sum(self, entities: Sequence[int]) -> Form | None:
        total: Form = {}
        for entity in entities:
            form = self.forms[entity]
            if form is None:
                return None
            add(total, form)
        return total

    def _propagate(self) -> None:
        changed = True
        while changed:
            changed = False
            for index, (subject, standard) in self.sides.items():
                if self.mentions[index].value is None:
                    continue
                difference = {index: self.ties[index].direction}
                for one, others, sign in ((subject, standard, 1), (standard, subject, -1)):
                    if len(one) == 1 and self.forms[one[0]] is None:
                        form = self._sum(others)
                        if form is not None and not any(i in difference for i in form):
                            self.forms[one[0]] = add(form, difference, sign)
                            changed = True

    def answer(self, asked: int) -> tuple[str, Form] | None:
        """The form of the unknown, mention ``asked``, and by which way it was found."""
        if asked in self.sides:
            subject, standard = (self._sum(side) for side in self.sides[asked])
            if subject is None or standard is None:
                return None
            form = add(dict(subject), standard, -1)
            if self.ties[asked].direction < 0:
                form = {index: -sign for index, sign in form.items()}
            return "difference", _trimmed(form)
        if not self.ties:
            return None
        named = self.mentions[asked].key
        direct = set(self.of_mention.values())
        derived = [
            entity for entity, form in enumerate(self.forms) if form and entity not in direct
        ]
        scored = [(likeness(named, self.keys[entity]), entity) for entity in derived]
        if not scored:
            return None
        score, entity = max(scored, key=lambda pair: (pair[0], pair[1]))
        way = "entity" if score >= _SURE else "only" if len(derived) == 1 else "last"
        return way, _trimmed(self.forms[entity if way == "entity" else derived[-1]] or {})


def add(total: Form, other: Form, sign: int = 1) -> Form:
    """``total`` with ``sign`` × ``other`` added to it, in place."""
    for index, coefficient in other.items():
        total[index] = total.get(index, 0) + sign * coefficient
    return total


def _trimmed(form: Form) -> Form:
    return {index: sign for index, sign in form.items() if sign}
