"""Shopping as one statement: purse + got + lack = prices + spent + change.

Facts of money say by their extras which side they stand on: "purse" (had or paid with), "price"
(of a thing that can be bought), "spent", "got", "change" (given back or left), and by the effect
"lack" what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from quantity_tagger.situation.facts import Fact, Story
from quantity_tagger.situation.ledger import Ledger
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.statements import Form, plus

_ONE = 1
#: On which side of the statement an amount stands.
SIDES = {"purse": 1, "got": 1, "lack": 1, "price": -1, "spent": -1, "change": -1}


def shopping(story: Story) -> Iterator[tuple[Ledger, Reading]]:
    """What the statement says of the one amount that is asked for."""
    question = story.question
    asked = question.fact
    if asked.kind.head != "money" or question.form != "amount":
        return
    changing = any(fact.effect in ("rise", "fall") for fact in story.facts)
    if sum(fact.total for fact in story.facts) > 1:
        return
    sides = _by_side(story)
    wanted = _wanted(asked, question.cues, sides)
    if wanted is None or (changing and wanted not in ("change", "total")):
        return
    ledger = Ledger(story)
    if wanted == "total":
        total = _sum([*sides["price"], *sides["spent"]])
        for place in sides["got"] if changing else ():
            total = plus(total, {("f", place): -_ONE})
        if len(total) > 1:
            yield ledger, Reading("prices", total, scale=asked.amount.scale, told=True)
        return
    form: Form = {}
    for side, sign in SIDES.items():
        for place in sides[side]:
            form = plus(form, {("f", place): -sign * SIDES[wanted]})
    yield ledger, Reading("purse", form, scale=asked.amount.scale, told=True)


def _sum(places: list[int]) -> Form:
    form: Form = {}
    for place in places:
        form = plus(form, {("f", place): _ONE})
    return form


def _by_side(story: Story) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {side: [] for side in SIDES}
    named = story.question.mentions
    for place, fact in enumerate(story.facts):
        if fact.kind.head != "money" or fact.about is not None or fact.amount.quantity is None:
            continue
        if fact.negated:
            continue
        own = story.question.fact.holder
        if own and fact.to == own and fact.effect == "give":
            found["got"].append(place)
            continue
        other = own in story.people and fact.holder in story.people and fact.holder != own
        if other and "change" not in fact.extras:
            continue
        cut = {"fall": "got", "rise": "price"}.get(fact.effect, "")  # of a price
        side = (
            "lack"
            if fact.effect == "lack"
            else cut
            if cut
            else next((one for one in SIDES if one in fact.extras), "")
        )
        if side == "price" and named and fact.holder not in named:
            continue
        if side == "spent" and named and fact.place and fact.place not in named:
            continue
        purse = any("purse" in one.extras for one in story.facts)
        if side == "spent" and fact.total and not purse and not story.question.cues & {"total"}:
            side = "purse"  # what all of it cost
            found["closed"] = [place]
        if (side and fact.than is None) or side == "price":
            found[side].append(place)
    return found


def _wanted(asked: Fact, cues: frozenset[str], sides: dict[str, list[int]]) -> str | None:
    """The side that the question asks for; "total" of the prices where no purse plays a part."""
    costs = sides["price"] or sides["spent"]
    if asked.effect == "lack" or "need" in cues:
        return "lack" if sides["purse"] and sides["price"] else None
    if "change" in cues or "left" in cues:
        return "change" if sides["purse"] and costs else None
    if "purse" in asked.extras:
        if (sides["change"] or sides["lack"]) and costs:
            return "purse"
        return "total" if len(sides["price"]) > 1 and not sides["spent"] else None
    closed = bool(sides["purse"]) and bool(sides["change"] or sides["lack"] or sides.get("closed"))
    if asked.extras & {"price", "spent"}:
        if closed:
            return "price"
        several = bool(cues & {"total", "several"}) and not sides.get("closed") and not asked.than
        return "total" if several and costs and not sides["change"] and not sides["lack"] else None
    return None
