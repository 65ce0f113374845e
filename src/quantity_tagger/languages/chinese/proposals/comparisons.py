"""What follows from comparisons (A比B多5) and joint amounts (A和B共9) for an entity.

Every amount that the text states gives an entity its value, every comparison ties two entities:
subject = standard ± difference. What is asked follows by eliminating the entities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from quantity_tagger.languages.chinese.facts.compared_entities import (
    LEFT,
    Comparison,
    Side,
    together,
)
from quantity_tagger.languages.chinese.facts.mentions import NOBODY, Key, Mention, likeness
from quantity_tagger.languages.chinese.grammar import PARTICLES
from quantity_tagger.languages.chinese.proposals.statements import Form, add, solve
from quantity_tagger.languages.chinese.vocabulary import character_set
from quantity_tagger.problem.document import Token

_DAYTIME: Final = character_set("characters", "time")
_SURE: Final = 0.5


class Entities:
    """Who has which amount, as far as it follows from the text."""

    def __init__(
        self,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        ties: Mapping[int, Comparison],
        stated: Sequence[int],
        joint: Sequence[int],
    ) -> None:
        self.mentions = mentions
        self.ties = ties
        self.joint = {
            index: found
            for index in joint
            if index not in ties and len(found := together(tokens, mentions[index])) > 1
        }
        self.stated = [i for i in stated if i not in ties and i not in self.joint]
        self.keys: list[Key] = []
        self.of_mention: dict[int, int] = {}
        self.statements: list[Form] = []
        self.sides: dict[int, tuple[list[int], list[int]]] = {}
        for index in self.stated:
            self._entity_of(index, mentions[index].key)
        for index, tie in ties.items():
            known = [self._entity_of(i) for i in tie.standard.mentions]
            subject = self._resolve(tie.subject, index, but=known)
            standard = self._resolve(tie.standard, index, but=subject)
            self.sides[index] = (subject, standard)
            statement: Form = {index: -tie.direction}
            for entity in subject:
                add(statement, {entity: 1})
            for entity in standard:
                add(statement, {entity: -1})
            self.statements.append(statement)
        for index, names in self.joint.items():
            statement = {index: -1}
            for named in names:
                add(statement, {self._named(named): 1})
            self.statements.append(statement)

    def _new(self, named: Key) -> int:
        self.keys.append(named)
        return -len(self.keys)

    def _entity_of(self, mention: int, named: Key = NOBODY) -> int:
        if mention not in self.of_mention:
            self.of_mention[mention] = entity = self._new(named)
            self.statements.append({entity: 1, mention: -1})
        return self.of_mention[mention]

    def _resolve(self, side: Side, index: int, but: Sequence[int] = ()) -> list[int]:
        """The entities that a side stands for (added up where there are several)."""
        if side.mentions:
            return [self._entity_of(mention) for mention in side.mentions]
        earlier = [self.of_mention[i] for i in self.stated if i < index]
        if side.keys:
            if len(side.keys) == 1 and (several := self._gathered(side.keys[0], index)):
                return several
            known = len(self.keys)
            found = [self._named(named, but) for named in side.keys]
            if side.summed and found == [-known - 1] and len(earlier) > 1:
                return earlier
            return found
        if side.summed and len(earlier) > 1:
            return earlier
        # Left out or a pronoun: what was spoken of last.
        before = index - 1
        while before >= 0 and before not in self.of_mention and before not in self.sides:
            before -= 1
        if before in self.sides:
            entities = self.sides[before][0]
            return entities if not set(entities) & set(but) else self.sides[before][1]
        if before >= 0 and self.of_mention[before] not in but:
            return [self.of_mention[before]]
        return [self._new(NOBODY)]

    def _gathered(self, named: Key, index: int) -> list[int]:
        """The amounts that make up whom ``named`` names: 鸡 are 公鸡 and 母鸡."""
        earlier = [i for i in self.stated if i < index and i in self.of_mention]
        if named <= _DAYTIME or any(self.mentions[i].key == named for i in earlier):
            return []
        members = [i for i in earlier if named < self.mentions[i].key]
        if len(members) == 1:
            first = members[0]
            topic = self.mentions[first].topic
            if not named & topic:
                return []
            for other in earlier:
                follows = other > members[-1]
                if follows and self.mentions[other].sentence == self.mentions[first].sentence:
                    if self.mentions[other].topic - topic <= _DAYTIME:
                        members.append(other)
                    else:
                        break
        return [self.of_mention[i] for i in members] if len(members) > 1 else []

    def _named(self, named: Key, but: Sequence[int] = ()) -> int:
        best, found = 0.0, 0
        for place, other in enumerate(self.keys):
            score = likeness(named, other)
            if score >= _SURE and score > best and -place - 1 not in but:
                best, found = score, -place - 1
        if not found:  # 上来的人, 用去的: known by what they did
            core = named - PARTICLES
            acting = [i for i in self.of_mention if core and core <= self.mentions[i].act]
            found = next((self.of_mention[i] for i in acting if self.of_mention[i] not in but), 0)
        return found or self._new(named)

    def _value(self, form: Form) -> Fraction:
        values = ((self.mentions[index].value or Fraction(0), sign) for index, sign in form.items())
        return sum((value * sign for value, sign in values), Fraction(0))

    def derived(self, asked: int) -> list[Form]:
        """What follows for those whose amount is not told."""
        direct = set(self.of_mention.values())
        found: list[Form] = []
        for place in range(len(self.keys)):
            if -place - 1 not in direct:
                form = solve(self.statements, {-place - 1: 1}, asked)
                if form and len(form) > 1:
                    found.append(form)
        return found

    def answer(self, asked: int, whole: bool, apart: bool) -> tuple[str, Form] | None:
        """The form of the unknown, mention ``asked``, and by which way it was found."""
        if asked in self.ties or asked in self.joint:
            form = solve(self.statements, {asked: 1}, asked)
            way = "difference" if asked in self.ties else "joint"
            return (way, form) if form else None
        if not self.ties and not self.joint:
            return None
        names = self.mentions[asked].groups
        if apart and len(names) == 2:
            first, second = (self._named(named) for named in names)
            form = solve(self.statements, {first: 1, second: -1}, asked)
            if form and self._value(form) < 0:
                form = {index: -sign for index, sign in form.items()}
            return ("apart", form) if form else None
        if apart and len(self.ties) == 1:
            return "apart", dict.fromkeys(self.ties, 1)
        named = self.mentions[asked].key
        if LEFT in self.keys and "remain" in self.mentions[asked].cues:
            named = LEFT
        direct = set(self.of_mention.values())
        scored: list[tuple[float, int, Form]] = []
        for place, other in enumerate(self.keys):
            entity = -place - 1
            if entity not in direct:
                form = solve(self.statements, {entity: 1}, asked)
                if form and len(form) > 1:
                    scored.append((likeness(named, other), entity, form))
        if not scored:
            return None
        score, _, form = max(scored, key=lambda found: (found[0], -found[1]))
        if whole and (score < _SURE or "共" not in self.mentions[asked].words):
            return None  # 一共 sums up; 毛笔共有多少支 may just ask
        if score >= _SURE:
            return "entity", form
        if not self.ties:
            return None
        return ("only" if len(scored) == 1 else "last"), scored[-1][2]
