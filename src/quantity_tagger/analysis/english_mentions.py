"""What an English text says of one number: who, where, when, and its part in the story."""

from __future__ import annotations

from typing import Final

from quantity_tagger.analysis.english_nouns import NOUNS
from quantity_tagger.analysis.english_subjects import NOTHING
from quantity_tagger.analysis.english_times import time_at
from quantity_tagger.analysis.english_where import Setting
from quantity_tagger.analysis.facts import Phase, QuantityFacts, Role, VerbClass

_GAINS: Final = frozenset(["gain", "take", "make", "put", "come"])
_LOSSES: Final = frozenset(["lose", "give", "use", "remove", "leave"])
_STATES: Final = frozenset(["hold", "exist", "spoil", ""])
_MORE: Final = frozenset(["more", "additional", "extra"])
#: Tags of what many can be; of many, a bare singular is no noun but a misread word: "ill".
_CONDITIONS: Final = frozenset(["JJ", "RB", "NNS", "NN"])
_NO_CONDITIONS: Final = frozenset(["there", "here", "left", "now"])
_HOLDS: Final = frozenset(["hold", "fit", "carry", "seat", "contain", "store"])
_GOALS: Final = frozenset(["goal", "target", "aim"])
_GROUPS: Final = frozenset(["family", "group", "team", "class", "crew", "party"])
_MOTION: Final = frozenset(
    ["fly", "carry", "move", "run", "walk", "jump", "roll", "swim", "drive", "hop", "fall", "slide"]
)
_GIVEN_BACK: Final = frozenset(["pay back", "give back", "return"])
_DELIVERED: Final = frozenset(["deliver", "bring"])
_TAKEN: Final = frozenset(["picture", "photo", "photograph", "selfie"])
_SWAPS: Final = frozenset(["trade", "swap", "exchange"])
_SPEEDS: Final = frozenset(["fast", "faster", "quicker", "slow", "slower"])
#: What a measure measures: "32 cm long", "4 cm wide".
DIMENSIONS: Final = {
    **{word: word for word in ("long", "wide", "deep", "thick", "old", "heavy", "far")},
    **dict.fromkeys(("tall", "high"), "high"),
    **dict.fromkeys(("length", "longer"), "long"),
    **dict.fromkeys(("width", "wider"), "wide"),
    **dict.fromkeys(("height", "taller", "higher"), "high"),
}
_ENDS: Final = frozenset(["left", "end"])
_EACH: Final = frozenset(["each", "every", "per", "apiece"])


