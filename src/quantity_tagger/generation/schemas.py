"""The schemas of early arithmetic: worlds for each kind of problem.

The kinds are those of Carpenter and Moser (1984) and of Riley, Greeno and Heller (1983): something
joins or leaves, parts combine, two amounts are compared or made equal; and in each any of the three
amounts may be the unknown one. A fourth family counts groups that overlap.

More steps come from telling an amount in a roundabout way: what somebody has is not stated, but
what they had before and what happened then, or the parts of it, or how it compares with what
somebody else has.
"""

from __future__ import annotations

from collections.abc import Callable

from quantity_tagger.languages.telling.chance import Chance, NoRoomError
from quantity_tagger.languages.telling.situation import EVENTS, Fact, Relation, Situation

#: Kind to what a teacher would say of it.
KINDS = {
    "join-result": "something is added, the result is asked",
    "join-change": "something is added, how much is asked",
    "join-start": "something is added, what was there first is asked",
    "separate-result": "something is taken away, the result is asked",
    "separate-change": "something is taken away, how much is asked",
    "separate-start": "something is taken away, what was there first is asked",
    "combine-whole": "parts of a whole are told, the whole is asked",
    "combine-part": "a whole and all parts but one are told, that part is asked",
    "compare-difference": "two amounts are told, their difference is asked",
    "compare-compared": "one amount and the difference are told, the amount compared is asked",
    "compare-referent": "one amount and the difference are told, what it is compared to is asked",
    "equalise-difference": "two amounts are told, what makes them equal is asked",
    "equalise-compared": "what makes two amounts equal is told, the one to change is asked",
    "equalise-referent": "what makes two amounts equal is told, the one to reach is asked",
    "overlap-whole": "two groups that overlap and their overlap are told, the whole is asked",
    "overlap-both": "two groups and the whole are told, the overlap is asked",
    "overlap-part": "one group, the overlap and the whole are told, the other group is asked",
}

#: Names that stand for several kinds.
FAMILIES = {
    "change": tuple(kind for kind in KINDS if kind.startswith(("join", "separate"))),
    **{
        family: tuple(kind for kind in KINDS if kind.startswith(family))
        for family in ("join", "separate", "combine", "compare", "equalise", "overlap")
    },
}

OVERLAP_STEPS = 2  # one group plus the other less what both have

LETTERS = "ABEFGH"  # C, D and P are others in the wordings


def situation(kind: str, steps: int, largest: int, scale: int, chance: Chance) -> Situation:
    """A world of ``kind`` whose solution takes ``steps`` additions and subtractions.

    Amounts are at most ``largest`` and are counted in steps of one ``scale``-th. None is 1: what
    there is one of is told in other words.
    """
    family, _, unknown = kind.partition("-")
    while True:
        world = _World(kind, largest, scale, chance)
        try:
            return _BUILDERS[family](world, unknown, steps)
        except NoRoomError:
            continue


class _World:
    """A situation under construction."""

    def __init__(self, kind: str, largest: int, scale: int, chance: Chance) -> None:
        self.kind = kind
        self.chance = chance
        self.one = scale
        self.least = 2 if scale == 1 else scale // 5
        # Small numbers are as good a lesson as large ones: one time in three they stay small.
        self.most = (min(largest, 20) if chance.happens(1 / 3) else largest) * scale
        self.largest = largest * scale
        self.values: list[int] = []
        self.relations: list[Relation] = []
        self.blocks: list[list[Fact]] = []
        self.people = 0

    def amount(self, value: int) -> int:
        if not self.least <= value <= self.most or value == self.one:
            raise NoRoomError
        self.values.append(value)
        return len(self.values) - 1

    def any(self, low: int | None = None, high: int | None = None) -> int:
        """An amount of any size, at least the smallest that is allowed."""
        return self.amount(
            self.chance.whole(
                self.least if low is None else low, self.most if high is None else high
            )
        )

    def someone(self) -> str:
        self.people += 1
        return LETTERS[self.people - 1]

    def relate(self, whole: int, parts: list[tuple[int, int]]) -> None:
        """``whole`` is the sum of the parts, each given by factor and amount."""
        self.relations.append(((-1, whole), *parts))

    def finish(self, frame: str, question: Fact) -> Situation:
        # What is said of two holders holds at the end, so what happens to either is told before.
        self.blocks.sort(key=lambda block: not any(f.form in EVENTS for f in block))
        told = Situation(
            self.kind,
            frame,
            tuple(self.values),
            tuple(self.relations),
            tuple(tuple(block) for block in self.blocks),
            question,
            self.largest,
        )
        if not told.is_clear:
            raise NoRoomError
        stated = told.stated
        if len({self.values[amount] for amount in stated}) < len(stated):
            raise NoRoomError  # of two equal numbers nobody could tell which is meant
        return told

    # --- telling an amount in a roundabout way ----------------------------------------------------

    def elaborate(self, frame: str, times: int) -> None:
        """Take ``times`` stated holdings and tell them by what they are made of."""
        for _ in range(times):
            places = [
                (b, f)
                for b, block in enumerate(self.blocks)
                for f, fact in enumerate(block)
                if fact.form in ("hold", "before")
            ]
            if not places:
                raise NoRoomError
            b, f = self.chance.one_of(places)
            way = self.chance.one_of(_WAYS[frame])
            if way is _World.by_change and f and self.blocks[b][f - 1].form in ("more", "fewer"):
                raise NoRoomError  # nobody could tell which of two times was compared
            if way is _World.by_comparison and frame == "place" and self.blocks[b][f + 1 :]:
                raise NoRoomError  # nor at which of two places things happen next
            self.blocks[b][f : f + 1] = way(self, self.blocks[b][f])

    def by_change(self, fact: Fact) -> list[Fact]:
        value = self.values[fact.amounts[0]]
        if self.chance.happens(0.5):
            event = self.any(high=value - self.least)
            before = self.amount(value - self.values[event])
            form, factor = "gain", 1
        else:
            event = self.any(high=self.most - value)
            before = self.amount(value + self.values[event])
            form, factor = "lose", -1
        self.relate(fact.amounts[0], [(1, before), (factor, event)])
        return [Fact("before", fact.who, (before,)), Fact(form, fact.who, (event,))]

    def by_parts(self, fact: Fact) -> list[Fact]:
        value = self.values[fact.amounts[0]]
        one = self.any(high=value - self.least)
        two = self.amount(value - self.values[one])
        self.relate(fact.amounts[0], [(1, one), (1, two)])
        return [Fact("parts", fact.who, (one, two))]

    def by_comparison(self, fact: Fact) -> list[Fact]:
        value = self.values[fact.amounts[0]]
        other = self.any()
        difference = self.amount(abs(value - self.values[other]))
        more = value > self.values[other]
        self.relate(fact.amounts[0], [(1, other), (1 if more else -1, difference)])
        someone = self.someone()
        told = [
            Fact("hold", someone, (other,)),
            Fact("more" if more else "fewer", fact.who + someone, (difference,)),
        ]
        return told if self.chance.happens(0.7) else told[::-1]


