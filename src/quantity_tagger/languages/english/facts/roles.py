"""What an English number does in the story: the cues beside it, its verb's class, its role."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.events import NOTHING
from quantity_tagger.languages.english.facts.setting import Setting
from quantity_tagger.languages.english.facts.times import time_at
from quantity_tagger.languages.english.grammar import NOUNS
from quantity_tagger.languages.english.vocabulary import word_map, word_set
from quantity_tagger.problem.facts import Role, VerbClass

_GAINS: Final = frozenset(["gain", "take", "make", "put", "come"])
LOSSES: Final = frozenset(["lose", "give", "use", "remove", "leave"])
_STATES: Final = frozenset(["hold", "exist", "spoil", ""])
_MORE: Final = word_set("modifiers", "more")
#: Tags of what many can be; of many, a bare singular is no noun but a misread word: "ill".
_CONDITIONS: Final = frozenset(["JJ", "RB", "NNS", "NN"])
NO_CONDITIONS: Final = word_set("modifiers", "no condition")
_HOLDS: Final = word_set("verb_groups", "capacity")
_GOALS: Final = word_set("noun_groups", "goal")
_GROUPS: Final = word_set("noun_groups", "group of people")
_DELIVERED: Final = word_set("verb_groups", "delivering")
_TAKEN: Final = word_set("noun_groups", "picture")
_SWAPS: Final = word_set("verb_groups", "exchange")
_SPEEDS: Final = word_set("modifiers", "speed")
#: What a measure measures: "32 cm long", "4 cm wide".
DIMENSIONS: Final = word_map("modifiers", "measure")
_EACH: Final = word_set("modifiers", "each")


class Part(Setting):
    """A number with its unit and its event, and the part it plays."""

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

    def _cues(self) -> set[str]:
        token, words = self._token, self._words
        texts, tags, lemmas = self._texts, self._tags, self._lemmas
        cues: set[str] = set()
        for index in self._document.cues:
            if not self._start <= index < self._end:
                continue
            text, lemma = texts[index], lemmas[index]
            cue = words.mention_cues.get(lemma)
            if cue is None:
                if text == "left" and index > token and index != self._event.verb:
                    cues.add("end")
                elif text == "end" and index > 1 and lemmas[index - 1] == "the":
                    cues.add("end")  # "in the end"
                continue
            next_ = min(index + 1, len(tags) - 1)
            if cue == "end":
                if lemma != "after" or index == self._start:
                    cues.add("end")
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
                if lemma in ("per", "apiece") or lemmas[next_] == self._unit.head:
                    cues.add("rate")
            elif cue == "ago":
                if lemma == "ago" or (tags[next_] == "," and lemmas[index - 1] in words.times):
                    cues.add("ago")  # "a week before, he had"
                elif tags[next_] == "." and self._event.verb_class == "hold":
                    cues.add("start")  # "who had 25 before"
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
        if self._is_subject and self._has_condition():
            cues.add("condition")
        return cues

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
            and self._lemmas[at] not in NO_CONDITIONS
            and tags[at + 1] in (".", ",", "IN", "CC")
        )

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
        if comparative and verb_class == "cost":
            return comparative, "difference"  # a price has no second part: "costs $2 more"
        if "groups" in cues:
            return 0, "groups"
        if self._follows_month():
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
        if verb_class in LOSSES:
            return -1, "change"
        return (0, "price") if verb_class == "cost" else (0, "")

    def _follows_month(self) -> bool:
        before = self._token - 1
        return before in self._document.times and time_at(
            self._document, self._words, before
        ).startswith("month:")

    def _is_share(self, verb_class: VerbClass, still: bool) -> bool:
        """Some of those named before: "9 were torn", "26 of them got called back"."""
        unit, event = self._unit, self._event
        if unit.of and (event.negated or event.lemma == "get"):
            return True
        bare = unit.of or unit.end == self._token + 1
        return bare and verb_class in _STATES and not still
