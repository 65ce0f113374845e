"""The slots of one amount: its kind, whose it is, when."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import kind_of, marks_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.state import ReaderState
from quantity_tagger.languages.english.frames.words import phrases, unit, words
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind, Time

_MONEY = Kind("money", measure=True)
#: Phrases of an end that tell no phase inside a story.
_NO_PHASES: Final = frozenset([" in total ", " so far "])


def atoms_in(lemmas: Sequence[str]) -> set[str]:
    """Words that tell which of two overlapping sets are meant; "tea or coffee or both" is all."""
    told = {word for word in ("neither", "only") if word in lemmas}
    if any(
        word == "both" and (not place or lemmas[place - 1] not in ("or", "in", "on", "at"))
        for place, word in enumerate(lemmas)
    ):
        told.add("both")
    return told


class AmountReader(ReaderState):
    """Reads kinds, times and roles of amounts."""

    def meant(self, amount: Phrase, kind: Kind | None) -> Kind | None:
        """As in "ate six pieces" after "41 pieces of candy": what a general word stood for."""
        lemma = self.tree.lemmas[amount.head] if amount.head >= 0 else ""
        if kind is None or lemma not in words("generic") | words("loose units"):
            return kind
        if amount.of is not None:
            self.generic[lemma] = kind
        return self.generic.get(lemma, kind)

    def as_told(self, kind: Kind) -> Kind:
        """As in "the talking ones" of parrots that "can talk": in the words of the facts before."""
        sort = self.sorts.get(kind.head)
        if sort is not None and any(kind.head in f.kind.lacks for f in self.facts):
            return Kind(sort.head, kind.marks | {kind.head}, kind.lacks, sort.ups)
        if sort is not None:
            return Kind(kind.head, kind.marks, kind.lacks, kind.ups | sort.ups | {sort.head})
        heads = {f.kind.head for f in self.facts if kind.head not in f.kind.ups}
        longer = [h for h in sorted(heads) if h.endswith(kind.head) and len(kind.head) > 3]
        if len(longer) == 1 and kind.head not in heads and not (kind.measure or kind.marks):
            return next(f.kind for f in self.facts if f.kind.head == longer[0])  # "hives" of bees
        marks = [m for m in kind.marks if m.endswith(("ing", "ed"))]
        if not marks:
            return kind
        told = {m for f in self.facts for m in f.kind.marks}
        known = {m: lemmatise(m, "VBG" if m.endswith("ing") else "VBN") for m in marks}
        known = {m: verb for m, verb in known.items() if verb in told and m not in told}
        named = frozenset(known.get(m, m) for m in kind.marks)
        return Kind(kind.head, named, kind.lacks, kind.ups, kind.measure) if known else kind

    def _elided(
        self, clause: Clause, amount: Phrase, amounts: list[Phrase]
    ) -> tuple[Kind, Kind | None, Fraction]:
        """The kind of an amount whose noun is not told beside it."""
        tree = self.tree
        marks = marks_of(amount)
        counted = self.counted(clause.subject)
        if counted is not None and amount.head < 0:
            return counted, None, self.last_scale(counted)
        if clause.lemma == "score" and not self.kinds:
            return Kind("score", measure=True), None, Fraction(1)
        if self._is_rest(amount) and self.facts:
            latest = self.facts[-1]
            whole = latest.of or Kind(
                latest.kind.head, ups=latest.kind.ups, measure=latest.kind.measure
            )
            wider = [f.kind for f in self.facts if f.kind.head in latest.kind.ups]
            if latest.of is None and wider:
                whole = wider[-1]
            return whole, whole, latest.amount.scale
        if (met := self._not_the_doers(clause, amount)) is not None:
            return met, met if amount.of is not None else None, self.last_scale(met)
        if amount.of is not None:
            if (
                amount.of.head >= 0
                and not amount.of.pronoun
                and tree.lemmas[amount.of.head] not in words("ones")
            ):
                told, scale = kind_of(tree, amount.of)
                if told is not None and (made := self._made_of(clause, amount.of, told)):
                    return *made, self.last_scale(made[1])
                if told is not None:
                    return told, told, scale
            whole = self._them() if self._points_back(amount.of) else self.last_kind()
            more = marks_of(amount.of)
            return (
                Kind(whole.head, whole.marks | more, whole.lacks, whole.ups, whole.measure),
                whole,
                self.last_scale(whole),
            )
        if (named := self._named_after(amount, amounts)) is not None:
            return named[0], None, named[1]
        lapses = [n for n, p in enumerate(amounts) if p.preposition and self._is_lapse(p)]
        before = [n for n, p in enumerate(amounts) if p.start < amount.start and n not in lapses]
        plain = [n for n in before if not amounts[n].preposition]
        if len(before) > 1 and all(f.time.phase == "start" for f in self.facts[-len(before) :]):
            whole = self._all_kinds()  # "Of 34 red and 28 pink roses 45 were sold"
            return whole, whole, self.last_scale(whole)
        done = amounts.index(amount) if amount in amounts else len(before)
        if before and len(self.facts) >= done:
            last_fact = self.facts[len(self.facts) - done + (plain or before)[-1]]
            last = last_fact.of or last_fact.kind
            kept = frozenset() if marks else last.marks
            kind = Kind(last.head, marks | kept, ups=last.ups, measure=last.measure)
            part = last_fact.of is not None and last_fact.kind == last  # "9 for Al and 8 for Bo"
            return kind, kind if part and not marks else None, self.last_scale(last)
        if self._money_verb(clause) and any(f.kind.head == "money" for f in self.facts):
            return _MONEY, None, self.last_scale(_MONEY)
        same = [f for f in self.facts if f.verb == clause.key and f.amount.quantity is not None]
        since = self.facts[self.facts.index(same[-1]) :] if same else []
        had = clause.lemma == "have" and any(DIRECTION.get(f.effect) for f in since)
        if had or "there" in tree.lemmas[clause.start : clause.end]:
            same = []  # of what was spoken of last
        last = same[-1].of or same[-1].kind if same else self.last_kind()
        if not marks and len({f.kind.marks for f in self.facts if f.kind.head == last.head}) == 1:
            marks = last.marks
        return (
            Kind(last.head, marks, ups=last.ups, measure=last.measure),
            None,
            self.last_scale(last),
        )

    def _is_lapse(self, phrase: Phrase) -> bool:
        """As in "Over the next 10 minutes she gave 9 away": how long it took."""
        kind = kind_of(self.tree, phrase)[0] if phrase.head >= 0 else None
        return kind is not None and kind.head in words("spans of time")

    def _named_after(self, amount: Phrase, amounts: list[Phrase]) -> tuple[Kind, Fraction] | None:
        """As in "18 red and 7 blue cups", "from 40 to 65 euros": the noun of the next amount."""
        tree = self.tree
        marks = marks_of(amount)
        for after in amounts if amount.head < 0 else []:
            kind, scale = kind_of(tree, after)
            if after.start <= amount.start or kind is None:
                continue
            if marks:  # "5 red and 4 blue toy cars": both are toys
                inner = range(after.start, after.end - 1)
                nouns = {tree.lemmas[k] for k in inner if tree.tags[k] == "NN"}
                marks |= kind.marks & nouns
                return Kind(kind.head, marks, ups=kind.ups, measure=kind.measure), scale
            between = [tree.tags[k][:1] for k in range(amount.end + 1, after.start)]
            linked = tree.lemmas[amount.end] in ("and", "or", "to", ",")
            apart = {"V"} if not self.kinds else {"V", "I"}  # "at noon 12 and at night 9 birds"
            return None if not linked or apart & set(between) else (kind, scale)
        return None

    def _made_of(self, clause: Clause, stuff: Phrase, kind: Kind) -> tuple[Kind, Kind] | None:
        """As in "40 are of cotton and 25 of wool": the counted things by what they are of."""
        bare = not stuff.determiner and stuff.possessor is None and stuff.quantity is None
        told = {head for f in self.facts for head in (f.kind.head, *f.kind.ups)}
        if not bare or clause.lemma != "be" or not self.kinds or kind.head in told:
            return None
        whole = self.kinds[-1]
        said = frozenset([f"of {self.tree.lemmas[stuff.head]}"])
        return Kind(whole.head, said, ups=whole.ups), Kind(whole.head, ups=whole.ups)

    def _not_the_doers(self, clause: Clause, amount: Phrase) -> Kind | None:
        """As in "The 8 children ate 24 of them": what was told before those who do it."""
        doers = clause.subject
        done = clause.effect in DIRECTION and not clause.passive
        done = done and clause.effect not in ("come", "leave", "rise", "fall")
        back = amount.of is None or self._points_back(amount.of)
        first = not any(p.quantity is not None for p in self._between(clause, amount))
        if doers is None or doers.quantity is None or not (done and back and first):
            return None
        kind = kind_of(self.tree, doers)[0]
        told = [k for k in self.kinds if kind is not None and k.head != kind.head]
        return told[-1] if told and amount.start > clause.main else None

    def _between(self, clause: Clause, amount: Phrase) -> list[Phrase]:
        return [p for p in clause.phrases if clause.main < p.start < amount.start]

    def _points_back(self, phrase: Phrase) -> bool:
        """Whether a phrase is "them", or "those" without a noun."""
        bare = phrase.head < 0 and self.tree.lemmas[phrase.start] in ("those", "these")
        return phrase.pronoun or bare

    def _beside(self, kind: Kind) -> Kind:
        """What remains beside the part that was told last is not what that part is."""
        parts = [f.kind for f in self.facts if f.kind.head == kind.head and f.kind.marks]
        if not parts or parts[-1].marks & kind.marks:
            return kind
        return Kind(kind.head, kind.marks, kind.lacks | parts[-1].marks, kind.ups, kind.measure)

    def _money_verb(self, clause: Clause) -> bool:
        return clause.lemma in ("spend", "pay", "cost", "earn", "save", "charge")

    def gapped(self, clause: Clause, amount: Phrase, amounts: list[Phrase]) -> str:
        """As in "… and Tom 25": the phrase before an amount that takes the subject's place."""
        index = amounts.index(amount)
        owned = amount.possessor is not None and not amount.possessor.pronoun
        owned = owned and (amount.head < 0 or unit(self.tree.lemmas[amount.head]) is not None)
        if index and owned and clause.subject is not None and clause.subject.possessor is not None:
            whose = Phrase(amount.start, amount.start, possessor=amount.possessor)
            return self.entities.name(whose)  # "Bea's case holds 15 pens and Carl's 22"
        inner = amount.start > clause.main and clause.lemma in ("be", "do", "have")
        listed = self.tree.lemmas[clause.main : amount.start][-2:-1] == [":"]
        inner = inner or (listed and self.tree.tags[amount.start - 1] == "NNP")
        if index == 0 and not inner:
            return ""
        floor = amounts[index - 1].end if index else clause.main + 1  # "than he is, and Tom 9 more"
        before = [p for p in clause.phrases if floor <= p.start and p.end <= amount.start]
        before = [p for p in before if not p.preposition and p not in amounts]
        before = [p for p in before if p.of is not amount]  # "a rug worth $40"
        before = [p for p in before if p.head >= 0 or (p.determiner == "the" and p.marks)]
        last = before[-1] if before else None
        end = last.of.end if last is not None and last.of is not None else last.end if last else 0
        end = next((p.end for p in clause.phrases if p.attached and p.start == end + 1), end)
        between = range(end, amount.start) if before else ()
        gap = [self.tree.lemmas[k] for k in between if self.tree.tags[k] != "RB"]  # "Bo only 7"
        shared = bool(amount.preposition) and (
            amount.preposition == amounts[0].preposition
            and not any(  # "buys nuts at $4, rice at $9"
                clause.main < p.start < amounts[0].start and not p.preposition
                for p in clause.phrases
            )
        )
        if (
            before
            and (not gap or (shared and gap == [amount.preposition]))
            and self.tree.lemmas[before[-1].start - 1] in ("and", ",", "but", "while", ":")
        ):
            return self.entities.name(before[-1])
        # "Tom 13 on Monday and 17 on Friday"
        return "" if before or not index else self.gapped(clause, amounts[index - 1], amounts)

    def _auxiliary_field(self, clause: Clause) -> set[str]:
        """The words of a clause, with those of the one whose auxiliaries it shares: "By noon it had
        sold 19 and baked 24".
        """
        lender = next((c for c in self.clauses if clause.shared[:1] == c.group[:1]), clause)
        first = self.tree.sentences[clause.sentence].start
        return {self.tree.lemmas[first], *self.tree.lemmas[lender.start : clause.end]}

    def _time(self, clause: Clause, amount: Phrase, time: Time) -> Time:
        lemmas = self.tree.lemmas
        field_text = f" {' '.join(lemmas[clause.start : clause.end])} "
        if lemmas[clause.end : clause.end + 2] in (["to", "begin"], ["to", "start"]):
            field_text += "to begin with "
        inside = set(lemmas[clause.start : clause.end])
        if " up to now " in field_text:
            inside.discard("now")  # "so far", whatever comes
        if DIRECTION.get(clause.effect):
            inside.discard("finally")  # the last of several
        gone = any(DIRECTION.get(f.effect, 0) < 0 for f in self.facts)
        if clause.effect != "state" or not gone:
            inside.discard("still")  # "gave away 6 and still has 18"
        if clause.lemma in ("have", "be"):
            texts = [text.lower() for text in self.tree.texts[clause.start : clause.end]]
            if "left" in texts:
                inside.add("left")
        phase = time.phase
        told_of = {text.lower() for text in self.tree.texts[max(0, amount.start - 1) : amount.end]}
        if amount.quantity is not None and not told_of.isdisjoint(words("first ones")):
            phase = "start"
        if clause.effect == "state" and told_of & {"afterward", "afterwards"}:
            phase = "end"
        if not phase:
            if (
                clause.wanting == "use"
                or not inside.isdisjoint(words("start words"))
                or _says(field_text, "start phrases")
            ):
                phase = "start"
            elif not inside.isdisjoint(words("end words")) or _says(field_text, "end phrases"):
                phase = "end" if clause.lemma != "leave" or clause.passive else ""
        told = (
            clause.marker in ("who", "which", "that")
            and clause.lemma in ("have", "be", "hold", "contain")
            and self._same_tense(clause)
        )
        earlier = (
            (clause.perfect or told)
            and clause.marker not in words("sequence")
            and not phase
            and not self._auxiliary_field(clause) & {"by", "already", "ever"}
        )
        earlier = earlier or (
            "already" in inside and clause.effect == "state" and not phase and not clause.perfect
        )
        before = any(
            p.preposition == "before" and p.quantity is None and p.start >= clause.start
            for p in clause.phrases
        )
        last = lemmas[clause.end - 2 : clause.end]
        before = before or last in (["before", "."], ["before", ","])  # "weighed 90 kg before"
        if before and clause.effect in ("state", "cost") and not phase and not time.label:
            phase = "start"
        present = self.tree.tags[clause.group[0]] in ("VBZ", "VBP") and clause.effect in (
            "state",
            "",
        )
        if time.label.startswith("before") and not phase and clause.effect == "state":
            phase = "start"
        future = clause.modal in ("will", "shall", "'ll", "may", "might") and not self.supposed
        return time._replace(phase=phase, earlier=earlier, present=present, future=future)

    def _same_tense(self, clause: Clause) -> bool:
        """Whether a relative clause tells of the time before its main clause, in the same tense."""
        tag = self.tree.tags[clause.group[0]]
        main = next(c for c in self.clauses if c.sentence == clause.sentence)
        told = main is not clause and main.effect in DIRECTION
        same = self.tree.tags[main.group[0]] == tag or main.effect == "give"
        return tag == "VBD" or (told and tag in ("VBZ", "VBP") and same)

    def _is_total(self, clause: Clause, amount: Phrase, amounts: list[Phrase], kind: Kind) -> bool:
        """Whether an amount is told as a sum; before a list "a total of" is said of all of it."""
        if not (amount.total or self._has_total(clause, amount, amounts)):
            return False
        after = [p for p in amounts if p.start > amount.end][:1]
        end = amount.of.end if amount.of is not None else amount.end
        listed = after and self.tree.list_goes_on(end, after[0].start)
        led = "total" in self.tree.lemmas[max(clause.start, amount.start - 2) : amount.end]
        alike = bool(after) and after[0].of is None and len(amounts) > 2  # "from A, 5 from B and …"
        if not (listed and amount.total) and not (led and alike):
            return True
        other = kind_of(self.tree, after[0])[0]
        return other is not None and kind.head in other.ups

    def _has_total(self, clause: Clause, amount: Phrase, amounts: list[Phrase]) -> bool:
        lemmas = self.tree.lemmas
        stop = max(amount.end, self.tree.sentences[clause.sentence].stop)
        near = lemmas[max(clause.start, amount.start - 3) : min(amount.end + 4, stop)]
        if "how" in near:
            near = near[: near.index("how")]
        said = lemmas[clause.start : max(clause.end, clause.main) + 1]
        subject = clause.subject
        joint = subject is not None and self.tree.tags[subject.head] == "NNS"
        joint = joint and clause.effect in ("do", "lose", "gain", "take", "use")
        if (clause.effect == "state" or joint) and " together " in f" {' '.join(said)} ".replace(
            "together with", ""
        ):
            return True
        led = f" {' '.join(lemmas[clause.start : clause.main])} "  # "In all she wrote 22"
        if " in all " in led or " altogether " in led:
            return True
        return bool({"total", "altogether", "combined"} & set(near)) or "in all" in " ".join(near)

    def _of_them(self, clause: Clause, amount: Phrase, fact: Fact) -> Fact:
        """As in "15 of them red": an adjective right after the amount says what its part is. What
        befell some of those that went changes no stock: "9 fell, and 4 of these broke".
        """
        last = self.facts[-1] if self.facts else fact
        texts = [text.lower() for text in self.tree.texts[amount.start : amount.end + 2]]
        these = texts[1:3] in (["of", "these"], ["of", "those"])
        lost = last.effect in ("leave", "lose") and DIRECTION.get(fact.effect, 0) <= 0
        if these and lost and last.kind.head == fact.kind.head and last.sentence == fact.sentence:
            return fact.but(effect="note")
        led = self.tree.lemmas[max(0, amount.start - 2) : amount.start]
        if led == ["among", "them"] and last.clause == fact.clause and DIRECTION.get(fact.effect):
            return fact.but(effect="note")
        if fact.of is None or amount.of is None or fact.kind.marks:
            return fact
        place = amount.of.end
        apposed = self.tree.lemmas[amount.start - 1] == "," and last.clause == fact.clause
        if apposed and amount.of.pronoun and DIRECTION.get(fact.effect):
            phrase = next((p for p in clause.phrases if p.start > place), None)
            near = phrase is not None and phrase.start <= place + 3  # "4 of them also without milk"
            said = (
                f"{phrase.preposition} {self.tree.lemmas[phrase.head]}" if near and phrase else ""
            )
            kind = Kind(fact.kind.head, frozenset([said or "some"]), ups=fact.kind.ups)
            return fact.but(effect="state", kind=kind, holder="", extras=frozenset())
        if place < clause.end and self.tree.tags[place] == "JJ":
            mark = self.tree.texts[place].lower()
            return fact.but(
                effect="state", kind=Kind(fact.kind.head, frozenset([mark]), ups=fact.kind.ups)
            )
        return fact

    def _atoms(self, clause: Clause, amount: Phrase) -> frozenset[str]:
        """Words of overlapping sets and of rows near an amount."""
        stop = next((k for k in range(amount.end, clause.end) if k in self.quantities), clause.end)
        near = self.tree.lemmas[amount.start : stop]
        found = atoms_in(near)
        if "or" in near and amount.end <= clause.main:
            found.add("either")
        if "in front" in " ".join(near):  # and no "front row"
            found.add("front")
        if "behind" in near and "front" in self.tree.lemmas:  # and no "behind the house"
            found.add("behind")
        return frozenset(found)

    def _shortened(self, fact: Fact) -> Fact:
        """A later mention without modifiers means the kind that was told with them."""
        kind = fact.kind
        if kind.marks or kind.lacks or not kind.head or fact.total:
            return fact
        told = [f.kind for f in self.facts if f.kind.head == kind.head]
        if (
            told
            and told[0].marks
            and len({k.marks for k in told}) == 1
            and self.facts[0].of is None
        ) and all(" " not in m for m in told[0].marks):
            return fact.but(kind=Kind(kind.head, told[0].marks, ups=kind.ups, measure=kind.measure))
        return fact

    def _is_subject(self, clause: Clause, amount: Phrase) -> bool:
        if amount is clause.subject:
            return clause.own_subject or amount.start >= clause.start
        if amount.preposition or amount.end > clause.group[0]:
            return False
        next_to = not clause.own_subject and amount.end == clause.group[0] and clause.finite
        return next_to or clause.subject is None or self.is_amount(clause.subject)

    def _gapped_subject(self, clause: Clause, amount: Phrase) -> bool:
        """As in "130 visitors came on Monday, 115 on Tuesday": an elided subject after the verb."""
        subject = clause.subject
        return (
            amount.head < 0
            and amount.start > clause.main
            and not amount.preposition
            and subject is not None
            and subject.quantity is not None
            and subject is not amount
            and (clause.passive or clause.effect in ("come", "leave", "state", "part"))
            and clause.lemma not in ("have", "hold", "own", "be")
        )

    def _object(self, clause: Clause, amount: Phrase) -> str:
        for phrase in clause.phrases:
            if (
                phrase.start > clause.main
                and not phrase.preposition
                and phrase.quantity is None
                and phrase.head >= 0
            ):
                return self.tree.lemmas[phrase.head]
        return ""


def _says(text: str, section: str) -> bool:
    """Whether one of a section's phrases tells the phase of a clause."""
    return any(phrase in text for phrase in phrases(section) if phrase not in _NO_PHASES)
