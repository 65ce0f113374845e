"""Purchases as one statement: purse + lack = prices + change."""

from __future__ import annotations

from collections.abc import Iterator

from quantity_tagger.situation.facts import DIRECTION, Fact
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form, plus

#: On which side of the statement an amount stands.
_SIDES = {"purse": 1, "lack": 1, "price": -1, "change": -1}


def purchase(scene: Scene) -> Iterator[Reading]:
    """What the statement says of the one side that is asked for.

    Facts of money say by their extras which side they stand on: "paid with", "price", "change".
    """
    question = scene.story.question
    asked = question.fact
    if asked.kind.head != "money" or question.form != "amount":
        return
    sides = _told(scene, asked)
    wanted = _wanted(scene, sides)
    told = sum(map(bool, sides.values()))
    another = wanted == "price" and told == 3 and not _is_told(scene, asked, sides["price"])
    if not wanted or not (another or (told == 2 and not sides[wanted])):
        return
    form: Form = {}
    for side, sign in _SIDES.items():
        for place in sides[side]:
            form = plus(form, {("f", place): -sign * _SIDES[wanted]})
    yield Reading("purchase", form, 0.0, scale=asked.amount.scale)


def _is_told(scene: Scene, asked: Fact, prices: list[int]) -> bool:
    """Whether the asked price is one of those told, and not that of something else bought."""
    things = {asked.holder} - {""}
    told = [scene.facts[place] for place in prices]
    return any(fact.holder in things or fact.extras & things for fact in told)


def _told(scene: Scene, asked: Fact) -> dict[str, list[int]]:
    """The told amounts of each side."""
    sides: dict[str, list[int]] = {side: [] for side in _SIDES}
    held: list[int] = []
    handed: list[int] = []
    people = scene.story.people
    change = "change" in scene.story.question.cues
    for place, fact in enumerate(scene.facts):
        if fact.kind.head != "money" or fact.than is not None or fact.amount.quantity is None:
            continue
        if fact.negated:
            continue
        if "paid with" in fact.extras:
            sides["purse"].append(place)
        elif "change" in fact.extras:
            sides["change"].append(place)
        elif fact.effect == "lack":
            sides["lack"].append(place)
        elif fact.effect == "need" or "price" in fact.extras or (change and fact.effect == "lose"):
            sides["price"].append(place)
        elif fact.effect == "give" and not (fact.to and scene.same(fact.to, asked.holder)):
            handed.append(place)
        elif fact.effect == "state" and (fact.holder in people or not fact.holder):
            held.append(place)
    got = _got(scene, {scene.facts[place].holder for place in held}) if sides["lack"] else []
    handed = [place for place in handed if place not in got]
    sides["purse"] = sides["purse"] or handed or [*held, *got]
    return sides


def _got(scene: Scene, holders: set[str]) -> list[int]:
    """What came into the purse beside what was in it: "has 40, gets 13 and is still 9 short"."""
    found = []
    for place, fact in enumerate(scene.facts):
        if fact.kind.head != "money" or fact.amount.quantity is None or fact.negated:
            continue
        comes = fact.holder in holders and DIRECTION.get(fact.effect, 0) > 0
        if comes or (fact.effect == "give" and fact.to and fact.to in holders):
            found.append(place)
    return found


def _wanted(scene: Scene, sides: dict[str, list[int]]) -> str:
    """The side that the question asks for."""
    question = scene.story.question
    asked = question.fact
    if "change" in question.cues:
        return "change"
    if asked.effect == "lack" or "need" in question.cues:
        return "lack"
    if "paid with" in question.cues:
        return "purse"
    person = asked.holder in scene.story.people
    if asked.effect in ("give", "lose", "need") and sides["change"]:
        return "purse" if asked.effect == "give" else "price"
    if asked.effect == "state" and person and sides["lack"] and asked.verb != "cost":
        return "purse"
    buys = person and asked.verb != "cost"
    return "price" if asked.effect in ("state", "need") and not buys else ""
