"""Stocks over time: s(t+1) = s(t) ± f(e), states tell s(t); a stock of several is their sum."""

from __future__ import annotations

from itertools import pairwise

from quantity_tagger.situation import kinds, times
from quantity_tagger.situation.facts import ROLES, Fact, Kind
from quantity_tagger.situation.scene import STOCK_EFFECTS, Scene
from quantity_tagger.situation.statements import Form, Number, plus, whole

_ONE = 1


class Account:
    """One stock: whose, where, of what, and the places of the facts that tell of it."""

    __slots__ = ("entries", "holder", "kind", "place")

    def __init__(
        self,
        holder: str,
        place: str,
        kind: Kind,
        entries: list[int] | None = None,
    ) -> None:
        self.holder: str = holder
        self.place: str = place
        self.kind: Kind = kind
        self.entries: list[int] = [] if entries is None else entries

    def key(self) -> tuple[str, str, str, int]:
        """Names the account; its first fact tells it from others of such a kind."""
        return (self.holder, self.place, self.kind.head, self.entries[0])


def stock(scene: Scene, asked: Fact, at: str | int) -> Form | None:
    """The stock that a fact asks for, at the "start", the "end", after fact number ``at`` or
    before it (``~at``).

    None where no fact tells of such a stock.
    """
    accounts, loose, joint = _accounts(scene, asked)
    if not accounts:
        return None
    for place in joint:
        _say_joint(scene, asked, accounts, loose, place)
    total: Form = {}
    for account in accounts:
        total = plus(total, _at(scene, account, at))
    for place in loose:
        if at == "end" or (isinstance(at, int) and place <= told_until(at)):
            move = scene.direction(scene.facts[place], asked.holder, asked.place)
            total = plus(total, {("f", place): move})
    return total


def _say_joint(
    scene: Scene, asked: Fact, accounts: list[Account], loose: list[int], place: int
) -> None:
    """A later state tells how many there are of all accounts together."""
    key = ("joint", place, tuple(account.key() for account in accounts))
    if key in scene.memo:
        return
    scene.memo[key] = True
    total: Form = {("f", place): -_ONE}
    for account in accounts:
        total = plus(total, _at(scene, account, place))
    for flow in loose:
        if flow < place or scene.facts[place].time.phase == "end":
            move = scene.direction(scene.facts[flow], asked.holder, asked.place)
            total = plus(total, {("f", flow): move})
    scene.world.say(total, None, "joint state", scene.facts[place].words)


def _accounts(scene: Scene, asked: Fact) -> tuple[list[Account], list[int], list[int]]:
    """The accounts that make up the asked stock, flows that concern several of them, and states
    that tell of all of them together.
    """
    accounts: list[Account] = []
    joint: list[int] = []
    loose: list[int] = []
    concerned = [
        (place, fact)
        for place, fact in enumerate(scene.facts)
        if fact.effect in STOCK_EFFECTS
        and not fact.planned
        and not (fact.negated and fact.effect != "state")
        and kinds.meets(fact.kind, asked.kind)
        and scene.locus(fact, asked.holder, asked.place) is not None
    ]
    for place, fact in sorted(concerned, key=_is_compared):  # states found accounts
        if fact.effect == "state" and kinds.within(fact.kind, asked.kind):
            if fact.of is not None and _told_before(concerned, place, fact, asked):
                continue
            if _of_all_places(accounts, fact):
                joint.append(place)
                continue
            home = _home(scene, accounts, fact)
            if home is None:
                whole = _whole_told(concerned, place, fact)
                if whole:
                    continue
                narrower = [a for a in accounts if _holds(fact, a)]
                if len(narrower) > 1 or (narrower and _after_changes(concerned, place, fact)):
                    joint.append(place)
                    continue
                accounts.append(Account(*_own(scene, fact, asked), fact.kind, [place]))
            elif kinds.relation(fact.kind, home.kind) == "same":
                home.entries.append(place)
    for place, fact in concerned:
        if fact.effect == "state":
            continue
        home = _home(scene, accounts, fact)
        together = scene.members(fact.holder) and len({a.holder for a in accounts}) > 1
        together = together or _of_several(scene, accounts, fact)
        together = together or (not fact.kind.head and len({a.kind.head for a in accounts}) > 1)
        if together or (home is not None and _concerns_asked_alone(scene, home, fact, asked)):
            loose.append(place)
        elif home is not None:
            home.entries.append(place)
            other = fact.to or fact.source
            for account in accounts:  # the other party of a transfer
                if (
                    account is not home
                    and other
                    and scene.same(account.holder, other)
                    and kinds.within(fact.kind, account.kind)
                ):
                    account.entries.append(place)
                    break
        elif any(kinds.within(account.kind, fact.kind) for account in accounts):
            holding = [
                a
                for a in accounts
                if kinds.within(a.kind, fact.kind)
                and scene.locus(fact, a.holder, a.place) is not None
            ]
            if not holding and kinds.within(fact.kind, asked.kind):
                accounts.append(Account(*_own(scene, fact, asked), fact.kind, [place]))
            elif len(holding) == 1:
                holding[0].entries.append(place)
            elif holding:
                loose.append(place)
        elif kinds.within(fact.kind, asked.kind):
            accounts.append(Account(*_own(scene, fact, asked), fact.kind, [place]))
    return *_pooled(scene, accounts, loose, asked), joint


