"""Wholes and parts: whole = Σ parts, along kinds, times, places and doers."""

from __future__ import annotations

from quantity_tagger.situation import kinds, times
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form, plus

_ONE = 1
#: What may tell the shares of a sum apart.
_SLOTS = ("to", "source", "holder", "place", "time", "extras")
#: The rank from which on a time is told by its distance from now.
_RELATIVE = 50


def say_rests(scene: Scene) -> None:
    """Says of all "others" that are told what they are."""
    for place, fact in enumerate(list(scene.facts)):
        if fact.rest:
            say_rest(scene, place)


def say_rest(scene: Scene, place: int) -> None:
    """As in "The others are …": the whole of which parts were told is the parts and the rest."""
    wholes, parts = _shared(scene, place, scene.facts[place])
    if parts and not _is_kept(scene, scene.facts[place], {*wholes, *parts}):
        form: Form = {("f", n): _ONE if n in wholes else -_ONE for n in (place, *wholes, *parts)}
        scene.world.say(form, None, "rest", scene.facts[place].words)


def _is_kept(scene: Scene, rest: Fact, shared: set[int]) -> bool:
    """As in "got 20 more, gave away 5 and kept the rest": what is there after all that happened."""
    return (
        rest.effect == "state"
        and rest.time.phase == "end"
        and any(
            fact.effect in DIRECTION
            and place not in shared
            and rest.holder in (fact.holder, fact.to)
            and kinds.meets(fact.kind, rest.kind)
            for place, fact in enumerate(scene.facts)
        )
    )


def _shared(scene: Scene, place: int, rest: Fact) -> tuple[list[int], list[int]]:
    """What is shared out with "the rest", and the parts that are told beside it."""
    others = [n for n in range(place) if scene.facts[n].rest and _is_whole(scene.facts[n])]
    if others and scene.facts[others[-1]].sentence == rest.sentence:  # "Of the others, 9 are …"
        return others[-1:], [n for n in range(others[-1] + 1, place) if _told(scene.facts[n])]
    whole = _whole(scene, place, rest)
    if whole is None:
        return _joint(scene, place, rest)
    parts = _siblings(scene, whole, rest, near=place)
    more = [n for n in _between(scene, whole, place) if n not in parts]
    # one list may tell some parts by a noun and others by what is said of them
    listed = {scene.facts[n].sentence for n in parts}
    if not parts and any(scene.facts[n].sentence == rest.sentence for n in more):
        listed = {rest.sentence}
    parts += [n for n in more if not listed or scene.facts[n].sentence in listed]
    of = rest.of
    if of is not None and parts and scene.facts[max(parts)].of == of:
        told = {n: scene.facts[n] for n in parts}  # "20 calves; 12 of the cows …, the rest …"
        parts = [n for n, f in told.items() if f.of is not None or f.kind.head == of.head]
    return [whole], parts


def _is_whole(fact: Fact) -> bool:
    """As in "Of the others": told as what is shared out."""
    return fact.time.phase == "start" and fact.effect == "state"


def _told(fact: Fact) -> bool:
    return fact.amount.quantity is not None and fact.than is None


def _joint(scene: Scene, place: int, rest: Fact) -> tuple[list[int], list[int]]:
    """As in "12 boys and 20 girls": kinds that make up what a part and the rest are told of."""
    if rest.of is None:
        return [], []
    of = rest.of
    told = [n for n in range(place) if _told(scene.facts[n])]
    wholes = [
        n
        for n in told
        if scene.facts[n].of is None and kinds.relation(scene.facts[n].kind, of) == "below"
    ]
    parts = [n for n in told if scene.facts[n].of is not None and n not in wholes]
    parts = [n for n in parts if kinds.relation(scene.facts[n].of or of, of) == "same"]
    if len(wholes) < 2 or not parts or min(parts) < max(wholes):
        return [], []
    return wholes, parts


def _between(scene: Scene, whole: int, rest: int) -> list[int]:
    """What is told of some of a whole before the rest is told: "20 came, the others did not"."""
    found = []
    for place in range(whole + 1 if whole < rest else 0, rest):
        fact, kind = scene.facts[place], scene.facts[whole].kind
        if _told(fact) and (fact.kind.head == kind.head or kinds.meets(fact.kind, kind)):
            found.append(place)
    return [n for n in found if not _within_another(scene, n, found)]


