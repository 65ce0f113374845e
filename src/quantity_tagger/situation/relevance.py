"""Which told facts have nothing to say to a question, so that an equation may leave them out."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, GENERIC, HAPPENING, Fact, Story
from quantity_tagger.situation.families.stocks import told_until
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Number


def same_deed(fact: Fact, asked: Fact) -> bool:
    """Whether a deed is told by the asked verb, alone or with a particle: "walked back"."""
    if fact.verb == asked.verb:
        return True
    if fact.effect == asked.effect == "do" and fact.verb and asked.verb.startswith(fact.verb):
        return fact.verb not in GENERIC
    bare = fact.verb.partition(" ")[0]
    return fact.effect == asked.effect and bare == asked.verb and bare not in GENERIC


def for_another(fact: Fact, asked: Fact) -> bool:
    """Whether a deed was done for something else than is asked: spent on socks, not on toys."""
    told = fact.extras - {"price"}
    return fact.effect in HAPPENING and bool(told and asked.extras and not told & asked.extras)


def handed_over(story: Story, fact: Fact) -> bool:
    """Whether it says what was paid with, where the change is not asked for."""
    return "paid with" in fact.extras and "change" not in story.question.cues


def another_deed(story: Story, fact: Fact) -> bool:
    """Whether a deed is told by another verb than the asked one, which is told too."""
    asked = story.question.fact
    if asked.effect not in HAPPENING or fact.effect not in HAPPENING or not asked.verb:
        return False
    if fact.kind.measure and fact.unsure:
        return False
    return (
        not same_deed(fact, asked)
        and not fact.total
        and any(f.verb == asked.verb and f.effect in HAPPENING for f in story.facts)
    )


def overtaken(story: Story, change: Fact, coefficients: Sequence[Number]) -> bool:
    """Whether a change lies before a told stock that plays its part and has it in it, or a level
    before the one that it came to; where the start is asked for, after such a stock. So does what
    there was before the story began ("last winter").
    """
    if change.effect == "state" and (change.time.rank or 0) < 0:
        return story.question.form == "amount" and any(
            told.effect == "state"
            and told.amount.quantity is not None
            and coefficients[told.amount.quantity] != 0
            and (told.holder, told.kind.head) == (change.holder, change.kind.head)
            for told in story.facts
            if (told.time.rank or 0) >= 0
        )
    if not DIRECTION.get(change.effect) and change.level != "from":
        return False
    start, place = "start" in story.question.cues, story.facts.index(change)
    after = story.question.after
    if after is not None and place <= told_until(after):
        return any(
            told.effect == "state"
            and told.amount.quantity is not None
            and coefficients[told.amount.quantity] != 0
            and _is_last(told)
            for told in story.facts[place + 1 :]
        )
    return any(
        told.effect == "state"
        and told.amount.quantity is not None
        and coefficients[told.amount.quantity] != 0
        and told.holder == change.holder
        and (told.kind == change.kind if start else _is_last(told))
        for told in (story.facts[:place] if start else story.facts[place + 1 :])
    )


def _is_last(stock: Fact) -> bool:
    return stock.time.phase == "end" or "left" in stock.extras or stock.level == "to"


def still_to_come(story: Story, fact: Fact) -> bool:
    """Whether a fact is told after the moment that is asked about."""
    question = story.question
    after = question.after
    if after is None and question.form == "difference" and "start" in question.cues:
        return bool(DIRECTION.get(fact.effect))
    if after is None and DIRECTION.get(fact.effect):
        moment, time = question.fact.time, fact.time
        known = moment.rank is not None and time.rank is not None and moment.ups & time.ups
        return bool(known) and (time.rank or 0) > (moment.rank or 0)
    return after is not None and story.facts.index(fact) > told_until(after)


def told_again(story: Story, part: Fact, coefficients: Sequence[Number]) -> bool:
    """Whether a part is left out whose whole plays its part."""
    return any(
        whole.amount.quantity is not None
        and coefficients[whole.amount.quantity] != 0
        and (whole.effect, whole.verb, whole.holder) == (part.effect, part.verb, part.holder)
        and not part.more
        and kinds.relation(part.kind, whole.kind) == "below"
        for whole in story.facts
    )


def beside(scene: Scene, fact: Fact, schema: str) -> bool:
    """Whether a fact tells a stock or a change the other way, where what was done or how it
    changed is asked for, or moves nothing in or out of the asked stock.
    """
    question = scene.story.question
    asked = question.fact
    stock = fact.effect in ("state", "room", "need")
    way = DIRECTION.get(fact.effect, 0)
    if schema == "purchase":
        named = question.mentions and "price" in fact.extras
        if named and fact.holder not in question.mentions:
            return True
        return stock and (asked.effect in HAPPENING or "purse" in fact.extras)
    if schema == "room" and asked.effect != "state":
        return True
    if asked.effect not in HAPPENING:
        timed = asked.than is not None and asked.than.time is not None
        within = bool(way) and scene.direction(fact, asked.holder, asked.place) == 0
        return within or (stock and timed and schema == "difference")
    if schema not in ("flows", "difference") or question.cues & {"need", "more", "left", "not"}:
        return False
    if any(one.rest for one in scene.facts):
        return False
    against = way * DIRECTION.get(asked.effect, 0) < 0
    return stock or (against and (schema == "difference" or "total" in question.cues))


def leaves_out(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether one of several who are asked about together is told by a difference alone, and that
    difference plays no part.
    """
    if story.question.form != "amount":
        return False
    members = set(story.groups.get(story.question.fact.holder, ()))
    alone = members - {fact.holder for fact in story.facts if fact.than is None}
    compared = [
        (fact.amount.quantity, {fact.holder, fact.than.holder})
        for fact in story.facts
        if fact.than is not None and fact.amount.quantity is not None
    ]
    return any(
        not coefficients[quantity] and members >= sides and not alone.isdisjoint(sides)
        for quantity, sides in compared
    )
