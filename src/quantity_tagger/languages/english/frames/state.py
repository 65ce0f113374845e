"""What a reader of clauses remembers."""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.languages.english.frames.clauses import read_clauses
from quantity_tagger.languages.english.frames.constructions.levels import is_zero
from quantity_tagger.languages.english.frames.entities import Entities
from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import kind_of, time_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.phrases import read_phrases
from quantity_tagger.languages.english.frames.slots import PLACES, Adjunct, Slots, adjuncts
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation.facts import Fact, Kind, Time


class ReaderState:
    """A text under reading: its clauses, and who and what was spoken of so far."""

    __slots__ = (
        "asked", "asked_owner", "clauses", "entities", "facts", "generic", "kinds", "moments",
        "phrases", "quantities", "sorts", "supposed", "tree", "unmet", "unread",
    )  # fmt: skip

    def __init__(
        self,
        tree: Tree,
        quantities: dict[int, int],
        asked: int,
    ) -> None:
        self.tree: Tree = tree
        self.quantities: dict[int, int] = quantities
        self.asked: int = asked
        self.facts: list[Fact] = []
        self.kinds: list[Kind] = []
        self.moments: list[Time] = []  # so long ago or ahead, where no amount is told of it
        #: "pieces": what they were pieces of
        self.generic: dict[str, Kind] = {}
        #: what the text itself says a noun is a sort of: "All 40 flowers are roses or lilies"
        self.sorts: dict[str, Kind] = {}
        self.asked_owner: str = ""
        #: who is asked about and told nothing of
        self.unread: list[str] = []
        self.unmet: list[str] = []  # who or what the question alone names
        #: what is told is only supposed: "If 6 more join"
        self.supposed: bool = False
        self.entities: Entities = Entities(tree)
        self.phrases: list[Phrase] = read_phrases(tree, quantities)
        self.clauses: list[Clause] = read_clauses(tree, self.phrases, asked)

    def _is_position(self, phrase: Phrase) -> bool:
        """As in "was on floor 2", where it is asked on which floor one is in the end."""
        lemmas = self.tree.lemmas
        if phrase.head < 0 or lemmas[self.asked] not in ("which", "what"):
            return False
        after = lemmas[self.asked + 1]
        return after == lemmas[phrase.head] or after in phrase.marks

    def names(self) -> frozenset[int]:
        """The places of quantities that only name something: "round 2"."""
        aged = [p for p in self.phrases if "year-old" in self.tree.lemmas[p.end + 1 : p.end + 3]]
        plain = [
            p
            for p in self.phrases
            if p.label or is_zero(self, p) or self._only_names(p) or self.is_counted_place(p)
        ]
        named = [*aged, *plain]
        labels = [p for p in named if not self.is_amount(p)]
        asked = self.tree.sentences[self.tree.sentence_of(self.asked)]
        labels += [  # "How much do the 2 dogs eat"
            p
            for p in self.phrases
            if p.determiner == "the" and self.asked < p.start < asked.stop and not p.preposition
        ]
        return frozenset([p.quantity for p in labels if p.quantity is not None])

    def is_counted_place(self, phrase: Phrase) -> bool:
        """As in "In the two small barns there are 37 and 45": how many places, known before."""
        if phrase.quantity is None or phrase.label or phrase.determiner not in ("the", "these"):
            return False
        if phrase.preposition not in ("in", "on", "at") or phrase.head < 0 or phrase.more:
            return False
        lemma = self.tree.lemmas[phrase.head]
        span = self.tree.sentences[self.tree.sentence_of(phrase.start)]
        beside = any(place in span and q != phrase.quantity for place, q in self.quantities.items())
        alone = lemma not in table("units") and lemma not in table("times")
        return beside and alone and self.tree.tags[phrase.head] == "NNS"

    def is_amount(self, phrase: Phrase) -> bool:
        if is_zero(self, phrase) or self.is_counted_place(phrase):
            return False
        if phrase.label:
            return self._is_position(phrase)  # "floor 4", "mile 12"
        if self._only_names(phrase):
            return False
        if phrase.determiner == "the" and phrase.head < 0 and phrase.of and phrase.of.pronoun:
            return False  # "the two of us": who they are is known
        after = self.tree.texts[phrase.end]
        if phrase.head < 0 and self.tree.lemmas[phrase.end + 2] == "year-old":
            return False  # "two 9-year-olds"
        if phrase.quantity is not None and (
            after.startswith("-") or "year-old" in self.tree.lemmas[phrase.start : phrase.end + 2]
        ):
            return False
        if phrase.quantity is not None:
            year = phrase.head < 0 and phrase.preposition in ("in", "since", "by", "until")
            text = self.tree.texts[phrase.start]
            return not (year and len(text) == 4 and text.isdigit() and text[:1] in "12")
        if self._is_else(phrase):
            return True
        if phrase.pronoun and self.tree.lemmas[phrase.head] in ("nobody", "none"):
            return False
        if phrase.some and self._is_while(phrase):
            return False
        if phrase.preposition and self.tree.lemmas[phrase.start] == "another":
            return False  # "taken to another harbour"
        if phrase.some and not (phrase.start > 0 and self.tree.lemmas[phrase.start - 1] == "how"):
            return phrase.head >= 0 or self.tree.lemmas[phrase.end - 1] in (
                "some",
                "several",
                "more",
            )
        if self._remains(phrase):
            return bool(self.facts)
        if phrase.head >= 0 and self.tree.lemmas[phrase.head] in ("rest", "other", "others"):
            people = phrase.preposition in ("to", "for", "from", "with") and not phrase.determiner
            return not people  # "gives to others"
        return bool(
            self.facts
            and phrase.more == "other"
            and phrase.head >= 0
            and phrase.determiner == "the"
            and self.tree.tags[phrase.head] != "NN"
            and self.tree.lemmas[phrase.head] not in table("times")
        )

    def _only_names(self, phrase: Phrase) -> bool:
        """Whether a number names a house, a day or an hour, or tells how things are sorted."""
        if phrase.quantity is None:
            return False
        named = self._is_address(phrase) or self._is_hour(phrase) or self._sorts(phrase)
        named = named or phrase.follows  # "Ada and her 2 brothers"
        first = self.tree.sentences[self.tree.sentence_of(phrase.start)].start
        led = range(max(first, phrase.start - 5), phrase.start)  # "was cut in two"
        divides = phrase.preposition in ("in", "into") and phrase.head < 0
        divides = divides and any(self.tree.lemmas[k] in words("dividing") for k in led)
        return named or (divides and self.tree.tags[phrase.end] in (".", ","))

    def _is_hour(self, phrase: Phrase) -> bool:
        """As in "At nine there were 40. By ten, 12 had left": an hour, told by its word alone."""
        lemma = self.tree.lemmas[phrase.start]
        hour = lemma in words("hours") or (lemma.isdigit() and 0 < int(lemma) <= 12)
        if phrase.head >= 0 or phrase.end - phrase.start > 1 or not hour:
            return False
        before = phrase.start - 1
        lead, after = self.tree.lemmas[before - 1 : phrase.start], self.tree.lemmas[phrase.end :]
        if lead == ["it", "be"] and after[:2] in (["in", "the"], ["at", "night"]):
            return any(lemma in table("times") for lemma in after[1:3])  # "It is 6 in the morning"
        first = before == self.tree.sentences[self.tree.sentence_of(before)].start
        ends = self.tree.tags[phrase.end] in (",", ".", "DT", "PRP", "NNP")
        priced = any(f.kind.head == "money" for f in self.facts)
        if self.tree.lemmas[before] == "at":
            return not priced
        closed = self.tree.texts[phrase.end] in (".", ",") and self.tree.lemmas[before] != "by"
        closed = closed and self.tree.lemmas[before] not in words("roughly")  # "had about ten."
        return ((first and ends) or closed) and self.tree.lemmas[before] in words("before hours")

    def _sorts(self, phrase: Phrase) -> bool:
        """As in "were of three kinds", "come in two sizes", where no kinds are asked for."""
        if phrase.head < 0 or phrase.preposition not in ("of", "in") or phrase.of is not None:
            return False
        noun = self.tree.lemmas[phrase.head]
        return noun in words("sorting") and noun not in self.tree.lemmas[self.asked :]

    def _is_address(self, phrase: Phrase) -> bool:
        """As in "lives at 74 Park Street", "on 3 March": a number that names a house or a day."""
        return (
            phrase.head >= 0
            and self.tree.tags[phrase.head] == "NNP"
            and self.tree.lemmas[phrase.head] in words("streets") | words("months")
        )

    def _is_while(self, phrase: Phrase) -> bool:
        """As in "a few months later", "after some days": when, not how many."""
        if phrase.head < 0 or self.tree.lemmas[phrase.head] not in table("times"):
            return False
        after = self.tree.lemmas[phrase.end] in words("later and ago")
        return after or phrase.preposition in ("after", "within", "over")

    def _is_else(self, phrase: Phrase) -> bool:
        """As in "everybody else walks"."""
        return (
            phrase.pronoun
            and self.tree.lemmas[phrase.head] in ("everybody", "everyone")
            and self.tree.lemmas[phrase.end] == "else"
        )

    def _remains(self, phrase: Phrase) -> bool:
        """As in "the remaining ones are red"."""
        told = phrase.quantity is None and phrase.determiner == "the" and not phrase.preposition
        after = self.tree.lemmas[phrase.end]
        return told and "remaining" in phrase.marks and after not in ("of", "in")

    def _is_rest(self, amount: Phrase) -> bool:
        if self._is_else(amount) or self._remains(amount):
            return True
        head = self.tree.lemmas[amount.head] if amount.head >= 0 else ""
        if head in ("others", "other") and not amount.determiner:
            return False
        return head in ("rest", "others", "other", "remainder") or (
            amount.more == "other"
            and amount.determiner == "the"
            and amount.quantity is None
            and self.tree.tags[amount.head] != "NN"
        )

    def _tells(self, clause: Clause, phrase: Phrase) -> bool:
        """Whether a clause tells of an amount; in "6 parrots joined the rest" these are there when
        others come.
        """
        after = phrase.start > clause.main and phrase.preposition in ("", "to", "with")
        met = after and clause.effect == "come" and self._is_rest(phrase)
        return self.is_amount(phrase) and not met

    def _measured(self, subject: Phrase) -> str:
        """As in "The price was cut": whose price it is."""
        dimension = (
            table("asked nouns").get(self.tree.lemmas[subject.head]) if subject.head >= 0 else None
        )
        if not dimension:
            return ""
        if subject.possessor is not None:
            return self.entities.name(subject.possessor)
        if subject.of is not None:
            return self.entities.name(subject.of)
        told = [f.holder for f in self.facts if f.kind.head == dimension and f.holder]
        return told[-1] if told else ""

    def counted(self, phrase: Phrase | None) -> Kind | None:
        """As in "The number of oaks exceeds that of elms": what a number is of."""
        if phrase is None or phrase.of is None or phrase.head < 0:
            return None
        owned = phrase.possessor is not None or self.tree.lemmas[phrase.head - 1] == "whose"
        if self.tree.lemmas[phrase.head] not in ("number", "that") or owned:
            return None
        return kind_of(self.tree, phrase.of)[0]

    def _weather(self, clause: Clause) -> bool:
        """As in "It was 13 degrees": "it" is nobody."""
        subject = clause.subject
        return (
            subject is not None
            and subject.pronoun
            and self.tree.lemmas[subject.head] == "it"
            and any(p.head >= 0 and self.tree.lemmas[p.head] == "degree" for p in clause.phrases)
        )

    def activity(self, clause: Clause, holder: str) -> str:
        """As in "Washing the car took": what is done to the thing, by the verb and the thing."""
        first = clause.subject.start - 1 if clause.subject is not None else -1
        doing = first >= 0 and self.tree.tags[first] == "VBG"
        if not doing:
            return holder
        name = f"{self.tree.lemmas[first]} {holder}"
        if self.tree.tags[first - 2 : first] != ["VBG", "CC"]:
            return name
        return self.entities.join([f"{self.tree.lemmas[first - 2]} {holder}", name])

    def last_kind(self) -> Kind:
        if self.kinds:
            return self.kinds[-1]
        for phrase in self.phrases:  # "If 337 voted …, how many students voted?"
            if self.asked < phrase.start <= self.asked + 2 and phrase.head >= 0:
                counted = phrase.of is not None and self.tree.lemmas[phrase.head] in words("totals")
                kind = kind_of(self.tree, phrase.of if counted and phrase.of else phrase)[0]
                return Kind() if kind is None else Kind(kind.head, ups=kind.ups)
        return Kind()

    def _them(self) -> Kind:
        """What "them" stands for; those of whom alone something was said are meant as such."""
        last = self.facts[-1] if self.facts else None
        if last is not None and last.of is not None and last.kind.marks and not last.kind.measure:
            told = [f for f in self.facts if f.kind.head == last.kind.head]
            place = max(
                (k for k, q in self.quantities.items() if q == last.amount.quantity), default=0
            )
            part = self.tree.lemmas[place + 1] == "of"
            if len(told) == 1 and not part and not last.rest:
                return last.kind  # "27 children had soup. 13 of them …"
        return self._all_kinds()

    def _all_kinds(self) -> Kind:
        """What "them" stands for: the kinds of the latest list together."""
        if not self.facts:
            return self.last_kind()
        last = self.facts[-1]
        told = [
            f.of or f.kind
            for f in self.facts
            if f.sentence == last.sentence and f.verb == last.verb
            if self._acts(f) == self._acts(last)
        ]
        told = [k for k in told if not k.measure]
        if len(told) < 2 or last.kind.measure:
            return self.last_kind()
        if len({k.head for k in told}) > 1:
            above = frozenset.intersection(*(k.ups for k in told))
            return Kind("", ups=above) if above else self.last_kind()
        if len({k.marks for k in told}) > 1:
            return Kind(told[0].head, ups=told[0].ups)
        return self.last_kind()

    def token_of(self, fact: Fact) -> int | None:
        """Where the number of a fact stands, which "some" has not."""
        return next((k for k, q in self.quantities.items() if q == fact.amount.quantity), None)

    def _acts(self, fact: Fact) -> bool:
        """Whether those counted stand before their verb: who does it, not what it is done to."""
        token = self.token_of(fact)
        return token is not None and token < fact.clause

    def last_scale(self, kind: Kind) -> Fraction:
        for fact in reversed(self.facts):
            if fact.kind.head == kind.head:
                return abs(fact.amount.scale)  # "12 m below the sea … rises 8"
        return Fraction(1)

    def _subject_name(self, clause: Clause) -> str:
        subject = clause.subject
        if subject is None or self.is_amount(subject):
            return ""
        return self.entities.name(subject)

    def _stocked(self, fact: Fact, other_than: str) -> str:
        """Who or what holds such things, the latest told."""
        for other in reversed(self.facts):
            owner = other.holder or other.place
            same = other.kind.head == fact.kind.head and other.effect in ("state", "gain", "make")
            if same and owner and owner != other_than:
                return owner
        return ""

    def _lender(self, fact: Fact) -> str:
        """Whom something goes back to: whoever it was taken from, or who gave it."""
        for other in reversed(self.facts):
            if other.effect == "take" and other.holder == fact.holder:
                return other.source or self._stocked(fact, fact.holder)
            lent = other.effect == "give" and other.holder != fact.holder
            if lent and (other.to == fact.holder or (not other.to and other.kind == fact.kind)):
                return other.holder
        return ""

    def receiver(self, clause: Clause, amount: Phrase) -> str:
        """As in "gave Owen 25": the phrase between verb and amount."""
        between = [
            p
            for p in clause.phrases
            if clause.main < p.start < amount.start
            and not p.preposition
            and p.quantity is None
            and not p.some
            and (p.of is None or p.of.quantity is None)
        ]
        if not between:
            return ""
        return self.entities.name(between[0], other_than=self._subject_name(clause))

    def _of_subject(self, clause: Clause) -> list[Adjunct]:
        """As in "The tower at the port is 52 m high and is …": the place of a shared subject; of
        what leads its verb, as in "Hidden in the hay were 9 eggs".
        """
        subject = clause.subject
        first = self.tree.sentences[clause.sentence].start
        lead = next((c for c in self.clauses if c.main == first and c.end == clause.start), None)
        if lead is not None and lead.passive and clause.lemma == "be":
            return adjuncts(self.tree, lead, self.entities)
        if clause.own_subject or subject is None or subject.pronoun:
            return []
        main = next((c for c in self.clauses if c.subject is subject and c.own_subject), None)
        if main is None or main.sentence != clause.sentence or main.lemma != "be":
            return []
        found = adjuncts(self.tree, main, self.entities)
        return [a for a in found if a.slot == "place" and subject.end <= a.start < main.group[0]]

    def _place_before(self, clause: Clause, slots: Slots) -> None:
        """As in "to the shelf, where 28 books stood", "a club, to which 9 girls belong": the place
        that a clause says more of.
        """
        lemmas, tags = self.tree.lemmas, self.tree.tags
        field = range(max(1, clause.start - 1), clause.main)
        leads = [k - 1 for k in field if lemmas[k] == "which" and tags[k - 1] in ("IN", "TO")]
        leads = [k for k in leads if lemmas[k] in PLACES | {"to", "from"}]
        leads = leads or [clause.start] * (clause.marker == "where")
        if not leads or slots.place:
            return
        before = [p for p in self.phrases if p.end <= leads[0] and p.head >= 0]
        if before and self.tree.sentence_of(before[-1].start) == clause.sentence:
            slots.place = self.entities.name(before[-1])

    def _time_before(self, amount: Phrase, slots: Slots) -> None:
        """As in "than last year, when 350 came": the time that a clause says more of."""
        lemmas = self.tree.lemmas
        when = [k for k in range(max(2, amount.start - 6), amount.start) if lemmas[k] == "when"]
        if slots.time.label or not when or lemmas[when[-1] - 1] != ",":
            return
        before = [p for p in self.phrases if p.end == when[-1] - 1]
        slots.time = (time_of(self.tree, before[0]) if before else None) or slots.time
