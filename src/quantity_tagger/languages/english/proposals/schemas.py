"""The schemas of a story: how each quantity bears on the question.

A stock obeys  end = start + gains − losses,  a whole is the sum of its parts, and a difference is
the larger less the smaller. Which of these the text tells, and which term the question asks for,
is read off the facts; solving for it gives every quantity a suggested sign. It is a suggestion: the
model weighs it with everything else.
"""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.proposals.story import DIRECTIONS, Signs
from quantity_tagger.languages.english.proposals.story_compare import Comparing
from quantity_tagger.problem.facts import Relation

_SHIFTS: Final = frozenset(["lose", "leave", "increase", "decrease", "remove"])
#: What a question of each kind may yet ask for, where its own schema does not hold.
_OTHER_WAYS: Final[dict[str, tuple[str, ...]]] = {
    "whole": ("or stock", "or part", "or whole"),
    "change": ("or part", "or whole", "or stock"),
    "start": ("or whole", "or stock", "or part"),
    "difference": ("or part", "or stock", "or whole"),
}
_ROUNDING: Final = 1e-9


def _apart(relation: Relation) -> Relation:
    """The relation of what is none of what is asked for."""
    return Relation(
        unit="other",
        owner=relation.owner,
        place=relation.place,
        time=relation.time,
        verb=relation.verb,
        effect=relation.effect,
        related=False,
    )


