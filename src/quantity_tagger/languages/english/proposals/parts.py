"""A whole and the parts that are stated of it: what is asked is the part that is not.

"33 pencils … 14 pencils are sharp … how many are not sharp", "65 animals … 28 of them are goats …
how many sheep": a part is of the same unit as its whole and is set apart by an adjective, a
condition or its kind; a part of a part, and a part in another respect, do not count.
"""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.agreement import USABLE
from quantity_tagger.languages.english.proposals.ledger import Reading, Terms
from quantity_tagger.languages.english.proposals.story import exact_worth
from quantity_tagger.problem.facts import Facts, QuantityFacts, Relation

_KINDS: Final = frozenset(["part", "state", "remainder", "change", ""])
_LEFT_OUT: Final = frozenset(["label", "date", "groups", "price", "rate", "difference"])
_PLAIN: Final = frozenset(["be", "have", ""])


def missing_part(facts: Facts, relations: tuple[Relation, ...]) -> Reading | None:
    """The whole less the parts that are stated; None where no whole or no part is."""
    if facts.question.kind not in _KINDS:
        return None
    return _Parts(facts, relations).answer()


class _Parts:
    def __init__(self, facts: Facts, relations: tuple[Relation, ...]) -> None:
        self.facts = facts
        self.question = facts.question
        self.quantities = facts.quantities
        self.relations = relations
        self.told = [
            i
            for i, q in enumerate(facts.quantities)
            if i != facts.unknown and q.role not in _LEFT_OUT and not self._is_anothers(q)
        ]

    def _is_anothers(self, q: QuantityFacts) -> bool:
        question = self.question
        if not question.owner or question.joint or not q.person or q.joint:
            return False
        return q.owner != question.owner and question.owner not in (q.recipient, q.source)

    def answer(self) -> Reading | None:
        question = self.question
        if question.negated:
            return self._all_but(question.complement or question.verb)
        if several := self._rest_of_several():
            return several
        if question.opposites and (without := self._without(question.opposites)):
            return without
        own = {*question.modifiers, question.complement} - {""}
        if own:
            return self._rest(own)
        return self._other_kind()

    def _without(self, opposites: frozenset[str]) -> Reading | None:
        """Those in one condition: all but those in the opposite one."""
        those = [i for i in self.told if self.quantities[i].complement in opposites]
        units = {self.quantities[i].unit for i in those}
        places = {self.quantities[i].place for i in those} - {""}
        wholes = [
            i
            for i in self.told
            if i not in those
            and self._is_whole(i)
            and self.quantities[i].unit in units
            and (not places or self.quantities[i].place in places)
        ]
        return self._less("all but", wholes, those)

    def _rest_of_several(self) -> Reading | None:
        """What was at one of the times or places that a total is stated of."""
        question = self.question
        for asked, several, one in (
            (question.time, "times", "time"),
            (question.place, "places", "place"),
        ):
            if not asked:
                continue
            for i in self.told:
                named = getattr(self.quantities[i], several)
                if asked not in named or self.quantities[i].role != "total":
                    continue
                parts = [
                    j
                    for j in self.told
                    if j != i
                    and self.relations[j].unit in ("same", "kind", "unsaid")
                    and getattr(self.quantities[j], one) in named
                    and getattr(self.quantities[j], one) != asked
                ]
                return self._less("rest of several", [i], parts)
        return None

    def _all_but(self, said: str) -> Reading | None:
        """Those who are not: all but those who are."""
        if said in _PLAIN:
            return None
        those = [
            i
            for i in self.told
            if self._says(self.quantities[i], said) and self.relations[i].unit in USABLE
        ]
        wholes = [
            i
            for i in self.told
            if i not in those
            and self._is_whole(i)
            and self._same_unit(i, self.question.unit)
            and self.relations[i].unit in USABLE
        ]
        clauses = {self._clause(i) for i in wholes}
        if any(self._clause(i) in clauses for i in those):
            return None  # stated in the same clause: no part of it
        return self._less("all but", wholes, those)

    def _clause(self, i: int) -> tuple[int, str]:
        return self.quantities[i].sentence, self.quantities[i].verb

    def _says(self, q: QuantityFacts, said: str) -> bool:
        return said in (q.complement, q.verb) or said in q.modifiers

    def _is_whole(self, i: int) -> bool:
        q = self.quantities[i]
        return not q.complement and q.role != "part" and not q.negated and not q.hypothetical

    def _same_unit(self, i: int, unit: str) -> bool:
        q = self.quantities[i]
        return q.unit == unit or q.inherited or unit in q.kinds or not q.unit

    def _rest(self, own: set[str]) -> Reading | None:
        """Those of one sort: all but those of the others, where nothing is stated of that sort."""
        unit = self.question.unit
        alike = [i for i in self.told if self.quantities[i].unit == unit]
        if any(own & self._sorts(self.quantities[i]) for i in alike):
            return None
        wholes = [i for i in alike if self._is_whole(i) and not self._sorts(self.quantities[i])]
        parts = [i for i in alike if self._sorts(self.quantities[i])]
        parts += [i for i in alike if i not in parts and self.quantities[i].role == "part"]
        return self._less("other sort", wholes, parts)

    def _sorts(self, q: QuantityFacts) -> set[str]:
        return {*q.modifiers, *q.material, q.complement} - {""}

    def _other_kind(self) -> Reading | None:
        """Those of one kind, where the whole is stated of what all are kinds of."""
        unit = self.question.unit
        kinds = self.quantities[self.facts.unknown].kinds
        if not unit or any(self.quantities[i].unit == unit for i in self.told):
            return None
        wholes = [i for i in self.told if self.quantities[i].unit in kinds and self._is_whole(i)]
        if not wholes:
            return None
        general = self.quantities[wholes[0]].unit
        parts = [
            i
            for i in self.told
            if i not in wholes
            and (general in self.quantities[i].kinds or self.quantities[i].unit == general)
        ]
        named = {self.quantities[i].complement for i in parts} - {""}
        parts = [i for i in parts if self.quantities[i].unit not in named]
        return self._less("other kind", wholes, parts)

    def _less(self, schema: str, wholes: list[int], parts: list[int]) -> Reading | None:
        if not wholes or not parts:
            return None
        signs: Terms = dict.fromkeys(wholes, 1) | dict.fromkeys(parts, -1)
        if exact_worth(self.quantities, signs) <= 0:
            return None
        units = {self.quantities[i].unit for i in wholes}
        return Reading(schema, signs, len(wholes) > 1 and len(units) < len(wholes))
