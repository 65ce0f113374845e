"""What speaks against an equation: cues it goes against, told amounts that it does not explain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quantity_tagger.situation import kinds, times
from quantity_tagger.situation.facts import DIRECTION, GENERIC, HAPPENING, Fact, Story
from quantity_tagger.situation.relevance import (
    another_deed,
    for_another,
    handed_over,
    leaves_out,
    overtaken,
    still_to_come,
    told_again,
)
from quantity_tagger.situation.statements import Number

#: Cues of a question that ask for less than was told.
_LESS = {"left": 1.5, "not": 1.5, "need": 1.2, "change": 1.5}


#: Readings that count no stock: what was done to some leaves the others.
_OF_OTHERS = frozenset(["not done", "to do", "others", "complement", "purchase"])


def doubts(
    story: Story, coefficients: Sequence[Number], schema: str = ""
) -> Iterator[tuple[float, str]]:
    """What lowers the trust in an equation for the question, each with its cost."""
    yield from _against_cues(story, coefficients, schema)
    question = story.question
    asked = question.fact
    minus = min(coefficients) < 0
    if question.unread:
        yield 0.5 if minus else 0.6, "of whom it is asked nothing is told"
    told = [f for f in story.facts if f.amount.quantity is not None]
    heads = {f.kind.head for f in told}
    bare = heads == {""} and not any(f.verb or f.effect != "state" for f in told)
    alike = len(heads) == 1 and not bare and schema != "part"
    if not asked.kind.head and not asked.kind.parts and not alike:
        yield 0.4, "what is asked for was not understood"
    unsaid = question.named.marks - asked.kind.marks - asked.kind.lacks
    if not (asked.kind.measure or unsaid.isdisjoint(heads)):
        yield 0.4, "what is asked for was not understood"
    if _leaves_unread(story):
        yield 0.4, "a number is in no statement"
    if _sums_things(story, coefficients):
        yield 1.0, "measures of several things are added"
    if "now" in question.cues and _of_both_times(story, coefficients):
        yield 0.8, "what is still to come is counted as there now"
    if _counts_later(story, coefficients):
        yield 0.8, "what came after the asked time is counted"
    if _twice_told(story, coefficients):
        yield 1.5, "those who are both are counted again"
    if question.unread and any(share not in (-1, 0, 1) for share in coefficients):
        yield 1.0, "of whom it is asked nothing is told"
    if _counts_another(story, coefficients):
        yield 1.0, "what another did is counted as well"
    if (not minus or schema == "stock end") and _of_its_sort(story, coefficients):
        yield 0.8, "what others of its sort have is counted"
    if _adds_sum(story, coefficients):
        yield 1.0, "a part is added to its whole"
    if question.form == "amount" and asked.than is not None and not asked.sign:
        yield 1.0, "what is compared was not understood"
    if schema in ("complement", "not done") and _widens(story, coefficients):
        yield 0.8, "others than those asked for are counted"
    if "not" not in question.cues and _asks_lost(story, coefficients):
        yield 1.0, "what was lost is asked for"
    if question.form == "difference" and _from_whole(story, coefficients):
        yield 1.0, "a part is compared with its whole"
    if not minus and _of_now(story, coefficients):
        yield 1.0, "what there is now is counted as there before"
    if schema != "rest" and _only_lost(story, coefficients):
        yield 1.0, "what was lost is counted as there"
    if leaves_out(story, coefficients):
        yield 1.0, "one of those who are asked about is left out"
    found: dict[str, float] = {}
    for fact in story.facts:
        for cost, why in _of_fact(story, fact, coefficients, schema):
            found[why] = max(cost, found.get(why, 0.0))
    for why, cost in found.items():
        yield cost, why


def _against_cues(
    story: Story, coefficients: Sequence[Number], schema: str
) -> Iterator[tuple[float, str]]:
    """Where an equation goes against what the question says is asked for."""
    question = story.question
    minus = min(coefficients) < 0
    undone = question.after is not None and any(  # before a loss there was more
        coefficients[f.amount.quantity]
        for f in story.facts
        if f.amount.quantity is not None and still_to_come(story, f)
    )
    less = question.form == "amount" and not undone
    if not minus and less and not any(map(_of_rest, story.facts)):
        for cue, cost in _LESS.items():
            if cue not in question.cues:
                continue
            whole = "total" in question.cues or any(f.effect == "lack" for f in story.facts)
            if cue == question.fact.effect == "need" and whole:
                continue
            yield cost, f"a sum, though the question says {cue}"
            break
        if "more" in question.cues and not question.cues & {"total", "need"}:
            yield 1.5, "a sum, though the question says more"
    whole = "total" in question.cues and question.form == "amount"
    whole = whole and schema not in ("purchase", "complement")
    whole = whole and not (_all_lost(story, coefficients) or _sums_untold(story))
    if minus and whole and not question.cues & {"left", "not", "need"}:
        yield 0.5, "a difference, though a total is asked for"


def _of_rest(fact: Fact) -> bool:
    """Whether a comparison tells of what is left: "read 42 pages, 9 fewer than are left"."""
    if fact.than is None:
        return False
    effect = fact.than.effect or fact.effect
    return bool(fact.extras & {"left", "goal"}) or effect != fact.effect


def _all_lost(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether all that is taken away is told as lost, as a difference, or of several together."""
    lost = {
        f.amount.quantity
        for f in story.facts
        if DIRECTION.get(f.effect, 0) < 0 or f.than or f.holder in story.groups
    }
    return lost.issuperset(place for place, share in enumerate(coefficients) if share < 0)


