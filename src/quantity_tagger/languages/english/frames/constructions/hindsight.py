"""Facts that are read otherwise once it is known what the question asks for."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.languages.english.frames.afterthoughts import acted_upon
from quantity_tagger.languages.english.frames.constructions.conditions import carried_out
from quantity_tagger.languages.english.frames.constructions.within_question import as_asked, retold
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.words import general_nouns, table, ups, words
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Kind, Question, Side

#: All that is known of a noun that no list knows.
_THING = frozenset(["thing", "item", "object"])
_MEASURES = frozenset(["volume", "weight", "length", "area"])
_STOCKS = frozenset(["state", "gain", "make", "put", "come", "take"])


def with_question(reader: Reader, question: Question) -> list[Fact]:
    """The facts in the light of the question."""
    found = as_asked(_to_come(reader, question), question)
    found = carried_out(found, question)
    found = _listed(reader, found, question)
    found = _brought(_of_wider(_told_later(reader, found), question), question)
    found = _weighed(_increased(reader, found, question), question)
    found = acted_upon(reader, retold(reader, found), question)
    found = _seated(found, question)
    found = _perceived(found, question)
    found = _spoilt(found, question)
    found = _founded(_consumed(found, question), question)
    return _begun(_renewed(_midway(reader, found), question), question)


def _midway(reader: Reader, facts: Sequence[Fact]) -> list[Fact]:
    """As in "had 12 left. Then he sold 4 more", "45 remained, and then 8 came", "30 were left; 9 of
    these were sold": what is left is not the end where more happens.
    """
    found = list(facts)
    for place, fact in enumerate(facts):
        left = fact.effect == "state" and fact.time.phase == "end" and not fact.time.label
        if not left or not any(DIRECTION.get(f.effect, 0) < 0 for f in facts[:place]):
            continue
        after = [f for f in facts[place + 1 :] if f.kind.head == fact.kind.head]
        after = [f for f in after if f.holder == fact.holder or not fact.holder]
        lost = [f for f in after if DIRECTION.get(f.effect, 0) < 0]
        on = any(f.of or (f.more and f.sentence > fact.sentence) for f in lost)
        if on or any(DIRECTION.get(f.effect) and _comes_next(reader, f) for f in after):
            found[place] = fact.but(time=fact.time._replace(phase=""))
    return found


def _comes_next(reader: Reader, fact: Fact) -> bool:
    """Whether a clause is told as what happened after the one before it: "then", "later"."""
    start = next((c.start for c in reader.clauses if c.main == fact.clause), fact.clause)
    told = {text.lower() for text in reader.tree.texts[max(0, start - 2) : fact.clause]}
    return not told.isdisjoint(words("next"))


def _begun(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "spent $5 and $8. If she has $20, how much is left": told last, and there first; "now
    has 20. She gave away 5": told as the end, before more happened.
    """
    asked = question.fact
    told = [f for f in facts if f.amount.quantity is not None and not f.negated]
    told = [f for f in told if f.effect != "note" and kinds.heads_meet(f.kind, asked.kind)]
    given = [f for f in told if f.effect == "give" and asked.holder and f.to == asked.holder]
    states = [f for f in told if DIRECTION.get(f.effect, 0) >= 0 or f in given]
    if "left" not in question.cues or asked.effect != "state" or len(told) < 2:
        return list(facts)
    only = states[0] if len(states) == 1 else asked
    last = only is told[-1]
    if given == [only] and last and all(f.about is None for f in facts):
        return [only, *(f for f in facts if f is not only)]  # "If Dad gave them $50"
    if only is asked or only.effect != "state" or only.than or only.of or only.time.label:
        return list(facts)
    if only.time.phase != ("" if last else "end"):
        return list(facts)
    first = only.but(time=only.time._replace(phase="start" if last else ""))
    return [first if fact is only else fact for fact in facts]


