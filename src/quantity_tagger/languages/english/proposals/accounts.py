"""Accounts of what everyone holds: what is stated, entered.

Everyone who is named, or every place, has an account. A state is its balance at that point of the
story, an event an entry that makes a new balance of the old one, a comparison ties two accounts, a
total several.
"""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.agreement import USABLE
from quantity_tagger.languages.english.vocabulary import word_set, word_table
from quantity_tagger.problem.facts import Facts, QuantityFacts, Relation

#: A factor and the number of a balance.
Part = tuple[int, int]

_GAINS: Final = frozenset(["gain", "make", "come", "increase", "take"])
_LOSSES: Final = frozenset(["lose", "use", "remove", "leave", "decrease"])
STOCKS: Final = frozenset(["hold", "exist", "", "cost"])
_LEFT_OUT: Final = frozenset(["label", "date", "groups", "rate", "goal", "part"])
_DEEDS: Final = frozenset(["", "whole", "change", "difference", "state"])
_TOGETHER: Final = word_set("noun_groups", "one of several people")
_MEMBERS: Final = word_table("noun_groups", "members of a family")


class Node:
    """A balance: of whom, the quantities it is stated to be the sum of, a total that is stated."""

    __slots__ = ("cells", "total")

    def __init__(self) -> None:
        self.cells: list[int] = []
        self.total = -1


class Tie:
    """Σ factor · balance = sign · quantity"""

    __slots__ = ("parts", "quantity", "sign")

    def __init__(self, parts: list[Part], quantity: int, sign: int) -> None:
        self.parts = parts
        self.quantity = quantity
        self.sign = sign


