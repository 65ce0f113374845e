"""What was done, sold, made, read: flows that match a description, and their sum."""

from __future__ import annotations

from collections.abc import Callable

from quantity_tagger.situation import kinds, times
from quantity_tagger.situation.facts import DIRECTION, GENERIC, HAPPENING, Fact
from quantity_tagger.situation.relevance import same_deed
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form, plus


def matching(scene: Scene, asked: Fact, *, doubts: bool = True) -> list[int]:
    """The told flows that an asked flow describes; restrictions that no fact knows are passed over
    with a doubt.
    """
    found = [
        place
        for place, fact in enumerate(scene.facts)
        if fact.effect not in ("state", "need", "room", "lack", "note")
        and not fact.negated
        and (fact.planned == asked.planned or (asked.planned and fact.than is not None))
        and kinds.within(fact.kind, asked.kind)
        and _party(scene, fact, asked)
    ]
    found = [p for p in _by_verb(scene, asked, found) if not _again(scene, p)]
    for name, test in _RESTRICTIONS.items():
        if not _told(asked, name):
            continue
        if name == "time":  # "9 came, 4 more than last year. How many came last year"
            beside = [place for place in found if _is_beside(scene, place, asked)]
            found = [place for place in found if place not in beside]
            if beside and not found:
                scene.doubt(0.3, "what was compared with the asked time")
        kept = [place for place in found if test(scene, scene.facts[place], asked)]
        if kept and name == "place":  # who does it in the same sentence does it there too
            said = {(scene.facts[p].sentence, scene.facts[p].verb) for p in kept}
            kept = [
                place
                for place in found
                if place in kept
                or (
                    not _told(scene.facts[place], name)
                    and (
                        scene.facts[place].more
                        or (scene.facts[place].sentence, scene.facts[place].verb) in said
                    )
                )
            ]
        if kept and name in ("time", "place") and "total" in scene.story.question.cues:
            deeds = {scene.facts[p].verb for p in kept}  # "In all": also where it goes unsaid
            kept = [
                p
                for p in found
                if p in kept or (not _told(scene.facts[p], name) and scene.facts[p].verb in deeds)
            ]
        if not kept and name == "time":
            kept = [place for place in found if not _told(scene.facts[place], name)]
        if kept:
            found = kept
        elif any(_told(scene.facts[place], name) for place in found) and (
            name != "extras" or not all(_told(scene.facts[place], name) for place in found)
        ):
            return []
        elif doubts and found and name == "extras":
            scene.cost += 0.3
        elif doubts and found:
            scene.doubt(0.3, f"{name} of the question is told nowhere")
    return [] if _holds_whole(scene, found) else found


def _is_beside(scene: Scene, place: int, asked: Fact) -> bool:
    """Whether a flow is compared with that of the asked time."""
    sides = [fact.than for fact in scene.facts if fact.about == place and fact.than is not None]
    return any(side.time and times.same(side.time, asked.time) for side in sides)


def say_twice(scene: Scene) -> None:
    """What is told by a comparison and by its numbers, or by its parts, is one."""
    for place, fact in enumerate(list(scene.facts)):
        form: Form = {("f", other): -1 for other in _again(scene, place)}
        if form:
            scene.world.say(plus(scene.form(place), form), None, "told twice", fact.words)


def _again(scene: Scene, place: int) -> list[int]:
    """As in "Al sold 3 fewer than Bo. If Al sold 20", "sold 5 in May and 9 in June": where a
    compared deed is told by itself, by its parts, or by another comparison. What is told before is
    meant only where nothing but the comparison tells of the other one.
    """
    fact = scene.facts[place]
    side = fact.than
    if side is None or not fact.sign or fact.about is not None or not fact.holder:
        return []
    if fact.effect not in HAPPENING:
        return []
    alike = [
        (number, other)
        for number, other in enumerate(scene.facts)
        if other.amount.quantity is not None
        and other.than is None
        and not (other.more or other.negated or other.planned)
        and (other.verb, other.kind) == (fact.verb, fact.kind)
        and fact.time.label in ("", other.time.label)
    ]
    own = [number for number, other in alike if other.holder == fact.holder]
    known = side.holder in (None, fact.holder) or any(f.holder == side.holder for _, f in alike)
    apart = len(own) > 1 and not fact.time.label and all(scene.facts[n].time.label for n in own)
    if (known or fact.more) and not apart:
        own = [n for n in own if scene.facts[n].sentence > fact.sentence]
    return own or ([] if fact.more else _compared_before(scene, place))


def _compared_before(scene: Scene, place: int) -> list[int]:
    """As in "Al sold 3 more than Bo and 5 more than Cy": where the deed was first compared."""
    fact = scene.facts[place]
    deed = (fact.holder, fact.verb, fact.kind, fact.time)
    told = [
        number
        for number, one in enumerate(scene.facts[:place])
        if one.than is not None
        and one.sign
        and one.about is None
        and (one.holder, one.verb, one.kind, one.time) == deed
    ]
    return told[:1]


