"""Amounts after a preposition: prices, levels, attributes, differences."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.groups import Clause, subject_word
from quantity_tagger.languages.english.frames.nouns import kind_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.predicates import PredicateReader, ended
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind, Phase, Side, Time

#: Who plays against somebody and is not named there: "lost by 15".
OPPONENT = "the opponent"


#: Effects that "by" so much makes a rise or a fall.
_BY = frozenset(["rise", "fall", "do", "lose", "gain", "leave", "make", "come", "remove", "give"])
#: Effects of what is done to things by those who follow "by".
_HANDLING = frozenset(["give", "take", "lose", "gain", "use", "make", "put", "remove"])
#: What leads the ends of a way: the things there have a stock of their own.
_ENDS = frozenset(["from", "to", "into", "onto", "out of", "in", "on"])
#: Verbs whose time is told of what is done, not of who does it.
_TAKING_TIME = frozenset(["take", "last", "need"])


def _is_ingredient(preposition: str, fact: Fact) -> bool:
    """As in "made a stew with 2 kg of leeks", "from 6 of the eggs": what something is made of."""
    some = fact.of is not None or not fact.kind.ups.isdisjoint(("weight", "volume"))
    return some and preposition in ("with", "from", "out of")


class ObliqueReader(PredicateReader):
    """Reads amounts that a preposition leads."""

    def _beat(self, clause: Clause, fact: Fact) -> Fact | None:
        """As in "beat the Lions by 9 points"."""
        if clause.lemma not in words("contest") | words("surpassing"):
            return None
        other = [
            p
            for p in clause.phrases
            if p.start > clause.main
            and p.quantity is None
            and p.preposition in (("by",) if clause.passive else ("", "to", "against"))
            and self.tree.lemmas[p.head] not in words("played")
        ]
        score = fact.kind.head == "score" or not fact.kind.measure
        score = score or clause.lemma in ("lead", "trail")
        if not other and not score:
            return None
        counted = self.counted(other[0]) if other else None
        holder = self.entities.name(other[0]) if other else OPPONENT
        side = Side(holder=holder) if counted is None else Side(kind=counted)
        sign = -1 if clause.lemma in ("lose", "trail") or clause.passive else 1
        mine = [
            n
            for n, f in enumerate(self.facts)
            if fact.holder in ("", f.holder) and f.kind.head == fact.kind.head
        ]
        if mine:
            return fact.but(effect="note", about=mine[-1], than=side, sign=sign)
        if counted is not None or (fact.kind.measure and not score):
            return fact.but(effect="state", verb="be", than=side, sign=sign)
        return fact.but(effect="gain", verb="score", than=side, sign=sign)

    def _oblique(self, clause: Clause, amount: Phrase, fact: Fact, effect: str) -> Fact | None:
        preposition = amount.preposition
        money = fact.kind.head == "money"
        if preposition == "by":
            beaten = self._beat(clause, fact)
            if beaten is not None:
                return beaten
            moves = clause.passive and clause.active_effect in _HANDLING
            if moves and "person" in fact.kind.ups:
                return fact.but(effect="do", holder="")  # "was shared by two girls"
        if preposition == "with" and self._leads_with(clause, amount):
            return fact.but(effect="state", verb="have", time=Time(phase="start"), place="")
        into = [p for p in clause.phrases if p.start == clause.main + 1 and p.quantity is None]
        into = [p for p in into if not (p.pronoun or p.preposition)]
        if preposition == "with" and effect == "put" and into:
            return fact.but(effect="put", place=self.entities.name(into[0]))  # "filled a box with"
        if preposition in ("on", "at") and fact.kind.head == "score":
            return fact.but(effect="state", verb="be")  # "finished on 48"
        raced = bool({"slower", "faster", "quicker"} & set(self.tree.texts))
        if preposition == "in" and fact.kind.head == "time" and raced and fact.holder:
            return fact.but(effect="state", verb="be")  # "ran in 12 seconds"
        room = self.tree.lemmas[max(0, amount.start - 2)] in ("room", "space")
        divided = preposition == "into" and clause.lemma in words("dividing")
        divided = divided and not (clause.passive and fact.kind.head in words("groupings"))
        if divided and not fact.kind.measure:
            return fact.but(effect="make", to="", place="")  # "cut a cake into 16 slices"
        of = fact.of
        if preposition in ("in", "on", "at") and of is not None and effect in ("state", "part", ""):
            said = frozenset([f"{clause.lemma} {preposition}"])  # "In 9 of the flats people live"
            kind = Kind(of.head, of.marks | said, of.lacks, of.ups)
            return fact.but(effect="state", kind=kind, holder="", place="")
        if preposition == "for" and room:
            return fact.but(effect="room")
        if preposition == "for" and clause.lemma in ("swap", "exchange", "trade") and not money:
            return fact.but(
                effect="gain", source=self.entities.name(amount.of and amount.of.possessor)
            )
        if effect == "make" and _is_ingredient(preposition, fact):
            return fact.but(effect="use", verb="use", source="")
        made = preposition == "with" or (clause.passive and preposition in ("of", "from"))
        if clause.active_effect == "make" and made and self._is_stocked(fact):
            doer = "" if clause.passive else fact.holder  # "built with 25 blocks", "made of 9"
            return fact.but(effect="use", verb="use", holder=doer)
        if money:
            paid = self._money_oblique(clause, amount, fact, effect)
            if paid is not None:
                return paid
        led = next((p.preposition for p in clause.phrases if p.of is amount), preposition)
        people = "person" in fact.kind.ups
        travels = clause.lemma in words("travelling") and not people
        out = clause.lemma in words("setting out") and clause.key != "get"
        out = out and not (people and fact.of is not None)
        if led == "with" and (travels or out):  # "a bunch of 60", no "quarrels with 2 of them"
            late = clause.lemma in ("end", "finish", "arrive", "come", "return", "reach", "get")
            told = bool(self.facts) or any(c.perfect for c in self.clauses)
            late = late and told  # it may begin with "The bus arrived with 40 people"
            late = late or self.tree.lemmas[clause.main + 1 : amount.start] == ["on", "with"]
            return fact.but(
                effect="state",
                time=ended(fact.time) if late else fact.time._replace(phase="start"),
            )
        if preposition == "by" and effect in _BY:
            moved = next((p for p in clause.phrases if p.start == clause.main + 1), None)
            thing = self._measured(moved) if moved is not None and moved.head >= 0 else ""
            if thing:  # "raised the price of the coat by $9"
                fact = fact.but(holder=thing, kind=fact.kind, place="")
            return fact.but(effect="rise" if DIRECTION.get(effect, 1) > 0 else "fall")
        level = self._level(clause, preposition, fact, effect)
        if level is not None:
            return level
        if preposition == "at" and fact.kind.head in ("length", "height", "temperature"):
            return fact.but(effect="state")
        lapse = preposition in ("in", "for", "after", "within", "over", "during")
        lapse = lapse or fact.kind.head != "time"
        if preposition and lapse and fact.kind.head in words("spans of time"):
            return fact.but(effect="do", holder="", verb="last")
        if preposition in ("with", "of"):
            return self._of_owner(clause, amount, fact)
        return None

    def _does_so_long(self, clause: Clause, amount: Phrase, fact: Fact) -> bool:
        """Whether an amount says how long somebody does something, and nothing else is counted:
        "swam for 20 minutes in the morning and 15 in the evening".
        """
        if fact.kind.head != "time" or not fact.holder or clause.lemma in _TAKING_TIME:
            return False
        told = [p for p in clause.phrases if p.quantity is not None and p.end <= amount.end]
        for one in told:
            kind, _ = kind_of(self.tree, one)
            if kind is not None and kind.head != "time":
                return False
        return bool(told) and told[0].preposition == "for" and told[0].start > clause.main

    def _is_stocked(self, fact: Fact) -> bool:
        """Whether such things are told or asked as had or left, so that making uses them."""
        tree = self.tree
        said = {tree.lemmas[p.head] for p in self.phrases if p.head >= 0 and p.quantity is None}
        left = "left" in tree.texts or {"start", "begin"} & set(tree.lemmas)
        held = any(f.effect == "state" and f.kind.head == fact.kind.head for f in self.facts)
        return held or bool(left and fact.kind.head in said and not fact.kind.measure)

    def _leads_with(self, clause: Clause, amount: Phrase) -> bool:
        """As in "With 60 dollars in her purse, Ann bought …": what she has at first."""
        subject = clause.subject
        first = amount.start - 1 == clause.start and not amount.determiner
        after = subject is not None and subject.start > amount.end and not subject.preposition
        commas = self.tree.lemmas[amount.end : subject.start] if subject is not None else []
        return first and after and "," in commas and clause.lemma != "be" and amount.of is None

    def _of_owner(self, clause: Clause, amount: Phrase, fact: Fact) -> Fact | None:
        """As in "a box with 12 eggs", "a flock of 25": what stands before it has the amount."""
        preposition = amount.preposition
        listed = [p for p in clause.phrases if p.preposition == "with" and p.quantity is not None]
        beside = [phrase for p in listed for phrase in (p, p.of)] if preposition == "with" else []
        owner = [p for p in clause.phrases if p.end <= amount.start and p.head >= 0]
        owner = [p for p in owner if p not in beside]  # "with 9 kg of rice and 5 kg of beans"
        if owner and preposition == "with" and clause.passive and clause.subject in owner:
            owner = [clause.subject]  # "A bowl on the table is filled with 19 figs"
        if owner and preposition == "with" and self._describes(clause, owner[-1], amount):
            return fact.but(effect="state", holder=self.entities.name(owner[-1]))
        if preposition == "of" and owner and self._holds_object(clause, owner[-1], amount):
            return None
        acts = preposition == "of" and clause.effect in ("come", "leave")
        acts = acts and subject_word(self.tree, clause) in words("collectives")
        if acts and owner and owner[-1] is clause.subject:  # "a family of 6 swans joined them"
            return self._counted_subject(clause, amount, fact.but(holder=""), clause.effect)
        moved = owner and owner[-1].preposition in _ENDS and owner[-1].end == amount.start - 1
        if (
            preposition == "with"
            and owner
            and owner[-1].start > clause.main
            and clause.effect != "state"
            and not moved
        ):
            return None
        if moved and clause.effect != "state":  # "from a flock of 25 to a flock of 14"
            fact = fact.but(time=fact.time._replace(phase="start"), to="", source="", place="")
        if owner and clause.lemma == "have" and fact.holder and owner[-1].start > clause.main:
            self.entities.within[self.entities.name(owner[-1])] = fact.holder
        among = owner and owner[-1].quantity is not None and preposition == "with"
        if among and fact.holder and clause.effect == "state":
            return fact.but(effect="state")  # "The train has 12 carriages with 600 passengers"
        if owner:
            said = "have" if owner[-1].end == amount.start - 1 else fact.said
            return fact.but(effect="state", holder=self.entities.name(owner[-1]), said=said)
        return None

    def _holds_object(self, clause: Clause, thing: Phrase, amount: Phrase) -> bool:
        """As in "bought a pack of 12 beads", "jumped a distance of 4 m": what is done so."""
        return (
            thing.of is amount
            and thing.start > clause.main
            and not thing.preposition
            and clause.effect not in ("", "state", "part")
        )

    def _describes(self, clause: Clause, thing: Phrase, amount: Phrase) -> bool:
        """As in "is reading a book with 210 pages": what a thing has that is spoken of newly."""
        return (
            clause.effect == "do"
            and clause.lemma not in words("done with")
            and thing.start > clause.main
            and not thing.preposition
            and thing.end == amount.start - 1
            and thing.determiner in ("a", "an")
        )

    def _level(self, clause: Clause, preposition: str, fact: Fact, effect: str) -> Fact | None:
        """As in "rose to 40", "went from 38 kg to 61 kg": where a measure begins or ends."""
        phases: dict[str, Phase] = {"from": "start", "to": "end"}
        both = {"from", "to"} <= {p.preposition for p in clause.phrases if p.quantity is not None}
        if not both:
            phases["to"] = ""  # more may happen after it
        if (
            preposition in ("to", "from")
            and both
            and effect in ("make", "gain", "lose", "do", "leave")
        ):
            effect = "rise"
        if (
            preposition in ("to", "from")
            and effect in ("rise", "fall", "come", "leave", "make", "gain", "lose", "do", "remove")
            and (fact.kind.measure or effect in ("rise", "fall"))
        ):
            return fact.but(
                effect="state",
                level=preposition,
                to="",
                source="",
                time=Time(fact.time.label, phase=phases[preposition]),
            )
        return None

    def _bought(self, clause: Clause, amount: Phrase) -> str:
        """What a price is of, right before it: "gloves for $16", "3 kg of figs for $7"."""
        tree = self.tree
        before = [p for p in clause.phrases if clause.main < p.start and p.end <= amount.start]
        before = [p for p in before if p.head >= 0 and p.preposition in ("", "of")]
        near = [p for p in before if p.end == amount.start - 1 and "$" not in p.marks]
        if not near or tree.lemmas[near[-1].head] in words("ones"):
            return self._object(clause, amount)
        return tree.lemmas[near[-1].head]

    def _money_oblique(
        self, clause: Clause, amount: Phrase, fact: Fact, effect: str
    ) -> Fact | None:
        """Money after a preposition: a price, what is paid with, what is earned."""
        preposition = amount.preposition
        if preposition == "with" and clause.lemma in ("pay", "buy"):
            return fact.but(effect="do", verb="pay with", extras=frozenset(["paid with"]))
        if preposition == "for" and clause.lemma == "pay" and amount.head >= 0:
            thing = self.tree.lemmas[amount.head]
            return fact.but(effect="state", verb="cost", holder=thing, extras=frozenset(["price"]))
        if preposition == "at" and effect == "give":
            return fact.but(effect="state", verb="cost", holder="", extras=frozenset(["price"]))
        if preposition in ("for", "at", "on") and effect in ("gain", "lose", "take", "do", "make"):
            each = amount.end < clause.end and self.tree.lemmas[amount.end] in (
                "each",
                "apiece",
                "per",
            )
            if each:
                return fact.but(
                    effect="state", holder="", place="price each", extras=frozenset(["each"])
                )
            thing = self._bought(clause, amount)
            spent = fact.but(
                effect="lose",
                verb="spend",
                to="",
                extras=fact.extras | {"price"} | ({thing} if thing else set()),
            )
            if clause.wanting not in words("wishing") or clause.unwanted:
                return spent
            return spent.but(effect="need", planned=True, others=((0.6, spent),))
        if preposition == "for" and clause.lemma in ("want", "need", "like", "choose"):
            return fact.but(effect="need", planned=True, extras=frozenset(["price"]))
        if preposition == "for" and effect in ("give",):
            return fact.but(effect="gain", verb="earn")
        return None