class Mention(Setting):
    """A number with its unit and its event, on the way to become facts."""

    def facts(self, inherited: bool, in_question: bool) -> QuantityFacts:
        """All that is said of the number."""
        event, unit, words = self._event, self._unit, self._words
        cues = self._cues()
        verb, verb_class = event.phrase, self._verb_class()
        owner = self._subject
        left_with = event.lemma == "leave" and event.passive and self._before == "with"
        if left_with:
            verb_class = "hold"  # "he was left with 3"
            cues.update(("end", "left"))
        elif event.passive or (self._is_subject and event.subject_at > self._token):
            owner = ""  # those counted are no owner of themselves
        if unit.kind == "money":
            if self._is_price():
                verb_class, owner = "cost", "" if event.relative else owner
            elif event.lemma in ("pay", "give", "hand") and self._before == "with":
                verb_class = "hold"  # "paid with a $20 bill" is handed over, not the cost
                cues.add("tendered")
        if self._is_outcome():
            verb_class = "hold"
            cues.add("end")
        elif self._belongs():
            verb, verb_class, owner = "have", "hold", ""
        direction, role = self._role(verb_class, cues)
        if unit.kind == "money" and verb_class in ("gain", "take") and self._before == "for":
            verb_class = "lose"  # "bought a kite for $7"
        phase: Phase = ""
        if role in ("state", ""):
            if event.lemma in ("start", "begin"):
                phase, role = "start", "state"
            elif "end" in cues or event.lemma in ("end", "leave") or event.tense == "future":
                phase = "end"
            elif "start" in cues:
                phase = "start"
            elif verb_class == "hold" and self._lemmas[event.start - 1] == "so":
                phase = "end"  # "so he had only 8"
        recipient, source, place, reference = self._companions()
        several = role == "total" or self._joint
        if not recipient and event.phrase in _GIVEN_BACK and event.possessor:
            recipient = self._people.named(event.possessor, owner, self._token)
        if unit.source:
            source = self._people.named(unit.source, owner) or source
        if verb_class == "hold" and not owner and recipient and "end" in cues:
            owner = recipient  # "this gave Mia 14 in all"
        if source and verb_class in ("hold", "exist", "do", "") and event.lemma in _MOTION:
            # "18 birds flew from the wire", "she carried 8 cups from the table to the sink"
            verb_class = "leave" if self._is_subject else "remove"
            direction, role, phase = -1, "change", ""
        hypothetical = event.unreal or (event.purpose and self._only_enough())
        if event is not NOTHING and (equal := self._made_equal()):
            # "if Ann gives away 3, she has as many as Ben": Ann has 3 more than Ben
            shrinks = verb_class in _LOSSES or self._comparative()[0] < 0
            role, direction, reference = "difference", 1 if shrinks else -1, equal
            hypothetical = False
        item, item_kinds = self._item() if unit.kind == "money" else (self._object(), ())
        kinds = words.kinds_of.get(unit.head, ())
        if unit.material:
            kinds = (*kinds, *words.kinds_of.get(unit.material[-1], ()))
        time = self._time()
        return QuantityFacts(
            value=self._quantity.value,
            token=self._token,
            sentence=self._sentence,
            in_question=in_question,
            unit=unit.head,
            modifiers=unit.modifiers,
            material=unit.material,
            unit_kind=unit.kind,
            inherited=inherited,
            verb=verb,
            verb_class=verb_class,
            tense=event.tense,
            negated=event.negated or event.lemma == "miss",
            hypothetical=hypothetical,
            owner=owner,
            owner_of=self._subject_of,
            joint=self._joint,
            source=source,
            recipient=recipient,
            place=place,
            time=time,
            role=role,
            direction=direction,
            phase=phase,
            reference=reference,
            cues=tuple(sorted(cues)),
            kinds=kinds,
            item=item,
            item_kinds=item_kinds,
            places=self._places() if several else (),
            times=self._times() if several else self._all_times(time),
            person=self._people.is_person(owner),
            thing=self._thing,
            complement=self._complement() if self._is_subject else "",
        )

    def is_where(self) -> bool:
        """Whether the number tells in how many places something is: "90 drums on 4 racks"."""
        token, tags, lemmas = self._token, self._tags, self._lemmas
        return (
            token > 1
            and lemmas[token - 1] in ("in", "on", "into", "onto")
            and tags[token - 2] == "NNS"
        )

    def _verb_class(self) -> VerbClass:
        """The class of the verb, as it bears on this number."""
        event, unit = self._event, self._unit
        if event.lemma == "leave" and event.verb < self._token and not event.passive:
            return "hold"  # "she left 24 at home"
        if event.passive and event.lemma in _DELIVERED:
            return "come"  # "5 more were delivered"
        if event.lemma == "take" and unit.head in _TAKEN:
            return "make"  # "took 7 pictures"
        if event.lemma in _SWAPS and self._before == "for":
            return "gain"  # "traded a game for 3 cards"
        if event.lemma == "grow" and unit.kind in ("length", "weight"):
            return "increase"
        if (
            event.verb_class == "exist"
            and unit.kind == "time"
            and unit.end > self._token + 1
            and event.verb < self._token
            and self._before in (event.lemma, "for")
            and event.lemma not in ("be", "remain")
        ):
            return "do"  # "played 12 minutes" tells how they were spent
        if (
            self._is_subject
            and not event.passive
            and event.verb_class in ("", "do")
            and unit.kind == "count"
        ):
            return "exist"  # "40 children go to camp" tells how many there are
        return event.verb_class

    def _is_capacity(self) -> bool:
        """As in "the tank can hold 30 fish"."""
        event = self._event
        return event.lemma in _HOLDS and self._lemmas[event.first] == "can"

    def _belongs(self) -> bool:
        """As in "read 56 pages of a book with 120 pages": no one read those."""
        if self._before != "with":
            return False
        index = self._token - 1
        while index > 0 and self._tags[index] in ("DT", "RB", "JJ"):
            index -= 1
        return (
            self._event.lemma not in ("finish", "end", "start", "begin")
            and self._unit.kind != "money"
            and self._event.verb_class in ("do", "gain", "make", "use", "lose", "cost")
            and self._tags[index - 1] in ("NN", "NNS")
            and self._lemmas[index - 1] not in self._words.times
        )

    def _is_outcome(self) -> bool:
        """As in "that left her with 5", "this brings the total to 14"."""
        event, tags, lemmas = self._event, self._tags, self._lemmas
        return (
            event.lemma in ("give", "bring", "leave", "make")
            and event.first > 0
            and lemmas[event.first - 1] in ("this", "that", "which")
            and tags[event.first - 1] in ("DT", "WDT", "IN")
        )

    def _is_price(self) -> bool:
        """As in "a book which was $4", but not "the account was $40"."""
        event = self._event
        return (
            event.lemma == "be"
            and bool(event.subject)
            and event.subject not in self._words.funds
            and not self._people.is_person(event.subject)
        )

    def _only_enough(self) -> bool:
        """As in "enough film to take 32 more": they have not been taken."""
        first = self._event.first
        return "enough" in self._lemmas[max(0, first - 6) : first]

    def _made_equal(self) -> str:
        """As many as whom there would be after the event."""
        tags, lemmas = self._tags, self._lemmas
        stop = self._document.sentences[self._sentence].stop
        if "as" not in lemmas[self._token + 1 : stop]:
            return ""
        for index in range(self._token + 1, stop - 2):
            if tags[index] in ("CD", "WRB"):
                break
            if lemmas[index] == "as" and lemmas[index + 1] in ("many", "much"):
                for noun in self._phrases.between(index + 2, stop):
                    if any(lemmas[i] == "as" for i in range(index + 2, noun.at)):
                        return self._people.named(noun.name, self._subject)
        return ""

    def _cues(self) -> set[str]:
        token, words = self._token, self._words
        texts, tags, lemmas = self._texts, self._tags, self._lemmas
        cues: set[str] = set()
        known = words.mention_cues.get
        for index in self._cue_places():
            text, lemma = texts[index], lemmas[index]
            cue = known(lemma)
            if cue is None:
                if text == "left" and index > token and index != self._event.verb:
                    cues.update(("end", "left"))
                elif text == "end" and index > 1 and lemmas[index - 1] == "the":
                    cues.add("end")  # "in the end"
                continue
            next_ = min(index + 1, len(tags) - 1)
            if cue == "end":
                if lemma != "after" or index == self._start:
                    cues.add("end")
                if lemma in ("remain", "remaining"):
                    cues.add("left")
            elif cue == "start":
                if lemma == "already":
                    if self._event.verb_class == "hold":
                        cues.add("start")
                elif lemma != "first" or tags[next_] not in NOUNS:
                    cues.add("start")
            elif cue == "total":
                if lemma != "all" or (index and lemmas[index - 1] == "in"):
                    cues.add("total")
            elif cue == "each":
                cues.add("each")
                if lemma in ("per", "apiece") or lemmas[next_] == self._unit.head:
                    cues.add("rate")
            elif cue == "ago":
                if lemma == "ago" or (tags[next_] == "," and lemmas[index - 1] in words.times):
                    cues.add("ago")  # "a week before, he had"
                elif tags[next_] == "." and self._event.verb_class == "hold":
                    cues.add("start")  # "who had 25 before"
            elif cue == "both" and index > token:
                cues.add("both")
            elif cue == "only" and index < token:
                cues.add("only")
            elif cue == "back" and index > self._event.verb and tags[index] in ("RB", "RP"):
                cues.add("back")
        if self._unit.end < len(lemmas):
            following_unit = lemmas[self._unit.end]
            if following_unit in _EACH:
                cues.add("rate")
            elif following_unit in DIMENSIONS and self._unit.kind != "count":
                cues.add(f"how {DIMENSIONS[following_unit]}")
        before = lemmas[token - 1] if token else ""
        after = lemmas[token + 1] if token + 1 < len(lemmas) else ""
        bare = self._unit.end == token + 1
        if bare and before == "of" and token > 1 and lemmas[token - 2] in _GROUPS:
            cues.add("groups")  # "a family of 5"
        if before in ("between", "of") and self._unit.head == "number":
            cues.add("groups")  # "the sum of two numbers"
        if before == "another" or before in _MORE or after in _MORE:
            cues.add("more")
        if before in words.labels:
            cues.add("label")
        if self._is_subject and self._has_condition():
            cues.add("condition")
        return cues

    def _cue_places(self) -> range:
        """The tokens of the clause, where a cue is among them at all."""
        start, end = self._start, self._end
        if _ENDS.isdisjoint(self._texts[start:end]) and self._words.mention_cues.keys().isdisjoint(
            self._lemmas[start:end]
        ):
            return range(0)
        return range(start, end)

    def _has_condition(self) -> bool:
        """As in "3 students were sick", "3 cars are parked", "3 students were wearing hats"."""
        event = self._event
        if event.lemma == "wear" or (event.passive and event.verb_class in ("", "exist")):
            return True
        at, tags = event.verb + 1, self._tags
        return (
            event.lemma == "be"
            and at + 1 < len(tags)
            and tags[at] in _CONDITIONS
            and self._lemmas[at] not in _NO_CONDITIONS
            and tags[at + 1] in (".", ",", "IN", "CC")
        )

    def _complement(self) -> str:
        """The condition of those counted: "sharp" in "14 are sharp", "hide" in a passive."""
        event, tags, lemmas = self._event, self._tags, self._lemmas
        if event.passive:
            return event.phrase
        if event.lemma != "be":
            return ""
        for index in range(event.verb + 1, min(self._end, event.verb + 4)):
            tag, lemma = tags[index], lemmas[index]
            if tag in ("IN", "CD", "EX", ".", ","):
                break
            if tag in ("JJ", "NNS", "VBN") and lemma not in _NO_CONDITIONS:
                return lemma
        return ""

    def _comparative(self) -> tuple[int, bool]:
        """+1 or −1 where a comparative follows the number, and whether "than" follows that."""
        comparative = 0
        tags, lemmas, known = self._tags, self._lemmas, self._words.comparatives
        for index in range(self._token + 1, min(self._end, self._token + 10)):
            tag, lemma = tags[index], lemmas[index]
            if tag == "CD":
                break
            if lemma == "than":
                return comparative, True
            if not comparative and (tag in ("JJR", "RBR") or lemma in known):
                comparative = -1 if lemma in self._words.less else 1
                if lemma in _SPEEDS and self._unit.kind == "time":
                    comparative = -comparative  # who is 5 minutes faster needs 5 minutes less
        return comparative, False

    def _role(self, verb_class: VerbClass, cues: set[str]) -> tuple[int, Role]:
        """The direction of the number's change or difference, and its part in the story."""
        event = self._event
        comparative, than = self._comparative()
        as_object = event.verb < self._token
        if (than and comparative) or (comparative < 0 and verb_class != "decrease"):
            return comparative, "difference"
        if "groups" in cues:
            return 0, "groups"
        if self._token and time_at(self._document, self._words, self._token - 1).startswith(
            "month:"
        ):
            return 0, "date"  # "June 22"
        if event.subject == "difference" and as_object:
            return 0, "difference"
        if event.subject in _GOALS and as_object:
            return 0, "goal"
        if "total" in cues or (event.subject in ("sum", "total") and as_object):
            return 0, "total"
        if "rate" in cues:
            return 0, "rate"
        if verb_class in ("increase", "decrease"):
            if self._before == "to":
                return 0, "state"
            return (1 if verb_class == "increase" else -1), "change"
        if verb_class == "need" or event.unreal or self._is_capacity():
            return 0, "goal"
        if event is NOTHING:
            return 0, "state"
        if verb_class == "spoil" or (
            self._is_subject and self._is_share(verb_class, "end" in cues)
        ):
            return 0, "part"
        if verb_class in ("hold", "exist"):
            more = comparative > 0 or "more" in cues
            return (1, "change") if more else (0, "state")
        if verb_class in _GAINS:
            return 1, "change"
        if verb_class in _LOSSES:
            return -1, "change"
        return (0, "price") if verb_class == "cost" else (0, "")

    def _is_share(self, verb_class: VerbClass, still: bool) -> bool:
        """Some of those named before: "9 were torn", "26 of them got called back"."""
        unit, event = self._unit, self._event
        if unit.of and (event.negated or event.lemma == "get"):
            return True
        bare = unit.of or unit.end == self._token + 1
        return bare and verb_class in _STATES and not still
