"""What is said of those counted: adjectives, nouns and verbs that change no stock."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.amounts import AmountReader
from quantity_tagger.languages.english.frames.groups import Clause, subject_word
from quantity_tagger.languages.english.frames.nouns import dimension_kind, measure, noun_kind
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.words import needed_nouns, table, words
from quantity_tagger.situation.facts import Amount, Fact, Kind, Phase, Time

#: Tags of words in a list of predicates.
_LISTED = frozenset(["NN", "NNS", "JJ", "VBN", "CC", ",", "DT", "PDT", "RB"])


class PredicateReader(AmountReader):
    """Reads copulas and counted subjects."""

    def _copula(
        self, clause: Clause, amount: Phrase, fact: Fact, as_subject: bool, owner: str
    ) -> Fact:
        tree = self.tree
        there = any(
            tree.tags[k] == "EX" or tree.lemmas[k] == "there"
            for k in range(clause.start, clause.main + 2)
            if k < clause.end
        )
        if "still" in tree.lemmas[clause.start : clause.end]:
            fact = fact.but(time=ended(fact.time))
        if amount.preposition == "for" and tree.lemmas[amount.start - 2] in ("room", "space"):
            return fact.but(effect="room", holder=fact.place if there else fact.holder, place="")
        if there or amount.preposition == "with":
            return fact.but(effect="state", holder=owner if owner else "", verb="be")
        if as_subject:
            return self._said_of(clause, amount, fact)
        subject = clause.subject
        if (
            subject is not None
            and subject.head >= 0
            and tree.lemmas[subject.head] in needed_nouns()
        ):
            holder = self.entities.name(subject.possessor)  # "Mona's goal was 15 laps"
            return fact.but(effect="need", planned=True, holder=holder, verb="be")
        moved = {"up", "down"} & set(tree.lemmas[clause.main : amount.start])
        if moved and amount.preposition in ("to", "from"):  # "was down to 33 from 80"
            phase: Phase = "end" if amount.preposition == "to" else "start"
            return fact.but(effect="state", verb="be", to="", source="", time=Time(phase=phase))
        after = tree.lemmas[amount.end] if amount.end < clause.end else ""
        found = measure(after)
        head = tree.lemmas[amount.head] if amount.head >= 0 else ""
        if found is not None and after == "long" and fact.kind.head == "time":
            return fact.but(effect="state", verb="take")  # "The film is 95 minutes long"
        if found is not None and found[0] and after == _base(after):
            return fact.but(effect="state", kind=dimension_kind(found[0]), verb="be")
        named = table("asked nouns").get(subject_word(tree, clause))
        if named and amount.head < 0 and not fact.kind.measure:
            told = fact.but(effect="state", kind=dimension_kind(named), verb="be")
            scored = told.but(effect="gain", verb="score", place="")
            return told.but(others=((0.3, scored),)) if named == "score" else told
        if head == "year" or (
            amount.head < 0
            and not fact.kind.measure
            and fact.holder in self.entities.people
            and not amount.of
            and not amount.marks
            and not amount.more
        ):
            return fact.but(
                effect="state",
                kind=Kind("age", measure=True),
                verb="be",
                amount=Amount(amount.quantity),
            )
        return fact.but(effect="state", verb="be")

    def _said_of(self, clause: Clause, amount: Phrase, fact: Fact) -> Fact:
        """As in "14 of them are sharp", "17 are cows", "5 are in the box"."""
        tree = self.tree
        whole = fact.kind
        if self._either_or(clause, whole):
            return fact.but(effect="state", verb="be")
        mine = [p.possessor for p in clause.phrases if p.start == clause.main + 1 and p.head < 0]
        if mine and mine[0] is not None:  # "14 are Tom's"
            return fact.but(effect="state", holder=self.entities.name(mine[0]), verb="be")
        for place in range(clause.main + 1, clause.end):
            if place in self.quantities:
                break
            tag = tree.tags[place]
            lemma = tree.lemmas[place]
            if tag in ("JJ", "VBN", "JJR") and lemma not in ("many", "more"):
                lemma = tree.texts[place].lower()
                if clause.negated:
                    kind = Kind(
                        whole.head, whole.marks, whole.lacks | {lemma}, whole.ups, whole.measure
                    )
                else:
                    kind = Kind(
                        whole.head, whole.marks | {lemma}, whole.lacks, whole.ups, whole.measure
                    )
                return fact.but(effect="state", kind=kind, of=whole, negated=False, verb="be")
            if tag in ("NN", "NNS"):
                phrase = next((p for p in clause.phrases if p.start <= place < p.end), None)
                if phrase is None or phrase.preposition:
                    break
                named = noun_kind(tree, phrase)
                if clause.negated:
                    self.sorts[named.head] = whole
                    kind = Kind(whole.head, whole.marks, whole.lacks | {named.head}, whole.ups)
                else:
                    kind = Kind(named.head, named.marks, ups=named.ups | {whole.head} | whole.ups)
                return fact.but(effect="state", kind=kind, of=whole, negated=False, verb="be")
            if tag == "IN":
                said = self.bare_predicate(clause, place)
                if said:
                    marks, lacks = (
                        (whole.marks, whole.lacks | {said})
                        if clause.negated
                        else (whole.marks | {said}, whole.lacks)
                    )
                    return fact.but(
                        effect="state",
                        kind=Kind(whole.head, marks, lacks, whole.ups),
                        of=whole,
                        extras=frozenset(),
                        place="",
                        negated=False,
                        verb="be",
                    )
                break
        return fact.but(effect="state", verb="be")

    def _either_or(self, clause: Clause, whole: Kind) -> bool:
        """As in "All 40 are roses, tulips or lilies": said of the whole, not of some of it."""
        end = clause.main + 1
        while end < clause.end and self.tree.tags[end] in _LISTED:
            end += 1
        if clause.negated or "or" not in self.tree.lemmas[clause.main : end]:
            return False
        for place in range(clause.main + 1, end):
            if self.tree.tags[place] in ("NN", "NNS"):
                self.sorts[self.tree.lemmas[place]] = whole
        return True

    def bare_predicate(self, clause: Clause, place: int) -> str:
        """As in "for sale", "on loan": what a preposition and a bare noun say of those counted."""
        phrase = next((p for p in clause.phrases if p.start == place + 1), None)
        if (
            phrase is None
            or phrase.determiner
            or phrase.possessor is not None
            or phrase.head < 0
            or phrase.quantity is not None
        ):
            return ""
        if self.tree.tags[phrase.head] != "NN" or self.tree.lemmas[phrase.head] in table("times"):
            return ""
        if self.entities.name(phrase) in {f.place for f in self.facts}:
            return ""  # "in fourth grade", where the story is set
        return f"{self.tree.lemmas[place]} {self.tree.lemmas[phrase.head]}"

    def _predicate(self, clause: Clause, amount: Phrase, fact: Fact) -> Fact:
        """Those who do something are a part of their kind: "26 pupils chose football"."""
        mark = predicate(self, clause, amount)
        whole = fact.kind
        if any(p.determiner == "no" and p.start > clause.main for p in clause.phrases):
            clause.negated = True
        progressive = self.tree.tags[clause.main] == "VBG" and "be" in [
            self.tree.lemmas[k] for k in clause.group
        ]
        still = "still" in self.tree.lemmas[clause.start : clause.end]
        placed = bool(fact.place) or clause.effect == "state"
        if (
            progressive
            and (placed or still)
            and not any(p.start > clause.main and not p.preposition for p in clause.phrases)
        ):
            return fact.but(
                effect="state", holder="", time=ended(fact.time) if still else fact.time
            )
        if clause.negated:
            kind = Kind(whole.head, whole.marks, whole.lacks | {mark}, whole.ups)
        else:
            kind = Kind(whole.head, whole.marks | {mark}, whole.lacks, whole.ups)
        after = [p for p in clause.phrases if p.start > clause.main and not p.preposition]
        if clause.passive and clause.lemma in words("spoiling"):
            fact = fact.but(said="be")  # "13 of which are broken"
        if any(p.quantity is not None for p in after):  # "Three sisters own 45 dresses"
            fact = fact.but(said="be", named=whole)
        return fact.but(effect="state", kind=kind, of=whole, holder="", negated=False)

    def _is_habit(self, clause: Clause) -> bool:
        """As in "19 walk to school, the others come by bus": what they do every day."""
        usual = clause.lemma in words("travelling") | {"come", "go"} and not clause.particle
        return usual and self.tree.tags[clause.group[0]] == "VBP"

    def _goes_elsewhere(self, clause: Clause, amount: Phrase, fact: Fact, place: str) -> bool:
        """As in "20 were on the hill; 6 ran into the wood": from where they were told to be."""
        moved = clause.lemma in words("travelling") | {"go"} or amount.head < 0
        moved = moved and clause.lemma != "join"
        told = [f for f in self.facts if f.effect == "state" and f.kind.head == fact.kind.head]
        loci = [{f.place, f.holder} - {""} for f in told]
        if not told or not place or not moved or amount.more or fact.kind.measure:
            return False
        return all(locus and place not in locus for locus in loci)

    def _counted_subject(self, clause: Clause, amount: Phrase, fact: Fact, effect: str) -> Fact:
        tree = self.tree
        objects = [
            p
            for p in clause.phrases
            if p.start > clause.main
            and not p.preposition
            and p is not amount
            and (not p.pronoun or tree.lemmas[p.head] == "both")
        ]
        apart = fact.of is not None or effect in ("come", "leave", "make")
        where = fact.place or fact.to
        if clause.lemma == "fit" and where and not clause.negated:  # "24 eggs fit in the tray"
            return fact.but(effect="lack" if amount.more else "room", holder=where, place="", to="")
        if clause.negated and apart and clause.marker != "if":
            return self._predicate(clause, amount, fact)
        if fact.of is not None and clause.lemma in words("becoming"):
            return self._predicate(clause, amount, fact)
        more = amount.more or "more" in tree.lemmas[amount.start : amount.end + 1]
        rained = fact.kind.head in ("length", "volume")
        if more and rained and clause.lemma == "fall":  # "12 cm more fell" of snow
            return fact.but(effect="rise", place="")
        listed = amount.of is not None and amount.of.quantity is not None
        if effect == "come" and listed:  # "58 of the 70 parcels arrived"
            return self._predicate(clause, amount, fact)
        if fact.of is not None and self._is_habit(clause) and not clause.negated:
            return self._predicate(clause, amount, fact)  # "Of the 32 pupils 19 walk to school"
        it = [p for p in clause.phrases if p.pronoun and tree.lemmas[p.head] == "it"]
        it = [p for p in it if p.start > clause.main and not p.preposition]
        if effect in ("come", "leave"):
            place = fact.place or fact.to or (fact.source if effect == "leave" else "")
            if objects or it:  # "boarded the train at Hill Street"
                place = self.entities.name((objects or it)[0]) or place
            if effect == "come" and self._goes_elsewhere(clause, amount, fact, place):
                effect, place = "leave", ""
            return fact.but(effect=effect, place=place, holder="", to="", source="")
        if effect == "state":
            if objects and clause.lemma in ("have", "own", "hold", "keep", "carry"):
                return self._predicate(clause, amount, fact)
            if clause.lemma == "belong" and fact.to:
                return fact.but(effect="state", holder=fact.to, to="")
            still = "still" in tree.lemmas[clause.start : clause.end]
            end = still or clause.lemma in ("remain", "stay", "keep")
            return fact.but(effect="state", holder="", time=ended(fact.time) if end else fact.time)
        if clause.progressive and effect == "put" and fact.of is not None and not objects:
            return self._predicate(clause, amount, fact)  # "18 of our hens are laying"
        if clause.progressive and effect in ("lose", "make", "use") and not objects:
            still = "still" in tree.lemmas[clause.start : clause.main]
            time = ended(fact.time) if still else fact.time
            return fact.but(effect="state", holder="", time=time)  # "16 candles were burning"
        if effect in ("lose", "remove") and not objects:
            return fact.but(effect="leave", holder="")
        if effect == "fall" or (effect == "rise" and not objects):
            if fact.kind.measure:
                return fact.but(effect=effect)
            return fact.but(effect="leave" if effect == "fall" else "come", holder="")
        way = table("ways").get(clause.particle)
        if effect in ("take", "give", "put") and way and not objects:  # "31 checked out"
            return fact.but(effect="leave" if way == "leave" else "come", holder="")
        back = effect == "give" and clause.lemma in words("incoming")  # "then 11 returned"
        if (effect in ("gain", "put", "make") or back) and not (objects or it):
            away = self._goes_elsewhere(clause, amount, fact, fact.place)
            return fact.but(effect="leave" if away else "come", holder="", unsure=True)
        if effect == "use" and not objects:
            return fact.but(effect="leave", holder="", place="")
        return self._predicate(clause, amount, fact)


def predicate(reader: AmountReader, clause: Clause, amount: Phrase | None) -> str:
    """What is said of those counted, as one mark: verb and what completes it."""
    if clause.passive:
        agents = [p for p in clause.phrases if p.preposition == "by" and p.start > clause.main]
        agent = reader.entities.name(agents[0]) if agents and agents[0].quantity is None else ""
        of = [p for p in clause.phrases if p.preposition == "of" and p.start > clause.main]
        if of and of[0].head >= 0 and of[0].quantity is None:
            return f"{clause.lemma} {reader.tree.lemmas[of[0].head]}"  # "made of wood"
        participle = reader.tree.texts[clause.main].lower()
        return f"{participle} by {agent}" if agent else participle
    for phrase in clause.phrases:
        if (
            phrase.start > clause.main
            and phrase is not amount
            and phrase.head >= 0
            and phrase.quantity is None
        ):
            noun = reader.tree.lemmas[phrase.head]
            noun = reader.entities.name(phrase) if noun == "it" else noun  # "signed it"
            return " ".join([clause.lemma, *phrase.marks, noun])
    if clause.particle or clause.after:
        return f"{clause.lemma} {clause.particle or clause.after}"
    return clause.lemma


def ended(time: Time) -> Time:
    return Time(time.label, time.ups, time.rank, "end", parts=time.parts)


def _base(lemma: str) -> str:
    found = measure(lemma)
    return lemma if found is not None and not lemma.endswith("er") else ""
