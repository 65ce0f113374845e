"""What a story compares: values told through others, and one side less the other."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.proposals.story import Signs
from quantity_tagger.languages.english.proposals.story_parts import Parting
from quantity_tagger.languages.english.vocabulary import word_set

_SMALLER: Final = word_set("story", "less")


def _qualified(name: str, modifiers: tuple[str, ...]) -> str:
    """A name with the word that tells it from others of its kind: "black suitcase"."""
    if not name or not modifiers or name.startswith(f"{modifiers[0]} "):
        return name
    return f"{modifiers[0]} {name}"


class Comparing(Parting):
    """Differences: told, asked for, or still to be made up."""

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
        stocks = {self.quantities[i].owner for i in self.all if self.roles[i] == "state"}
        for i in self.all:
            q = self.quantities[i]
            if i in differences or q.role in ("groups", "label", "price") or q.negated:
                continue
            sign = -1 if q.direction < 0 and q.owner in stocks else 1
            name = _qualified(q.owner, q.owner_of)
            for holder in (name, q.owner) if name != q.owner else (name,):
                if not holder:
                    continue
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
        if thing and any(thing == other.unit or thing in other.material for other in others):
            return q.unit, thing
        return _qualified(q.owner, q.owner_of) or q.place or q.time, q.reference

    def difference(self) -> Signs:
        """The larger less the smaller, or one side less the other."""
        told = [i for i in self.all if self.roles[i] == "difference"]
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
            clauses = {self.clause(i) for i in used}
            question = self.question
            if len(clauses) == 1 and not (
                question.reference or question.reference_of or question.time
            ):
                # "how many more did he meet" may ask for all of them
                return dict.fromkeys(used, 1)
            one, other = self._sides(used)
            if one and other:
                return dict.fromkeys(other, -1) | dict.fromkeys(one, 1)
        return self.largest_less_others(used)

    def _between_holders(self, differences: list[int]) -> Signs:
        """One's value less the other's, where a value is stated by comparison with a third."""
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
        own = [i for i in used if self.roles[i] != "part" and not self._is_anothers(i)]
        used = own if len(own) >= 2 else used
        goals = [i for i in used if self.roles[i] == "price"]
        goals = goals or [i for i in used if self.roles[i] == "goal"]
        if not goals or len(goals) == len(used):
            goals = [self.largest(used)]
        return dict.fromkeys(used, -1) | dict.fromkeys(goals, 1)

    def _is_anothers(self, i: int) -> bool:
        """Whether a quantity is stated of another person than the one asked about."""
        q = self.quantities[i]
        relation = self.relations[i]
        return q.person and not q.joint and relation.owner == "other" and relation.effect <= 0