_WAYS: dict[str, list[Callable[[_World, Fact], list[Fact]]]] = {
    "own": [_World.by_change, _World.by_parts, _World.by_comparison],
    "place": [_World.by_change, _World.by_parts, _World.by_comparison],
    "deed": [_World.by_parts, _World.by_comparison],
    "attr": [_World.by_comparison],
}


# --- one builder for each family -----------------------------------------------------------------


def _change(world: _World, unknown: str, steps: int) -> Situation:
    """Before, events, after; one event at least goes the way of the kind's name."""
    chance = world.chance
    frame = chance.one_of(("own", "own", "place"))
    main = 1 if world.kind.startswith("join") else -1
    roundabout = chance.whole(0, steps - 1) if unknown != "start" and chance.happens(0.3) else 0
    # Where the change is asked for, nothing else that happens goes the same way.
    others = (-main,) if unknown == "change" else (1, -1)
    factors = [main, *(chance.one_of(others) for _ in range(steps - 1 - roundabout))]
    factors = chance.some_of(factors, len(factors))
    who = world.someone()
    before = world.any()
    block = [Fact("before", who, (before,))]
    value = world.values[before]
    made: list[tuple[int, int]] = [(1, before)]
    for factor in factors:
        room = world.most - value if factor > 0 else value - world.least
        event = world.any(high=room)
        value += factor * world.values[event]
        made.append((factor, event))
        block.append(Fact("gain" if factor > 0 else "lose", who, (event,)))
    after = world.amount(value)
    world.relate(after, made)
    world.blocks.append(block)
    if unknown == "result":
        only_loss = all(factor < 0 for factor in factors)
        left = only_loss and chance.happens(0.7)
        question = Fact("ask left" if left else "ask after", who, (after,))
    else:
        block.append(Fact("after", who, (after,)))
        if unknown == "start":
            question = Fact("ask before", who, (before,))
        else:
            asked = next(event for factor, event in made[1:] if factor == main)
            question = Fact("ask gain" if main > 0 else "ask lose", who, (asked,))
    world.elaborate(frame, roundabout)
    return world.finish(frame, question)


def _combine(world: _World, unknown: str, steps: int) -> Situation:
    frame = world.chance.one_of(("own", "place", "deed", "deed", "purchase", "people", "people"))
    if frame == "purchase":
        return _purchase(world, unknown, steps)
    if frame == "people":
        return _combine_people(world, unknown, steps)
    who = world.someone()
    parts = [world.any() for _ in range(steps + 1)]
    whole = world.amount(sum(world.values[part] for part in parts))
    world.relate(whole, [(1, part) for part in parts])
    if unknown == "whole":
        world.blocks.append([Fact("parts", who, tuple(parts))])
        return world.finish(frame, Fact("ask total", who, (whole,)))
    asked = world.chance.one_of(parts)
    world.blocks.append([Fact("total", who, (whole,))])
    world.blocks.append([Fact("parts", who, tuple(part for part in parts if part != asked))])
    return world.finish(frame, Fact("ask part", who, (asked,)))