def _to_come(reader: Reader, question: Question) -> list[Fact]:
    """What is still to come is only planned where it is asked how many there were, or are now."""
    asked = question.fact
    past = any(reader.tree.tags[k] == "VBD" for k in asked.words)
    now = "now" in question.cues and "total" not in question.cues
    will = any(reader.tree.tags[k] == "MD" for k in asked.words)
    shifted = asked.time.shift is not None  # "15 now. How old will he be in 12 years"
    if will and asked.effect == "state" and "start" not in question.cues and not shifted:
        return [_current(fact) for fact in reader.facts]
    if will or not (past or now) or asked.effect != "state" or question.form != "amount":
        return list(reader.facts)
    done = any(DIRECTION.get(f.effect) and not f.time.future for f in reader.facts)
    return [
        fact.but(planned=True) if done and fact.time.future and DIRECTION.get(fact.effect) else fact
        for fact in reader.facts
    ]


def _current(fact: Fact) -> Fact:
    """As in "There are 9 now. How many will there be": what there is now is not the end."""
    if fact.effect != "state" or fact.time.phase != "end" or not fact.time.present:
        return fact
    return fact.but(time=fact.time._replace(phase=""))


def _listed(reader: Reader, facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "7 crabs, 5 starfish and 8 limpets": what is listed among creatures is one too.

    Only where nothing is known of a noun that would make it something else.
    """
    wide = question.fact.kind
    told_heads = {f.kind.head for f in facts}
    if wide.measure or wide.head in told_heads | {""}:
        return list(facts)
    known = frozenset([*wide.ups, wide.head])
    beside = _list_mates(reader)
    found = list(facts)
    told = {f.amount.quantity: f for f in facts}
    for place, fact in enumerate(facts):
        known_noun = fact.kind.head in general_nouns()
        else_known = fact.kind.ups - _THING - _MEASURES
        if known_noun or else_known:
            continue
        mates = [told[q] for q in beside.get(fact.amount.quantity, ()) if q in told]
        mates = [mate for mate in mates if mate.clause == fact.clause]
        deed = (fact.verb, fact.holder, fact.effect)
        if fact.effect != "state":
            mates += [f for f in facts if (f.verb, f.holder, f.effect) == deed]
        if any(wide.head in mate.kind.ups for mate in mates):
            found[place] = fact.but(kind=fact.kind._replace(ups=fact.kind.ups | known))
    return found


def _told_later(reader: Reader, facts: Sequence[Fact]) -> list[Fact]:
    """As in "They also bought some. Al bought 8 and Bo bought 5": which ones, is told later."""
    found = []
    for place, fact in enumerate(facts):
        some = fact.amount.quantity is None and fact.amount.value is None
        some = some and DIRECTION.get(fact.effect, 0) > 0 and not (fact.rest or fact.than)
        again = [
            f
            for f in facts[place + 1 :]
            if (f.verb, f.effect) == (fact.verb, fact.effect)
            and f.amount.quantity is not None
            and f.sentence > fact.sentence
            and not f.more
            and kinds.heads_meet(f.kind, fact.kind)
        ]
        own = fact.holder in reader.entities.people and fact.holder not in reader.entities.groups
        if not (some and again and (not own or again[0].holder == fact.holder)):
            found.append(fact)
    return found


def _of_wider(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "boxes of plums" where boxes of fruit are asked for, "spent on dolls" where it is asked
    what was spent on toys: told by the wider word too.
    """
    asked = question.fact
    kinds_told = [f.kind for f in facts if f.effect == "need"]
    wanted = asked.kind.marks.union(*[k.marks for k in kinds_told if k.head == asked.kind.head])
    found = []
    for fact in facts:
        above = {up for mark in fact.kind.marks for up in ups().get(mark, ())} & wanted
        if above and fact.kind.head == asked.kind.head:
            fact = fact.but(kind=fact.kind._replace(marks=fact.kind.marks | above))
        above = {up for extra in fact.extras for up in ups().get(extra, ())} & asked.extras
        found.append(fact.but(extras=fact.extras | above) if above else fact)
    return found


def _list_mates(reader: Reader) -> dict[int | None, list[int]]:
    """For a quantity those that stand in one list with it."""
    lists: list[list[int]] = [[]]
    last = None
    for phrase in reader.phrases:
        if phrase.quantity is None:
            continue
        end = 0 if last is None else last.end if last.of is None else last.of.end
        if last is None or not reader.tree.list_goes_on(end, phrase.start):
            lists.append([])
        lists[-1].append(phrase.quantity)
        last = phrase
    return {quantity: list(mates) for mates in lists for quantity in mates}


def _brought(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "cut some in her garden. Now 16 are in the vase": what was taken elsewhere came to the
    place that is told of before and after.
    """
    told = [f for f in facts if f.effect == "state" and f.place and not f.holder]
    told = [f for f in told if kinds.meets(f.kind, question.fact.kind)]
    places = {f.place for f in told}
    if len(places) != 1 or len(told) < 2 or told[-1].time.phase != "end":
        return list(facts)
    place = places.pop()
    return [
        fact.but(effect="put", place=place)
        if fact.effect == "remove"
        and fact.verb == question.fact.verb
        and fact.amount == Amount(scale=fact.amount.scale)
        and fact.place not in ("", place)
        else fact
        for fact in facts
    ]


def _weighed(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "picked 2 melons. The first weighed 3 kg. How many kg of melon did he pick": what the
    things measure is what he picked, and their number says nothing of it.
    """
    asked = question.fact
    moved = asked.effect in ("gain", "take", "make", "put", "give", "lose", "use")
    if not moved or question.form != "amount" or asked.kind.measure or asked.kind.marks:
        return list(facts)
    names = {asked.kind.head, *words("generic")}
    told = [
        fact
        for fact in facts
        if fact.effect == "state"
        and fact.kind.measure
        and fact.kind.head in asked.kind.ups
        and fact.than is None
        and fact.holder.split()[-1:] != []
        and fact.holder.split()[-1] in names
    ]
    apart = len({f.holder for f in told}) == len(told) or len({f.clause for f in told}) == 1
    if len(told) < 2 or not apart or any(f.time.phase for f in told):
        return list(facts)
    deed = {"effect": asked.effect, "verb": asked.verb, "holder": asked.holder}
    return [
        fact.but(kind=asked.kind, **deed)
        if fact in told
        else fact.but(effect="note")
        if fact.kind.head == asked.kind.head and fact.amount.scale == 1
        else fact
        for fact in facts
    ]


def _increased(reader: Reader, facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "caught 40 kg last year and raised her catch by 9": so much more than at that time."""
    asked = question.fact
    deeds = [f for f in facts if f.verb == asked.verb and f.time.label and f.than is None]
    if len(deeds) != 1 or asked.time.label in ("", deeds[0].time.label):
        return list(facts)
    before, found = deeds[0], []
    for fact in facts:
        place = reader.token_of(fact) or 0
        named = asked.verb in reader.tree.lemmas[fact.clause + 1 : place]
        if fact.effect in ("rise", "fall") and fact.than is None and named:
            sign = DIRECTION[fact.effect]
            fact = before.but(
                amount=fact.amount, time=asked.time, than=Side(time=before.time), sign=sign,
                words=fact.words, sentence=fact.sentence, clause=fact.clause,
            )  # fmt: skip
        found.append(fact)
    return found


def _consumed(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "After she had read 64 pages, 87 were left": what was done is gone from what there was,
    where it is asked for that.
    """
    asked = question.fact
    if asked.effect != "state" or "start" not in question.cues or asked.kind.measure:
        return list(facts)
    left = [f for f in facts if f.effect == "state" and f.time.phase == "end"]
    if any(f.effect == "state" and f.time.phase != "end" for f in facts) or not left:
        return list(facts)
    return [
        fact.but(effect="use", holder="")
        if fact.effect == "do" and kinds.meets(fact.kind, left[-1].kind)
        else fact
        for fact in facts
    ]


def _founded(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "iced 40 buns and ate 6": where nothing else was there before, what something was
    done to is what there is.
    """
    asked = question.fact
    if asked.effect != "state" or asked.kind.measure or question.form != "amount":
        return list(facts)
    mine = [f for f in facts if kinds.meets(f.kind, asked.kind) and f.amount.quantity is not None]
    flows = [f for f in mine if DIRECTION.get(f.effect)]
    if not flows or any(f.effect in _STOCKS for f in mine):
        return list(facts)
    first, done = mine[0], []
    picked = first.verb in words("picking") and first.of is None  # "40 were picked"
    if first.effect != "do" and not picked:
        return list(facts)
    for fact in facts:
        same = fact.verb == first.verb and fact.holder == first.holder and fact in mine
        place = "" if picked else fact.place
        done.append(fact.but(effect="make", unsure=False, place=place) if same else fact)
    return done


def _seated(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """Where seats are asked for, whoever sits or came in takes one."""
    asked = question.fact
    if asked.kind.head == "person" or "person" in asked.kind.ups:
        return _seating(facts, question)
    seat = asked.kind.head
    compared = any(f.than is not None for f in facts)
    if compared or seat not in words("seats") or not any(f.kind.head == seat for f in facts):
        return list(facts)
    kind = Kind(seat, frozenset(["taken"]))
    return [
        fact.but(effect="state", kind=kind, of=Kind(seat), holder="", place="")
        if fact in _sitters(facts)
        and fact.effect in ("state", "come", "do", "take")
        and fact.than is None
        else fact
        for fact in facts
    ]


def _sitters(facts: Sequence[Fact]) -> list[Fact]:
    """People, but for those who stand, and of those who are a part of others none."""
    people = [f for f in facts if f.kind.head == "person" or "person" in f.kind.ups]
    people = [f for f in people if f.verb != "stand"]
    wholes = {f.kind.head for f in people if f.of is None}
    return [f for f in people if f.of is None or f.kind.head not in wholes]


def _seating(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """Where people are asked for, seats are room for so many, and free ones lack somebody."""
    kind = question.fact.kind
    more = bool(question.cues & {"need", "more"})
    free = any(f.kind.head in words("seats") and f.kind.marks & words("ask free") for f in facts)
    if not (more or free) or any(f.than is not None for f in facts):
        return list(facts)
    return [
        fact.but(
            effect="lack" if fact.kind.marks & words("ask free") else "room",
            kind=kind,
            of=None,
            holder="",
            place="",
        )
        if fact.kind.head in words("seats") and fact.effect in ("state", "put", "make")
        else fact
        for fact in facts
    ]


def _perceived(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """Where it is asked how many there are, those that somebody saw or counted were there; where it
    is asked how many he saw, those that he spotted too.
    """
    asked = question.fact
    if asked.effect == "do" and asked.verb in words("perceiving"):
        seen = words("perceiving")
        return [f.but(verb=asked.verb) if f.verb in seen else f for f in facts]
    stocked = any(f.effect == "state" and f.kind.head == asked.kind.head for f in facts)
    if asked.effect != "state" or asked.kind.measure:
        return list(facts)
    return [
        fact.but(effect="state", holder="", verb="be", by=fact.holder)
        if fact.effect == "do"
        and fact.verb in words("perceiving")
        and not fact.kind.measure
        and (fact.place or not stocked)
        else fact
        for fact in facts
    ]


def _spoilt(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """Where it is asked how many are left, those that are broken are gone; those that broke too."""
    asked = question.fact
    plain = asked.effect == "state" and not (asked.kind.marks or asked.kind.lacks)
    left = "left" in question.cues and not asked.kind.marks & words("spoilt")
    gone = words("spoilt") if left else words("spoiling")
    if (
        not (plain or left)
        or question.form != "amount"
        or question.cues & {"total", "start", "not"}
    ):
        return list(facts)
    return [
        fact.but(effect="lose", kind=fact.of or fact.kind)
        if (fact.of is not None and fact.effect == "state" and fact.kind.marks & gone)
        or (fact.effect == "do" and fact.verb in words("spoiling"))
        else fact
        for fact in facts
    ]


def _renewed(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """New ones that come are of the kind that is there, unless the question tells them apart; so
    are young ones that are born.
    """
    asked = question.fact.kind
    if "new" in asked.marks:
        return list(facts)
    facts = [
        fact.but(kind=asked._replace(parts=()))
        if fact.effect == "come"
        and (table("young").get(fact.kind.head) == asked.head or _hatches(fact, asked))
        else fact
        for fact in facts
    ]
    return [
        fact.but(kind=fact.kind._replace(marks=fact.kind.marks - {"new"}), named=fact.kind)
        if "new" in fact.kind.marks and DIRECTION.get(fact.effect, 0) > 0
        else fact
        for fact in facts
    ]


def _hatches(fact: Fact, asked: Kind) -> bool:
    """As in "4 eggs hatch. How many chicks are there": so many of the asked creatures come."""
    return (fact.verb, fact.kind.head) == ("hatch", "egg") and "animal" in asked.ups
