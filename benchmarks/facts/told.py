"""What our story says of each amount and of the question, in the slots of the gold facts.

The only place that knows both notations: every step from `quantity_tagger.situation.facts` to the
slots of tests/facts (its README says what they mean) is made here, the same for all languages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from quantity_tagger.languages.chinese.frames.words import role
from quantity_tagger.languages.english.frames.words import words as english_words
from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind, Question, Side, Story, Time
from quantity_tagger.situation.scene import settle
from quantity_tagger.situation.understand import Candidate

#: Effects whose stock is that of a place, which need not be said again.
_PLACED = ("put", "remove", "come", "leave")
#: Effects of a part that stays with its whole; what goes from it is a change.
_STAYING = ("state", "do")


@dataclass
class Told:
    """An amount, or what is asked, with every notation of it that says the same.

    ``loci`` are the stocks it concerns, each with what happens to it: a gift is a loss of one and
    a gain of another. ``measured`` is whose length or price it is.
    """

    kind: Kind = field(default_factory=Kind)
    scale: Fraction = Fraction(1)
    loci: list[tuple[str, str]] = field(default_factory=list)
    verb: str = ""
    times: set[str] = field(default_factory=set)
    roles: set[str] = field(default_factory=lambda: {"other"})
    more: set[str] = field(default_factory=set)
    less: set[str] = field(default_factory=set)
    either: bool = False
    measured: set[str] = field(default_factory=set)
    shifts: bool = False
    negated: bool = False
    own: bool = False


class Telling:
    """A story with its first reading, seen as slots."""

    def __init__(self, problem: Problem, story: Story, readings: Sequence[Candidate]) -> None:
        self.problem = problem
        self.story = story
        self.settled = settle(list(story.facts), story)
        shares = readings[0].coefficients if readings else ()
        self.shares = dict(enumerate(shares))
        self.facts: dict[int, int] = {}  # of what is told twice the first fact
        for place, fact in enumerate(story.facts):
            if fact.amount.quantity is not None:
                self.facts.setdefault(fact.amount.quantity, place)

    def amount(self, quantity: int) -> Told:
        """What is said of one of the problem's quantities: nothing where no fact has it."""
        place = self.facts.get(quantity)
        if place is None:
            return self._within_another(quantity)
        fact = self.story.facts[place]
        told = self._told(fact, place)
        told.roles = {self._role(fact, place)}
        if "spent" in fact.extras and fact.place:
            told.roles.add("price")  # of what it was spent on
        if told.roles <= {"total", "part"}:  # they are, or they are done: it is the same
            told.loci += [(name, "none") for name, _ in told.loci]
        if fact.by and told.roles == {"change"}:  # of a task: what is done, and by whom
            told.roles.add("activity")
        each = [one.holder for one in self.story.facts if one.amount == fact.amount]
        if len(each) > 1:  # "Ann and Bo have 9 each"
            told.loci.append(("+".join(each), told.loci[0][1]))
        if not self.shares.get(quantity):
            told.roles.add("other")  # it has no part in the answer
        return told

    def question(self) -> Told:
        question = self.story.question
        asked = question.fact
        told = self._told(asked, len(self.story.facts))
        if question.named.head:
            said = asked.named or asked.kind
            marks = question.named.marks | said.marks
            above = question.named.ups | asked.kind.ups
            told.kind = question.named._replace(marks=marks, lacks=said.lacks, ups=above)
        told.loci = [(name, "state") for name in question.unmet] + told.loci
        told.own = told.own or bool(question.unmet)
        told.roles = {self._asks(question)}
        if told.roles == {"need"} and not asked.time.phase:
            told.times.discard("end")  # what is still to do is no time
        for cue, phase in (("left", "end"), ("now", "end"), ("start", "start")):
            still = cue == "left" and ("not" in question.cues or told.roles == {"need"})
            still = still or (cue == "left" and told.roles == {"part"} and "not" in asked.extras)
            still = still or (phase == "start" and "whole" in question.cues)
            if cue in question.cues and not told.times - {phase} and not still:
                told.times = {phase}
        told.negated = told.negated or "not" in question.cues
        used = [one for one in self.story.facts if self.shares.get(_quantity(one))]
        changed = any(DIRECTION.get(one.effect) for one in used)
        if told.roles == {"total"} and changed and not DIRECTION.get(asked.effect):
            told.roles.add("state")  # how many there are in all, now
        if "total" in told.roles:  # the price of several goods
            told.measured |= {one.holder for one in used if "price" in one.extras}
        if "change" in question.cues:  # what is given back, seen as an amount or as an event
            told.kind = told.kind._replace(marks=told.kind.marks | {"change"})
            told.roles.add("change")
        if told.roles == {"difference"} and not told.less:
            told.more, told.less = self._compared(asked)
            told.either = True
        return told

    def _within_another(self, quantity: int) -> Told:
        """Amounts that are no fact of their own: "in 5 years", "than the 40 of last year"."""
        facts = [*self.story.facts, self.story.question.fact]
        for fact in facts:
            shift = fact.time.shift
            if shift is not None and shift.quantity == quantity:
                unit = fact.time.label.split(" ")[0]
                effect = "gain" if fact.time.shift_sign > 0 else "lose"
                loci = [(fact.holder, effect), ("", "none")]
                used = fact.kind.head == "age"
                roles = {"change"} if used else {"other"}
                return Told(Kind(unit), loci=loci, roles=roles, shifts=True)
            told = fact.than.amount if fact.than is not None else None
            if fact.than is not None and told is not None and told.quantity == quantity:
                return self._told(self._side(fact, fact.than), len(facts), {"state"})
        named = self.name(self.problem.quantities[quantity].text)
        if named.kind.head:
            return named
        words = self.problem.quantities[quantity].unit
        lemmas = self.problem.document.columns.lemmas
        if quantity in self.story.names and words and not words[0].isascii():
            return Told(Kind(f"#{words[0]}"))  # 住在8楼
        if quantity in self.story.names and not words:  # "room 8": the noun before it; "at eight"
            token = self.problem.quantities[quantity].token
            led = lemmas[token - 1] if token else ""
            return Told(Kind("o'clock" if led in english_words("before hours") else led))
        after = range(self.problem.quantities[quantity].token + 1, len(lemmas))
        found = [lemmas[n] for n in after if self.problem.document.columns.texts[n] in words]
        return Told(Kind(found[len(words) - 1] if len(found) >= len(words) > 0 else ""))

    def name(self, number: str) -> Told:
        """A number that the story has in a name alone: 两个仓库, 8路公交车, 五(1)班."""
        facts = [*self.story.facts, self.story.question.fact]
        names = [name for fact in facts for name in (fact.holder, fact.place, fact.time.label)]
        for name in [*self.story.groups, *names]:
            rest = name.partition(number)[2].lstrip(")）")
            if rest and not name.isascii():
                return Told(Kind(rest[1:] or f"#{rest}", ups=frozenset([f"#{rest[0]}"])))
        return Told()

    def _told(self, fact: Fact, place: int, roles: set[str] | None = None) -> Told:
        told = Told(fact.named or fact.kind, fact.amount.scale, negated=fact.negated)
        told.verb = fact.said or fact.verb
        told.loci = [(self._owned(name), effect) for name, effect in self._loci(fact)]
        if self._is_deed(fact):
            told.loci = [(name, "none") for name, _ in told.loci]
        told.own = any(name for name, _ in told.loci)
        nobody = all(name in ("", fact.by) for name, _ in told.loci)
        if place < len(self.settled):  # whose it is that is used up, where it is that some come
            own = self._loci(self.settled[place])
            told.loci += [(self._owned(name), effect) for name, effect in own if name]
        unnamed = not fact.holder if fact.effect == "give" else not fact.place
        if nobody or (fact.effect in ("give", *_PLACED) and unnamed):
            effects = [_effect(fact)] if fact.effect == "give" else [told.loci[0][1]]
            told.loci += [(name, effects[0]) for name in self._told_before(fact, place)]
        told.times = _times(fact) or self._inherited_times(fact, place)
        told.roles = roles or set()
        about = self.story.facts[fact.about] if fact.about is not None else fact
        told.measured = {fact.holder, fact.place, *fact.extras, about.holder, about.place} - {""}
        if fact.kind.measure and not told.own:  # 一根铁丝，用去15分米
            told.measured |= {name for name, _ in told.loci}
        if fact.kind.measure or _counts_parts(fact.kind):  # 气温 and 一本书 have their size
            told.measured.add(told.kind.head)
            told.loci += [(told.kind.head, effect) for effect in {e for _, e in told.loci}]
            told.kind = told.kind._replace(measure=True)
        told.measured |= {name.replace("、", "和") for name in told.measured}
        told.shifts = fact.time.shift is not None
        if fact.than is not None:
            told.more, told.less = self._sides(fact)
            told.either = not fact.sign
        return told

    def _inherited_times(self, fact: Fact, place: int) -> set[str]:
        """Those of the amount that it says something of; 还有 after a change is at the end."""
        if fact.about is not None and fact.about < len(self.story.facts):
            aged = fact.kind.head == "age" and fact.than is not None  # it is the same at all times
            return set() if aged else _times(self.story.facts[fact.about])
        before = [one for one in self.story.facts[:place] if one.kind.head == fact.kind.head]
        changed = any(DIRECTION.get(one.effect, 0) < 0 for one in before)
        return {"end"} if fact.verb == "还有" and changed else set()

    def _loci(self, fact: Fact) -> list[tuple[str, str]]:
        effect = _effect(fact)
        if fact.about is not None and fact.about < len(self.story.facts):
            about = self.story.facts[fact.about]
            return [(name, effect) for name, _ in self._loci(about)]
        found = [(name, effect) for name in (fact.holder, fact.place)]
        if fact.effect in _PLACED:
            found.reverse()
        if fact.by:
            found.append((fact.by, "none"))
        if fact.effect == "give":
            found = [(fact.holder, effect), (fact.to, _opposite(effect)), (fact.place, effect)]
        if fact.effect in ("gain", "take"):
            found += [(fact.source, _opposite(effect)), (fact.to, effect)]
            found += [(name, effect) for name in sorted(fact.extras & self.story.people)]
        if fact.effect in ("lose", "leave"):
            found.append((fact.source, effect))
        if "price" in fact.extras:  # what is paid for a thing is its price
            found += [(name, "state") for name in sorted(fact.extras - {"price", "each"})]
        if "spent" in fact.extras:
            found.append((fact.place, "state"))
        if fact.effect == "need":  # "for the wall 850 bricks are required"
            found += [(name, effect) for name in sorted(fact.extras)]
        return [(name, effect) for name, effect in found if name] or [("", effect)]

    def _owned(self, name: str) -> str:
        """With its owner, whose it is told to be: "Ann has a box", "Ann's box"."""
        owner = self.story.within.get(name, "")
        led = not owner or not owner.isascii() or name.startswith(owner)
        return name if led else f"{owner} {name}"

    def _told_before(self, fact: Fact, place: int) -> list[str]:
        """Whose stock it is where a fact says nothing: as told before, or else after."""
        facts = self.story.facts
        others = [*reversed(facts[:place]), *facts[place + 1 :], self.story.question.fact]
        alike = [one for one in others if one.kind.head == fact.kind.head]
        alike.sort(key=lambda one: one.effect != "state")  # where such a stock is told
        if fact.of is not None:
            alike = [one for one in others if one.kind.head == fact.of.head] + alike
        for one in [*alike, *others]:
            if one is fact:
                continue
            names = [name for name, _ in self._loci(one) if name]
            if names:  # and all who have such things
                every = dict.fromkeys(one.holder for one in alike if one.holder)
                return [*names, "+".join(every)] if every else names
        return []

    def members(self, name: str) -> list[str]:
        """Who a joint name stands for; a question that names nobody asks for all."""
        if name in self.story.groups:
            return list(self.story.groups[name])
        if name:
            return name.replace("、", "+").split("+")
        used = [fact for fact in self.story.facts if self.shares.get(_quantity(fact))]
        return [one for one in dict.fromkeys(fact.holder or fact.place for fact in used) if one]

    def _role(self, fact: Fact, place: int) -> str:
        if fact.than is not None:
            return "difference"
        if fact.effect in ("need", "room") or "goal" in fact.extras or fact.planned:
            return "goal"
        if fact.total or self._is_sum(fact) or self._is_whole(fact):
            return "total"
        money = fact.kind.head == "money" and fact.effect == "state"
        thing = fact.holder and fact.holder not in self.story.people and fact.verb == "be"
        if "price" in fact.extras or (money and (fact.level or thing)):
            return "price"
        if self._is_deed(fact):
            return "activity"
        part = fact.of is not None or fact.rest or self._is_part(fact, place)
        same = [one for one in self.story.facts if one.effect == fact.effect]
        whole = any(one.total or self._is_sum(one) for one in same)
        if part and (fact.effect in _STAYING or whole) and fact.time.phase != "end":
            return "part"
        if fact.kind.head == "age" and fact.kind.measure:
            return "age"
        if fact.effect in ("state", "lack", "note"):
            return "state"
        return "change" if _effect(fact) in ("gain", "lose") else "activity"

    def _is_whole(self, fact: Fact) -> bool:
        """Whether others are told as parts of it."""
        facts = self.story.facts
        parts = [one for one in facts if one.effect in _STAYING and one.of is not None]
        parts = [one for one in parts if one.of and one.of.head == fact.kind.head]
        first = facts.index(fact) if fact in facts else 0
        return fact.of is None and any(
            one.clause == fact.clause or facts.index(one) > first for one in parts
        )

    def _is_deed(self, fact: Fact) -> bool:
        """As in "26 pupils chose football", of whom no whole is told."""
        of, mark = fact.of, fact.verb.split(" ")[0]
        if of is None or not any(one.split()[0] == mark for one in fact.kind.marks):
            return False
        return all(
            one.kind.head != of.head or self._marked(one) for one in self.story.facts if one != fact
        )

    def _marked(self, fact: Fact) -> bool:
        return fact.of is not None and bool(fact.kind.marks - fact.of.marks)

    def _is_sum(self, fact: Fact) -> bool:
        """Whether it is told of several at once, of one of whom it is told too."""
        members = self.members(fact.holder) if fact.holder else []
        return len(members) > 1 and any(
            one.holder in members and (one.kind.head, one.effect) == (fact.kind.head, fact.effect)
            for one in self.story.facts
        )

    def _is_part(self, fact: Fact, place: int) -> bool:
        others = [one for n, one in enumerate(self.story.facts) if n != place]
        return any(
            (one.total or self._is_sum(one)) and _same_sort(one.kind, fact.kind) for one in others
        )

    def _asks(self, question: Question) -> str:
        """What the question asks for, by its words and by what the answer is made of."""
        asked = question.fact
        used = [fact for fact in self.story.facts if self.shares.get(_quantity(fact))]
        signs = [self.shares[_quantity(fact)] > 0 for fact in used]
        if question.form == "difference":
            return "difference"
        goal = any(fact.effect in ("need", "room") for fact in used)
        wanted = asked.effect in ("need", "lack", "room")
        if wanted or "need" in question.cues or ("free" in question.cues and goal):
            return "total" if len(used) > 1 and all(signs) else "need"
        if "more" in question.cues and not asked.more:
            return "difference"
        parts = [
            self._role(fact, self.story.facts.index(fact))
            for fact, plus in zip(used, signs, strict=True)
            if not plus
        ]
        if parts and set(parts) == {"part"} and signs.count(True) == 1:
            return "part"
        compared = any(fact.than is not None for fact in used)
        if compared or len(used) < 2:
            twice = any(abs(share) > 1 for share in self.shares.values())  # 买这一套要多少元
            twice = twice and asked.kind.head == "money" and "several" in question.cues
            joint = "total" in question.cues or asked.total or twice
            return "total" if joint and len(used) > 1 else "state"
        moved = {DIRECTION.get(fact.effect, 0) for fact in used} - {0}
        going = DIRECTION.get(asked.effect, 0)
        if all(signs) and len(moved) < 2 and (going or not moved or len(moved) == len(used)):
            return "total" if going or not moved or asked.total else "state"
        if not moved and not all(signs):
            wholes = [fact for fact, plus in zip(used, signs, strict=True) if plus]
            return "part" if len(wholes) == 1 and not going else "change"
        joint = question.cues & {"total"} or asked.total
        joint = joint or (asked.holder and len(self.members(asked.holder)) > 1)
        return "change" if going else "total" if joint else "state"

    def _side(self, fact: Fact, side: Side) -> Fact:
        said = {name: getattr(side, name) for name in ("holder", "kind", "place", "time", "verb")}
        changes = {name: value for name, value in said.items() if value is not None}
        return fact.but(**changes, effect="state", than=None, amount=side.amount or fact.amount)

    def _sides(self, fact: Fact) -> tuple[set[str], set[str]]:
        side = fact.than
        assert side is not None
        mine, other = set(), set()
        about = self.story.facts[fact.about] if fact.about is not None else fact
        for name in ("holder", "place", "kind", "time", "verb", "effect"):
            theirs = _word(getattr(side, name))
            if theirs:
                other.add(theirs)
                mine |= {_word(getattr(one, name)) for one in (fact, about)}
        if not mine - {""}:
            mine |= {name for name, _ in self._loci(about)} | set(self._told_before(about, 0))
        same = mine & other | {""}  # of which both have some
        mine, other = mine - same, other - same
        return (other, mine) if fact.sign < 0 else (mine, other)

    def _compared(self, asked: Fact) -> tuple[set[str], set[str]]:
        """The sides of a difference whose other side is what the story has beside it."""
        used = [fact for fact in self.story.facts if self.shares.get(_quantity(fact))]
        mine, other = set(), set()
        for name in ("holder", "place", "kind", "time"):
            said = {_word(getattr(fact, name)) for fact in used} - {""}
            own = _word(getattr(asked, name))
            if len(said) == 2:
                mine |= {own} if own in said else said
                other |= said - {own}
        return mine - {""}, other