def _holds_whole(scene: Scene, places: list[int]) -> bool:
    """Whether one of the flows is told as the total of the others."""
    values = scene.story.values
    known = {
        place: values[fact.amount.quantity] * fact.amount.scale
        for place in places
        if (fact := scene.facts[place]).amount.quantity is not None and fact.than is None
    }
    rest = sum(known.values())
    told = [scene.facts[place] for place in known]
    things = {fact.extras for fact in told}  # "$12 in total for the plums and $9 for the figs"
    apart = all(things) and len(things) == len(told) and len({fact.clause for fact in told}) == 1
    apart = apart or sum(fact.total for fact in told) > 1
    return len(known) > 1 and any(
        scene.facts[place].total and 2 * value >= rest and not apart
        for place, value in known.items()
    )


def _party(scene: Scene, fact: Fact, asked: Fact) -> bool:
    if not asked.holder or scene.options.any_holder or _told_of(scene, fact, asked):
        return True
    scene.options.met.add("holder")
    return False


def _told_of(scene: Scene, fact: Fact, asked: Fact) -> bool:
    """Whether the asked holder has a part in a flow."""
    if fact.effect == "give" and asked.effect in ("gain", "take"):
        return not fact.to or scene.same(fact.to, asked.holder)
    if fact.effect in ("gain", "take") and asked.effect == "give":
        return not fact.source or scene.same(fact.source, asked.holder)
    if not fact.holder:
        return True
    if scene.same(fact.holder, asked.holder) or fact.holder in scene.members(asked.holder):
        return True
    people = scene.story.people
    return not (fact.holder in people and asked.holder in people) and not any(
        scene.same(other.holder, asked.holder)
        or other.holder in scene.members(asked.holder)
        or asked.holder in scene.members(other.holder)
        or (other.than is not None and other.than.holder == asked.holder)
        for other in scene.facts
    )


def _by_verb(scene: Scene, asked: Fact, found: list[int]) -> list[int]:
    same = [place for place in found if same_deed(scene.facts[place], asked)]
    if asked.verb == asked.effect == "make":  # to make something is to bake, knit or build it
        same += [p for p in found if scene.facts[p].effect == asked.effect and p not in same]
    if same:  # "poured 4 litres and added another 6": on top of it
        mine = {(scene.facts[place].effect, scene.facts[place].holder) for place in same}
        told = all(scene.facts[place].amount.quantity is not None for place in same)
        more = [p for p in found if told and scene.facts[p].more and p > same[0] and p not in same]
        same += [p for p in more if (scene.facts[p].effect, scene.facts[p].holder) in mine]
        return same
    near = [place for place in found if scene.facts[place].effect == asked.effect]
    if asked.effect == "do" and any(same_deed(fact, asked) for fact in scene.facts):
        return []  # "rested for 9 minutes" of one who is told to have practised
    if near:
        return near
    turned = {"give": "gain", "gain": "give", "take": "give"}.get(asked.effect)
    if turned:
        near = [place for place in found if scene.facts[place].effect in (turned, "take")]
        near = [p for p in near if scene.facts[p].to or scene.facts[p].source]
        if near:
            return near
    way = DIRECTION.get(asked.effect, 0)
    if asked.verb in GENERIC:
        return [p for p in found if DIRECTION.get(scene.facts[p].effect, way) == way or not way]
    near = [p for p in found if way and DIRECTION.get(scene.facts[p].effect, 0) == way]
    if near:
        scene.doubt(0.3, "a verb was not understood")
    return near


def _told(fact: Fact, name: str) -> bool:
    if name == "time":
        return bool(fact.time.label or fact.time.parts)
    return bool(getattr(fact, name))


_Test = Callable[[Scene, Fact, Fact], bool]
_RESTRICTIONS: dict[str, _Test] = {
    "time": lambda scene, fact, asked: bool(fact.time.label) and times.holds(asked.time, fact.time),
    "place": lambda scene, fact, asked: (
        scene.same(fact.place, asked.place)
        or (bool(fact.holder) and scene.same(fact.holder, asked.place))
    ),
    "to": lambda scene, fact, asked: bool(fact.to) and scene.same(fact.to, asked.to),
    "source": lambda scene, fact, asked: (
        bool(fact.source) and scene.same(fact.source, asked.source)
    ),
    "extras": lambda scene, fact, asked: bool(fact.extras & asked.extras),
}


def total(scene: Scene, places: list[int]) -> Form:
    """The sum of told flows; one that is told as their total stands for the others."""
    form: Form = {}
    for place in places:
        form = plus(form, {("f", place): 1})
    return form
