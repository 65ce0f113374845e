"""What the verb of a clause does to the stock of an amount."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.constructions.ages import aged
from quantity_tagger.languages.english.frames.constructions.events import (
    handed_back,
    missing,
    named_event,
    named_measure,
)
from quantity_tagger.languages.english.frames.groups import Clause, subject_word
from quantity_tagger.languages.english.frames.objects import ObjectReader
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.predicates import ended
from quantity_tagger.languages.english.frames.slots import Slots, adjuncts
from quantity_tagger.languages.english.frames.words import effects, table, words
from quantity_tagger.situation.facts import DIRECTION, Effect, Fact, Kind, Time

_MONEY = Kind("money", measure=True)
_DIMENSIONS = frozenset(["weight", "volume", "length", "area"])


class VerbReader(ObjectReader):
    """Reads effects off verbs."""

    def _with_effect(
        self, clause: Clause, amount: Phrase, fact: Fact, slots: Slots, owner: str
    ) -> Fact:
        effect = clause.effect
        tree = self.tree
        if self.counted(clause.subject) is not None and amount.start < clause.main:
            return fact.but(effect="state", verb="be")  # "The number of girls, 52, exceeds …"
        shared = self._resumed(clause, amount, fact) or self._apposed(clause, amount, fact)
        if shared is not None:
            return shared
        likewise = aged(clause, amount, fact) or self._likewise(clause, amount, fact)
        if likewise is not None:
            return likewise
        subject = clause.subject
        as_subject = self._is_subject(clause, amount) or self._gapped_subject(clause, amount)
        led = amount.start - (2 if amount.preposition == "by" else 1)  # "up 3", "down by 5"
        way = table("up and down").get(tree.lemmas[led]) if led >= clause.start else None
        if way and not as_subject and clause.lemma in words("travelling") | {"go", "come"}:
            return fact.but(effect="rise" if way == "rise" else "fall", place="")
        whole_verb = " ".join([clause.lemma, *tree.lemmas[clause.main + 1 : amount.start]])
        if whole_verb.endswith(" of") and whole_verb in effects():  # "got rid of 5 toys"
            effect = effects()[whole_verb]
            return self._on_object(clause, amount, fact, effect, owner)
        if as_subject and not clause.passive:
            effect = self._goes_on(clause, effect) or effect
        if clause.passive and as_subject:
            effect = clause.active_effect
        after = amount.of.end if amount.of is not None else amount.end
        ends = tree.tags[after + 1] in (".", ",", "CC", ":") or effect in ("", "do")
        if ends and tree.tags[after] in ("RP", "RB", "IN"):  # "25 litres out and 60 litres in"
            effect = effects().get(f"{clause.lemma} {tree.lemmas[after]}", effect)
        counted = subject is not None and subject.quantity is not None and subject is not amount
        free = not (as_subject or fact.holder or clause.passive)
        if counted and free and subject_word(tree, clause):
            doers = self.entities.meet(subject_word(tree, clause))
            fact = fact.but(holder=doers)  # "17 children borrowed 68"
        tagged = set(amount.marks) & {"$", "£", "€"} and amount.head >= 0
        if tagged and as_subject:  # "A $85 coat was marked down"
            price = frozenset(["price"])
            thing = self.entities.name(amount, topic=True)
            return fact.but(effect="state", verb="cost", holder=thing, extras=price, of=None)
        if as_subject and clause.lemma == "need" and self._needed(clause, amount):
            return self._predicate(clause, amount, fact)
        fact = handed_back(self, clause, amount, fact)
        for special in (
            named_event(self, clause, amount, fact),
            named_measure(self, clause, amount, fact),
            missing(self, clause, amount, fact),
            self._phrased(clause, amount, fact, slots, owner),
            self._wanted(clause, amount, fact, slots, owner),
        ):
            if special is not None:
                return special
        return self._done(clause, amount, fact, effect, as_subject, slots, owner)

    def _done(
        self,
        clause: Clause,
        amount: Phrase,
        fact: Fact,
        effect: str,
        as_subject: bool,
        slots: Slots,
        owner: str,
    ) -> Fact:
        """What a verb does where nothing around the amount says otherwise."""
        over = clause.after in ("over", "across", "through") and amount.head < 0 and as_subject
        if over and clause.lemma in words("travelling") and fact.place and not fact.kind.measure:
            return fact.but(effect="leave", holder="", place="")  # "5 jumped over the fence"
        way = table("ways").get(clause.particle, "") if as_subject and not clause.passive else ""
        if effect == "" and (way or clause.likely_effect):  # "9 dart off"
            effect, fact = way or clause.likely_effect, fact.but(unsure=True)
        objects = [p for p in clause.phrases if p.start > clause.main and not p.preposition]
        placed = fact.place and fact.of is None and not (objects or clause.negated or amount.more)
        if effect == "" and as_subject and not clause.passive and placed:
            return fact.but(effect="state", holder="")  # "17 fireflies glowed in the garden"
        if effect in ("", "part", "do") and as_subject and not clause.passive:
            return self._predicate(clause, amount, fact)
        if effect in ("", "do") and as_subject and clause.passive and fact.of is not None:
            return self._predicate(clause, amount, fact)
        if effect == "" and as_subject and clause.passive and fact.place and not amount.more:
            return fact.but(effect="state", holder="")  # "67 medals are displayed in the hall"
        if effect == "" and as_subject and clause.passive and not slots.agent:
            done = fact.but(effect="do", unsure=True)
            return self._predicate(clause, amount, fact).but(others=((0.3, done),))
        if effect == "":
            return fact.but(effect="do", unsure=True)
        if effect == "part" and clause.lemma in words("spoiling") and not clause.passive:
            owner = self._stocked(fact, fact.holder)
            if owner and fact.of is None:  # "The wind broke some of Grandma's tulips"
                return fact.but(effect="lose", holder=owner, place="")
        if effect == "part" and not clause.passive:
            return fact.but(effect="lose" if clause.lemma in words("breaking") else "do")
        denied = self._denied(clause, amount, fact, effect, as_subject)
        if denied is not None:
            return denied
        if clause.passive:
            return self._passive(clause, amount, fact, effect, as_subject, slots, owner)
        if as_subject:
            return self._counted_subject(clause, amount, fact, effect)
        return self._on_object(clause, amount, fact, effect, owner)

    def _denied(
        self, clause: Clause, amount: Phrase, fact: Fact, effect: str, as_subject: bool
    ) -> Fact | None:
        """What did not happen to those counted is what they still are."""
        unspent = clause.negated and clause.passive and as_subject and clause.marker != "if"
        incoming = {clause.key, clause.lemma} & words("incoming")
        if unspent and DIRECTION.get(effect, 0) < 0 and not incoming:  # "9 had not been sold"
            return fact.but(effect="state", negated=False, holder="", time=ended(fact.time))
        kept = clause.negated and fact.of is not None and clause.marker != "if"
        if kept and not as_subject and DIRECTION.get(effect, 0) < 0:  # "did not use 22 of them"
            return fact.but(effect="state", negated=False, time=ended(fact.time))
        if kept and not as_subject and effect == "do":
            return fact.but(effect="lack", negated=False)
        if kept and as_subject and clause.passive:
            return self._predicate(clause, amount, fact)
        return None

    def _likewise(self, clause: Clause, amount: Phrase, fact: Fact) -> Fact | None:
        """As in "145 people visited it, and on Sunday 320 did": the verb before goes on."""
        last = self.facts[-1] if self.facts else None
        alone = clause.lemma == "do" and len(clause.group) == 1 and amount.end <= clause.main
        objects = [p for p in clause.phrases if p.start > clause.main and not p.preposition]
        if last is None or not alone or objects or last.sentence != fact.sentence:
            return None
        if clause.negated or fact.time.label in ("", last.time.label):
            return None
        kind = Kind(fact.kind.head, last.kind.marks | last.kind.lacks, ups=fact.kind.ups)
        return fact.but(
            effect=last.effect, verb=last.verb, said=last.said, kind=kind, of=last.of,
            holder=last.holder, place=fact.place or last.place,
        )  # fmt: skip

    def _needed(self, clause: Clause, amount: Phrase) -> bool:
        """As in "10 needed a filling": said of those counted, not a goal."""
        objects = [p for p in clause.phrases if p.start > clause.main and not p.preposition]
        return bool(objects) and all(p.quantity is None for p in objects) and not clause.wanting

    def _goes_on(self, clause: Clause, effect: str) -> str:
        """As in "6 of them got tired and left": what those counted do in the end."""
        tree = self.tree
        tired = clause.lemma == "get" and tree.tags[clause.main + 1] in ("VBN", "JJ")
        if effect not in ("", "part", "do") and not tired:
            return ""
        later = [c for c in self.clauses if c.start >= clause.end and c.sentence == clause.sentence]
        later = [c for c in later if c.finite][:1]
        if not later or later[0].own_subject or any(self.is_amount(p) for p in later[0].phrases):
            return "part" if tired else ""
        then = later[0].effect
        return then if then in ("come", "leave") else "part" if tired else ""

    def _resumed(self, clause: Clause, amount: Phrase, fact: Fact) -> Fact | None:
        """As in "uses 24 cm to tie a bow and 45 cm …": the verb before the purpose goes on."""
        last = self.facts[-1] if self.facts else None
        if (
            last is None
            or not clause.purpose
            or last.sentence != fact.sentence
            or last.clause == fact.clause
            or last.kind.head != fact.kind.head
            or self.tree.lemmas[amount.start - 1] not in ("and", ",")
        ):
            return None
        return fact.but(
            effect=last.effect, verb=last.verb, holder=last.holder, place=last.place, to=last.to
        )

    def _apposed(self, clause: Clause, amount: Phrase, fact: Fact) -> Fact | None:
        """As in "The price, once 240 euros, went up", "The herd, 60 cows strong, lost 12"."""
        subject, lemmas = clause.subject, self.tree.lemmas
        if subject is None or subject is amount or amount.preposition or clause.question:
            return None
        end = subject.of.end if subject.of is not None else subject.end
        before, after = lemmas[end : amount.start], lemmas[amount.end : clause.group[0]]
        if before[:1] != [","] or len(before) > 3 or "," not in after:
            return None
        if any(word in ("who", "which", "and", "with") for word in (*before, *after)):
            return None
        moved = bool(DIRECTION.get(clause.effect))
        time = Time(phase="start") if moved else Time(present=True)
        return fact.but(effect="state", verb="be", time=time, place="", negated=False)

    def _phrased(
        self, clause: Clause, amount: Phrase, fact: Fact, slots: Slots, owner: str
    ) -> Fact | None:
        """What the words around an amount say whatever the verb does."""
        tree = self.tree
        effect = clause.effect
        as_subject = self._is_subject(clause, amount) or self._gapped_subject(clause, amount)
        if self._leads_whole(clause, amount):
            whole = fact.but(
                effect="state",
                verb="be",
                said=fact.said if clause.marker in ("that", "which", "who") else "be",
                holder=owner or ("" if amount.determiner == "the" else fact.holder),
                time=Time(phase="start" if amount.quantity is None else ""),
                position=None if amount.quantity is None else -1.0,
                place=slots.place if self._is_where(clause, amount) else self._where(amount),
                negated=False,
            )
            of = amount.of
            named = of is not None and of.possessor is not None and amount.possessor is None
            if of is not None and of.head >= 0 and not of.pronoun and (named or not owner):
                counted = tree.lemmas[amount.head] if amount.head >= 0 else ""
                if counted and counted not in words("generic") and not fact.kind.ups & _DIMENSIONS:
                    return whole.but(holder=self.entities.name(of))  # "the 45 members of the choir"
            return whole if owner or not as_subject else whole.but(holder="")  # "Of the 90 seats …"
        left = clause.lemma == "leave" and tree.texts[clause.main].lower() == "left"
        if left and (clause.passive or clause.particle == "over"):  # "and 25 left over"
            return fact.but(effect="state", time=ended(fact.time), verb="be left")
        which = tree.lemmas[clause.group[0] - 1] == "which"
        pointing = subject_word(tree, clause) in ("that", "this", "which")
        pointing = pointing or (which and tree.lemmas[clause.group[0] - 2] == ",")
        if tree.tags[clause.main] == "VBG" and not clause.finite and bool(self.facts):
            pointing = True  # "which left 16", "leaving 16"
        sums = clause.lemma in ("leave", "make") or (clause.lemma == "give" and fact.total)
        if sums and pointing and not as_subject:  # "That gave her 9 in all", "left her with 4"
            kind, who = self._beside(fact.kind), self.receiver(clause, amount)
            who = who if who in self.entities.people else ""
            return fact.but(effect="state", holder=who, to="", kind=kind, time=ended(fact.time))
        brings = clause.lemma in words("bringing to") and amount.preposition == "to"
        if brings and (pointing or which):
            who = self.receiver(clause, amount)  # "which brings the album to 402 stamps"
            who = self.entities.within.get(who, who) if who.endswith(" total") else who
            return fact.but(effect="state", holder=who, to="", time=ended(fact.time))
        left_with = clause.lemma == "leave" and amount.preposition == "with" and not as_subject
        if left_with and not clause.passive:
            who = self.receiver(clause, amount)  # "The theft left the shop with 36 bikes"
            subject = subject_word(tree, clause)
            told = subject in ("that", "this", "which") or subject in table("event nouns")
            if who in self.entities.people or (told and who):
                return fact.but(effect="state", holder=who, time=ended(fact.time))
        if clause.lemma == "be":
            return self._copula(clause, amount, fact, as_subject, owner)
        if not as_subject and self._does_so_long(clause, amount, fact):
            return fact.but(effect="do")
        if amount.preposition and not as_subject:
            special = self._oblique(clause, amount, fact, effect)
            if special is not None:
                return special
        gone = as_subject and not clause.passive and clause.lemma in words("travelling") | {"go"}
        if gone and slots.to and slots.source and not fact.kind.measure:
            return fact.but(effect="give", holder=slots.source, to=slots.to, place="", source="")
        if (
            fact.kind.head not in ("length", "time", "score", "money")
            and not (as_subject and self._is_habit(clause))
            and clause.lemma in words("moving")
            and (slots.to or slots.place)
            and (slots.source or fact.of is not None or self._kept_elsewhere(fact, slots.to))
        ):
            goal = slots.to or slots.place
            source = slots.source or self._stocked(fact, goal) or owner
            if source:
                return fact.but(effect="give", holder=source, to=goal, place="", source="")
        into = any(
            p.preposition in ("into", "onto") for p in clause.phrases if p.start > amount.start
        )
        handled = clause.lemma in words("moving") | words("throwing") and not as_subject
        stuff = fact.kind.measure and fact.kind.head != "money"
        if into and handled and fact.place and not (stuff or clause.passive):
            return fact.but(effect="put")  # "slipped 9 pens into his bag"
        return None

    def _where(self, amount: Phrase) -> str:
        """As in "9 of the 30 pears that hung on the tree": where the whole is told to be."""
        said = next((c for c in self.clauses if c.subject is amount and c.marker), None)
        if said is None or said.marker not in ("that", "which", "who") or said.effect != "state":
            return ""
        places = [a.value for a in adjuncts(self.tree, said, self.entities) if a.slot == "place"]
        return str(places[0]) if places else ""

    def _is_where(self, clause: Clause, amount: Phrase) -> bool:
        """As in "14 of the 33 rings in the window": a place that belongs to the whole."""
        after = next((p for p in clause.phrases if p.start > amount.start), None)
        near = after is not None and self.tree.lemmas[amount.end : after.start] == ["in"]
        return near and amount.determiner == "the"

    def _leads_whole(self, clause: Clause, amount: Phrase) -> bool:
        """Whether an amount is told as what is shared out: "Of 34 red and 28 pink roses 9 …"."""
        if amount.start - 2 == clause.main:
            return False  # "made of 25 sticks"
        whole = amount.preposition == "from" and amount.determiner and amount.end < clause.main
        if whole or amount.preposition in ("of", "out of", "from among", "among"):
            return amount.start - 3 <= clause.start or any(
                p.of is amount and p.quantity is not None for p in clause.phrases
            )
        before = [p for p in clause.phrases if p.end < amount.start and p.quantity is not None]
        later = [p for p in clause.phrases if amount.end < p.start < clause.main]
        return (
            bool(before)
            and self.tree.list_goes_on(before[-1].end, amount.start)
            and any(p.quantity is not None for p in later)
            and amount.end < clause.main
            and before[-1].preposition in ("", "of", "out of")
            and self._leads_whole(clause, before[-1])
        )

    def _wanted(
        self, clause: Clause, amount: Phrase, fact: Fact, slots: Slots, owner: str
    ) -> Fact | None:
        """Goals, capacities, prices and durations: nothing that happens to a stock."""
        tree = self.tree
        effect = clause.effect
        past = tree.tags[clause.group[0]] == "VBD"
        done = clause.wanting == "decide" and past and self._is_subject(clause, amount)
        if not (done or clause.unwanted or (clause.wanting == "have" and past)) and (
            clause.wanting in words("goals") or clause.modal in ("must", "should")
        ):
            clause.unwanted = True
            other = self._with_effect(clause, amount, fact, slots, owner)
            clause.unwanted = False
            lacking = amount.more == "more" and clause.wanting == "need"
            goal: Effect = "lack" if lacking else "need"
            return fact.but(effect=goal, verb=clause.key, planned=True, others=((1.0, other),))
        if clause.lemma in ("need", "take", "last") and fact.kind.head == "time":
            return fact.but(effect="state", verb="take", holder=self.activity(clause, fact.holder))
        subject = clause.subject
        it = subject is not None and subject.pronoun and tree.lemmas[subject.head] == "it"
        does = tree.tags[amount.end : amount.end + 2] == ["TO", "VB"]
        if it and does and clause.lemma == "take" and tree.tags[clause.group[0]] != "VBD":
            return fact.but(effect="need", planned=True, holder="")  # "It takes 9 bricks to …"
        if clause.lemma == "take" and fact.kind.head == "memory":
            return fact.but(effect="use", holder="")
        if (
            not clause.passive
            and clause.lemma in ("take", "hold")
            and (fact.kind.head == "volume" or "volume" in fact.kind.ups)
            and fact.holder not in self.entities.people
            and clause.lemma == "take"
        ):
            return fact.but(effect="room")
        along = clause.lemma in words("taking along") and not (fact.source or clause.particle)
        if (
            along
            and not clause.passive
            and fact.kind.head == "money"
            and fact.to not in self.entities.people
        ):
            return fact.but(effect="state", to="")  # "took $80 to the fair"
        wants = clause.lemma == "want" and not self._is_subject(clause, amount)
        if effect == "need" or wants:
            if (
                "still" in tree.lemmas[clause.start : clause.main]
                or "yet" in tree.lemmas[clause.start : clause.end]
            ):
                return fact.but(effect="lack")
            return fact.but(effect="need", planned=True)
        if clause.modal in ("may", "can", "could") and clause.lemma in words("capacity"):
            return fact.but(effect="room")
        payer = self.receiver(clause, amount) if effect == "cost" and fact.holder else ""
        if effect == "cost" and fact.kind.measure and fact.kind.head == "score":
            return fact.but(effect="lose", holder=payer or fact.holder)  # "costing him 10 points"
        if effect == "cost" and self._is_subject(clause, amount) and not fact.kind.measure:
            return fact.but(effect="do", verb="cost")  # "4 chairs cost $340"
        if payer in self.entities.people:  # "The cage cost her $12"
            paid = fact.extras | {"price", fact.holder}
            return fact.but(effect="lose", kind=_MONEY, verb="spend", holder=payer, extras=paid)
        some = clause.subject if clause.marker == "that" and not fact.holder else None
        if effect == "cost" and some is not None and some.some and some.head >= 0:
            fact = fact.but(holder=tree.lemmas[some.head])  # "some brushes that cost $9"
        if effect == "cost":
            counted = clause.lemma == "cost" and amount.head > clause.main
            named = counted and not fact.kind.measure  # "costs 5 tickets"
            return fact.but(
                effect="state",
                kind=fact.kind if named or fact.kind.head == "money" else _MONEY,
                verb="cost",
                extras=fact.extras | {"price"},
            )
        if effect == "room" and fact.holder in self.entities.people:
            return fact.but(effect="use")  # "fitted 4 to the car"
        return fact.but(effect="room") if effect == "room" else None

    def _kept_elsewhere(self, fact: Fact, goal: str) -> bool:
        """As in "In room 8 are 30 desks. He carried 6 to room 9": from the place told before."""
        told = [f for f in self.facts if f.effect == "state" and f.kind.head == fact.kind.head]
        places = [f.place for f in told if f.place and not f.holder]
        return bool(goal) and bool(places) and goal not in places
