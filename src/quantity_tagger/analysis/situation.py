"""What the story suggests: how each quantity bears on the question, in any language.

A stock obeys  end = start + gains − losses,  a whole is the sum of its parts, and a difference is
the larger less the smaller. Which of these the text tells, and which term the question asks for,
is read off the facts; solving for it gives every quantity a suggested sign. It is a suggestion: the
model weighs it with everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from quantity_tagger.analysis.facts import Facts, Proposal, Relation, as_float
from quantity_tagger.analysis.ledger import balance
from quantity_tagger.analysis.parts import missing_part
from quantity_tagger.analysis.purchase import bought
from quantity_tagger.analysis.relation import ANYTHING, relate
from quantity_tagger.analysis.sides import between_sides

#: What an event of each class does to its subject's stock.
_DIRECTIONS: dict[str, int] = {
    **dict.fromkeys(("gain", "take", "put", "make", "come", "increase"), 1),
    **dict.fromkeys(("lose", "give", "use", "remove", "leave", "decrease", "cost"), -1),
}
_SMALLER = frozenset(
    ["smaller", "lesser", "lower", "shorter", "younger", "lighter", "less", "fewer"]
)
_SHIFTS = frozenset(["lose", "leave", "increase", "decrease", "remove"])
#: What a question of each kind may yet ask for, where its own schema does not hold.
_OTHER_WAYS: dict[str, tuple[str, ...]] = {
    "whole": ("or stock", "or part", "or whole"),
    "change": ("or part", "or whole", "or stock"),
    "start": ("or whole", "or stock", "or part"),
    "difference": ("or part", "or stock", "or whole"),
}
_MOST_PROPOSALS = 4
_ROUNDING = 1e-9
_NAMES = frozenset(["label", "date"])
_NO_AMOUNTS = frozenset(["label", "date", "groups"])

#: A schema's name and the signs of the quantities it uses, by index.
Signs = dict[int, int]


def propose(facts: Facts) -> tuple[Proposal, ...]:
    """The signs the story suggests in several readings, surest first."""
    relations = facts.relations or relate(facts)
    story = _Story(facts, relations)
    readings: list[tuple[str, Signs]] = []
    guesses: list[tuple[str, Signs]] = []
    for reading in (
        bought(facts, relations),
        balance(facts, relations),
        between_sides(facts, relations),
        missing_part(facts, relations),
    ):
        if reading is not None and reading.doubts:
            guesses.append((f"{reading.schema} guessed", reading.signs))
        elif reading is not None:
            readings.append((reading.schema, reading.signs))
    focus = story.focus()
    if focus is not None:
        schema, signs = focus.reading()
        readings.append((f"{schema} focused", signs))
    readings.append(story.reading())
    readings.extend(guesses)
    found: dict[tuple[int, ...], str] = {}
    for schema, signs in chain(readings, (focus or story).alternatives()):
        signs[facts.unknown] = -1
        found.setdefault(tuple(signs.get(i, 0) for i in range(len(facts.quantities))), schema)
        if len(found) == _MOST_PROPOSALS:
            break
    return tuple(Proposal(schema, signs) for signs, schema in found.items())


def _qualified(name: str, modifiers: tuple[str, ...]) -> str:
    """A name with the word that tells it from others of its kind: "black suitcase"."""
    if not name or not modifiers or name.startswith(f"{modifiers[0]} "):
        return name
    return f"{modifiers[0]} {name}"


class _Story:
    """The quantities of a problem that the question may use, and the schemas that can hold."""

    def __init__(self, facts: Facts, relations: tuple[Relation, ...]) -> None:
        self.facts = facts
        self.question = facts.question
        self.quantities = facts.quantities
        self.relations = relations
        # only the order of sums matters here, so that floats will do
        self.values = [as_float(q.value) for q in facts.quantities]
        told = [i for i in range(len(facts.quantities)) if i != facts.unknown]
        self.all = [i for i in told if self.role(i) not in _NAMES] or told
        used = [i for i in self.all if relations[i].related and self.role(i) not in _NO_AMOUNTS]
        counted = [i for i in used if self.role(i) != "rate"]
        self.used = (counted if len(counted) >= 2 else used) or self.all

    def role(self, i: int) -> str:
        return self.quantities[i].role

    def breath(self, i: int) -> tuple[int, str]:
        """What is told in one breath shares its sentence and its verb."""
        return self.quantities[i].sentence, self.quantities[i].verb

    def direction(self, i: int) -> int:
        return _DIRECTIONS.get(self.quantities[i].verb_class, 0)

    def answer(self, signs: Signs) -> float:
        return sum([sign * self.values[i] for i, sign in signs.items()])

    def total_of(self, indices: Iterable[int]) -> float:
        return sum([self.values[i] for i in indices])

    def largest(self, indices: Iterable[int]) -> int:
        return max(indices, key=lambda i: self.values[i])

    def largest_less_others(self, indices: Iterable[int]) -> Signs:
        signs = dict.fromkeys(indices, -1)
        if signs:
            signs[self.largest(signs)] = 1
        return signs

    def focus(self) -> _Story | None:
        """The story without what is told of others than the one asked about and touches nothing
        of theirs; None where there is nothing of the kind.
        """
        asked = self.question.owner
        compares = self.question.kind == "difference" or any(
            self.role(i) == "difference" for i in self.all
        )
        if not asked or self.question.joint or compares:
            return None
        left_out = {i for i in self.all if self._is_apart(i, asked)}
        if not left_out or len(self.all) - len(left_out) < 2:
            return None
        relations = tuple(
            relation._replace(related=False, unit="other") if i in left_out else relation
            for i, relation in enumerate(self.relations)
        )
        story = _Story(self.facts, relations)
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

    def alternatives(self) -> Iterator[tuple[str, Signs]]:
        """What else the story may be, likeliest first, where its schema was mistaken."""
        if len(self.used) < 2:
            return
        ways = _OTHER_WAYS.get(self.question.kind, ("or part", "or whole", "or stock"))
        for schema in ways:
            if schema == "or part":
                signs = self.largest_less_others(self.used)
            elif schema == "or stock":
                signs = self.stock()
            else:
                signs = dict.fromkeys(self.used, 1)
            if self.answer(signs) > _ROUNDING:
                yield schema, signs

    def suggest(self) -> tuple[str, Signs]:
        """The schema that fits, and its signs."""
        question, kind = self.question, self.question.kind
        differences = [i for i in self.all if self.role(i) == "difference"]
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
            wholes = [i for i in self.used if self.role(i) != "part"]
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
        if kind == "change" or (kind == "whole" and ended and question.verb_class in _DIRECTIONS):
            return self.change()
        if kind == "whole":
            return "whole", self.whole()
        told = [i for i in self.used if self.role(i) != "part"]
        same = [i for i in told if self.relations[i].verb]
        return "sum", dict.fromkeys(same if len(same) >= 2 else told, 1)

    # --- comparisons ------------------------------------------------------------------------------

    def compared(self, differences: list[int]) -> Signs | None:
        """Values as sums of quantities, through "5 more than Tom", "2 fewer cats than dogs"."""
        question = self.question
        values = self._chained(differences)
        name = _qualified(question.owner, question.owner_of)
        for key in (question.time, name, question.owner, question.place, question.unit):
            if key and len(values.get(key, {})) >= 2:
                return values[key]
        if len(self.used) != 2 or len(differences) != 1:
            return None
        i = differences[0]
        direction = self.quantities[i].direction
        if not direction:  # "the difference is 24": the larger or the smaller is asked for
            direction = -1 if _SMALLER & {*question.owner_of, *question.modifiers} else 1
        return {j: direction if j == i else 1 for j in self.used}

    def _chained(self, differences: list[int]) -> dict[str, Signs]:
        """The value of everyone and everything told of, those told by comparison too."""
        values = self._stated(differences)
        waiting = list(differences)
        while waiting:
            for i in waiting:
                q = self.quantities[i]
                above, below = self._compares(i)
                if below in values and above != below:
                    values[above] = {**values[below], i: q.direction}
                elif above in values and below:
                    values[below] = {**values[above], i: -q.direction}
                else:
                    continue
                waiting.remove(i)
                break
            else:
                break
        return values

    def _stated(self, differences: list[int]) -> dict[str, Signs]:
        """Who or what, when and where each plain quantity is stated of; what someone has in several
        places, got or lost adds up.
        """
        values: dict[str, Signs] = {}
        stocks = {self.quantities[i].owner for i in self.all if self.role(i) == "state"}
        for i in self.all:
            q = self.quantities[i]
            if i in differences or q.role in ("groups", "label", "price") or q.negated:
                continue
            sign = -1 if q.direction < 0 and q.owner in stocks else 1
            for holder in {_qualified(q.owner, q.owner_of), q.owner} - {""}:
                held = values.setdefault(holder, {})
                if not held or self.relations[i].unit != "other":
                    held[i] = sign
            if q.place and (q.role == "state" or not q.owner):
                values.setdefault(q.place, {})[i] = -1 if q.direction < 0 else 1
            if q.recipient in stocks:
                values.setdefault(q.recipient, {})[i] = 1
            for key in (q.time, q.unit, *q.material[-1:]):
                if key:
                    values.setdefault(key, {i: 1})
        return values

    def _compares(self, i: int) -> tuple[str, str]:
        """What a difference is said of and what it is compared with, in the same respect."""
        q = self.quantities[i]
        others = [self.quantities[j] for j in self.all]
        if ":" in q.reference:
            return q.time, q.reference
        if q.place and any(q.reference == other.place for other in others):
            return q.place, q.reference
        thing = q.reference.rpartition(" ")[2]
        if thing and any(thing in (other.unit, *other.material) for other in others):
            return q.unit, thing
        return _qualified(q.owner, q.owner_of) or q.place or q.time, q.reference

    def difference(self) -> Signs:
        """The larger less the smaller, or one side less the other."""
        told = [i for i in self.all if self.role(i) == "difference"]
        if (told or len(self.used) > 2) and (between := self._between_holders(told)):
            return between
        used = self.used
        if self.question.reference:
            # what it is compared with may be another thing: "more cats than dogs"
            named = {self.question.reference, *self.question.reference_of}
            named -= {self.question.unit, self.question.owner}
            used = [
                i
                for i in self.all
                if i in self.used
                or named.intersection(
                    (
                        self.quantities[i].unit,
                        *self.quantities[i].modifiers,
                        *self.quantities[i].material,
                    )
                )
            ]
        if len(used) < 2:
            used = [i for i in self.all if self.relations[i].unit != "other"]
        if len(used) < 2:
            used = self.all
        if len(used) > 2:
            breaths = {self.breath(i) for i in used}
            question = self.question
            if len(breaths) == 1 and not (
                question.reference or question.reference_of or question.time
            ):
                # "how many more did he meet" may ask for all of them
                return dict.fromkeys(used, 1)
            one, other = self._sides(used)
            if one and other:
                return dict.fromkeys(other, -1) | dict.fromkeys(one, 1)
        return self.largest_less_others(used)

    def _between_holders(self, differences: list[int]) -> Signs:
        """One's value less the other's, where a value is told by comparison with a third."""
        question = self.question
        values = self._chained(differences)
        other_words = question.reference_of[:-1]
        one = values.get(_qualified(question.owner, question.owner_of)) or values.get(
            question.owner or question.place
        )
        other = values.get(_qualified(question.reference, other_words)) or values.get(
            question.reference
        )
        if not one or not other:
            return {}
        signs = dict(one)
        for i, sign in other.items():
            signs[i] = signs.get(i, 0) - sign
        fits = any(signs.values()) and all(abs(sign) <= 1 for sign in signs.values())
        return signs if fits else {}

    def _told(self, i: int) -> set[str]:
        """Every word that tells a quantity from others."""
        q = self.quantities[i]
        time = q.time.partition(":")[2]
        words = {q.owner, q.verb, q.place, q.unit, time, q.recipient, q.source, q.item, q.reference}
        return words.union(q.modifiers, q.material, q.owner_of)

    def _sides(self, used: list[int]) -> tuple[list[int], list[int]]:
        """The quantities of the one that is compared, and of what it is compared with."""
        question = self.question
        context = {question.owner, question.verb, question.place, question.recipient}
        context |= {question.item, question.time.partition(":")[2]}
        asked = context.union(
            [question.unit],
            question.modifiers,
            question.material,
            question.owner_of,
            (time.partition(":")[2] for time in question.times),
        )
        other_words = {question.reference, *question.reference_of}
        one_only, other_only = asked - other_words - {""}, other_words - asked - {""}
        told = {i: self._told(i) for i in used}
        ended = {"end", "remainder"}.intersection(question.cues)

        def best(indices: list[int], words: set[str]) -> list[int]:
            scored = [
                (
                    len(told[i] & words) > 0,
                    len(told[i] & (context - other_words)),
                    bool(ended) and self.quantities[i].phase == "end",
                    len(told[i] & words),
                )
                for i in indices
            ]
            top = max(scored, default=(False, 0, False, 0))
            return [i for i, score in zip(indices, scored, strict=True) if score == top and top[0]]

        other = best(used, other_only)
        rest = [i for i in used if not told[i] & other_only]
        if not other:
            one = best(used, one_only)
            other = [i for i in used if i not in one]
            return (one, other) if one and other else ([], [])
        return best(rest, one_only | context) or rest, other

    def need(self) -> Signs:
        """The goal, or what all costs, less what there is."""
        used = self.used if len(self.used) >= 2 else self.all
        own = [i for i in used if self.role(i) != "part" and not self._is_anothers(i)]
        used = own if len(own) >= 2 else used
        goals = [i for i in used if self.role(i) == "price"]
        goals = goals or [i for i in used if self.role(i) == "goal"]
        if not goals or len(goals) == len(used):
            goals = [self.largest(used)]
        return dict.fromkeys(used, -1) | dict.fromkeys(goals, 1)

    def _is_anothers(self, i: int) -> bool:
        """Whether a quantity is told of another person than the one asked about."""
        q = self.quantities[i]
        relation = self.relations[i]
        return q.person and not q.joint and relation.owner == "other" and relation.effect <= 0

    # --- parts and wholes -------------------------------------------------------------------------

    def denied(self) -> list[int]:
        """Quantities of those who did not, where it is asked who did, or the other way round."""
        question = self.question
        any_total = any(self.role(i) == "total" for i in self.all)
        return [
            i
            for i in self.all
            if self.quantities[i].negated != question.negated
            and (any_total or self.quantities[i].verb == question.verb)
            and self.relations[i].unit != "other"
        ]

    def grows(self) -> bool:
        """Whether a stock that is told gains something."""
        return any(self.role(i) == "state" for i in self.used) and any(
            self.relations[i].effect > 0 and self.quantities[i].verb_class != "put"
            for i in self.used
        )

    def names_part(self) -> bool:
        """Whether the question names a part by a word that no quantity has: "bad carrots"."""
        question = self.question
        if question.kind not in ("state", "change", "remainder", "") or question.unit in ANYTHING:
            return False
        rival = any(self.relations[i].unit == "rival" for i in self.all)
        shares = any(self.role(i) == "part" or self._is_share(i) for i in self.all)
        if not rival and (len(self.used) < 2 or not shares):
            return False
        own = {*question.modifiers, question.complement, question.unit} - {""}
        for i in self.all:
            q = self.quantities[i]
            own -= {*q.modifiers, *q.material}
            if question.unit in (q.unit, *q.kinds):
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
        """The whole, told at once or as several, less the parts that are told."""
        used = [
            i for i in self.all if self.relations[i].unit != "other" and self.role(i) != "groups"
        ]
        if len(used) < 2 or "rest" in self.facts.cues or "rest" in self.question.cues:
            used = [i for i in self.all if self.role(i) not in ("groups", "price")] or self.all
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
            if self.role(i) == "part"
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
        """A total that is told, less the other parts; nothing where a stock goes on changing."""
        kind = self.question.kind
        moving = kind in ("end", "remainder", "start")
        if moving and any(self.relations[i].effect for i in self.used):
            return {}
        totals = [i for i in self.used if self.role(i) == "total"]
        breaths = [self.breath(i) for i in totals]
        # "a total of 5 oaks, 6 elms and 7 pines" names parts
        totals = [i for i in totals if breaths.count(self.breath(i)) == 1]
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
        """A whole that is told plainly, less the parts told of another time, taker or purpose than
        the one that is asked about and that nothing is told of.
        """
        question = self.question
        if question.kind not in ("change", "state", ""):
            return {}
        told = [i for i in self.all if self.relations[i].unit in ("same", "kind")]
        for respect in ("recipient", "time", "item"):
            asked = getattr(question, respect)
            named = {i: getattr(self.quantities[i], respect) for i in told}
            if not asked or asked in named.values():
                continue
            parts = [i for i in told if named[i]]
            wholes = [i for i in told if not named[i]]
            if (
                parts
                and len(wholes) == 1
                and self.values[wholes[0]] > self.total_of(parts)
                and self.role(wholes[0]) != "state"
            ):
                return dict.fromkeys(parts, -1) | {wholes[0]: 1}
        return {}

    def _of_another_time(self, i: int) -> bool:
        """A part of the total that is told of another time than the one asked about."""
        relation = self.relations[i]
        return relation.time == "other" and relation.unit in ("same", "kind")

    def whole(self) -> Signs:
        """All that is of the kind asked for; a stock that is held may have lost some."""
        question = self.question
        same = sum(self.relations[i].owner == "same" for i in self.used)
        things = same >= 2 and not any(self.quantities[i].person for i in self.used)
        used = self._own(self.used) if question.joint or things else self.used
        goals = [i for i in used if self.role(i) == "goal"]
        if question.verb_class == "need" and goals:
            used = goals
        direction = _DIRECTIONS.get(question.verb_class, 0)
        if direction and any(
            self.role(i) == "change" and self.direction(i) == direction for i in used
        ):
            # what was spent is asked for, not what there was to spend
            used = [i for i in used if self.role(i) != "state"]
        elif sum(self.relations[i].verb for i in used) >= 2:
            used = [
                i
                for i in used
                if self.relations[i].verb
                or self.relations[i].owner != "other"
                or self.role(i) != "state"
            ]
        holds = question.verb_class == "hold"
        signs: Signs = {}
        for i in used:
            if self.role(i) == "part" or (holds and self.quantities[i].verb_class == "do"):
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
        """What is "left" has lost something: where no loss is told, the last event is it."""
        events = [i for i in self.used if self.role(i) == "change" and signs[i] > 0]
        if events and events[-1] != self.used[0] and min(signs.values()) >= 0:
            signs[events[-1]] = -1

    def start(self) -> Signs:
        """The start of a stock is its end without the gains and with the losses."""
        owned = any(
            self.role(i) == "state" and self.relations[i].owner != "other" for i in self.used
        )
        signs: Signs = {}
        for i in self.used:
            effect = self.relations[i].effect
            if effect:
                signs[i] = -effect
            elif self.role(i) != "part" and not (owned and self.relations[i].owner == "other"):
                signs[i] = 1
        left = any("left" in self.quantities[i].cues for i in self.used)
        gains = [i for i in self.used if self.relations[i].effect > 0]
        if left and gains and all(self.relations[i].effect >= 0 for i in self.used):
            signs[gains[-1]] = 1  # what is "left" has lost something
        return signs

    def change(self) -> tuple[str, Signs]:
        """The event asked for: what the stock is short of at its end, or all events of the kind."""
        used = self.used
        if any(self.role(i) == "state" and self.relations[i].owner == "same" for i in used):
            used = [
                i for i in used if self.role(i) != "state" or self.relations[i].owner != "other"
            ]
        states = [i for i in used if self.role(i) in ("state", "goal")]
        events = [i for i in used if i not in states]
        direction = _DIRECTIONS.get(self.question.verb_class, 0)
        ends = [i for i in states if self.quantities[i].phase == "end"]
        if len(states) >= 2 and not ends:
            times = {self.quantities[i].time for i in states} - {""}
            breaths = {self.breath(i) for i in states}
            asked = self.question.times
            moved = self.question.verb_class in _SHIFTS or self.question.verb == "grow"
            if len(times) == len(states) == 2 and moved and not events and len(asked) < 2:
                # what there was at two times: what came or went lies between them
                return "change of state", self.largest_less_others(states)
            if len(times) == len(states) or (not events and (len(breaths) == 1 or not direction)):
                # each tells of its own day, or all are told in one breath
                return "events", dict.fromkeys(used, 1)
        if len(states) >= 2 or (ends and events):
            last = ends if ends and len(ends) < len(states) else states[-1:]
            turned = direction or 1
            signs: Signs = {}
            for i in used:
                if i in states:
                    signs[i] = turned if i in last else -turned
                elif self.role(i) != "part":
                    effect = self.relations[i].effect or self.quantities[i].direction
                    signs[i] = -turned * effect
            if self.answer(signs) > _ROUNDING:
                return "change told", signs
            told = [i for i in used if self.role(i) != "part"]
            return "change", self.largest_less_others(told or used)
        same = [i for i in events if self.relations[i].verb]
        if same or not states:
            # one verb of the question's own sets what is asked for apart from a stock
            told = self._own(same if states or len(same) >= 2 else used)
            along = [i for i in told if not direction or self.direction(i) != -direction]
            return "events", {i: 0 if self.role(i) == "part" else 1 for i in along or told}
        return "change", self.largest_less_others(used)