class Schemas(Comparing):
    """The schemas that can hold, and the choice among them."""

    def focus(self) -> Schemas | None:
        """The story without what is stated of others than the one asked about and touches nothing
        of theirs; None where there is nothing of the kind.
        """
        asked = self.question.owner
        if not asked or self.question.joint or self.question.kind == "difference":
            return None
        left_out = [i for i in self.all if self._is_apart(i, asked)]
        if not left_out or len(self.all) - len(left_out) < 2:
            return None
        if any(self.roles[i] == "difference" for i in self.all):
            return None
        relations = tuple(
            [
                _apart(relation) if i in left_out else relation
                for i, relation in enumerate(self.relations)
            ]
        )
        story = Schemas(self.facts, relations)
        story.all = [i for i in story.all if i not in left_out]
        return story if len(story.used) >= 2 else None

    def _is_apart(self, i: int, asked: str) -> bool:
        q = self.quantities[i]
        return (
            q.person
            and not q.joint
            and q.owner != asked
            and asked not in (q.recipient, q.source, q.reference)
            and q.role != "total"
            and not self.relations[i].effect
        )

    def reading(self) -> tuple[str, Signs]:
        """The schema that fits with its signs, turned where the answer would be negative."""
        schema, signs = self.suggest()
        if self.answer(signs) < -_ROUNDING:
            return f"{schema} turned", {i: -sign for i, sign in signs.items()}
        return schema, signs

    def other_ways(self, read: str) -> list[str]:
        """What else the story may be, likeliest first, where the schema it was read by was
        mistaken.
        """
        if len(self.used) < 2:
            return []
        ways = _OTHER_WAYS.get(self.question.kind, ("or part", "or whole", "or stock"))
        stock = read.startswith("stock")
        return [way for way in ways if not (stock and way == "or stock")]

    def otherwise(self, way: str) -> Signs:
        """The signs of another way to read the story; none where its answer would be none."""
        if way == "or part":
            signs = self.largest_less_others(self.used)
        elif way == "or stock":
            signs = self.stock()
        else:
            signs = dict.fromkeys(self.used, 1)
        return signs if self.answer(signs) > _ROUNDING else {}

    def suggest(self) -> tuple[str, Signs]:
        """The schema that fits, and its signs."""
        question, kind = self.question, self.question.kind
        differences = [i for i in self.all if self.roles[i] == "difference"]
        if differences and kind != "difference":
            chained = self.compared(differences)
            if chained is not None:
                return "compare", chained
        if overlap := self.overlap():
            return "overlap", overlap
        if kind == "difference":
            return "difference", self.difference()
        if kind == "need":
            return "need", self.need()
        if question.unit_kind == "part":
            return "fractions", dict.fromkeys(self.used, 1)
        denied = self.denied()
        if denied and not question.negated:
            wholes = [i for i in self.used if self.roles[i] != "part"]
            return "not", dict.fromkeys(wholes, 1) | dict.fromkeys(denied, -1)
        rest = "rest" in self.facts.cues and kind not in ("whole", "start", "end")
        if kind == "part" or (rest and not self.grows()) or self.names_part():
            return "part", self.part()
        if kind != "whole" and (signs := self.part_of_total() or self.other_part()):
            return "part", signs
        if kind == "start":
            return "start", self.start()
        if kind in ("remainder", "end", "state"):
            return "stock", self.stock()
        ended = any(self.quantities[i].phase == "end" for i in self.used)
        if kind == "change" or (kind == "whole" and ended and question.verb_class in DIRECTIONS):
            return self.change()
        if kind == "whole":
            return "whole", self.whole()
        told = [i for i in self.used if self.roles[i] != "part"]
        same = [i for i in told if self.relations[i].verb]
        return "sum", dict.fromkeys(same if len(same) >= 2 else told, 1)

    # --- stocks -----------------------------------------------------------------------------------

    def stock(self) -> Signs:
        """The end of a stock is its start with the gains and without the losses."""
        signs: Signs = {}
        remainder = self.question.kind == "remainder"
        for i in self.used:
            q, relation = self.quantities[i], self.relations[i]
            if q.role == "part" and relation.effect >= 0:
                signs[i] = -1 if remainder else 0
            elif relation.effect:
                signs[i] = relation.effect
            elif q.role == "change" or (q.verb_class == "do" and q.role != "goal"):
                signs[i] = 0
            else:
                signs[i] = 0 if relation.owner == "other" else 1
        if remainder and "remainder" in self.question.cues:
            self._something_went(signs)
        if self.used and not any(sign > 0 for sign in signs.values()):
            signs[self.largest(self.used)] = 1
        return signs

    def _something_went(self, signs: Signs) -> None:
        """What is "left" has lost something: where no loss is stated, the last event is it."""
        events = [i for i in self.used if self.roles[i] == "change" and signs[i] > 0]
        if events and events[-1] != self.used[0] and min(signs.values()) >= 0:
            signs[events[-1]] = -1

    def start(self) -> Signs:
        """The start of a stock is its end without the gains and with the losses."""
        owned = any(
            self.roles[i] == "state" and self.relations[i].owner != "other" for i in self.used
        )
        signs: Signs = {}
        for i in self.used:
            effect = self.relations[i].effect
            if effect:
                signs[i] = -effect
            elif self.roles[i] != "part" and not (owned and self.relations[i].owner == "other"):
                signs[i] = 1
        left = any("left" in self.quantities[i].cues for i in self.used)
        gains = [i for i in self.used if self.relations[i].effect > 0]
        if left and gains and all(self.relations[i].effect >= 0 for i in self.used):
            signs[gains[-1]] = 1  # what is "left" has lost something
        return signs

    def change(self) -> tuple[str, Signs]:
        """The event asked for: what the stock is short of at its end, or all events of the kind."""
        used = self.used
        if any(self.roles[i] == "state" and self.relations[i].owner == "same" for i in used):
            used = [
                i for i in used if self.roles[i] != "state" or self.relations[i].owner != "other"
            ]
        states = [i for i in used if self.roles[i] in ("state", "goal")]
        events = [i for i in used if i not in states]
        direction = DIRECTIONS.get(self.question.verb_class, 0)
        ends = [i for i in states if self.quantities[i].phase == "end"]
        if len(states) >= 2 and not ends:
            times = {self.quantities[i].time for i in states} - {""}
            clauses = {self.clause(i) for i in states}
            asked = self.question.times
            moved = self.question.verb_class in _SHIFTS or self.question.verb == "grow"
            if len(times) == len(states) == 2 and moved and not events and len(asked) < 2:
                # what there was at two times: what came or went lies between them
                return "change of state", self.largest_less_others(states)
            if len(times) == len(states) or (not events and (len(clauses) == 1 or not direction)):
                # each tells of its own day, or all are stated in the same clause
                return "events", dict.fromkeys(used, 1)
        if len(states) >= 2 or (ends and events):
            last = ends if ends and len(ends) < len(states) else states[-1:]
            turned = direction or 1
            signs: Signs = {}
            for i in used:
                if i in states:
                    signs[i] = turned if i in last else -turned
                elif self.roles[i] != "part":
                    effect = self.relations[i].effect or self.quantities[i].direction
                    signs[i] = -turned * effect
            if self.answer(signs) > _ROUNDING:
                return "change told", signs
            told = [i for i in used if self.roles[i] != "part"]
            return "change", self.largest_less_others(told or used)
        same = [i for i in events if self.relations[i].verb]
        if same or not states:
            # one verb of the question's own sets what is asked for apart from a stock
            told = self._own(same if states or len(same) >= 2 else used)
            along = [i for i in told if not direction or self.direction(i) != -direction]
            return "events", {i: 0 if self.roles[i] == "part" else 1 for i in along or told}
        return "change", self.largest_less_others(used)