def _whole(scene: Scene, place: int, part: Fact) -> int | None:
    """The fact that tells the whole of a part: the latest of a more general kind or description."""
    found: list[tuple[float, int]] = []
    for number, fact in enumerate(scene.facts):
        if (
            number == place
            or (part.rest and number > place and not fact.total)
            or fact.rest
            or fact.negated
            or (part.rest and _is_beside(scene, number, part))
            or (fact.than is not None and fact.sign == 0)
        ):
            continue
        goal = fact.effect == "need" and part.rest
        if fact.effect in ("lack", "rise", "fall") or (fact.effect == "need" and not goal):
            continue
        if goal:  # "The team must run 900 metres … Cy ran the rest"
            if kinds.relation(part.kind, fact.kind) == "same":
                found.append((1.0, -number))
            continue
        if not covers(scene, fact, part):
            continue
        found.append((0.0 if fact.effect in ("state", part.effect) else 0.5, -number))
    if not found and part.rest:
        told = enumerate(scene.facts[:place])
        heads = [n for n, f in told if f.kind.head == part.kind.head and f.of is None]
        return heads[0] if heads else None
    return -min(found)[1] if found else None


def _is_beside(scene: Scene, number: int, rest: Fact) -> bool:
    """Whether a fact tells a part of the whole that the rest is of, where that is told itself."""
    of = rest.of
    return (
        of is not None
        and scene.facts[number].of == of
        and any(
            fact.of is None and fact.kind == of and _told(fact) for fact in scene.facts[:number]
        )
    )


def covers(scene: Scene, fact: Fact, part: Fact) -> bool:
    """Whether a fact may tell the whole that a part belongs to."""
    kind = fact.kind
    of = part.of
    if of is not None and fact.of == of and part.kind.head != of.head == kind.head:
        kind = of  # "87 athletes took part. 29 were swimmers"
    relation = kinds.relation(part.kind, kind)
    if relation not in ("same", "below"):
        return False
    if not times.holds(fact.time, part.time):
        return False
    shared = bool(part.holder) and part.holder in scene.members(fact.holder)
    if fact.holder and part.holder and not shared and scene.locus(fact, part.holder, "") is None:
        return False
    if fact.place and part.place and not scene.same(fact.place, part.place):
        return False
    # "20 of the children who came": no other part, which would be told by extras of its own
    told = of is not None and of.head == fact.kind.head and not part.extras and relation == "below"
    more = fact.extras - part.extras - {"price", "either"}
    if (more and not told) or _of_another(scene, fact, part):
        return False
    return (
        relation == "below"
        or shared
        or (bool(part.place) and not fact.place)
        or bool(part.extras - fact.extras)
    )


def _of_another(scene: Scene, fact: Fact, part: Fact) -> bool:
    """Whether a part is told of a place that has a whole of its own beside the fact's holder."""
    if not fact.holder or fact.place or part.holder or not part.place:
        return False
    return not scene.same(fact.holder, part.place) and any(
        other.effect == "state"
        and other is not part
        and other.of is None
        and part.place in (other.holder, other.place)
        and kinds.relation(other.kind, fact.kind) == "same"
        for other in scene.facts
    )


def _siblings(scene: Scene, whole: int, part: Fact, near: int | None = None) -> list[int]:
    """Facts that tell other parts of the same whole."""
    fact = scene.facts[whole]
    found = []
    for number, other in enumerate(scene.facts):
        if number in (whole, near) or other.rest or other.negated or other.planned:
            continue
        if other.effect in ("need", "lack", "room"):
            continue
        if not covers(scene, fact, other):
            continue
        # by a noun ("boys") or by what is said of it
        if _is_named(other, fact) != _is_named(part, fact) and not part.rest:
            continue
        if not _apart(scene, other, part):
            continue
        found.append(number)
    found = [n for n in found if not _within_another(scene, n, found)]
    told = {n: (f.kind, f.holder) for n in found if (f := scene.facts[n]).amount.quantity is None}
    known = {(f.kind, f.holder) for n in found if n not in told for f in [scene.facts[n]]}
    found = [n for n in found if told.get(n) not in known]
    if near is not None and found:  # the list that the rest ends
        before = [n for n in found if n < near] or found
        close = [n for n in before if scene.facts[n].sentence == part.sentence]
        return close or [n for n in before if n > whole] or before
    return found


def _is_named(part: Fact, whole: Fact) -> bool:
    """Whether a part has a noun of its own, not that of the whole or one above it."""
    return part.kind.head != whole.kind.head and part.kind.head not in whole.kind.ups


def _within_another(scene: Scene, place: int, parts: list[int]) -> bool:
    """As in "21 can talk, 8 of them can sing too": some of another part are no part beside it."""
    kind, of = scene.facts[place].kind, scene.facts[place].of
    return of is not None and any(
        n < place and scene.facts[n].kind == of and kinds.relation(kind, of) == "below"
        for n in parts
    )