class Accounts:
    """Balances by holder, and how events, comparisons and totals tie them."""

    def __init__(self, facts: Facts, relations: tuple[Relation, ...], values: list[float]) -> None:
        self.facts = facts
        self.values = values
        self.question = facts.question
        self.quantities = facts.quantities
        self.relations = relations
        self.nodes: list[Node] = []
        self.balances: dict[str, list[int]] = {}
        self.ties: list[Tie] = []
        self.told: set[str] = set()  # accounts with a balance or a comparison
        self.doubts = 0
        self.current = ""
        self.used = [
            i for i in range(len(facts.quantities)) if i != facts.unknown and self._counts(i)
        ]

    def open(self) -> bool:
        """Enters what is stated; False where nothing that accounts can show is asked for."""
        if self.question.kind == "part" or self._is_cut():
            return False
        self.by_place = self._asks_by_place()
        self.deed = self._asks_deed()
        self._qualified_heads = self._find_qualified()
        self.asked = self._asked()
        # what a thing cost that someone bought is an entry of theirs
        self.asks_price = self.question.verb_class == "cost" and any(
            self.quantities[i].person and self.quantities[i].verb_class == "hold" for i in self.used
        )
        asks_entry = self.asks_price or (self.question.kind == "change" and not self.deed)
        if not (self.asked or asks_entry) or (self.deed and self.question.kind not in _DEEDS):
            return False
        for i in self.used:
            self._enter(i)
        return True

    # --- what takes part --------------------------------------------------------------------------

    def _counts(self, i: int) -> bool:
        q, relation = self.quantities[i], self.relations[i]
        planned = self.question.tense == "future"
        if (q.role in _LEFT_OUT and not (q.role == "goal" and planned)) or q.negated:
            return False
        if relation.unit not in USABLE or (relation.time == "other" and q.role != "difference"):
            return False
        return "ago" not in q.cues and (not q.hypothetical or planned or q.role == "difference")

    def _asks_by_place(self) -> bool:
        question = self.question
        if question.kind == "change":
            # where the story is stated of a place and of no one's stock
            told = [self.quantities[i] for i in self.used if self.quantities[i].role == "state"]
            return bool(told) and all(q.place and not q.person for q in told)
        if question.owner or not (question.place or question.reference):
            return False
        places = {self.quantities[i].place for i in self.used} - {""}
        if places:
            places |= {self.quantities[i].reference for i in self.used} - {""}
        return question.place in places or question.reference in places

    def _asks_deed(self) -> str:
        """The verb of what is asked, where the same is stated of someone."""
        question = self.question
        if question.verb_class in STOCKS:
            return ""
        told = [i for i in self.used if self._is_deed(i)]
        if not told:
            return ""
        recipient, source, time = question.recipient, question.source, question.time
        if recipient and all(self.quantities[i].recipient != recipient for i in told):
            return ""
        if source and all(self.quantities[i].source != source for i in told):
            return ""
        if time and all(self.quantities[i].time != time for i in told):
            return ""
        return question.verb

    def _is_deed(self, i: int) -> bool:
        """Whether a quantity tells of the deed that is asked about."""
        q, question = self.quantities[i], self.question
        if q.recipient and question.recipient and q.recipient != question.recipient:
            return False
        if self.relations[i].verb:
            return self.relations[i].related
        return (
            self.relations[i].related
            and q.unit_kind == "money"
            and q.verb_class == question.verb_class
        )

    def _is_cut(self) -> bool:
        """Whether a part is set apart that no account shows: "the rest", "31 do not work"."""
        if "rest" in self.facts.cues or "rest" in self.question.cues:
            return True
        return any(
            (q.role == "part" or q.negated) and self.relations[i].unit in USABLE
            for i, q in enumerate(self.quantities)
            if i != self.facts.unknown
        )

    # --- whose ------------------------------------------------------------------------------------

    def _find_qualified(self) -> set[str]:
        """Heads that need a word to tell one from another: "red ribbon", "blue ribbon"."""
        question = self.question
        named: set[tuple[str, str]] = set()
        if question.owner_of:
            named.add((question.owner, question.owner_of[0]))
        for i in self.used:
            q = self.quantities[i]
            if q.owner_of:
                named.add((q.owner, q.owner_of[0]))
            if " " in q.reference:
                before, _, head = q.reference.rpartition(" ")
                named.add((head, before))
        if len(named) < 2:
            return set()
        heads = [head for head, of in named]
        return {head for head in heads if heads.count(head) > 1}

    def _name(self, head: str, of: tuple[str, ...]) -> str:
        if head in self._qualified_heads and of and not head.startswith(f"{of[0]} "):
            return f"{of[0]} {head}"
        return head

    def _reference(self, name: str) -> str:
        before, _, head = name.rpartition(" ")
        if not before or head in self._qualified_heads or name == self.question.owner:
            return name
        return name if any(self.quantities[i].owner == name for i in self.used) else head

    def _holder(self, q: QuantityFacts) -> str:
        if self.by_place:
            if q.place:
                return q.place
            return q.owner if q.verb_class == "hold" else ""
        return self._name(q.owner, q.owner_of)

    def _holders(self, q: QuantityFacts) -> list[str]:
        """The accounts of a joint subject, or of several places."""
        if self.by_place:
            return list(q.places) if q.role == "total" else []
        return q.owner.split(" ") if q.joint and " " in q.owner else []

    def _asked(self) -> list[str]:
        question = self.question
        if self.by_place:
            if question.kind == "whole" and question.places:
                return list(question.places)
            return [question.place] if question.place else []
        if question.joint or question.owner in _TOGETHER:
            if question.joint and question.owner != "they":
                return question.owner.split(" ")
            told = (self.quantities[i] for i in self.used)
            persons = dict.fromkeys(q.owner for q in told if q.person and not q.joint)
            return list(persons) if len(persons) == 2 and question.kind == "whole" else []
        if members := _MEMBERS.get(question.owner):
            told = (self.quantities[i] for i in self.used)
            return list(dict.fromkeys(q.owner for q in told if q.owner in members))
        if question.owner:
            return [self._name(question.owner, question.owner_of)]
        return []

    # --- accounts ---------------------------------------------------------------------------------

    def _last(self, holder: str) -> int:
        found = self.balances.get(holder)
        if found is None:
            found = self.balances[holder] = [self._new()]
        return found[-1]

    def _new(self) -> int:
        self.nodes.append(Node())
        return len(self.nodes) - 1

    def _next(self, holder: str) -> int:
        """A later balance of the account, after something happened."""
        self._last(holder)
        node = self._new()
        self.balances[holder].append(node)
        return node

    def _enter(self, i: int) -> None:
        q = self.quantities[i]
        if q.role == "difference":
            self._compare(i, q)
        elif (holders := self._holders(q)) and (q.role != "change" or self.deed):
            if q.role == "total" or q.verb_class in ("hold", "exist") or self.deed:
                self.ties.append(Tie([(1, self._last(holder)) for holder in holders], i, 1))
                self.told.update(holders)
        elif self.deed:
            if self._is_deed(i) or q.role == "total":
                self._state(i, q)
        elif q.role in ("state", "total", "price", "age", ""):
            if q.role == "" and q.verb and not q.verb_class:
                self.doubts += 1  # who knows what the verb does
            if q.verb_class != "do":
                self._state(i, q)
        elif q.role == "change":
            self._change(i, q)

    def _compare(self, i: int, q: QuantityFacts) -> None:
        above, below = self._holder(q), self._reference(q.reference)
        if not above:
            above = self.current
        if not above or not below or above == below:
            self.doubts += 1
            return
        parts = [(1, self._last(above)), (-1, self._last(below))]
        self.ties.append(Tie(parts, i, q.direction))
        self.told.update((above, below))
        self.current = above

    def _state(self, i: int, q: QuantityFacts) -> None:
        holder = self._holder(q)
        if not holder:
            if not self.current or len(self.balances) > 1:
                self.doubts += 1
            holder = self.current
        self.current = holder
        self.told.add(holder)
        at = self._last(holder)
        if q.phase == "end" or "end" in q.cues:
            node = self.nodes[at]
            if node.cells and not self._beside(i, node.cells[-1]):
                at = self._next(holder)
        elif q.phase == "start" and holder in self.balances:
            at = self.balances[holder][0]
        node = self.nodes[at]
        if node.cells and q.tense == "past" and self.quantities[node.cells[-1]].tense == "present":
            at = self._new()  # "it is 31 feet tall; it was 12": told later, but before
            self.balances[holder].insert(0, at)
            node = self.nodes[at]
        if q.role == "total" and node.total < 0:
            node.total = i
            return
        if node.cells and not self._beside(i, node.cells[-1]):
            at = self._next(holder)
            node = self.nodes[at]
        node.cells.append(i)

    def _beside(self, i: int, j: int) -> bool:
        """Whether both are parts of one balance, and not the same told at two times."""
        one, other = self.quantities[i], self.quantities[j]
        if self.deed:
            return True
        if one.phase != other.phase and (one.phase == "end" or other.phase == "end"):
            return False
        return (
            (one.sentence == other.sentence and one.verb == other.verb)
            or one.unit != other.unit
            or one.modifiers != other.modifiers
            or one.material != other.material
            or (bool(one.place) and bool(other.place) and one.place != other.place)
            or (bool(one.time) and bool(other.time) and one.time != other.time)
        )

    def _change(self, i: int, q: QuantityFacts) -> None:
        for holder, sign in self._entries(q):
            before = self._last(holder)
            after = self._next(holder)
            self.ties.append(Tie([(1, after), (-1, before)], i, sign))

    def _entries(self, q: QuantityFacts) -> list[tuple[str, int]]:
        """Whose account the event changes, and which way."""
        verb = q.verb_class
        if self.by_place:
            return self._entries_of_place(q)
        owner = self._name(q.owner, q.owner_of) or self.current
        if not q.owner and verb in ("come", "leave") and (q.recipient or q.source):
            where = self._reference(q.recipient or q.source)
            if where in self.balances:
                return [(where, 1 if verb == "come" else -1)]
        if q.joint:
            return [(q.recipient, 1)] if q.recipient else []
        if not q.owner and len(self.balances) > 1:
            self.doubts += 1
        if verb in ("hold", "exist"):
            return [(owner, 1)]  # "he has 5 more in a box"
        if verb == "give":
            given = [(owner, -1)] if q.owner or not q.recipient else []
            return [*given, (q.recipient, 1)] if q.recipient else given
        if verb in _GAINS:
            handed = [(q.recipient, 1)] if q.recipient and q.recipient != owner else []
            if handed:
                return [*handed, (owner, -1)] if verb == "take" else handed
            taken = [(q.source, -1)] if q.source and q.source != owner else []
            return [(owner, 1), *taken]
        if verb in _LOSSES:
            return [(owner, -1), (q.recipient, 1)] if q.recipient else [(owner, -1)]
        if verb == "put":
            self.doubts += bool(q.place or q.recipient)
            return [(owner, 1)]
        return []

    def _entries_of_place(self, q: QuantityFacts) -> list[tuple[str, int]]:
        verb = q.verb_class
        place = q.place if q.place in self.balances else self.current
        if verb in ("hold", "exist"):
            return [(place, 1)]
        if verb in ("come", "put", "increase", "make"):
            place = q.place or place
            moved = [(q.source, -1)] if q.source in self.balances else []
            return [(q.recipient if q.recipient in self.balances else place, 1), *moved]
        if verb == "gain":
            # what is bought or caught is gone from where it was, unless more of it came
            more = "more" in q.cues or "back" in q.cues
            self.doubts += q.person and not more and not q.source
            return [(place, 1 if more else -1)]
        return [(q.source if q.source in self.balances else place, -1)]
