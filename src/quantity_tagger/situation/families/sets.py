"""Overlapping sets: A = only A + both; all = only A + only B + both + neither."""

from __future__ import annotations

from collections.abc import Iterator

from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import Fact, Kind
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form

_ONE = 1
#: Extras by which a language says which atoms a fact tells of.
ATOMS = frozenset(["both", "neither", "either", "only"])


def overlap(scene: Scene) -> Iterator[Reading]:
    """How many are in a set, in both, in none, in all."""
    question = scene.story.question
    asked = question.fact
    told = [f for f in (*scene.facts, asked) if f.extras & ATOMS]
    if not told or question.form != "amount":
        return
    counted = Kind(asked.kind.head, ups=asked.kind.ups)
    mine = {
        place: fact
        for place, fact in enumerate(scene.facts)
        if kinds.meets(Kind(fact.kind.head, ups=fact.kind.ups), counted)
    }
    sets = _sets([*mine.values(), asked])
    if len(sets) != 2:
        return
    for place, fact in mine.items():
        if fact.effect in ("state", "do") and not fact.kind.measure:
            form = _form(fact, sets)
            if form is not None:
                form[("f", place)] = -_ONE
                scene.world.say(form, None, "sets", fact.words)
    if not any(f.extras & {"neither"} for f in told):
        scene.world.say({"neither": 1}, None, "nobody else", (), 0.1)
    wanted = _form(asked, sets)
    if wanted is not None:
        yield Reading("sets", wanted, -0.2)


def _sets(facts: list[Fact]) -> list[frozenset[str]]:
    found: list[frozenset[str]] = []
    for fact in facts:
        if fact.kind.marks and not fact.extras & ATOMS and fact.kind.marks not in found:
            found.append(fact.kind.marks)
    return found


def _form(fact: Fact, sets: list[frozenset[str]]) -> Form | None:
    """The atoms that a fact counts."""
    if "both" in fact.extras:
        return {"both": _ONE}
    if "neither" in fact.extras:
        return {"neither": _ONE}
    if "either" in fact.extras:
        return {"only 0": _ONE, "only 1": _ONE, "both": _ONE}
    for number, marks in enumerate(sets):
        if marks == fact.kind.marks:
            if "only" in fact.extras:
                return {f"only {number}": _ONE}
            return {f"only {number}": _ONE, "both": _ONE}
    if not fact.kind.marks:
        return {"only 0": _ONE, "only 1": _ONE, "both": _ONE, "neither": _ONE}
    return None
