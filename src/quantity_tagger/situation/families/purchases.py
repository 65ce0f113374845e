"""Purchases as one statement: purse + got + lack = prices + spent + change.

Facts of money say by their extras on which side they stand: "purse" (had or paid with), "paid
with", "price" (of a thing that can be bought), "spent", "got", "change" (given back or left), and
by the effect "lack" what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from quantity_tagger.situation.facts import DIRECTION, ROLES, Fact
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form, plus

#: On which side of the statement an amount stands.
_SIDES = {"purse": 1, "got": 1, "lack": 1, "price": -1, "spent": -1, "change": -1}
#: Changes of a price.
_CUTS = {"fall": "got", "rise": "price"}

Sides = dict[str, list[int]]


def purchase(scene: Scene) -> Iterator[Reading]:
    """What the statement says of the one side that is asked for, or of all prices together."""
    question = scene.story.question
    asked = question.fact
    if asked.kind.head != "money":
        return
    if question.form != "amount":
        yield from _reduction(scene, asked)
        return
    if sum(fact.total for fact in scene.story.facts) > 1 or "net" in question.cues:
        return
    sides = _by_side(scene, asked)
    wanted = _wanted(scene, sides)
    cut = any(fact.effect in _CUTS for fact in scene.story.facts)
    if not wanted or (cut and wanted not in ("change", "total")):
        return
    told = _SIDES if wanted != "total" else ("price", "spent", "got") if cut else ("price", "spent")
    form: Form = {}
    for side in told:
        for place in sides[side] if side != "purse" or wanted != "purse" else ():
            form = plus(form, {("f", place): -_SIDES[side] * _SIDES.get(wanted, 1)})
    if len(form) > 1:
        yield Reading("purchase", form, -0.2, scale=asked.amount.scale, told=True)


def _reduction(scene: Scene, asked: Fact) -> Iterator[Reading]:
    """As in "bought a bag for $40 and paid $32. How big was the discount": prices less payment."""
    spent = [p for p, f in enumerate(scene.facts) if f.kind.head == "money" and f.effect == "lose"]
    prices = [p for p in spent if "price" in scene.facts[p].extras]
    paid = [p for p in spent if p not in prices]
    if asked.than is not None or len(paid) != 1 or not prices or paid[0] < prices[-1]:
        return
    form: Form = {("f", place): -1 if place in paid else 1 for place in (*prices, *paid)}
    yield Reading("purchase", form, 0.0, scale=asked.amount.scale, told=True)


def _by_side(scene: Scene, asked: Fact) -> Sides:
    """The told amounts of each side."""
    sides: Sides = {side: [] for side in (*_SIDES, "handed", "held", "others", "closed")}
    story = scene.story
    paid = any(fact.extras & {"purse", "paid with"} for fact in story.facts)
    for place, fact in enumerate(scene.facts):
        side = _side(scene, fact, asked)
        whole = fact.total or _pays_all(scene, place, asked)
        if side == "spent" and whole and not paid and "total" not in story.question.cues:
            sides["closed"].append(place)  # what all of it cost
            side = "purse"
        if sides["change"] and fact.more and "price" in asked.extras:
            continue  # what is bought after the change is given is paid for apart
        if side and (fact.than is None or side == "price"):
            sides[side].append(place)
    if sides["lack"]:  # "has 40, gets 13 and is still 9 short"
        holders = {scene.facts[place].holder for place in sides["held"]}
        got = [p for p, f in enumerate(scene.facts) if _comes(f, holders) and p not in sides["got"]]
        sides["got"] += got
        sides["handed"] = [place for place in sides["handed"] if place not in got]
    if any(fact.than is not None and fact.than.holder in story.people for fact in story.facts):
        sides["others"] = []  # another's purse only tells what this one has
    sides["purse"] = next(filter(None, map(sides.get, ("purse", "handed", "held", "others"))), [])
    for side, slot in (("price", "holder"), ("spent", "place")):  # of what the question names
        named = [p for p in sides[side] if getattr(scene.facts[p], slot) in story.question.mentions]
        sides[side] = named or sides[side]
    return sides


def _pays_all(scene: Scene, place: int, asked: Fact) -> bool:
    """As in "$80 for a lamp, a rug and a pot. The lamp was $25, the rug $30": for the pot too."""
    paid, values = scene.facts[place], scene.story.values
    prices = [f for f in scene.facts[place + 1 :] if "price" in f.extras and f.than is None]
    told = {fact.holder for fact in prices}
    if paid.place or len(prices) != len(scene.story.facts) - 1 or not asked.holder:
        return False
    rest = sum([values[f.amount.quantity] for f in prices if f.amount.quantity is not None])
    known = paid.amount.quantity is not None and values[paid.amount.quantity] > rest > 0
    return known and "price" in asked.extras and asked.holder not in told


def _comes(fact: Fact, holders: set[str]) -> bool:
    """Whether money comes into the purse of somebody."""
    if fact.kind.head != "money" or fact.amount.quantity is None or fact.negated:
        return False
    given = fact.effect == "give" and fact.to in holders - {""}
    return given or (fact.holder in holders and DIRECTION.get(fact.effect, 0) > 0)


def _side(scene: Scene, fact: Fact, asked: Fact) -> str:
    if fact.kind.head != "money" or fact.about is not None or fact.amount.quantity is None:
        return ""
    people = scene.story.people
    own = "" if asked.verb == "cost" else asked.holder
    own = asked.to if asked.effect == "give" and "change" in scene.story.question.cues else own
    payers = {f.holder for f in scene.facts if f.extras & {"purse", "paid with"}} & people
    together = any(fact.holder in group for group in scene.story.groups.values())
    own = next(iter(payers)) if own not in people and len(payers) == 1 and not together else own
    if fact.negated:
        return ""
    given = own and fact.to and fact.effect == "give" and "change" not in fact.extras
    if given and scene.same(fact.to, own):
        return "got"
    if {own, fact.holder} <= people and fact.holder != own and "change" not in fact.extras:
        return "others" if fact.effect in ("state", "give") else ""
    if "paid with" in fact.extras:
        return "purse"
    if fact.effect == "lack" or fact.effect in _CUTS:
        return _CUTS.get(fact.effect, "lack")
    side = next((one for one in _SIDES if one in fact.extras), "")
    if side:
        return side
    cues = scene.story.question.cues
    bare = not (fact.extras or fact.place) and "change" in cues
    if bare and fact.effect == "lose" and any("price" in f.extras for f in scene.story.facts):
        return "purse"  # "She pays $20. How much change does she get"
    if fact.effect == "lose" and (cues & {"change", "total"} or asked.effect == "give"):
        return "spent"
    if fact.effect in ("need", "give"):
        return "price" if fact.effect == "need" else "handed"
    held = fact.effect == "state" and (fact.holder in people or not fact.holder)
    return "held" if held else ""


def _wanted(scene: Scene, sides: Sides) -> str:
    """The side that the question asks for; "total": all prices, where no purse plays a part."""
    question = scene.story.question
    asked = question.fact
    costs = sides["price"] or sides["spent"]
    rest = sides["change"] or sides["lack"]
    if "change" in question.cues or "change" in asked.extras:
        return "change" if sides["purse"] and costs and not rest else ""
    if asked.effect == "lack" or "need" in question.cues:
        return "lack" if sides["purse"] and sides["price"] and not rest else ""
    person = asked.holder in scene.story.people and asked.verb != "cost"
    purse = asked.effect == "state" and person and bool(sides["lack"])
    purse = purse or (asked.effect == "give" and bool(sides["change"]))
    if purse or "purse" in asked.extras or "paid with" in question.cues:
        several = len(sides["price"]) > 1 and not sides["spent"] and "purse" in asked.extras
        return "purse" if rest and costs else "total" if several else ""
    price = asked.effect in ("state", "need") and not person
    price = price or (asked.effect in ("lose", "need") and bool(sides["change"]))
    if not price and not asked.extras & {"price", "spent"}:
        return ""
    if sides["purse"] and (rest or sides["closed"]):
        return "" if _is_told(scene, asked, sides["price"]) else "price"
    several = bool(question.cues & {"total", "several"} and not sides["closed"] and not asked.than)
    return "total" if several and costs and not rest else ""


def _is_told(scene: Scene, asked: Fact, prices: list[int]) -> bool:
    """Whether the asked price is one of those told, and not that of something else bought."""
    things = (
        {asked.holder} - {""} if asked.holder not in scene.story.people else asked.extras - ROLES
    )
    told = [scene.facts[place] for place in prices]
    return any(fact.holder in things or fact.extras & things for fact in told)
