"""What everyone holds, kept as accounts: a second reading of a story, by equations.

Solving what ties the accounts for the balance, the entry or the difference that is asked about
gives every quantity its sign, and leaves those that belong to other accounts at 0.
"""

from __future__ import annotations

from typing import ClassVar

from quantity_tagger.languages.english.proposals.accounts import STOCKS, Accounts, Part, Tie
from quantity_tagger.languages.english.proposals.story import worth
from quantity_tagger.problem.facts import Facts, Relation
from quantity_tagger.values import Value

#: Signs of the quantities that make up a value, by index.
Terms = dict[int, int]


class Reading(Value):
    """Signs by index; ``doubts`` counts the guesses that were made on the way."""

    FIELDS: ClassVar = ("schema", "signs", "doubts")
    __slots__ = FIELDS

    def __init__(self, schema: str, signs: Terms, doubts: int) -> None:
        self.schema = schema
        self.signs = signs
        self.doubts = doubts


def balance(facts: Facts, relations: tuple[Relation, ...], values: list[float]) -> Reading | None:
    """What the accounts say of the question; None where they do not determine it."""
    accounts = _Ledger(facts, relations, values)
    if len(accounts.used) < 2 or not accounts.open():
        return None
    return accounts.answer()


class _Ledger(Accounts):
    """The accounts, solved."""

    def answer(self) -> Reading | None:
        question = self.question
        kind = question.kind
        target: list[Part] = []
        if kind == "difference" or (kind == "need" and question.reference):
            other = self._reference(question.reference)
            if not other or other not in self.balances or len(self.asked) != 1:
                return None
            if self.asked[0] not in self.balances or other == self.asked[0]:
                return None
            target = [(1, self.balances[self.asked[0]][-1]), (-1, self.balances[other][-1])]
            return self._solved("between accounts", target, turn=True)
        if kind == "change" and not self.deed and question.verb_class not in STOCKS:
            return self._missing_somewhere()
        if self.asks_price:
            return self._missing_somewhere()
        if any(holder not in self.balances for holder in self.asked):
            return None
        if kind == "start":
            target = [(1, self.balances[holder][0]) for holder in self.asked]
            return self._solved("first balance", target)
        if self.deed or question.verb_class in STOCKS or kind in ("end", "remainder", "whole"):
            if question.verb_class not in STOCKS and not self.deed:
                return None
            target = [(1, self.balances[holder][-1]) for holder in self.asked]
            if len(self.asked) > 1:
                return self._solved("joint balance", target)
            return self._solved("deed" if self.deed else "balance", target)
        return None

    def _missing_somewhere(self) -> Reading | None:
        """The entry that is asked for, in the account of whoever did it, got it or lost it."""
        question = self.question
        named = [*self.asked, question.recipient, question.source, question.place]
        holders = [holder for holder in dict.fromkeys(named) if holder in self.balances]
        others = [holder for holder in self.balances if holder not in holders]
        known = self._known()
        for holder in holders:
            if reading := self._missing_entry(holder, known):
                return reading
        found = [reading for holder in others if (reading := self._missing_entry(holder, known))]
        return found[0] if len(found) == 1 else None

    def _missing_entry(self, holder: str, known: dict[int, Terms]) -> Reading | None:
        """What the account is short of between its first and its last balance."""
        nodes = self.balances[holder]
        told = [node for node in nodes if self.nodes[node].cells or node in known]
        first = next((node for node in nodes if node in known), None)
        ends = [node for node in nodes if self.nodes[node].cells]
        if first is None or not ends or len(told) < 2:
            return None
        last = ends[-1]
        if last == first:
            return None
        signs = dict(known[last])
        at = nodes.index(first)
        for i, sign in known[first].items():
            signs[i] = signs.get(i, 0) - sign
        for node in nodes[at + 1 : nodes.index(last) + 1]:
            for tie in self.ties:
                if tie.parts[0] == (1, node) and len(tie.parts) == 2 and tie.parts[1][1] in nodes:
                    signs[tie.quantity] = signs.get(tie.quantity, 0) - tie.sign
        return self._reading("missing entry", signs, turn=True)

    def _known(self) -> dict[int, Terms]:
        """Every balance that follows from what is stated."""
        known: dict[int, Terms] = {}
        for number, told in enumerate(self.nodes):
            if told.total >= 0:
                known[number] = {told.total: 1}
            elif told.cells:
                known[number] = dict.fromkeys(told.cells, 1)
        for holder, nodes in self.balances.items():
            # who is only told to have got something had nothing before
            first = nodes[0]
            if holder not in self.told and first not in known and self.question.kind != "start":
                known[first] = {}
        waiting = self.ties
        while waiting:
            left: list[Tie] = []
            for tie in waiting:
                unknown = [part for part in tie.parts if part[1] not in known]
                if len(unknown) > 1:
                    left.append(tie)
                elif unknown:
                    factor, node = unknown[0]
                    value = {tie.quantity: factor * tie.sign}
                    for other, of in tie.parts:
                        if of != node:
                            for i, sign in known[of].items():
                                value[i] = value.get(i, 0) - factor * other * sign
                    known[node] = value
            if len(left) == len(waiting):
                break
            waiting = left
        return known

    def _solved(self, schema: str, target: list[Part], turn: bool = False) -> Reading | None:
        known = self._known()
        signs: Terms = {}
        for factor, node in target:
            if node not in known:
                return None
            for i, sign in known[node].items():
                signs[i] = signs.get(i, 0) + factor * sign
            if worth(self.values, known[node]) < 0:
                return None
        return self._reading(schema, signs, turn)

    def _is_forgotten(self, i: int) -> bool:
        """Whether a quantity that plays no part is no one else's either."""
        q = self.quantities[i]
        if self.by_place:
            return not q.place
        return not q.person and self._name(q.owner, q.owner_of) not in self.told

    def _reading(self, schema: str, signs: Terms, turn: bool) -> Reading | None:
        signs = {i: sign for i, sign in signs.items() if sign}
        if len(signs) < 2 or any(abs(sign) > 1 for sign in signs.values()):
            return None
        if self.question.kind == "remainder" and min(signs.values()) > 0:
            self.doubts += 1  # what is "left" has lost something
        if any(self._is_forgotten(i) for i in self.used if i not in signs):
            self.doubts += 1
        if worth(self.values, signs) < 0:
            if not turn:
                return None
            signs = {i: -sign for i, sign in signs.items()}
        return Reading(schema, signs, self.doubts)
