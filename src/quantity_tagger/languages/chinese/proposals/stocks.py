"""The little world of a story: stocks with their owners, what happens to them, how they compare.

Every amount gives a statement: a stock holds it, an event adds or takes it, two stocks differ by
it, several make it up. What is asked is one more amount; it follows, or it does not, by
elimination. Amounts of other owners, things and times then stay out of the equation of themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from quantity_tagger.languages.chinese.facts.distractors import HANDLING
from quantity_tagger.languages.chinese.facts.identity import (
    BROUGHT,
    Telling,
    acts,
    is_kind,
    is_subset,
    same_act,
    same_when,
    same_who,
)
from quantity_tagger.languages.chinese.facts.noun_phrases import Phrase
from quantity_tagger.languages.chinese.facts.roles import STILL, Part
from quantity_tagger.languages.chinese.proposals.statements import Form, add, solve
from quantity_tagger.languages.chinese.vocabulary import character_set


class Leaf(NamedTuple):
    """A stock that the text tells of; ``variable`` is what it held at first."""

    phrase: Phrase
    variable: int
    mention: int = -1  # what states it


class Event(NamedTuple):
    """What an amount does to the stock of ``phrase``."""

    mention: int
    phrase: Phrase
    effect: int


class World:
    """The statements of a story, read either for stocks or, with ``act``, for what was done."""

    def __init__(self, telling: Telling, act: str = "") -> None:
        self.told = telling
        self.act = act
        self.leaves: list[Leaf] = []
        self.events: list[Event] = []
        self.statements: list[Form] = []
        #: Whether times, not owners, are compared: 中午比夜里高.
        self.by_time = any(
            side.when and not side.who
            for index in (*telling.related, telling.asked)
            if (tie := telling.frames[index].tie)
            for side in tie.standard
        )
        self.later: list[int] = []  # mentions that say what a stock holds after events
        self._tell()

    # -- what there is ------------------------------------------------------------------------

    def _new(self, phrase: Phrase, mention: int = -1) -> Leaf:
        leaf = Leaf(phrase, -len(self.leaves) - 1, mention)
        self.leaves.append(leaf)
        return leaf

    def _tell(self) -> None:
        told = self.told
        wholes: list[int] = []
        for index in told.related:
            frame, part = told.frames[index], told.parts[index]
            if index == told.asked or frame.tie:
                continue
            if not self.act and is_subset(told, index):
                continue
            if len(frame.sides) > 1 and part.kind in ("whole", "state", "event"):
                wholes.append(index)
            elif self.act:
                if same_act(part, self.act, told.parts[told.asked].planned):
                    if part.kind == "whole" or self._all_day(index):
                        wholes.append(index)
                    else:
                        self._hold(index)
            elif self._moves(index):
                self._happen(index)
            elif part.kind in ("now", "remain") or self._has_changed(index):
                self.later.append(index)
            elif self._gathers(index):
                wholes.append(index)
            else:
                self._hold(index)
        if not self.act and self._moves(told.asked) and told.frames[told.asked].tie is None:
            self._happen(told.asked)
        for index in wholes:
            self._whole(index)
        for index in self.later:
            form = self.value(told.frames[index].phrase(), index)
            self.statements.append(add(form, {index: -self._sign(index)}))
        for index in told.related:
            if index != told.asked:
                self._compare(index)

    def _all_day(self, index: int) -> bool:
        """Whether an amount is of all the time of which others are parts: 全场, of 上半场."""
        frame = self.told.frames[index]
        return frame.when[:1] == "全" and any(
            self.told.frames[other].when and self.told.frames[other].when != frame.when
            for other in (*self.told.related, self.told.asked)
            if other != index and same_who(self.told.frames[other].who, frame.who)
        )

    def _hold(self, index: int) -> None:
        leaf = self._new(self.told.frames[index].phrase(), index)
        self.statements.append({leaf.variable: 1, index: -self._sign(index)})

    def _sign(self, index: int) -> int:
        return -1 if self.told.frames[index].below else 1

    def _moves(self, index: int) -> bool:
        part = self.told.parts[index]
        if part.kind in ("now", "remain", "start", "lack", "plan") or part.sized:
            return False
        return bool(self._effect(index))

    def _effect(self, index: int) -> int:
        """What an amount does to a stock; what is done (看了5页) uses up what there was to do."""
        part = self.told.parts[index]
        if part.effect:
            if part.verb_class == "make" and self._same_as_asked(part) and self._asks("remain"):
                return -1
            return part.effect
        if part.verb_class == "do" and self._asks("now") and index != self.told.asked:
            return 1 if "more" in self.told.mentions[index].cues else 0  # 又有5人参加
        if part.verb_class == "do" and index != self.told.asked and self._asks("remain"):
            parts = self.told.parts
            stocked = any(other < index and not acts(parts[other]) for other in self.told.related)
            return -1 if stocked or part.done or self._same_as_asked(part) else 0
        return 0

    def _asks(self, kind: str) -> bool:
        return self.told.parts[self.told.asked].kind == kind

    def _same_as_asked(self, part: Part) -> bool:
        return same_act(part, self.told.parts[self.told.asked].verb)

    def _has_changed(self, index: int) -> bool:
        """Whether a stock is stated again, after events: 送给弟弟25张后，自己有17张."""
        phrase = self.told.frames[index].phrase()
        if self.told.parts[index].kind == "start":
            return False
        mine = [event for event in self.events if self._event_in(event, phrase)]
        held = [leaf for leaf in self.leaves if self._within(leaf.phrase, phrase)]
        return bool(mine) and (bool(held) or self.told.parts[self.told.asked].kind == "start")

    def _gathers(self, index: int) -> bool:
        """Whether an amount is of a whole whose parts are stated or asked for."""
        part = self.told.parts[index]
        frame = self.told.frames[index]
        subs = 0
        for other in (*self.told.related, self.told.asked):
            if other == index or self.told.frames[other].tie:
                continue
            theirs = self.told.frames[other]
            if self._moves(other) or not same_who(theirs.who, frame.who):
                continue
            finer = (
                (
                    theirs.thing != frame.thing
                    and is_kind(theirs.thing, frame.thing)
                    and theirs.thing
                )
                or (theirs.where and not frame.where)
                or (self.told.parts[other].among and other > index)
            )
            subs += bool(finer)
        return subs > 1 or (subs == 1 and part.kind == "whole")

    def _happen(self, index: int) -> None:
        """Note what an event does to each stock it touches."""
        frame, part = self.told.frames[index], self.told.parts[index]
        phrase = frame.phrase()._replace(when="", where="")
        effect = self._effect(index)
        kind = part.verb_class
        if kind in ("give", "lose") and frame.recipient and "给" in part.verb:
            self._note(index, phrase, -1)
            self._note(index, phrase._replace(who=frame.recipient), 1)
            return
        if frame.recipient and not frame.source and kind in ("put", "gain"):
            self._note(index, phrase._replace(who=frame.recipient), 1)
            return
        if frame.source:
            self._note(index, phrase._replace(who=frame.source), -1)
            if frame.recipient:
                self._note(index, phrase._replace(who=frame.recipient), 1)
            elif frame.said_who or frame.pronoun or effect > 0:
                self._note(index, phrase, 1)
            return
        host = self._host(index)
        if host:
            here = kind == "put" or part.verb in BROUGHT
            self._note(index, phrase._replace(who=host), 1 if here else -1)
        else:
            self._note(index, phrase, effect)

    def _host(self, index: int) -> str:
        """The place whose stock somebody without a stock of their own takes from or adds to."""
        frame = self.told.frames[index]
        part = self.told.parts[index]
        if not frame.who or frame.place or part.verb_class not in HANDLING:
            return ""
        asked = self.told.frames[self.told.asked]
        for other in self.told.related:
            theirs = self.told.frames[other]
            mine = other != index and theirs.who and same_who(theirs.who, frame.who)
            if mine and not self._moves(other):
                return ""
        if index != self.told.asked and asked.said_who and same_who(asked.who, frame.who):
            return ""
        brought = part.verb in BROUGHT or index == self.told.asked
        owners = [
            self.told.frames[other].who
            for other in (*self.told.related, self.told.asked)
            if other < index
            and not self._moves(other)
            and self.told.frames[other].who
            and is_kind(self.told.frames[other].thing, frame.thing)
            and (self.told.frames[other].place or brought or not asked.said_who)
        ]
        return owners[-1] if owners else ""

    def _note(self, index: int, phrase: Phrase, effect: int) -> None:
        self.events.append(Event(index, phrase, effect))

    def _whole(self, index: int) -> None:
        frame = self.told.frames[index]
        if len(frame.sides) > 1:
            form: Form = {index: -1}
            for side in frame.sides:
                add(form, self.value(self._filled(side, index), index))
            self.statements.append(form)
            return
        phrase = frame.phrase()
        rest = self.told.parts[self.told.asked]
        leaves = [leaf for leaf in self.leaves if self._within(leaf.phrase, phrase)]
        asked = self.told.frames[self.told.asked].phrase()
        form = {leaf.variable: 1 for leaf in leaves}
        if self._within(asked, phrase) and asked != phrase and rest.kind not in ("whole", "remain"):
            if not any(self._within(leaf.phrase, asked) for leaf in leaves):
                form[self._new(asked).variable] = 1
        elif leaves and not frame.tie:
            form[self._new(phrase._replace(where="rest")).variable] = 1
        if not form:
            self._hold(index)
            return
        self.statements.append(add(form, {index: -1}))

    # -- what follows -------------------------------------------------------------------------

    def _within(self, leaf: Phrase, query: Phrase) -> bool:
        """Whether a stock is (part of) what a phrase names."""
        if query.who and leaf.who and not same_who(leaf.who, query.who):
            return False
        if not is_kind(leaf.thing, query.thing):
            return False
        timed = query.when and query.when[0] != "全" and (self.act or self.by_time)
        if timed and not (leaf.when and same_when(leaf.when, query.when)):
            return False
        return not query.where or (bool(leaf.where) and same_who(leaf.where, query.where))

    def _event_in(self, event: Event, query: Phrase) -> bool:
        if query.who and event.phrase.who and not same_who(event.phrase.who, query.who):
            return False
        return is_kind(event.phrase.thing, query.thing)

    def value(self, query: Phrase, before: int, start: bool = False) -> Form:
        """What a stock holds after the events told before a mention, or held at first."""
        leaves = [leaf for leaf in self.leaves if self._within(leaf.phrase, query)]
        exact = [leaf for leaf in leaves if leaf.phrase.who and leaf.phrase.thing == query.thing]
        if len(leaves) > 1 and len(exact) == 1 and exact[0].phrase.where == "":
            leaves = exact
        moved = [] if start else [e for e in self.events if self._event_in(e, query)]
        if before != len(self.told.mentions) and before != self.told.asked:
            asked = self.told.asked
            earlier = [e for e in moved if e.mention < before or e.mention == asked]
            stated_later = any(leaf.mention > before for leaf in leaves)
            moved = earlier or (moved if stated_later or before in self.later else [])
        form: Form = {}
        if not leaves and not (moved and moved[0].effect > 0 and not self.later):
            leaves = [self._new(query)]
        for leaf in leaves:
            add(form, {leaf.variable: 1})
        for event in moved:
            add(form, {event.mention: event.effect})
        return form

    def _filled(self, side: Phrase, index: int) -> Phrase:
        """A side with what it leaves out: the thing that is counted, whom the text is about."""
        frame = self.told.frames[index]
        who = side.who
        if not who and not side.thing and not side.act:
            who = frame.who
        thing = side.thing or (frame.thing if side.who and not frame.tie else "")
        return Phrase(who, thing, side.when, "", side.act)

    def _side(self, phrases: Sequence[Phrase], index: int) -> Form:
        form: Form = {}
        if not phrases:
            frame = self.told.frames[index]
            last = index - 1
            told = last in self.told.related and not self.told.frames[last].tie
            if told and not (self._moves(last) and not self.act) and last not in self.later:
                near = self.told.mentions[last].sentence == self.told.mentions[index].sentence
                if near and same_who(self.told.frames[last].who, frame.who):
                    return {last: 1}
            return self.value(Phrase(frame.who, "", frame.when), index)
        for phrase in phrases:
            query = self._filled(phrase, index)
            if query.act and not (query.who or query.thing or query.when):
                add(form, self._done(query.act))
            else:
                add(form, self.value(query, index))
        return form

    def _done(self, act: str) -> Form:
        form: Form = {}
        for index in self.told.related:
            if same_act(self.told.parts[index], act):
                add(form, {index: 1})
        return form

    def _compare(self, index: int) -> None:
        tie = self.told.frames[index].tie
        if not tie:
            return
        form: Form = {index: -tie.direction}
        add(
            form, self._at_first(tie.subject, index) if tie.both else self._side(tie.subject, index)
        )
        if tie.start:  # 比原来
            then = tie.standard or tie.subject or [self.told.frames[index].phrase()]
            self.statements.append(add(form, self._at_first(then, index), -1))
        else:
            self.statements.append(add(form, self._side(tie.standard, index), -1))

    def _at_first(self, phrases: Sequence[Phrase], index: int) -> Form:
        form: Form = {}
        for phrase in phrases:
            add(form, self.value(self._filled(phrase, index), index, start=True))
        return form

    def answer(self, query: Phrase) -> Form | None:
        """What is asked, as a sum of amounts; None where it does not follow. The world stays."""
        statements, leaves = len(self.statements), len(self.leaves)
        asked = self.told.asked
        found = solve(self.statements, {asked: 1}, asked) if self._ask(query) else None
        del self.statements[statements:], self.leaves[leaves:]
        return found

    def _ask(self, query: Phrase) -> bool:
        """Add the statement of the question, if it can be read."""
        told = self.told
        asked, frame, part = told.asked, told.frames[told.asked], told.parts[told.asked]
        last = len(told.mentions)
        if frame.tie:
            self._compare(asked)
        elif len(frame.sides) > 1:
            form: Form = {asked: -1}
            for side in frame.sides:
                add(form, self.value(self._filled(side, asked), last))
            self.statements.append(form)
        elif not any(event.mention == asked for event in self.events):
            if part.kind == "event" and not self.act and not part.carried:
                return False  # what was done is no stock
            if part.kind == "state" and self._is_doubled(query):
                return False
            form = self.value(query, last, part.kind == "start")
            self.statements.append(add(form, {asked: -self._sign(asked)}))
        return True

    def _is_doubled(self, query: Phrase) -> bool:
        """Whether one stock is stated twice, so that nothing says which is meant."""
        held = [leaf.phrase for leaf in self.leaves if self._within(leaf.phrase, query)]
        return len(held) != len(set(held))


_OTHER: Final = frozenset(("both", "neither", "overlap", "repay", "pay", "lack", "exceed"))


_OUTCOMES: Final = character_set("characters", "outcome")


def readings(telling: Telling) -> list[tuple[str, Form]]:
    """What the world answers, read as strictly as the question is put, then more freely."""
    found: list[tuple[str, Form]] = []
    frame, part = telling.frames[telling.asked], telling.parts[telling.asked]
    if any(telling.parts[i].kind in _OTHER for i in (*telling.related, telling.asked)):
        return found
    if not telling.mentions[telling.asked].unit:
        return found
    if any(telling.mentions[i].unit[:1] in (("时",), ("点",)) for i in telling.related):
        return found  # the clock is no stock
    if part.described and not frame.tie:
        return found  # known by what they do: no stock is kept of them
    bought = any(telling.parts[i].verb[:1] in ("买", "购") for i in telling.related)
    if part.money and bought and not frame.tie:
        return found
    deed = part.verb if part.verb_class not in STILL and not part.carried else ""
    if deed[-1:] in _OUTCOMES and all(telling.parts[i].verb != deed for i in telling.related):
        deed = ""  # 做对: a part of what was done
    if part.kind in ("remain", "now", "start", "lack", "repay", "need"):
        deed = ""
    strict = frame.phrase()
    queries = [("", strict)]
    if part.kind in ("whole", "remain", "now") and not frame.tie and len(frame.sides) < 2:
        if strict.thing:
            queries.append((" thing", strict._replace(thing="")))
        if strict.who:
            queries.append((" who", strict._replace(who="", thing="")))
    for name, act in (("deed", deed), ("stock", "")):
        if name == "deed" and not act:
            continue
        world = World(telling, act)
        for freely, query in queries:
            form = world.answer(query)
            if form and len(form) > 1 and form not in (signs for _, signs in found):
                found.append((f"{name}{freely}", form))
                break
    return found