def _quantity(fact: Fact) -> int:
    return -1 if fact.amount.quantity is None else fact.amount.quantity


def _counts_parts(kind: Kind) -> bool:
    """Whether it is so many pages of a thing, or how often something is done."""
    parts = role("parts of a thing") | role("times done")
    return any(up[1:] in parts for up in kind.ups if up[0] == "#")


def _same_sort(one: Kind, other: Kind) -> bool:
    heads = {one.head} | {part.head for part in one.parts} | one.ups
    return other.head in heads or one.head in other.ups


def _effect(fact: Fact) -> str:
    if "paid with" in fact.extras:  # what is handed over is given away
        return "lose"
    if "change" in fact.extras and "left" not in fact.extras:
        return "gain"  # what is given back
    goal = fact.effect in ("need", "room") or "goal" in fact.extras
    if goal or fact.than is not None or fact.effect in ("note", "do"):
        return "none"
    step = DIRECTION.get(fact.effect, 0)
    return "gain" if step > 0 else "lose" if step < 0 else "state"


def _opposite(effect: str) -> str:
    return {"gain": "lose", "lose": "gain"}.get(effect, effect)


def _times(fact: Fact) -> set[str]:
    time = fact.time
    if time.shift is not None:
        return set()
    if time.future and not time.label and fact.effect == "state":  # "she will have 20"
        return {"end"}
    if time.phase or ("left" in fact.extras and fact.than is None):
        return {time.phase or "end"} | ({time.label} - {""} if time.phase == "" else set())
    return ({time.label, *(part.label for part in time.parts)} - {""}) or set(time.ups)


def _word(value: object) -> str:
    if isinstance(value, Kind):
        return " ".join([*sorted(value.marks), value.head])
    if isinstance(value, Time):
        return value.label or value.phase
    return str(value or "")