def _pooled(
    scene: Scene, accounts: list[Account], loose: list[int], asked: Fact
) -> tuple[list[Account], list[int]]:
    """As in "bought 30 white and 24 red ones and used 40": who loses more of a kind than he was
    told to have loses of all that is asked for.
    """
    loci = {(account.holder, account.place) for account in accounts}
    told = [a for a in accounts if scene.facts[a.entries[0]].effect == "state"]
    if len(accounts) > 1 and len(loci) == 1 and not told:
        entries = sorted({place for account in accounts for place in account.entries} | {*loose})
        return [Account(*loci.pop(), asked.kind, entries)], []
    lost = [
        a
        for a in accounts
        if told
        and not scene.options.any_kind
        and a not in told
        and (a.holder, a.place) in [(b.holder, b.place) for b in told]
        and all(scene.direction(scene.facts[p], a.holder, a.place) < 0 for p in a.entries)
    ]
    kept = [account for account in accounts if account not in lost]
    loose = [*loose, *(place for account in lost for place in account.entries)]
    if any(_gained(scene, account, account.entries) < 0 for account in kept):
        loose += _shared_losses(scene, kept)
    return kept, sorted(loose)


def _shared_losses(scene: Scene, accounts: list[Account]) -> list[int]:
    """As in "40 white cups, 24 red ones, 31 are sold": takes what is lost beyond one of several
    stocks out of its account, where all of them have as much.
    """
    if len(accounts) < 2 or sum(_gained(scene, a, a.entries) for a in accounts) < 0:
        return []
    found: list[int] = []
    for account in accounts:
        lost = [place for place in account.entries if _gained(scene, account, [place]) < 0]
        if _gained(scene, account, account.entries) < 0 and len(lost) < len(account.entries):
            account.entries = [place for place in account.entries if place not in lost]
            found += lost
    return found


def _gained(scene: Scene, account: Account, entries: list[int]) -> Number:
    """What told amounts come to: a stock that is there first, and its changes."""
    total: Number = 0
    for place in entries:
        fact = scene.facts[place]
        if fact.amount.quantity is None or fact.than is not None:
            continue
        move = scene.direction(fact, account.holder, account.place)
        first = fact.effect == "state" and place == account.entries[0]
        share = move if fact.effect != "state" else int(first)
        total += share * whole(fact.amount.scale) * scene.story.values[fact.amount.quantity]
    return total


def _holds(whole: Fact, part: Account) -> bool:
    """Whether a state tells of the things of an account and of more."""
    if (whole.holder, whole.place) != (part.holder, part.place):
        return False
    return kinds.relation(part.kind, whole.kind) == "below"


def _after_changes(concerned: list[tuple[int, Fact]], place: int, fact: Fact) -> bool:
    """As in "20 pupils were in a room, some left, and now 14 people are there": told of the same
    things by a wider name.
    """
    return (
        fact.time.phase == "end"
        and not fact.kind.marks
        and any(number < place and other.effect != "state" for number, other in concerned)
        and all(not f.kind.marks for n, f in concerned if n < place)
    )