def _sums_untold(story: Story) -> bool:
    """As in "sold some, then sold 4 more. How many in all": a sum of what only stocks tell."""
    asked = story.question.fact
    return any(
        fact.amount.quantity is None and (fact.verb, fact.effect) == (asked.verb, asked.effect)
        for fact in story.facts
    )


def _leaves_unread(story: Story) -> bool:
    """Whether a number of the text is in no fact."""
    seen: set[int | None] = set(story.names)
    for fact in (*story.facts, story.question.fact):
        seen.add(fact.amount.quantity)
        if fact.than is not None and fact.than.amount is not None:
            seen.add(fact.than.amount.quantity)
        if fact.time.shift is not None:
            seen.add(fact.time.shift.quantity)
    return not seen.issuperset(range(len(story.values)))


def _of_fact(
    story: Story, fact: Fact, coefficients: Sequence[Number], schema: str
) -> Iterator[tuple[float, str]]:
    place = fact.amount.quantity
    asked = story.question.fact
    if place is None:
        return
    if coefficients[place]:
        own = {f.holder for f in story.facts if (f.effect, f.kind) == ("state", fact.kind)}
        if fact.effect == "state" and fact.extras & story.people & own:
            yield 0.5, "what several have is counted as one's"
        if fact.unsure and fact.verb != asked.verb:
            yield 0.5, "a verb was not understood"
        if fact.effect == "do" and asked.effect == "state" and schema not in _OF_OTHERS:
            yield 0.3, "a doing is counted as a stock"
        if _was_taken(story, fact, coefficients):
            yield 0.8, "of what was taken out of a stock some is taken out of it again"
        part = fact.of is not None and fact.effect == "state" and coefficients[place] > 0
        part = part and not _in_both(fact)
        if part and _counts_whole(story, fact, coefficients):
            yield 1.0, "a part is added to its whole"
        return
    if fact.negated or not kinds.heads_meet(fact.kind, asked.kind):
        return
    if still_to_come(story, fact):
        return
    others = fact.holder and asked.holder and fact.holder != asked.holder
    moments = {time.label for time in asked.time.parts or (asked.time,)} - {""}
    timed = fact.time.label and moments and fact.time.label not in moments
    apart = asked.effect not in ("state", "need", fact.effect) or another_deed(story, fact)
    apart = apart or for_another(fact, asked) or (fact.planned and asked.effect in HAPPENING)
    apart = apart or handed_over(story, fact) or overtaken(story, fact, coefficients)
    if others and fact.unsure and not (timed or apart):
        yield 0.4, "a verb was not understood"  # it may have to do with the asked one
    if others or timed or apart:
        return
    if fact.unsure or fact.effect == "do" or DIRECTION.get(fact.effect):
        yield 0.8, "something that happened plays no part"
    elif (
        fact.of is not None
        and not _is_aside(story, fact, coefficients, schema)
        and (schema == "part" or not told_again(story, fact, coefficients))
    ):
        yield 0.5, "a part plays no part"


