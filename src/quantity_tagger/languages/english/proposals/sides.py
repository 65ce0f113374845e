"""A question that compares two sides: only what is stated of these two sides counts.

The sides of "how many more red pens than blue pens did Ann sell on Monday" differ in their sort and
agree in owner, verb and time. What they differ in tells the quantities of one from those of the
other; what they agree in tells these from all the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quantity_tagger.languages.english.facts.agreement import USABLE
from quantity_tagger.languages.english.proposals.ledger import Reading, Terms
from quantity_tagger.languages.english.proposals.story import exact_worth
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import Facts, QuantityFacts, Relation, Side

_LEFT_OUT: Final = frozenset(["label", "date", "groups", "difference"])
_STOCKS: Final = frozenset(["hold", "exist", ""])
_CONTESTS: Final = word_set("verb_groups", "contest")
_AFTER: Final = frozenset(["end", "remainder"])
#: What sets the sides apart, by the field that tells it.
_RESPECTS: Final = ("time", "owner", "place", "verb", "recipient")


def between_sides(facts: Facts, relations: tuple[Relation, ...]) -> Reading | None:
    """One side less the other; None where either has no quantity of its own."""
    question = facts.question
    if question.kind != "difference":
        return None
    sides = question.sides or _implied(facts)
    return _Comparison(facts, relations, sides).answer() if len(sides) == 2 else None


def _implied(facts: Facts) -> tuple[Side, ...]:
    """The sides where one is left unsaid: "how many fewer did her mother pick?"."""
    question = facts.question
    if question.reference or question.reference_of:
        return ()
    asked = {"time": question.time, "owner": question.owner, "place": question.place}
    for respect, one in asked.items():
        if not one:
            continue
        told = {getattr(q, respect) for q in facts.quantities if q.value is not None} - {""}
        if respect == "time":
            told = {t for t in told if t.partition(":")[0] == one.partition(":")[0]}
        if one in told and len(told) == 2:
            (other,) = told - {one}
            return _only(respect, one), _only(respect, other)
    return ()


def _only(respect: str, value: str) -> Side:
    """A side of which one thing alone is said."""
    if respect == "time":
        return Side(time=value)
    return Side(owner=value) if respect == "owner" else Side(place=value)


def _words(q: QuantityFacts) -> set[str]:
    """All that may name what a quantity is stated of."""
    return {q.unit, q.owner, q.place, q.item, q.thing, q.recipient, *q.kinds}.union(
        q.modifiers, q.material, q.owner_of
    )


class _Comparison:
    def __init__(
        self, facts: Facts, relations: tuple[Relation, ...], sides: tuple[Side, ...]
    ) -> None:
        self.facts = facts
        self.question = facts.question
        self.quantities = facts.quantities
        self.relations = relations
        self.one, self.other = sides
        self.respects = self._respects()
        values = [
            value
            for side in (self.one, self.other)
            for value in (side.owner, side.place, side.time, side.verb, side.recipient)
        ]
        known = {word for value in values for word in (value, *value.split())}
        both = set(self.one.words) & set(self.other.words)
        self.one_words = set(self.one.words) - both - known
        self.other_words = set(self.other.words) - both - known
        self.by_sort = bool(self.other_words)
        self.sorts = self.one_words | self.other_words
        self.words = [_words(q) for q in self.quantities] if self.by_sort else []
        self.doubts = 0

    def _respects(self) -> list[str]:
        """In what the sides differ, besides their sort."""
        found: list[str] = []
        for respect in _RESPECTS:
            other = getattr(self.other, respect)
            if other and other != getattr(self.one, respect):
                found.append(respect)
        return found

    def answer(self) -> Reading | None:
        if not self.respects and not self.by_sort:
            return None
        told = [i for i in range(len(self.quantities)) if i != self.facts.unknown]
        told = [i for i in told if self._takes_part(i)]
        other = [i for i in told if self._is_of(i, self.other, self.other_words)]
        one = [i for i in told if i not in other and self._is_of(i, self.one, self.one_words)]
        if other and not one:
            one = [i for i in told if i not in other and self._may_be_of(i)]
            self.doubts += self.respects != ["time"] or self.by_sort
        one, other = self._fitting(one), self._fitting(other)
        if not one or not other:
            return None
        signs = self._sum(one, 1) | self._sum(other, -1)
        if len(signs) < 2 or 1 not in signs.values() or -1 not in signs.values():
            return None
        if exact_worth(self.quantities, signs) < 0:
            signs = {i: -sign for i, sign in signs.items()}
        return Reading("sides", signs, self.doubts)

    def _takes_part(self, i: int) -> bool:
        """Whether a quantity agrees with what both sides share."""
        q, relation = self.quantities[i], self.relations[i]
        if q.role in _LEFT_OUT or q.negated or q.hypothetical:
            return False
        if q.role == "part" and q.complement not in self.sorts:
            return False
        named = q.thing in self.one.words or q.thing in self.other.words
        named = named or (self.by_sort and not self.words[i].isdisjoint(self.sorts))
        if relation.unit not in USABLE and not named:
            return False
        for respect in ("time", "owner", "place", "recipient"):
            if respect not in self.respects and self._denies(q, respect):
                return False
        return True

    def _denies(self, q: QuantityFacts, respect: str) -> bool:
        """Whether a quantity is stated of another owner, place or time than both sides."""
        asked = getattr(self.one, respect)
        said = getattr(q, respect)
        if not asked or not said or said == asked:
            return False
        if respect == "owner":
            return q.person and not q.joint
        if respect == "time":
            return bool(said.partition(":")[0] == asked.partition(":")[0])
        return any(
            asked == getattr(other, respect) for other in self.quantities if other.value is not None
        )

    def _is_of(self, i: int, side: Side, words: set[str]) -> bool:
        q = self.quantities[i]
        if self.by_sort and self.words[i].isdisjoint(words):
            return False
        if not self.by_sort and not self.respects:
            return False
        for respect in self.respects:
            asked = getattr(side, respect)
            if respect == "owner" and q.thing:
                if q.thing not in side.words or (side.owner and q.owner != side.owner):
                    return False  # "his dog weighs 7": the dog's, not his
                continue
            if not asked:
                if respect == "owner" and q.owner in side.words:
                    continue
                return False
            if getattr(q, respect) != asked and not self._says(q, respect, asked):
                return False
        return True

    def _says(self, q: QuantityFacts, respect: str, asked: str) -> bool:
        """Whether a quantity says the same in another place of its clause."""
        if respect == "owner":
            return asked in q.owner.split(" ") and not q.joint
        if respect == "time":
            return asked in q.times
        if respect == "place":
            return asked == q.owner or asked in (q.recipient, q.source)
        return False

    def _may_be_of(self, i: int) -> bool:
        """Whether nothing speaks against a quantity's being of the side asked about."""
        q = self.quantities[i]
        return all(
            not getattr(q, respect) or not getattr(self.one, respect) for respect in self.respects
        ) and not (self.by_sort and self.words[i] & self.other_words)

    def _fitting(self, side: Sequence[int]) -> list[int]:
        """Those of a side that tell of the verb asked about, where some do."""
        question = self.question
        if "verb" in self.respects:
            return list(side)
        same = [i for i in side if self.relations[i].verb]
        if question.verb in _CONTESTS and not same:
            return list(side)
        if question.verb_class in _STOCKS:
            before = "start" in question.cues
            if not before and (_AFTER.intersection(question.cues) or question.tense == "present"):
                ends = [i for i in side if self.quantities[i].phase == "end"]
                tenses = {self.quantities[i].tense for i in side}
                if not ends and question.tense == "present" and tenses == {"past", "present"}:
                    ends = [i for i in side if self.quantities[i].tense == "present"]
                return ends or list(side)
            states = [i for i in side if self.quantities[i].role == "state"]
            return states or list(side)
        if same:
            return same
        alike = [i for i in side if self.quantities[i].verb_class == question.verb_class]
        if not alike:
            self.doubts += 1
        return alike or list(side)

    def _sum(self, side: Sequence[int], factor: int) -> Terms:
        """All of a side; of a stock, what went is taken off."""
        stock = self.question.verb_class in _STOCKS and any(
            self.quantities[i].role == "state" for i in side
        )
        return {i: -factor if stock and self.relations[i].effect < 0 else factor for i in side}
