"""What a verb does to the stock of its object, and of the subject of a passive."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import noun_kind
from quantity_tagger.languages.english.frames.obliques import ObliqueReader
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.predicates import ended
from quantity_tagger.languages.english.frames.slots import Slots
from quantity_tagger.languages.english.frames.words import measured_by, ups, words
from quantity_tagger.situation.facts import DIRECTION, Fact


class ObjectReader(ObliqueReader):
    """Reads what is done to amounts."""

    def _passive(
        self,
        clause: Clause,
        amount: Phrase,
        fact: Fact,
        effect: str,
        as_subject: bool,
        slots: Slots,
        owner: str,
    ) -> Fact:
        if not as_subject and not amount.preposition:  # "Tom was given 5"
            if effect in ("give", "gain", "come") and owner not in ("", fact.holder):
                return fact.but(effect="take", source=owner)  # "was handed 8 of Wilma's nails"
            if effect in ("give", "gain", "come") and slots.agent in self.entities.people:
                return fact.but(effect="give", holder=slots.agent, to=fact.holder)
            if effect in ("give", "gain", "come"):
                return fact.but(effect="gain")
            if effect == "leave":
                return fact.but(effect="state", time=ended(fact.time))
            if effect in ("rise", "fall"):
                return fact.but(effect=effect)  # "was raised 64 cm by the rain"
        holder = slots.agent or owner
        if as_subject and effect != "give" and self._beside_part(clause, fact):
            return self._predicate(clause, amount, fact)
        if as_subject and not slots.agent and clause.lemma in words("picking"):
            return fact.but(effect="lose", holder=owner, place=fact.source or fact.place, source="")
        incoming = {clause.key, clause.lemma} & words("incoming")
        if incoming and as_subject and not fact.to:
            return fact.but(effect="gain", holder=owner)
        taker = slots.agent if as_subject and slots.agent in self.entities.people else ""
        had = any(f.effect == "state" and f.kind.head == fact.kind.head for f in self.facts)
        if effect == "take" and taker and not had:
            return fact.but(effect="gain", holder=taker)  # "9 were bought by Al and 7 by Bo"
        if (
            clause.lemma in ("buy", "purchase", "order")
            and as_subject
            and (amount.more or "new" in fact.kind.marks or self._is_acquired(fact))
        ):
            there = "" if fact.place in words("sellers") else fact.place
            return fact.but(effect="gain", holder=owner, place=there)
        if effect == "take" and not slots.agent and as_subject and clause.lemma not in ("take",):
            return fact.but(effect="lose", holder=owner, place=fact.source or fact.place, source="")
        taken = clause.lemma == "take" and self.tree.lemmas[clause.start] != "from"
        taken = taken and not (fact.to or fact.source or clause.particle or slots.agent)
        if taken or effect == "part" or self._is_made_of(clause, amount, effect):
            return self._predicate(clause, amount, fact)
        if effect == "state":
            return fact.but(effect="state", holder=holder)
        states = [f for f in self.facts if f.effect == "state"]
        heads = {head for f in states for head in (f.kind.head, *f.kind.ups)}
        stocked = fact.kind.head in heads
        if effect == "make" and clause.lemma in words("cooking") and stocked:
            return fact.but(effect="use", holder=holder)  # "12 of the eggs were fried"
        owners = {f.holder or f.place for f in states if f.kind.head == fact.kind.head}
        if effect == "gain" and as_subject and slots.agent and owners - {slots.agent}:
            return fact.but(effect="lose", holder=owner)  # "19 were fetched by their fathers"
        if effect == "come" and self._moved_on(fact):
            return fact.but(effect="give", holder=holder)
        if effect in ("come", "leave", "rise", "fall"):
            return fact.but(effect=effect, holder=holder)
        if effect == "do":
            return self._predicate(clause, amount, fact).but(
                others=((0.3, fact.but(effect="do", holder=holder)),)
            )
        if effect == "put" and "still" in self.tree.lemmas[clause.start : clause.main]:
            return fact.but(effect="state", holder=holder, time=ended(fact.time))
        if effect == "put":
            return fact.but(effect="put", holder=holder, place=fact.place or fact.to, to="")
        if effect in ("take", "remove", "lose", "use"):
            return fact.but(
                effect="remove" if effect == "take" else effect,
                holder=owner,
                place=fact.source or fact.place,
                source="",
            )
        if effect == "give":
            return fact.but(effect="give", holder=owner or slots.agent or fact.source)
        return fact.but(effect=effect, holder=holder)

    def _is_made_of(self, clause: Clause, amount: Phrase, effect: str) -> bool:
        """As in "8 of them are made of wood": what some are like, and nothing that is done."""
        of = any(p.start > clause.main and p.preposition == "of" for p in clause.phrases)
        some = self.tree.lemmas[amount.end] == "of" or amount.of is not None
        return effect == "make" and some and of

    def _is_acquired(self, fact: Fact) -> bool:
        """As in "The club had 20 balls; 8 were bought": nobody sells there."""
        same = [f for f in self.facts if f.kind.head == fact.kind.head]
        loci = {name for f in same for name in (f.holder, f.place)}
        elsewhere = fact.place in words("sellers") - loci  # "8 were bought at the market"
        return bool(same) and (elsewhere or words("sellers").isdisjoint(self.tree.lemmas))

    def _beside_part(self, clause: Clause, fact: Fact) -> bool:
        """As in "29 are taken and 18 are reserved": said of others of the same whole."""
        last = self.facts[-1] if self.facts else fact
        part = last.of is not None and bool(last.kind.marks) and last.kind.head == fact.kind.head
        lasting = self.tree.tags[clause.group[0]] in ("VBP", "VBZ") and len(clause.group) == 2
        return part and lasting and last.sentence == fact.sentence

    def _moved_on(self, fact: Fact) -> bool:
        """As in "9 were born, 6 were moved to a park": to where nothing is told of such things."""
        same = [f for f in self.facts if f.kind.head == fact.kind.head]
        known = {place for f in self.facts for place in (f.holder, f.place, f.to)}
        return bool(same) and bool(fact.to) and fact.to not in known

    def _told_flow(self, fact: Fact) -> bool:
        """Whether the last thing told is that the same holder parted with some."""
        last = self.facts[-1] if self.facts else fact
        return last.holder == fact.holder and DIRECTION.get(last.effect, 0) < 0

    def _by_verb(self, clause: Clause, amount: Phrase, fact: Fact, effect: str) -> Fact | None:
        """Verbs whose object says more than their effect."""
        if fact.kind.head == "money" and clause.lemma in ("buy", "purchase", "order"):
            return fact.but(effect="lose", verb="spend")
        if fact.kind.head == "money" and clause.lemma == "sell":
            return fact.but(effect="gain", verb="earn")  # "sold tickets worth $40"
        if clause.lemma == "withdraw" and fact.kind.head == "money" and not fact.source:
            held = [f for f in self.facts if f.effect == "state" and f.kind.head == "money"]
            own = [f.place for f in held if f.holder == fact.holder and f.place]
            own += [f.holder for f in held if self.entities.within.get(f.holder) == fact.holder]
            account = own[0] if own else ""
            if account:
                return fact.but(effect="remove", place=account)
        if clause.key == "make up" and fact.of is not None and clause.subject is not None:
            part = noun_kind(self.tree, clause.subject)  # "Electric cars make up 36 of these"
            return fact.but(effect="state", holder="", kind=part)
        made = [
            f
            for f in self.facts
            if (f.effect, f.verb, f.kind.head) == ("make", fact.verb, fact.kind.head)
        ]
        if effect == "make" and fact.of is not None and fact.of.head == fact.kind.head and not made:
            return fact.but(effect="use")  # "squeezed 14 of his oranges"
        last = self.facts[-1] if self.facts else fact
        if effect == "make" and (last.verb, last.clause) == ("use", clause.main):
            return fact.but(effect="use", verb="use")  # "made a salad with 2 kg of figs and 1 …"
        cooked = effect == "make" and clause.lemma in words("cooking") and not amount.more
        if cooked and any(f.effect == "state" and f.holder == fact.holder for f in self.facts):
            return fact.but(effect="use")
        pictured = clause.key == "take" and fact.kind.head in words("photographs")
        if pictured and fact.of is None and not (fact.source or fact.to):
            return fact.but(effect="make")  # "took 7 pictures": they were nowhere before
        if effect == "put" and fact.of is not None and fact.of.marks & words("unoccupied"):
            return fact.but(effect="lose", holder="")  # "filled 29 of the vacant seats"
        if clause.key in words("picking") and fact.of is None and not fact.source:
            owner = self._keeper(fact)
            if owner and "animal" in ups().get(fact.holder.split(" ")[-1], ()):
                return fact.but(effect="lose", holder=owner)  # "his cat dug up 4"
        if clause.lemma in words("stealing") and not fact.source:
            source = self._stocked(fact, fact.holder)
            lost = not (source or fact.holder)  # "Somebody stole 9 of the 60 pears"
            return fact.but(effect="lose" if lost else "take", source=source)
        if clause.lemma in words("reading out") and self._is_instrument(clause, fact):
            return fact.but(effect="state", holder=self._stocked(fact, fact.holder) or fact.holder)
        if effect == "state" and clause.lemma in ("keep", "retain") and self._told_flow(fact):
            return fact.but(effect="state", time=ended(fact.time))
        if effect == "state" and clause.lemma in words("motion"):
            return fact.but(effect="do")
        return None

    def _is_instrument(self, clause: Clause, fact: Fact) -> bool:
        """As in "then the list showed 79": what tells the amount of another's stock."""
        new = all(f.holder != fact.holder for f in self.facts) and not fact.place
        return new and fact.holder not in self.entities.people and clause.subject is not None

    def _taken_from(self, clause: Clause, fact: Fact) -> str:
        """Whose they were: another's of whose things some are taken, or the only keeper's."""
        if fact.of is None:
            keeper = self._keeper(fact) if clause.lemma in words("taking from") else ""
            return "" if keeper in self.entities.people else keeper
        held = [f for f in self.facts if f.effect == "state" and f.holder not in ("", fact.holder)]
        return held[-1].holder if held else ""

    def _on_object(
        self, clause: Clause, amount: Phrase, fact: Fact, effect: str, owner: str
    ) -> Fact:
        """What an active verb does to the amount of its object."""
        special = self._by_verb(clause, amount, fact, effect)
        if special is not None:
            return special
        if fact.kind.head == "temperature" and effect == "do":
            return fact.but(effect="state")
        if fact.kind.measure and clause.lemma in measured_by():
            return fact.but(effect=measured_by()[clause.lemma])
        own = [f for f in self.facts if f.holder == fact.holder]
        stocked = any(fact.kind.head in f.kind.ups for f in own)
        moved = any(f.kind == fact.kind and f.effect in ("rise", "fall") for f in own)
        if moved and DIRECTION.get(effect) and not amount.preposition:  # "won back 31 cm"
            return fact.but(effect="rise" if DIRECTION[effect] > 0 else "fall")
        if (
            fact.kind.measure
            and not stocked
            and fact.kind.head in ("length", "time")
            and effect
            not in ("state", "rise", "fall", "need", "remove", "use", "give", "lose", "make")
        ):
            return fact.but(effect="do")
        if (
            fact.kind.measure
            and fact.kind.head in ("length", "temperature")
            and effect in ("gain", "come", "leave", "make")
        ):
            return fact.but(effect="rise" if DIRECTION[effect] > 0 else "fall")
        if effect in ("come", "leave"):
            return fact.but(effect="lose" if effect == "leave" and not amount.preposition else "do")
        if (clause.particle == "back" or clause.lemma == "return") and effect in (
            "give",
            "gain",
            "take",
            "come",
        ):
            back = self._lender(fact)
            if back:
                return fact.but(effect="give", to=back)
        beast = "animal" in ups().get(fact.to, ())
        if effect == "lose" and fact.to and (beast or fact.to in self.entities.people):
            return fact.but(effect="give")
        starts = {
            amount.start,
            *(p.start for p in clause.phrases if p.of is amount),
        }  # "a pack of 9"
        beside = any(p.start == clause.main + 1 and p.end in starts for p in clause.phrases)
        if beside and effect in ("lose", "gain", "take", "make"):
            to = self.receiver(clause, amount)  # "paid Noah $37", "brought her 20 more"
            if to in self.entities.people and to != fact.holder:
                return fact.but(effect="give", to=to)
        present = self.tree.tags[clause.group[0]] in ("VBP", "VBZ")
        if clause.lemma == "share" and present and not fact.to and not fact.extras:
            return fact.but(effect="state")  # "share a collection of 34 comics"
        return self._handed_over(clause, amount, fact, effect, owner)

    def _keeper(self, fact: Fact) -> str:
        """The only other one who is told to have such things."""
        told = [f for f in self.facts if f.effect == "state" and f.kind.head == fact.kind.head]
        owners = {f.holder or f.place for f in told if f.than is None}
        only = owners.pop() if len(owners) == 1 else ""
        return "" if only == fact.holder else only

    def _own_stock(self, fact: Fact) -> str:
        """Where such things are told to be that belong to the one who takes some."""
        told = [f for f in self.facts if f.effect == "state" and f.kind.head == fact.kind.head]
        places = [f.place for f in told if f.holder == fact.holder and f.place]
        places += [f.holder for f in told if self.entities.within.get(f.holder) == fact.holder]
        return places[-1] if len(set(places)) == 1 and fact.holder else ""

    def _handed_over(
        self, clause: Clause, amount: Phrase, fact: Fact, effect: str, owner: str
    ) -> Fact:
        """The parties and places of what changes hands or is moved."""
        if effect == "give":
            to = fact.to if fact.to in self.entities.people else ""
            to = to or self.receiver(clause, amount) or fact.to
            last = self.facts[-1] if self.facts else fact
            if not to and last.verb == fact.verb and last.sentence == fact.sentence:
                to = last.to  # "The bakery gave 12 loaves to the home and the grocer gave 8"
            having = any(f.holder == fact.holder and f.effect == "state" for f in self.facts)
            if not to and clause.lemma in words("incoming") and not having:
                to = self._stocked(fact, fact.holder)
            return fact.but(effect="give", to=to)
        if effect == "take" and not (fact.source or fact.to):
            own = self._own_stock(fact) if clause.lemma in words("taking from") else ""
            if own:  # "has 15 rolls in the bag. She takes 2 as a snack"
                return fact.but(effect="use", place=own)
            fact = fact.but(source=self._taken_from(clause, fact))
        if fact.kind.head == "money" and clause.particle == "back":
            fact = fact.but(extras=fact.extras | {"change"})
        if effect in ("gain", "take"):
            source = fact.source or (owner if owner != fact.holder else "")
            if source and source in self.entities.people:
                effect = "take"
            if fact.place and effect == "take" and not source:
                source = ""
            return fact.but(effect=effect, source=source)
        if effect in ("remove", "lose", "use") and fact.source and not (fact.place or owner):
            return fact.but(effect=effect, place=fact.source, source="")
        if effect in ("rise", "fall"):
            plain = not amount.preposition and not fact.kind.measure
            return fact.but(effect="do" if plain else effect)
        if owner and effect in ("remove", "lose", "use") and owner != fact.holder:
            return fact.but(effect=effect, holder=owner)
        return fact.but(effect=effect)