def _of_all_places(accounts: list[Account], fact: Fact) -> bool:
    """As in "had 4 in a bag and 9 on the table. She had 3 more than Lou": told of all together."""
    if fact.place or not fact.holder:
        return False
    own = [a for a in accounts if a.holder == fact.holder and a.kind == fact.kind]
    return len({a.place for a in own if a.place}) > 1 and all(a.place for a in own)


def _is_compared(one: tuple[int, Fact]) -> bool:
    """Whether a state without a place is told by another one: it may be of several places."""
    return one[1].than is not None and not one[1].place


def _concerns_asked_alone(scene: Scene, home: Account, fact: Fact, asked: Fact) -> bool:
    """As in "9 eggs are in the fridge, and Kay gives her 6": it comes to her, not to that place."""
    return (
        bool(asked.holder)
        and asked.holder in (fact.to, fact.source)
        and scene.direction(fact, home.holder, home.place) == 0
        and scene.direction(fact, asked.holder, asked.place) != 0
    )


def _of_several(scene: Scene, accounts: list[Account], fact: Fact) -> bool:
    """As in "$20 in his purse and $14 in his pocket": who spends takes it out of either."""
    if fact.place in {account.place for account in accounts} - {""}:
        return False
    parties = {fact.holder, fact.to, fact.source} - {""}
    own = [a for a in accounts if parties & {scene.story.within.get(a.place), a.holder}]
    return len({a.place for a in own if a.place}) > 1 and len({a.kind for a in own}) == 1


def _told_before(concerned: list[tuple[int, Fact]], place: int, part: Fact, asked: Fact) -> bool:
    """Whether those of whom a part is told ("22 of the birds") were told by kinds before."""
    whole = part.of
    assert whole is not None
    return kinds.within(whole, asked.kind) and any(
        number < place
        and fact.of is None
        and fact.effect == "state"
        and kinds.relation(fact.kind, whole) == "below"
        for number, fact in concerned
    )


def _own(scene: Scene, fact: Fact, asked: Fact) -> tuple[str, str]:
    """The locus of an account that a fact founds: the asked one where the fact is told of it."""
    holder = fact.holder
    theirs = {asked.holder, *scene.members(asked.holder)}
    if asked.holder and (
        scene.same(holder, asked.holder) or not theirs.isdisjoint((fact.to, fact.source))
    ):
        holder = asked.holder
    elif fact.effect in ("give", "take") and not asked.holder:
        scene.options.met.add("holder")
        if scene.options.any_holder:
            holder = ""
    place = fact.place
    if asked.place and (scene.same(place, asked.place) or scene.same(holder, asked.place)):
        place = asked.place
    return holder, place


def _home(scene: Scene, accounts: list[Account], fact: Fact) -> Account | None:
    """The account that a fact tells of: the one whose kind holds it and whose locus fits best."""
    best: tuple[float, int] | None = None
    for number, account in enumerate(accounts):
        if not kinds.within(fact.kind, account.kind):
            continue
        cost = scene.locus(fact, account.holder, account.place)
        if cost is None:
            continue
        if fact.effect == "state" and _beside(scene, account, fact):
            continue
        if best is None or cost < best[0]:
            best = (cost, number)
    return None if best is None else accounts[best[1]]


def _beside(scene: Scene, account: Account, fact: Fact) -> bool:
    """Whether a state is told beside an account, of another place or part, rather than later."""
    if fact.place and account.place and not scene.same(fact.place, account.place):
        return True
    first = scene.facts[account.entries[0]]
    within = scene.story.within
    if fact.holder != first.holder and within.get(fact.holder, 0) == within.get(first.holder, 1):
        return True  # "his bus fare", "his train fare"
    parts = fact.of is not None and first.of is not None and fact.kind.marks > fact.of.marks
    if parts and fact.time.label and first.time.label and fact.time.label != first.time.label:
        return True  # "41 were repaired in spring and 30 in summer"
    if (fact.to, fact.source) != (first.to, first.source) and fact.to and first.to:
        return True
    deeds = fact.of is not None and fact.kind == first.kind and fact.verb == first.verb
    if deeds and fact.sentence == first.sentence and not (fact.time.phase or fact.than):
        return True  # "12 voted for the park and 9 voted for the lake"
    one, other = first.extras - ROLES, fact.extras - ROLES
    return bool(first.effect == "state" and one and other and not one & other)