def _is_aside(story: Story, part: Fact, coefficients: Sequence[Number], schema: str) -> bool:
    """As in "had 30 cards and 9 were torn. She sold 12": what some of them are is no matter."""
    if schema in ("complement", "not done"):
        return True
    asked = story.question.fact
    if asked.effect != "state" or part.of is None or not kinds.within(part.of, asked.kind):
        return False
    used = [
        f for f in story.facts if f.amount.quantity is not None and coefficients[f.amount.quantity]
    ]
    told = any(f.effect == "state" and f.sentence == part.sentence for f in used)
    return told and any(DIRECTION.get(f.effect) and f.sentence > part.sentence for f in used)


def _was_taken(story: Story, fact: Fact, coefficients: Sequence[Number]) -> bool:
    """As in "took 6 apples and ate 2": whether both go out of a stock that is another's."""
    if fact.effect not in ("give", "lose", "use") or not fact.holder:
        return False
    own = [f for f in story.facts if f.holder == fact.holder and kinds.meets(f.kind, fact.kind)]
    return all(f.effect != "state" for f in own) and any(
        f.effect == "take" and f.amount.quantity is not None and coefficients[f.amount.quantity] < 0
        for f in own
    )


def _sums_things(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether the asked measure of one thing is the sum of what several measure."""
    asked = story.question.fact
    if story.question.form != "amount" or asked.effect != "state":
        return False
    if asked.kind.head not in ("weight", "length", "height", "depth") or not asked.kind.measure:
        return False
    used = {
        fact.holder or fact.place
        for fact in story.facts
        if fact.amount.quantity is not None
        and coefficients[fact.amount.quantity] > 0
        and fact.effect == "state"
        and fact.than is None
        and (fact.holder or fact.place)
    }
    return len(used) > 1 and "total" not in story.question.cues and asked.holder not in story.groups


def _of_both_times(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether changes that happened and changes that will happen are counted together."""
    coming = {
        fact.time.future
        for fact in story.facts
        if fact.amount.quantity is not None
        and coefficients[fact.amount.quantity]
        and DIRECTION.get(fact.effect)
    }
    return len(coming) > 1


def _counts_later(story: Story, coefficients: Sequence[Number]) -> bool:
    """As in "read 45 pages yesterday and 38 today. How many were left yesterday"."""
    asked = story.question.fact
    moment = asked.time
    if asked.effect != "state" or not moment.label or moment.rank is None:
        return False
    return story.question.form == "amount" and any(
        fact.amount.quantity is not None
        and coefficients[fact.amount.quantity] * DIRECTION.get(fact.effect, -1) > 0  # not undone
        and fact.effect in HAPPENING
        and fact.time.ups == moment.ups
        and (fact.time.rank or 0) > moment.rank
        and not times.next_day(fact.time.rank or 0, moment)
        for fact in story.facts
    )


def _twice_told(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether those who are in two sets go the way of those of one of the sets, and so twice."""
    told = [f for f in story.facts if f.amount.quantity is not None]
    shares = [coefficients[f.amount.quantity or 0] for f in told]
    both = {share > 0 for f, share in zip(told, shares, strict=True) if share and _in_both(f)}
    single = {
        share > 0
        for f, share in zip(told, shares, strict=True)
        if share and f.kind.marks and not f.extras & {"both", "neither", "either", "only"}
    }
    return bool(both & single)


def _in_both(fact: Fact) -> bool:
    return "both" in fact.extras


def _counts_another(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether what one person did is asked for and what another one did alike is added to it."""
    asked = story.question.fact
    if story.question.form != "amount" or asked.holder not in story.people:
        return False
    if min(coefficients) < 0:
        return False
    added = [
        fact
        for fact in story.facts
        if fact.amount.quantity is not None
        and coefficients[fact.amount.quantity] > 0
        and fact.than is None
        and fact.about is None
        and fact.effect in HAPPENING
        and not (fact.to or fact.source)
    ]
    mine = [f for f in added if f.holder == asked.holder]
    others = [f for f in added if f.holder in story.people and f.holder != asked.holder]
    members = story.groups.get(asked.holder, ())
    return any(
        (f.effect, f.verb, f.kind) == (own.effect, own.verb, own.kind) and f.holder not in members
        for f in others
        for own in mine
    )


def _of_its_sort(story: Story, coefficients: Sequence[Number]) -> bool:
    """As in "The first group has 9, the second 7": whether the third is told to have them."""
    sorts = {_noun(name) for name in story.question.unmet if " " in name}
    return any(
        fact.amount.quantity is not None
        and coefficients[fact.amount.quantity]
        and name
        and _noun(name) in sorts
        for fact in story.facts
        for name in (fact.holder, fact.place)
    )


def _noun(name: str) -> str:
    """The noun of a name: "group" of "third group" and of "group 3"."""
    said = [word for word in name.split() if not word.isdigit()]
    return said[-1] if said else name


def _adds_sum(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether what is told as a sum is added to less that is told of others of the same kind."""
    added = [
        fact
        for fact in story.facts
        if fact.amount.quantity is not None
        and coefficients[fact.amount.quantity] > 0
        and fact.effect == "state"
        and fact.than is None
    ]
    return any(
        whole.total
        and not part.total
        and whole.kind == part.kind
        and whole.sentence < part.sentence
        and whole.holder != part.holder
        and story.values[whole.amount.quantity or 0] > story.values[part.amount.quantity or 0]
        for whole in added
        for part in added
    )


def _from_whole(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether one side is all of those of whom the other side is a part, though it is not named."""
    asked = story.question.fact
    named = {asked.kind.head, asked.than.kind.head if asked.than and asked.than.kind else ""}
    used = [
        (fact, coefficients[fact.amount.quantity])
        for fact in story.facts
        if fact.amount.quantity is not None and coefficients[fact.amount.quantity]
    ]
    wholes = [share for f, share in used if f.of is None and f.kind.head not in named]
    return len(used) == 2 and any(f.of and share == -whole for f, share in used for whole in wholes)


def _of_now(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether what there was at first is made of nothing but stocks that are told of no time."""
    if story.question.form != "amount" or "start" not in story.question.cues:
        return False
    return all(
        fact.effect == "state"
        and fact.than is None
        and not (fact.time.phase or fact.time.label or "price" in fact.extras)
        for fact in story.facts
        if fact.amount.quantity is not None and coefficients[fact.amount.quantity]
    )


def _only_lost(story: Story, coefficients: Sequence[Number]) -> bool:
    """Whether a stock at the end is made of nothing but what was lost."""
    question = story.question
    if question.form != "amount" or question.fact.effect != "state" or "start" in question.cues:
        return False
    used = [
        fact
        for fact in story.facts
        if fact.amount.quantity is not None and coefficients[fact.amount.quantity]
    ]
    lost = [f for f in used if f.effect in ("lose", "fall", "leave", "remove", "use")]
    return bool(lost) and len(lost) == len(used) and question.fact.kind.head != "money"


def _widens(story: Story, coefficients: Sequence[Number]) -> bool:
    """As in "84 trees … 8 of the plum trees are old. How many plum trees are not": whether all are
    counted where only those of a told sort are asked for.
    """
    told = [f for f in story.facts if f.amount.quantity is not None]
    sort = story.question.fact.kind.marks & {mark for f in told for mark in f.kind.marks}
    whole = [f for f in told if coefficients[f.amount.quantity or 0] > 0]
    return bool(sort) and not any(sort <= f.kind.marks for f in whole)


def _asks_lost(story: Story, coefficients: Sequence[Number]) -> bool:
    """As in "broke 9 of the 30 panes. How many are still broken": whether a stock without them is
    taken for them.
    """
    asked = story.question.fact
    if any(fact.effect == "state" and fact.verb == asked.verb for fact in story.facts):
        return False  # it says of all that they are there
    return (
        asked.effect == "state"
        and not asked.kind.measure
        and any(
            fact.verb == asked.verb not in GENERIC
            and DIRECTION.get(fact.effect, 0) < 0
            and fact.amount.quantity is not None
            and coefficients[fact.amount.quantity] < 0
            for fact in story.facts
        )
    )


def _counts_whole(story: Story, part: Fact, coefficients: Sequence[Number]) -> bool:
    return any(
        fact.of is None
        and fact.amount.quantity is not None
        and coefficients[fact.amount.quantity] > 0
        and part.of is not None
        and fact.kind.head == part.of.head
        and fact.kind.marks <= part.of.marks
        for fact in story.facts
    )