def _combine_people(world: _World, unknown: str, steps: int) -> Situation:
    """The parts of the whole are what several people have."""
    chance = world.chance
    frame = chance.one_of(("own", "own", "place", "deed"))
    owners = chance.whole(2, min(3, steps + 1))
    everyone = [world.someone() for _ in range(owners)]
    parts = [world.any() for _ in everyone]
    whole = world.amount(sum(world.values[part] for part in parts))
    world.relate(whole, [(1, part) for part in parts])
    told = [[Fact("hold", who, (part,))] for who, part in zip(everyone, parts, strict=True)]
    if unknown == "whole":
        world.blocks.extend(told)
        question = Fact("ask together", "".join(everyone), (whole,))
    else:
        world.blocks.append([Fact("together", "".join(everyone), (whole,))])
        world.blocks.extend(told[:-1])
        question = Fact("ask hold", everyone[-1], (parts[-1],))
    world.elaborate(frame, steps + 1 - owners)
    return world.finish(frame, question)


def _purchase(world: _World, unknown: str, steps: int) -> Situation:
    """What is paid is the prices and the change that comes back."""
    chance = world.chance
    who = world.someone()
    with_change = unknown == "part" or chance.happens(0.4)
    prices = [world.any() for _ in range(steps if with_change else steps + 1)]
    back = world.any() if with_change else None
    parts = prices if back is None else [*prices, back]
    paid = world.amount(sum(world.values[part] for part in parts))
    world.relate(paid, [(1, part) for part in parts])
    if back is None:
        world.blocks.append([Fact("buys", who, tuple(prices))])
        return world.finish("purchase", Fact("ask spent", who, (paid,)))
    if unknown == "whole":
        world.blocks.append([Fact("buys", who, tuple(prices)), Fact("back", who, (back,))])
        return world.finish("purchase", Fact("ask paid", who, (paid,)))
    block = [Fact("buys", who, tuple(prices)), Fact("paid", who, (paid,))]
    if chance.happens(0.6):
        world.blocks.append(block)
        return world.finish("purchase", Fact("ask back", who, (back,)))
    world.blocks.append([*block, Fact("back", who, (back,))])
    return world.finish("purchase", Fact("ask price", who, (chance.one_of(prices),)))


def _two(world: _World) -> tuple[int, int, int, bool]:
    """Two amounts, their difference, and whether the first is the larger."""
    one, two = world.any(), world.any()
    difference = world.amount(abs(world.values[one] - world.values[two]))
    more = world.values[one] > world.values[two]
    world.relate(one, [(1, two), (1 if more else -1, difference)])
    return one, two, difference, more


def _compare(world: _World, unknown: str, steps: int) -> Situation:
    frames = ("own", "own", "place", "deed", "attr", "attr")
    return _beside(world, frames, ("more", "fewer"), unknown, steps)


def _equalise(world: _World, unknown: str, steps: int) -> Situation:
    """The first has to gain or to lose the difference to have as many as the second."""
    return _beside(world, ("own", "own", "place"), ("equal lose", "equal gain"), unknown, steps)


def _beside(
    world: _World, frames: tuple[str, ...], forms: tuple[str, str], unknown: str, steps: int
) -> Situation:
    """Two amounts and their difference, told by the first form where the first is larger."""
    frame = world.chance.one_of(frames)
    a, b = world.someone(), world.someone()
    one, two, difference, more = _two(world)
    form = forms[0] if more else forms[1]
    if unknown == "difference":
        world.blocks += [[Fact("hold", a, (one,))], [Fact("hold", b, (two,))]]
        question = Fact(f"ask {form}", a + b, (difference,))
    elif unknown == "compared":
        world.blocks += [[Fact("hold", b, (two,))], [Fact(form, a + b, (difference,))]]
        question = Fact("ask hold", a, (one,))
    else:
        world.blocks += [[Fact("hold", a, (one,))], [Fact(form, a + b, (difference,))]]
        question = Fact("ask hold", b, (two,))
    world.elaborate(frame, steps - 1)
    return world.finish(frame, question)


def _overlap(world: _World, unknown: str, steps: int) -> Situation:
    """The whole is one group and the other, less those that were counted twice."""
    both = world.any()
    smallest = world.values[both] + world.least
    one, two = world.any(low=smallest), world.any(low=smallest)
    whole = world.amount(world.values[one] + world.values[two] - world.values[both])
    world.relate(whole, [(1, one), (1, two), (-1, both)])
    told = {"one": one, "two": two, "both": both, "whole": whole}
    asked = "two" if unknown == "part" else unknown
    world.blocks += [[Fact(form, "", (amount,))] for form, amount in told.items() if form != asked]
    return world.finish("overlap", Fact(f"ask {asked}", "", (told[asked],)))


_BUILDERS: dict[str, Callable[[_World, str, int], Situation]] = {
    "join": _change,
    "separate": _change,
    "combine": _combine,
    "compare": _compare,
    "equalise": _equalise,
    "overlap": _overlap,
}