def _whole_told(concerned: list[tuple[int, Fact]], place: int, fact: Fact) -> bool:
    """Whether a later fact tells the whole that this one is a part of."""
    return any(
        other.effect == "state"
        and (not other.time.phase or fact.of is not None)
        and number > place
        and kinds.relation(fact.kind, other.kind) == "below"
        and (other.holder == fact.holder or (fact.of is not None and not fact.holder))
        and other.place == fact.place
        and (other.total or fact.of is not None)
        for number, other in concerned
    ) or any(  # "5 had spots. He gave away 3 and has 6 of them now"
        other.effect == "state" and other.of is None and number > place and other.kind == fact.of
        for number, other in concerned
        if fact.holder in ("", other.holder) and other.holder and other.time.phase == "end"
        if other.than is None and other.amount.quantity is not None
    )


def _at(scene: Scene, account: Account, at: str | int) -> Form:
    """The account's stock at a moment; its chain of statements is said once."""
    moments = _chain(scene, account)
    if at == "start":
        return {moments[0][1]: _ONE}
    if at == "end":
        return {moments[-1][1]: _ONE}
    until = told_until(int(at))
    chosen = moments[0][1]
    for (_, before), (place, name) in pairwise([moments[0], *moments]):
        if place == at:
            return {name: _ONE}
        if place == ~int(at) >= 0:
            return {before: _ONE}
        if place <= until:
            chosen = name
    return {chosen: _ONE}


def told_until(at: int) -> float:
    """The place up to which facts are told at a moment: after one, or before it (``~place``)."""
    return at if at >= 0 else ~at - 0.5


def _told(fact: Fact, place: int) -> float:
    return float(place) if fact.position is None else fact.position


def _later(one: Fact, other: Fact) -> bool:
    """Whether something may have happened between two states of one stock."""
    if one.time.label != other.time.label or one.time.phase != other.time.phase:
        return True
    if one.rest:
        return False  # "kept the rest. She has 9 left": told twice
    compared = one.than is not None or other.than is not None
    return not compared and (
        one.sentence != other.sentence or bool(other.level) or "left" in other.extras
    )


Moment = tuple[int, tuple[object, ...]]


def _chain(scene: Scene, account: Account) -> list[Moment]:
    entries = tuple(account.entries)
    key = ("chain", account.key(), entries)
    known = scene.memo.get(key)
    if known is not None:
        return known  # type: ignore[return-value]
    name = (*account.key(), entries)
    moments: list[Moment] = [(-1, ("s", name, 0))]
    told = sorted(account.entries, key=lambda place: _told(scene.facts[place], place))
    ordered = times.in_order([(place, scene.facts[place]) for place in told])
    timed = scene.story.question.after is not None
    empty = scene.options.zero_start and all(fact.effect != "state" for _, fact in ordered)
    if empty and not timed:
        # "sold 9 of what she picked; she picked 20": nothing goes that has not come
        ordered.sort(key=lambda one: -scene.direction(one[1], account.holder, account.place))
    moved = False
    stated: Fact | None = None
    for place, fact in ordered:
        now = moments[-1][1]
        if fact.effect == "state":
            if stated is not None and not moved and _later(stated, fact):
                later = ("s", name, len(moments))
                change = ("change", name, len(moments))
                scene.world.say({later: 1, now: -1, change: -1}, None, "change", fact.words)
                scene.memo[("between", place)] = change
                now = later
            if len(moments) > 1 or now != moments[-1][1]:
                moments.append((place, now))
            scene.world.say({now: 1, ("f", place): -1}, None, "state", fact.words)
            stated, moved = fact, False
            continue
        move = scene.direction(fact, account.holder, account.place)
        if not move:
            continue
        if (
            len(moments) == 1
            and stated is None
            and any(scene.direction(f, account.holder, account.place) > 0 for _, f in ordered)
        ):
            scene.options.met.add("start")
            if scene.options.zero_start:
                scene.world.say({now: 1}, None, "nothing before", (), 0.3)
        later = ("s", name, len(moments))
        scene.world.say({later: 1, now: -1, ("f", place): -move}, None, fact.effect, fact.words)
        if not kinds.signed(account.kind):
            scene.world.counts.update((now, later))
        moments.append((place, later))
        moved = True
    scene.memo[key] = moments
    return moments