def _apart(scene: Scene, one: Fact, other: Fact) -> bool:
    if kinds.relation(one.kind, other.kind) == "apart":
        if not kinds.heads_meet(one.kind, other.kind):
            return True
        return not other.kind.lacks or bool(one.kind.marks & other.kind.lacks)
    if one.time.label and other.time.label and not times.same(one.time, other.time):
        return True
    if one.place and other.place and not scene.same(one.place, other.place):
        return True
    if one.holder and other.holder and not scene.same(one.holder, other.holder):
        return True
    return bool(one.extras and other.extras and one.extras != other.extras)


def missing_part(scene: Scene, asked: Fact) -> Form | None:
    """What a told whole leaves for the asked part once its told parts are taken away."""
    place = scene.imply(asked)
    whole = _whole(scene, place, asked)
    if whole is None:
        return None
    parts = _siblings(scene, whole, asked)
    if not parts:
        return None
    form = plus({("f", whole): _ONE, ("f", place): -_ONE})
    for part in parts:
        form = plus(form, {("f", part): -_ONE})
    scene.world.say(form, None, "parts", asked.words, 0.2)
    return scene.form(place)


def share(scene: Scene, asked: Fact) -> tuple[Form, float] | None:
    """As in "gave $90 in all, $40 to the first": what a sum leaves for one who is told of nowhere
    else, where every other share has its receiver, doer, place or time; and what it costs to take
    it so.
    """
    told = [
        (place, fact)
        for place, fact in enumerate(scene.facts)
        if _told(fact)
        and not fact.negated
        and fact.effect not in ("note", "lack", "room")
        and kinds.meets(fact.kind, asked.kind)
    ]
    wholes = [(place, fact) for place, fact in told if _told_as_sum(fact)]
    said = len(wholes) == 1
    if not said:
        wholes = _outweighing(scene, told)
    shares = [(place, fact) for place, fact in told if (place, fact) not in wholes]
    if len(wholes) != 1 or not shares:
        return None
    whole = wholes[0][1]
    own = set(scene.members(whole.holder))
    if asked.holder in own and not own.issuperset([fact.holder for _, fact in shares]):
        return None  # what others did is no share of it
    ways = {DIRECTION.get(fact.effect, 0) for _, fact in shares}
    way = DIRECTION.get(asked.effect, 0)
    if len(ways) > 1 or any(fact.more for _, fact in shares):
        return None
    if not ways <= {way, 0} or (said and ways != {way}):
        return None
    if whole.effect not in ("state", "need") and DIRECTION.get(whole.effect, 0) not in ways:
        return None
    if not any(_is_another(scene, slot, asked, whole, [f for _, f in shares]) for slot in _SLOTS):
        return None
    form: Form = {("f", wholes[0][0]): _ONE}
    for place, _ in shares:
        form = plus(form, {("f", place): -_ONE})
    return form, 0.1 if said else 0.3


def _outweighing(scene: Scene, told: list[tuple[int, Fact]]) -> list[tuple[int, Fact]]:
    """The amount that is more than all others together, which may be parts of it then."""
    if len(told) < 3:
        return []
    sizes = [scene.story.values[fact.amount.quantity or 0] * fact.amount.scale for _, fact in told]
    top = max(sizes)
    return [told[sizes.index(top)]] if 2 * top > sum(sizes) else []


def _is_another(scene: Scene, slot: str, asked: Fact, whole: Fact, shares: list[Fact]) -> bool:
    """Whether a slot tells each share from the others, and the asked one from all of them."""
    question = scene.story.question
    named = _value(asked, slot)
    if not named and slot in ("holder", "place"):
        named = next(iter(question.unmet), "")
    told = [_value(fact, slot) for fact in shares]
    others = "other" in question.cues
    if not (named or others) or not all(told) or len(set(told)) < len(told):
        return False
    said = _value(whole, slot)
    if named in told or said in told or (named and said == named):
        return False
    return _told_as_sum(whole) or not said or _holds(scene, slot, whole, told)


def _told_as_sum(fact: Fact) -> bool:
    return fact.total or fact.effect == "need"


def _holds(scene: Scene, slot: str, whole: Fact, told: list[str]) -> bool:
    """Whether the value of a slot may hold those of the shares: "last week", not another day; the
    choir, neither another group nor another person.
    """
    if slot == "time":
        return whole.time.rank is None or abs(whole.time.rank) >= _RELATIVE
    said = _value(whole, slot)
    sorts = {name.split()[-1] for name in told}
    one_sort = len(sorts) == 1 < len(told)
    return (one_sort or said not in scene.story.people) and said.split()[-1] not in sorts


