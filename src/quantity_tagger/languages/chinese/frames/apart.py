"""What a text tells and what plays no part: other times, packs of things, deeds not done, things
that have none.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.asked import all_facts, asked_fact
from quantity_tagger.languages.chinese.frames.mention import Mention, topic
from quantity_tagger.languages.chinese.frames.words import sort_of, time_order, ups, words
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Kind

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.reader import Reader


def past(reader: Reader) -> None:
    """What was at another time plays no part where the story has the like in its own time."""
    asked = asked_fact(reader)
    past = words("changes", "past")
    if asked is None or asked.time.label in past:
        return
    told = [fact for fact in reader.facts if kinds.meets(fact.kind, asked.kind)]
    labels = {fact.time.label for fact in told} - past
    changed = [f for f in reader.facts if f.effect in ("rise", "fall")]
    if len(changed) == 1 and changed[0].time.label in past and labels == {""}:
        timeless = not any(f.time.phase for f in [*reader.facts, asked])
        reader.facts = [f.but(negated=timeless) if f is changed[0] else f for f in reader.facts]
    if asked.than is not None:
        return
    grown = asked.effect in ("rise", "fall")  # from then until now
    if labels and labels <= {"", "今天"} and not asked.time.label and not grown:
        now = {f.holder for f in told if f.effect == "state" and not f.time.label}
        for place, fact in enumerate(reader.facts):
            if fact.effect == "state" and fact.time.label in past and fact.holder in now:
                reader.facts[place] = fact.but(effect="note", negated=True)
    for place, fact in enumerate(reader.facts):
        if fact.time.label not in past or (asked.total and not asked.time.label):
            continue
        mates = [f for f in reader.facts if (f.effect, f.kind) == (fact.effect, fact.kind)]
        if _other_row(fact, mates):
            reader.facts[place] = fact.but(negated=True)  # 上午行57千米，昨天行98千米


def numbered(reader: Reader, mention: Mention) -> None:
    """小英住在6楼: where somebody is, whose number only says which one it is."""
    quantities = reader.problem.quantities
    owners = [one for phrase in mention.subject for one in slots.split(phrase)[0]]
    for word in mention.at.words if mention.verb and owners else ():
        held = range(word.first, word.last + 1)
        place = next((n for n, one in enumerate(quantities) if one.token in held), None)
        if place is not None:
            kind = Kind(f"#{word.text.lstrip('0123456789')}")
            fact = Fact(Amount(place), "note", kind, mention.verb, reader.named(owners[0]))
            told = {"words": mention.words, "sentence": mention.sentence, "clause": mention.clause}
            reader.facts.append(fact.but(**told))


def packs(reader: Reader) -> None:
    """Bunches or boxes of a sort are not the things themselves: 扎了6束花，用去29枝百合."""
    asked = asked_fact(reader)
    unit = reader.question[0].word.unit if reader.question else ""
    if asked is None or asked.kind.measure or not unit:
        return
    mates = [f for f in reader.facts if f.kind.head == asked.kind.head]
    if not any(f"#{unit}" in f.kind.ups for f in mates):
        return
    for place, fact in enumerate(reader.facts):
        sort = kinds.relation(asked.kind, fact.kind) == "below" and not fact.kind.marks
        other = any(up[:1] == "#" for up in fact.kind.ups) and f"#{unit}" not in fact.kind.ups
        if sort and other and "#人" not in fact.kind.ups:
            reader.facts[place] = fact.but(effect="note")


def _other_row(fact: Fact, mates: list[Fact]) -> bool:
    """Whether all that was told beside a deed was at times of another sort."""
    row = time_order()[fact.time.label][0] if fact.time.label in time_order() else -1
    others = [{f.time.label, *f.time.ups} - {""} for f in mates if f is not fact]
    rows = [{time_order().get(one, (-1, 0))[0] for one in names} for names in others]
    return fact.effect != "state" and len(others) > 1 and all(o and row not in o for o in rows)


def undone(reader: Reader) -> None:
    """What was wanted and then not done plays no part: 想买40元的球，没有买."""
    mentions = [mention for group in reader.clauses for mention in group]
    for wanted, denied in pairwise(mentions):
        priced = "de" in wanted.flags and denied.verb[:1] == "买"  # 看了一个40元的球，没有买
        if (
            topic(denied)
            and "negative" in denied.flags
            and (priced or ("need" in wanted.flags and wanted.verb[:1] == denied.verb[:1] != ""))
        ):
            reader.facts = [
                f.but(negated=True) if f.amount.quantity == wanted.word.quantity else f
                for f in reader.facts
            ]


def places(reader: Reader) -> None:
    """公园里有3个湖，东湖边…: of how many places it is told plays no part."""
    asked = asked_fact(reader)
    names = {f.holder for f in all_facts(reader) if sort_of(f.holder) == "place"}
    for place, fact in enumerate(reader.facts):
        ones = [n for n in names - {fact.holder} if fact.kind.head and fact.kind.head in n[1:]]
        counted = asked is not None and kinds.meets(fact.kind, asked.kind)
        if ones and not counted and fact.effect == "state" and fact.than is None:
            reader.facts[place] = fact.but(effect="note")


def no_holders(reader: Reader) -> None:
    """音乐停时有15个孩子下来, 吃面花掉14元: a thing that never has or gets any is no holder."""
    asked = asked_fact(reader)
    known = {asked.holder} if asked is not None else set()
    for fact in all_facts(reader):
        known |= {fact.to, fact.source, (fact.than.holder or "") if fact.than else ""}
        if DIRECTION.get(fact.effect, 1) > 0 or fact.than is not None:
            known.add(fact.holder)
    nobody = {
        fact.holder
        for fact in reader.facts
        if fact.holder not in known | reader.people | reader.groups.keys()
        and sort_of(fact.holder) == "thing"
        and "动物" not in ups(fact.holder)
    }
    if len(nobody) == 1:  # several things are what the money goes for
        owner = next((f.holder for f in reader.facts if f.holder and f.holder not in nobody), "")
        reader.facts = [
            f.but(holder=owner)
            if f.holder in nobody and (owner or f.kind.head != "length")  # 一匹布用去12米
            else f
            for f in reader.facts
        ]


def part_whole(reader: Reader) -> None:
    """盒子里有50个球，红球有18个，其余的…: what came before are parts of the first."""
    told = [f for f in reader.facts if f.than is None and f.effect != "note"]
    whole, others = (told[0], told[1:]) if told else (reader.facts[0], [])
    parts = [f for f in others if kinds.relation(f.kind, whole.kind) == "below"]
    if reader.whole is None and parts and len(parts) == len(others) and not whole.kind.measure:
        reader.whole = whole.kind
        reader.facts = [f.but(of=whole.kind) if f in parts else f for f in reader.facts]
