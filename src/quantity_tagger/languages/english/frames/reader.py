"""Clauses as facts: what each amount of a text is, does, and is compared with."""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.languages.english.frames.afterthoughts import AfterReader
from quantity_tagger.languages.english.frames.constructions import ages, compare, events, levels
from quantity_tagger.languages.english.frames.constructions.apposed import (
    itemised,
    of_substance,
    sized,
)
from quantity_tagger.languages.english.frames.constructions.equal import alike, equal, is_alike
from quantity_tagger.languages.english.frames.constructions.exceptions import excepted
from quantity_tagger.languages.english.frames.constructions.listing import Listing
from quantity_tagger.languages.english.frames.constructions.within_question import told_within
from quantity_tagger.languages.english.frames.groups import Clause, subject_word
from quantity_tagger.languages.english.frames.nouns import kind_of, noun_kind
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.slots import (
    PLACES,
    Slots,
    adjuncts,
    led_time,
    slots_for,
)
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import names as first_names
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Kind, Time


class Reader(AfterReader):
    """Reads the clauses of one text in order."""

    def read(self) -> Clause | None:
        """Reads all clauses but the asking one, which is returned."""
        question = self._question_clause()
        order = [
            c
            for c in self.clauses
            if c is not question
            and not (
                question and c.sentence == question.sentence and self.asked in range(c.start, c.end)
            )
        ]
        listing = Listing(self)
        verbal = {clause.sentence for clause in self.clauses} | {self.tree.sentence_of(self.asked)}
        lists = [n for n in range(len(self.tree.sentences)) if n not in verbal]
        pending = question
        for clause in order:
            while lists and lists[0] < clause.sentence:
                listing.read(self.tree.sentences[lists.pop(0)])
            if pending is not None and clause.start >= pending.end:
                told_within(self, pending)
                subject = pending.subject
                if subject and not subject.pronoun and pending.sentence == clause.sentence:
                    self.entities.name(subject, topic=True)  # "How old is Al if he …"
                pending = None
            if not _is_left(self.tree, clause):
                self._read_clause(clause)
        for number in lists:
            listing.read(self.tree.sentences[number])
        if pending is not None:
            told_within(self, pending)
        self._known_parts()
        self._end_states()
        self._place_holders()
        self._name_opponent()
        self._keep_places()
        self._place_rests()
        return question

    def _question_clause(self) -> Clause | None:
        found = self._asking()
        if found is None:
            return None
        later = [c for c in self.clauses if c.sentence == found.sentence and c.start > found.start]
        lemmas = self.tree.lemmas
        if later and lemmas[found.main : found.main + 3] == ["be", "it", "that"]:
            return later[0]  # "What is it that they cost"
        command = found.main == self.asked
        if later and (found.lemma == "be" or command):
            asked = lemmas[self.asked]
            if "able" in lemmas[found.start : later[0].main]:  # "was Penny able to find"
                between = [p for p in found.phrases if p.start > found.main and not p.preposition]
                later[0].subject = between[0] if between else later[0].subject
                later[0].purpose = False
                return later[0]
            numbers = {"number", "total", "amount", "sum"} & set(
                lemmas[found.main : later[0].group[0]]
            )
            told = command or asked == "what"
            if told and numbers and later[0].finite and not _leads_aside(later[0]):
                return later[0]
        return found

    def _asking(self) -> Clause | None:
        after = [c for c in self.clauses if c.start <= self.asked < c.end]
        if after and (after[0].main >= self.asked or after[0].question or after[0].lemma == "be"):
            return after[0]
        later = [c for c in self.clauses if c.main > self.asked]
        return later[0] if later else (after[0] if after else None)

    def _read_clause(self, clause: Clause) -> None:
        amounts = [p for p in clause.phrases if is_alike(self, clause, p) or self._tells(clause, p)]
        subject = clause.subject
        holder = ""
        nobody = self._weather(clause) or self.counted(subject) is not None
        nobody = nobody or subject_word(self.tree, clause) == "number"  # "the number had risen"
        if subject is not None and not self.is_amount(subject) and not nobody:
            holder = self._measured(subject) or self.entities.name(
                subject,
                topic=clause.own_subject and not self._meets_topic(clause),
                other_than=self._object_of(clause) if subject.pronoun else "",
            )
        found = [*self._of_subject(clause), *adjuncts(self.tree, clause, self.entities)]
        number = self.clauses.index(clause)
        if number and clause.active_effect in DIRECTION:
            found = [
                *led_time(self.tree, self.clauses[number - 1], clause, found, self.entities),
                *found,
            ]
        shifted = {
            a.value.shift.quantity
            for a in found
            if isinstance(a.value, Time) and a.value.shift is not None
        }
        amounts = [p for p in amounts if p.quantity not in shifted or p.quantity is None]
        place = len(self.facts)
        alike = (
            None if any(p.quantity is not None for p in amounts) else equal(self, clause, holder)
        )
        amounts = [] if alike is not None else amounts
        for amount in amounts:
            sides = [f.than.amount for f in self.facts if f.than is not None]
            if any(side is not None and side.quantity == amount.quantity for side in sides):
                continue  # told with its comparison: "than the 40 of last year"
            aside = ages.beside_name(self, clause, amount)
            if aside is not None:
                self.facts.append(aside)
                continue
            slots = slots_for(found, amount, amounts, clause.main)
            self._place_before(clause, slots)
            if amount.head < 0 and amount.possessor is not None and amount.preposition in PLACES:
                slots.place = self.entities.name(amount)  # "in Ann's bag 9, in Bo's 12"
            self._time_before(amount, slots)
            if len(slots.time.parts) == len(amounts) > 1:
                slots.time = slots.time.parts[amounts.index(amount)]  # "in May and June 4 and 7"
            self._read_amount(clause, amount, amounts, holder, slots)
        if clause.negated and not amounts:
            self._deny(clause)
        elif not amounts:
            self._carry_on(clause, slots_for(found, Phrase(clause.end, clause.end), [], 0))
        if alike is not None:
            self.facts.append(alike)
        if self._is_supposed(clause, told=bool(amounts)):
            self.supposed = True
        if self._is_before(clause) and place and len(self.facts) > place:
            self._move_before(place)
        has = clause.lemma in words("having") and holder in self.entities.people
        for phrase in clause.phrases:  # things that are spoken of without a number
            own = has and phrase.determiner in ("a", "an") and phrase.head > clause.main
            own = own and (not phrase.preposition or phrase.preposition in PLACES)
            if own and phrase.quantity is None:
                self.entities.within.setdefault(self.entities.name(phrase), holder)
            if (
                phrase not in amounts
                and phrase is not subject
                and not phrase.pronoun
                and (not phrase.follows)
            ):
                self.entities.name(phrase)

    def _is_supposed(self, clause: Clause, *, told: bool) -> bool:
        """As in "If 6 more join", "When 6 more arrive, there will be 20": what is not so yet."""
        later = any(c.modal == "will" for c in self.clauses if c.sentence == clause.sentence)
        to_come = told and later and clause.marker in words("sequence")
        asks = clause.sentence == self.tree.sentence_of(self.asked)
        return (clause.marker == "if" or to_come) and not asks

    def _object_of(self, clause: Clause) -> str:
        """As in "she gave Ada $5", "asked her to read": whom the pronoun does not stand for."""
        subject = clause.subject
        before = self.clauses[: self.clauses.index(clause)]
        outer = before[-1] if before else clause
        if subject is not None and outer.main < subject.start and clause.wanting == "suppose":
            return self.entities.name(outer.subject)
        named = [p for p in clause.phrases if p.preposition in ("", "to", "than")]
        named = [p for p in named if p.start > clause.main]
        named = [p for p in named if p.head >= 0 and self.tree.lemmas[p.head] in first_names()]
        return self.tree.lemmas[named[0].head] if named else ""

    def _deny(self, clause: Clause) -> None:
        """As in "She wanted to buy a coat for $40 but did not": what was wanted was not done."""
        number = self.clauses.index(clause)
        wanted = self.clauses[number - 1] if number else clause
        same = clause.lemma in ("do", wanted.lemma)
        if not same or wanted.wanting not in words("goals"):
            return
        self.facts = [
            f.but(negated=True) if f.clause == wanted.main and f.effect != "need" else f
            for f in self.facts
        ]

    def _carry_on(self, clause: Clause, slots: Slots) -> None:
        """As in "took 8 from the first box and put them into the second": where they come to."""
        last = self.facts[-1] if self.facts else None
        them = any(
            p.pronoun and p.start > clause.main and not p.preposition for p in clause.phrases
        )
        goal = slots.place or slots.to
        if slots.time.shift is not None:
            self.moments.append(slots.time)  # "She married 20 years ago"
        if last is None or not (them and goal) or clause.effect not in ("put", "give"):
            return
        given = clause.effect == "give" and goal in self.entities.people
        near = clause.sentence - last.sentence <= given
        taken = last.effect in ("take", "remove", "gain", "lose", "make") and near
        if taken and last.amount.quantity is not None:
            if given and last.holder and last.effect in ("gain", "take", "make"):
                arrived = last.but(effect="give", to=goal, source="", place="", of=None)
                arrived = arrived.but(sentence=clause.sentence)  # "found 8 and gave them to Al"
            elif clause.effect == "give" or goal in self.entities.people:
                arrived = last.but(effect="gain", holder=goal, source="", place="", of=None)
            else:
                arrived = last.but(effect="put", holder="", source="", place=goal, of=None)
            self.facts.append(arrived.but(verb=clause.key, clause=clause.main))

    def _attributed(self, clause: Clause, amount: Phrase, holder: str, slots: Slots) -> Fact:
        """As in "a 900-metre hill", "a 10-dollar bill": the measure of a thing."""
        unit = Phrase(amount.start, amount.attribute + 1, amount.attribute, amount.quantity)
        unit.preposition = amount.preposition
        kind, scale = kind_of(self.tree, unit)
        thing = self.entities.name(amount)
        fact = Fact(
            Amount(amount.quantity, None, scale),
            "state",
            kind or Kind(),
            verb=clause.key,
            said="be",
            holder=thing,
            place=slots.place,
            sentence=clause.sentence,
            clause=clause.main,
            words=tuple(sorted({*amount.span(), *clause.group})),
        )
        if clause.lemma in ("have", "own") and fact.kind.measure and holder:
            stuff = noun_kind(self.tree, amount)  # "has an 87 cm ribbon" as "has 87 cm of ribbon"
            stuff = Kind(stuff.head, ups=stuff.ups | {fact.kind.head})
            return fact.but(kind=stuff, holder=holder, said=clause.said)
        moved = clause.effect in ("gain", "take", "give", "lose", "use", "put")
        paid = events.is_note(self, amount)
        if (handed := events.over_the_counter(self, amount, fact, holder)) is not None:
            return handed
        if fact.kind.head == "money" and clause.lemma in words("affording") and not paid:
            return fact.but(verb="cost", extras=frozenset(["price"]))  # "bought a 7-euro pie"
        event = events.named_event(self, clause, amount, fact.but(holder=holder))
        if event is not None:
            return event
        if paid or (moved and fact.kind.head in ("weight", "volume")):
            fact = fact.but(holder=holder, to=slots.to, source=slots.source, said=clause.said)
            return self._with_effect(clause, unit, fact, slots, "")
        return fact

    def _meets_topic(self, clause: Clause) -> bool:
        """As in "Ben gave him 18": the story stays with the one who is only a pronoun here."""
        return any(
            p.pronoun
            and p.start > clause.main
            and self.tree.texts[p.head].lower() in ("him", "her", "them", "me", "us")
            for p in clause.phrases
        )

    def _owner(self, clause: Clause, amount: Phrase) -> str:
        """Whose they are: "her 9 hens", "4 of Tom's hens", "Of Tom's hens 4 are brown"."""
        for phrase in (amount, amount.of):
            if phrase is not None and phrase.possessor is not None:
                return self.entities.name(phrase.possessor)
        whole = self._whole_before(clause, amount)
        return self.entities.name(whole.possessor) if whole is not None else ""

    def _is_part(self, clause: Clause, amount: Phrase) -> bool:
        """Whether a bare number counts some of a whole that leads its sentence, or of "which"."""
        lemmas = self.tree.lemmas
        if lemmas[amount.start - 2 : amount.start] in (["of", "which"], ["of", "whom"]):
            return True
        if self._whole_before(clause, amount) is not None:
            return True
        last = self.facts[-1] if self.facts else None
        return (  # "Of 80 bulbs 9 flickered and 16 did not light"
            last is not None
            and last.of is not None
            and not last.rest
            and last.sentence == clause.sentence
            and amount is clause.subject
            and clause.negated
        )

    def _led_by(self, clause: Clause, amount: Phrase) -> Kind | None:
        """As in "Of the girls, 11 can juggle": the kind that leads the clause of a part."""
        whole = self._whole_before(clause, amount)
        if whole is None or whole.quantity is not None or whole.pronoun:
            return None
        kind = kind_of(self.tree, whole)[0]
        told = {f.kind.head for f in self.facts}
        these = whole.determiner in ("these", "those")
        if these and self.facts:  # "30 men and 25 women. Of all these people 12 …"
            told |= frozenset.intersection(*(f.kind.ups for f in self.facts[-2:]))
        return kind if kind is not None and kind.head in told else None

    def _whole_before(self, clause: Clause, amount: Phrase) -> Phrase | None:
        """As in "Of the 48 eggs 30 hatched": what leads the clause of a part."""
        first = clause.phrases[0]
        led = first.preposition == "of" and first.start - 1 == clause.start
        before = first is not amount and amount.end <= clause.main
        return first if led and before and first.head >= 0 else None

    def _within_whole(self, clause: Clause, fact: Fact) -> Fact:
        """As in "A choir of 42 people has 24 altos": the altos are some of its people."""
        last = self.facts[-1] if self.facts else fact
        groups = [f for f in self.facts if f.clause == clause.main and f.position == -1.0]
        groups = [f for f in groups if f.words and f.words[0] < clause.main]
        if not groups or fact.effect != "state" or not (fact.holder == last.holder != ""):
            return fact
        if fact.kind.measure or fact.time.phase or fact.than is not None:
            return fact
        self.sorts.setdefault(fact.kind.head, groups[0].kind)
        return fact.but(kind=self.as_told(fact.kind))

    def _used_up(self, amount: Phrase, fact: Fact) -> Fact:
        """As in "planted the other 48": then nothing is left."""
        others = amount.quantity is not None and amount.more == "other"
        moved = DIRECTION.get(fact.effect, 0) < 0 or fact.effect == "put"
        if not (others and amount.determiner == "the" and moved):
            return fact
        self.facts.append(fact.but(effect="lose"))
        nothing = Amount(None, Fraction(0), fact.amount.scale)
        return fact.but(amount=nothing, effect="state", time=Time(phase="end"), more=False)

    def _read_amount(
        self, clause: Clause, amount: Phrase, amounts: list[Phrase], holder: str, slots: Slots
    ) -> None:
        tree = self.tree
        kind, scale = kind_of(tree, amount)
        of: Kind | None = None
        if amount.attribute >= 0:
            self.facts.append(self._attributed(clause, amount, holder, slots))
            return
        named = kind
        size = sized(self, clause, amount, kind, holder)
        if size is not None:
            self.facts.append(size)
            return
        kind = self.meant(amount, kind)
        if kind is not named and kind is not None:
            scale = self.last_scale(kind)
        if kind is None:
            kind, of, scale = self._elided(clause, amount, amounts)
            if of is None and self._is_part(clause, amount):
                kind = of = self._led_by(clause, amount) or kind
        elif amount.of is not None and amount.of.quantity is None and amount.head < 0:
            of = kind
        kind = self.as_told(kind)
        of = None if of is None else self.as_told(of)
        time = ages.then(self, clause, self._time(clause, amount, slots.time))
        own_holder = self.gapped(clause, amount, amounts)
        if own_holder:
            holder = own_holder
        fact = Fact(
            Amount(amount.quantity, None, scale),
            "do",
            kind,
            verb=clause.key,
            said=clause.said,
            holder=holder,
            to=slots.to,
            source=slots.source,
            place=slots.place,
            time=time,
            extras=frozenset(slots.extras),
            of=of,
            more=bool(amount.more),
            total=self._is_total(clause, amount, amounts, kind),
            rest=self._is_rest(amount),
            negated=clause.negated,
            sentence=clause.sentence,
            clause=clause.main,
            words=tuple(sorted({*amount.span(), *clause.group})),
        )
        if is_alike(self, clause, amount):
            alike(self, amount, self._with_effect(clause, amount, fact, slots, ""))
            return
        self._add(clause, amount, amounts, slots, fact)

    def _add(
        self, clause: Clause, amount: Phrase, amounts: list[Phrase], slots: Slots, fact: Fact
    ) -> None:
        """What the verb and the words around the amount make of it, taken into the story."""
        owner = self._owner(clause, amount)
        fact = self._within_whole(clause, self._with_effect(clause, amount, fact, slots, owner))
        fact = itemised(self, clause, amount, amounts, excepted(self, clause, amount, fact))
        fact = of_substance(self, fact)
        if owner and fact.effect == "state" and fact.of is not None and not fact.holder:
            fact = fact.but(holder=owner)
        if owner and owner == fact.holder and "own" in (amount.of or amount).marks:
            fact = fact.but(extras=fact.extras | {"own"})
        fact = self._of_them(clause, amount, fact)
        fact = fact.but(extras=fact.extras | self._atoms(clause, amount))
        told = levels.level(self, amount, fact)
        if told is fact:
            told = ages.settled(self, compare.compared(self, clause, amount, fact))
        fact = told
        fact = self._shortened(fact)
        after = self.tree.lemmas[amount.end : amount.end + 2]
        if after[:1] and after[0] in ("each", "every", "per") and after[-1] in table("times"):
            fact = fact.but(effect="note")  # "12 words each week"
        fact = compare.bounded(self, clause, amount, fact)
        fact = self._used_up(amount, fact)
        if fact.place in self.entities.groups and fact.effect == "state" and not fact.holder:
            fact = fact.but(holder=fact.place, place="")  # what several places have together
        # "52 jars on 3 shelves": what is spoken of is in the places that are counted
        before = self.facts[-1].clause if self.facts else -1
        places = amount.preposition in ("in", "on", "at", "by") and before == fact.clause
        if (not fact.kind.measure or not self.kinds) and fact.kind.head != "o'clock":
            self.kinds.insert(len(self.kinds) - places, fact.of or fact.kind)
        self.facts.append(fact)


def _leads_aside(clause: Clause) -> bool:
    """Whether a clause only tells under what conditions: "if there are …"."""
    return clause.marker in words("linking")


def _is_left(tree: Tree, clause: Clause) -> bool:
    """As in "has 5 left": no clause of its own."""
    return (
        clause.lemma == "leave"
        and tree.texts[clause.main].lower() == "left"
        and not clause.finite
        and not any(p.start > clause.main and not p.preposition for p in clause.phrases)
    )