def _value(fact: Fact, slot: str) -> str:
    if slot == "time":
        return fact.time.label
    return " ".join(sorted(fact.extras)) if slot == "extras" else str(getattr(fact, slot))


def complement(scene: Scene, asked: Fact) -> Form | None:
    """Those of whom the opposite is told, taken from all that were told of their kind."""
    whole = Kind(asked.kind.head, ups=asked.kind.ups)
    marked = Kind(asked.kind.head, asked.kind.marks, ups=asked.kind.ups)
    told = [p for p, f in enumerate(scene.facts) if f.kind.marks == marked.marks and _told(f)]
    below = [p for p, f in enumerate(scene.facts) if f.kind.marks & asked.kind.lacks and _told(f)]
    if asked.kind.marks and asked.kind.lacks and len(told) == len(below) == 1:
        return plus({("f", told[0]): _ONE}, {("f", below[0]): -_ONE})  # "of the green ones"
    against = [
        place
        for place, fact in enumerate(scene.facts)
        if (fact.kind.lacks & asked.kind.marks or fact.kind.marks & asked.kind.lacks)
        and kinds.meets(Kind(fact.kind.head, ups=fact.kind.ups), whole)
        and _told_of(scene, fact, asked)
    ]
    base = [
        place
        for place, fact in enumerate(scene.facts)
        if place not in against
        and fact.of is None
        and fact.effect in ("state", "gain", "make", "put", "take", "come", "do")
        and kinds.within(fact.kind, whole)
        and _told_of(scene, fact, asked)
    ]
    if not against or not base:
        return None
    against = [  # some of those who were told before are no further part
        p
        for p in against
        if not any(
            kinds.relation(scene.facts[p].kind, scene.facts[q].kind) == "below" for q in against
        )
    ]
    form: Form = {}
    for place in base:
        form = plus(form, {("f", place): _ONE})
    for place in against:
        form = plus(form, {("f", place): -_ONE})
    return form


def others(scene: Scene, asked: Fact) -> tuple[Form, bool] | None:
    """Those of a whole of whom something else is asked than was told of its parts, and whether
    nothing else is told of.
    """
    told = [p for p, f in enumerate(scene.facts) if _told(f)]
    parts = [p for p in told if scene.facts[p].of is not None and _nested(scene, p)]
    of = scene.facts[parts[0]].of if parts else None
    named = scene.story.question.named
    if of is None or not (kinds.heads_meet(of, asked.kind) and kinds.heads_meet(of, named)):
        return None
    if not asked.kind.head:
        return None
    if any(scene.facts[p].of != of or scene.facts[p].effect != "state" for p in parts):
        return None
    wholes = [p for p in told if p < parts[0] and _makes_up(scene.facts[p], of)]
    rest = [p for p in told if p not in wholes + parts]
    told_by = {(f.effect, f.verb, f.time.label) for f in (scene.facts[p] for p in wholes)}
    if len(told_by) != 1:
        return None
    if any(kinds.heads_meet(scene.facts[p].kind, of) for p in rest):
        return None
    form: Form = {("f", p): _ONE if p in wholes else -_ONE for p in (*wholes, *parts)}
    return form, all(scene.facts[p].kind.measure for p in rest)


def _nested(scene: Scene, place: int) -> bool:
    """Whether the whole of a part is told before it."""
    of = scene.facts[place].of
    return of is not None and any(_makes_up(f, of) and _told(f) for f in scene.facts[:place])


def _makes_up(fact: Fact, whole: Kind) -> bool:
    if fact.kind == whole:
        return True
    return fact.of is None and not fact.kind.lacks and kinds.within(fact.kind, whole)


def _told_of(scene: Scene, fact: Fact, asked: Fact) -> bool:
    """Whether a fact concerns the asked holder and place, and nothing else that it is not for."""
    if scene.locus(fact, asked.holder, asked.place) is None:
        return False
    return not fact.extras or not asked.extras or bool(fact.extras & asked.extras)


def content(scene: Scene, asked: Fact) -> Form | None:
    """What is in a vessel weighs what the full one weighs less the empty one."""
    if asked.kind.head != "weight" or not asked.holder:
        return None
    told = [p for p, f in enumerate(scene.facts) if f.kind.head == "weight" and f.than is None]
    if len(told) != 2 or any(scene.facts[p].holder == asked.holder for p in told):
        return None
    one, other = (scene.facts[p].holder.split() for p in told)
    if not one or not other or one[-1] != other[-1]:
        return None
    return plus({("f", told[0]): _ONE}, {("f", told[1]): -_ONE})
