"""What a story parts: wholes that are stated, less the parts that are."""

from __future__ import annotations

from quantity_tagger.languages.english.facts.agreement import ANYTHING
from quantity_tagger.languages.english.proposals.story import DIRECTIONS, Signs, Story


class Parting(Story):
    """Wholes, told at once or as several, and their parts."""

    def denied(self) -> list[int]:
        """Quantities of those who did not, where it is asked who did, or the other way round."""
        question = self.question
        any_total = any(self.roles[i] == "total" for i in self.all)
        return [
            i
            for i in self.all
            if self.quantities[i].negated != question.negated
            and (any_total or self.quantities[i].verb == question.verb)
            and self.relations[i].unit != "other"
        ]

    def grows(self) -> bool:
        """Whether a stock that is stated gains something."""
        return any(self.roles[i] == "state" for i in self.used) and any(
            self.relations[i].effect > 0 and self.quantities[i].verb_class != "put"
            for i in self.used
        )

    def names_part(self) -> bool:
        """Whether the question names a part by a word that no quantity has: "bad carrots"."""
        question = self.question
        if question.kind not in ("state", "change", "remainder", "") or question.unit in ANYTHING:
            return False
        rival = any(self.relations[i].unit == "rival" for i in self.all)
        shares = any(self.roles[i] == "part" or self._is_share(i) for i in self.all)
        if not rival and (len(self.used) < 2 or not shares):
            return False
        own = {*question.modifiers, question.complement, question.unit} - {""}
        for i in self.all:
            q = self.quantities[i]
            own -= {*q.modifiers, *q.material}
            if question.unit == q.unit or question.unit in q.kinds:
                own.discard(question.unit)
        return bool(own)

    def _is_share(self, i: int) -> bool:
        """Some of those told before: "28 students … 3 students are absent"."""
        q = self.quantities[i]
        return (
            bool(self.question.complement)
            and q.role == "state"
            and q.verb_class == "exist"
            and not q.owner
            and not q.place
            and any(
                self.quantities[j].unit == q.unit and self.values[j] > self.values[i]
                for j in self.all
                if j < i
            )
        )

    def overlap(self) -> Signs:
        """Two groups and those in both: the whole is the sum of the groups less the overlap."""
        both = [i for i in self.used if "both" in self.quantities[i].cues]
        asks_both = "overlap" in self.question.cues
        if len(both) + asks_both != 1:
            return {}
        wholes = [i for i in self.used if self.quantities[i].verb == "be" and i not in both]
        groups = [i for i in self.used if i not in both and i not in wholes]
        if asks_both and len(groups) == 2 and len(wholes) == 1:
            return dict.fromkeys(groups, 1) | {wholes[0]: -1}
        if both and len(groups) == 2 and not wholes:
            return dict.fromkeys(groups, 1) | {both[0]: -1}
        if both and groups and len(groups) <= 2 and len(wholes) == 1:
            return dict.fromkeys(groups, -1) | {wholes[0]: 1, both[0]: 1}
        return {}

    def part(self) -> Signs:
        """The whole, told at once or as several, less the parts that are stated."""
        used = [
            i for i in self.all if self.relations[i].unit != "other" and self.roles[i] != "groups"
        ]
        if len(used) < 2 or "rest" in self.facts.cues or "rest" in self.question.cues:
            used = [i for i in self.all if self.roles[i] not in ("groups", "price")] or self.all
        complement = self.question.complement
        if self.question.negated and complement:
            # "how many are not red": of all the others, or of the whole
            those = [i for i in used if complement in self.quantities[i].modifiers]
            plain = [i for i in used if not self.quantities[i].modifiers]
            if those:
                others = dict.fromkeys((i for i in used if i not in those), 1)
                return dict.fromkeys(those, -1) | dict.fromkeys(plain, 1) if plain else others
        parts = [
            i
            for i in used
            if self.roles[i] == "part"
            or self.quantities[i].negated
            or (self.relations[i].effect < 0 and self.question.kind == "remainder")
        ]
        wholes = [i for i in used if i not in parts]
        largest = self.largest(used)
        if self.question.kind == "part" and largest in wholes:
            verb = self.quantities[largest].verb
            done = [i for i in wholes if i != largest and self.quantities[i].verb != verb]
            if done:
                return dict.fromkeys(done, -1) | {largest: 1}
        if parts and wholes and self.total_of(wholes) >= self.total_of(parts):
            return dict.fromkeys(wholes, 1) | dict.fromkeys(parts, -1)
        return self.largest_less_others(used)

    def part_of_total(self) -> Signs:
        """A total that is stated, less the other parts; nothing where a stock goes on changing."""
        kind = self.question.kind
        moving = kind in ("end", "remainder", "start")
        if moving and any(self.relations[i].effect for i in self.used):
            return {}
        totals = [i for i in self.used if self.roles[i] == "total"]
        clauses = [self.clause(i) for i in totals]
        # "a total of 5 oaks, 6 elms and 7 pines" names parts
        totals = [i for i in totals if clauses.count(self.clause(i)) == 1]
        if not totals:
            return {}
        total = self.largest(totals)
        parts = [
            i
            for i in self.all
            if i != total
            and (i in self.used or self.relations[i].unit == "rival" or self._of_another_time(i))
        ]
        if not parts or any(self.values[i] > self.values[total] for i in parts):
            return {}
        return dict.fromkeys(parts, -1) | {total: 1}

    def other_part(self) -> Signs:
        """A whole that is stated, less the parts stated of another time, taker or purpose than
        the one that is asked about and that nothing is stated of.
        """
        question = self.question
        if question.kind not in ("change", "state", ""):
            return {}
        told = [i for i in self.all if self.relations[i].unit in ("same", "kind")]
        for respect in ("recipient", "time", "item"):
            asked = getattr(question, respect)
            if not asked:
                continue
            named = {i: getattr(self.quantities[i], respect) for i in told}
            if asked in named.values():
                continue
            parts = [i for i in told if named[i]]
            wholes = [i for i in told if not named[i]]
            if (
                parts
                and len(wholes) == 1
                and self.values[wholes[0]] > self.total_of(parts)
                and self.roles[wholes[0]] != "state"
            ):
                return dict.fromkeys(parts, -1) | {wholes[0]: 1}
        return {}

    def _of_another_time(self, i: int) -> bool:
        """A part of the total that is stated of another time than the one asked about."""
        relation = self.relations[i]
        return relation.time == "other" and relation.unit in ("same", "kind")

    def whole(self) -> Signs:
        """All that is of the kind asked for; a stock that is held may have lost some."""
        question = self.question
        same = sum(self.relations[i].owner == "same" for i in self.used)
        things = same >= 2 and not any(self.quantities[i].person for i in self.used)
        used = self._own(self.used) if question.joint or things else self.used
        goals = [i for i in used if self.roles[i] == "goal"]
        if question.verb_class == "need" and goals:
            used = goals
        direction = DIRECTIONS.get(question.verb_class, 0)
        if direction and any(
            self.roles[i] == "change" and self.direction(i) == direction for i in used
        ):
            # what was spent is asked for, not what there was to spend
            used = [i for i in used if self.roles[i] != "state"]
        elif sum(self.relations[i].verb for i in used) >= 2:
            used = [
                i
                for i in used
                if self.relations[i].verb
                or self.relations[i].owner != "other"
                or self.roles[i] != "state"
            ]
        holds = question.verb_class == "hold"
        signs: Signs = {}
        for i in used:
            if self.roles[i] == "part" or (holds and self.quantities[i].verb_class == "do"):
                continue
            lost = self.relations[i].effect < 0 and self.relations[i].owner != "other"
            signs[i] = -1 if lost and (holds or question.verb == "be") else 1
        return signs

    def _own(self, indices: list[int]) -> list[int]:
        """Those of the one asked about, where some are and others are another's."""
        if all(self.relations[i].owner != "same" for i in indices):
            return indices
        holds = self.question.verb_class in ("hold", "exist")
        return [
            i
            for i in indices
            if self.relations[i].owner != "other" or (holds and self.relations[i].effect)
        ]
