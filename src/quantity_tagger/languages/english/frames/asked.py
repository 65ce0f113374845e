"""What a question asks for: its noun, its unit, its dimension, and whose."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quantity_tagger.languages.english.frames.constructions import compare
from quantity_tagger.languages.english.frames.entities import Entities
from quantity_tagger.languages.english.frames.nouns import dimension_kind, kind_of, measure, time_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import needed_nouns, table, unit, ups, words
from quantity_tagger.situation.facts import (
    GENERIC,
    HAPPENING,
    Fact,
    Kind,
    Question,
    Time,
)
from quantity_tagger.situation.kinds import heads_meet

#: The order of what is told, as a question names it.
ORDER = ("first", "second", "third", "fourth")


def asked_phrase(reader: Reader, span: range) -> Phrase | None:
    tree = reader.tree
    after = [p for p in reader.phrases if reader.asked < p.start < span.stop]
    if tree.lemmas[reader.asked] == "how" and after:
        if tree.lemmas[reader.asked + 1 : reader.asked + 3] == ["much", "of"]:
            return after[0]
        if after[0].start <= reader.asked + 2 and (
            tree.lemmas[reader.asked + 1] in ("many", "much")
        ):
            return after[0]
        return None
    if not tree.tags[reader.asked].startswith(("W", "V")):  # "Usable pins?"
        alone = [p for p in reader.phrases if p.start <= reader.asked < p.end]
        if alone and alone[0].start == span.start:
            return alone[0]
    if after and after[0].start == reader.asked + 1:
        return after[0]
    first = tree.lemmas[reader.asked + 1] if reader.asked + 1 < span.stop else ""
    return after[0] if after and first == "be" else None


def asked_kind(
    reader: Reader, asked: Phrase | None, span: range
) -> tuple[Kind, Fraction, int, str]:
    """Kind, unit size, sign of a comparison, and dimension where an adjective asks."""
    tree = reader.tree
    place = reader.asked + 1
    if (
        tree.lemmas[reader.asked] != "how"
        and "time" in tree.lemmas[reader.asked : reader.asked + 2]
        and any(f.kind.head == "clock" for f in reader.facts)
    ):
        return Kind("clock", measure=True), Fraction(3600), 0, ""
    word = tree.texts[place].lower() if place < span.stop else ""
    found = measure(word)
    if (
        tree.lemmas[reader.asked] == "how"
        and found is not None
        and word not in ("more", "less", "fewer")
    ):
        dimension = found[0]
        if dimension == "length" and _asks_time(reader, span):
            dimension = "time"
        measured = dimension_kind(dimension) if dimension else Kind()
        return measured, scale_of(reader, measured), 0, dimension
    sign, dimension = 0, ""
    if tree.lemmas[reader.asked] == "how":
        end = asked.end if asked is not None else place + 1
        start = asked.start if asked is not None else place
        sign, dimension, _ = compare.direction(reader, start, end, span.stop)
        far = next((k for k in range(end, span.stop) if tree.tags[k] in ("JJR", "RBR")), None)
        if not sign and tree.lemmas[reader.asked - 1] == "by" and far is not None:
            sign, dimension, _ = compare.direction(reader, far, far + 1, span.stop)
        if dimension == "length" and _asks_time(reader, span):
            dimension = "time"
    if tree.lemmas[reader.asked] != "how":
        return _what_kind(reader, asked, span)
    kind: Kind | None = None
    scale = Fraction(1)
    if asked is not None:
        kind, scale = kind_of(tree, asked)
        kind = reader.meant(asked, kind)
        heads = {f.kind.head for f in reader.facts}
        if (
            kind is not None
            and kind.head == "weight"
            and "money" in heads
            and "weight" not in heads
        ):
            kind, scale = Kind("money", measure=True), Fraction(100)  # "How many pounds"
    if kind is None and asked is not None and asked.of is not None and not asked.of.pronoun:
        kind, scale = kind_of(tree, asked.of)
    if dimension:
        if kind is not None and kind.measure and kind.head not in (dimension, "time", "length"):
            dimension = kind.head
        unit_kind = dimension_kind(dimension)
        if (
            kind is not None and unit(tree.lemmas[asked.head]) is not None
            if asked is not None and asked.head >= 0
            else False
        ):
            return unit_kind, scale, sign, dimension
        return unit_kind, scale_of(reader, unit_kind), sign, dimension
    if kind is None or (kind.head in ("money", "") and word == "much"):
        if kind is not None and kind.head == "money":
            return Kind("money", measure=True), scale_of(reader, kind), sign, ""
        if word == "much":
            kind = _much(reader, span)
            return kind, scale_of(reader, kind), sign, ""
        kind = reader.kinds[-1] if reader.kinds else Kind()
        told = {f.kind.marks for f in reader.facts if f.kind.head == kind.head}
        marks = kind.marks if told == {kind.marks} else frozenset()
        kind = Kind(kind.head, marks, ups=kind.ups, measure=kind.measure)
        return kind, reader.last_scale(kind), sign, ""
    if kind.measure or (asked is not None and unit(tree.lemmas[asked.head]) is not None):
        return kind, scale, sign, ""
    return kind, scale_of(reader, kind), sign, ""


def _asks_time(reader: Reader, span: range) -> bool:
    lemmas = set(reader.tree.lemmas[span.start : span.stop])
    heads = {f.kind.head for f in reader.facts}
    return (
        bool(lemmas & {"take", "last", "need", "wait", "spend", "sleep"}) and "time" in heads
    ) or ("length" not in heads and "time" in heads)


def _much(reader: Reader, span: range) -> Kind:
    """What "how much" asks for without a noun: the measure its verb or the story has."""
    lemmas = set(reader.tree.lemmas[span.start : span.stop])
    if lemmas & {"weigh", "heavy", "weight"}:
        return Kind("weight", measure=True)
    if lemmas & {
        "cost",
        "spend",
        "pay",
        "save",
        "earn",
        "owe",
        "price",
        "money",
        "change",
        "dollar",
        "buy",
    } and any(f.kind.head == "money" for f in reader.facts):
        return Kind("money", measure=True)
    measured = [
        f.kind
        for f in reader.facts
        if f.kind.measure or f.amount.scale != 1 or "volume" in f.kind.ups
    ]
    if measured:
        heads = {k.head for k in measured if k.head not in ("age", "time")}
        if "money" in heads:
            return Kind("money", measure=True)
        last = measured[-1]
        return Kind(last.head, ups=last.ups, measure=last.measure)
    return Kind("money", measure=True)


def _what_kind(
    reader: Reader, asked: Phrase | None, span: range
) -> tuple[Kind, Fraction, int, str]:
    """As in "What is the price of …", "What was the temperature"."""
    tree = reader.tree
    alone = asked is not None and asked.start <= reader.asked
    if asked is not None and (alone or tree.lemmas[reader.asked] == "count"):  # "Count the roses"
        counted, scale = kind_of(tree, asked)
        told = counted is not None and counted.head in {f.kind.head for f in reader.facts}
        if counted is not None and (told or not alone):
            return counted, scale, 0, ""
    for phrase in [p for p in reader.phrases if reader.asked < p.start < span.stop]:
        if phrase.head < 0:
            continue
        lemma = tree.lemmas[phrase.head]
        if lemma in needed_nouns() and reader.facts:
            kind = reader.facts[0].kind
            return (
                Kind(kind.head, ups=kind.ups, measure=kind.measure),
                scale_of(reader, kind),
                0,
                "",
            )
        dimension = table("asked nouns").get(lemma)
        if dimension:
            kind = dimension_kind(dimension)
            owner = phrase.possessor or phrase.of
            if owner is not None:
                reader.asked_owner = holder_of(reader, owner)
            return kind, scale_of(reader, kind), 0, dimension
        if (
            lemma in ("number", "difference", "total", "sum", "amount")
            and phrase.of is not None
            and phrase.of.head >= 0
        ):
            counted, scale = kind_of(tree, phrase.of)
            if counted is not None:
                return counted, scale, 0, ""
        if unit(lemma) is not None and phrase.determiner not in ("a", "an"):
            counted, scale = kind_of(tree, phrase)
            if counted is not None:
                return counted, scale, 0, ""
    heads = [f.kind for f in reader.facts if f.amount.quantity is not None]
    kind = heads[-1] if heads else Kind()
    goals = [f.kind for f in reader.facts if f.effect in ("need", "room")]
    if len(set(heads)) == len(heads) and goals:
        kind = goals[-1]  # "can carry 90 kg … What further load can it take"
    if "weigh" in tree.lemmas[span.start : span.stop]:
        kind = Kind("weight", measure=True)
    return Kind(kind.head, ups=kind.ups, measure=kind.measure), scale_of(reader, kind), 0, ""


def scale_of(reader: Reader, kind: Kind) -> Fraction:
    scales = [
        f.amount.scale
        for f in reader.facts
        if f.amount.quantity is not None
        and (
            not kind.head
            or f.kind.head == kind.head
            or kind.head in f.kind.ups
            or f.kind.head in kind.ups
        )
    ]
    return max(scales, key=lambda s: (scales.count(s), s)) if scales else Fraction(1)


def holder_of(reader: Reader, subject: Phrase) -> str:
    tree = reader.tree
    lemma = tree.lemmas[subject.head] if subject.head >= 0 else ""
    if subject.pronoun and lemma in words("they"):
        holders_told = {f.holder for f in reader.facts if f.holder}
        people = [h for h in sorted(holders_told) if h in reader.entities.people]
        grouped = any(h in reader.entities.groups for h in people)
        if len(people) < 2 and len(holders_told) > 1 and not grouped:
            return ""
    plural = subject.head >= 0 and tree.tags[subject.head] in ("NNS", "NNPS")
    entities = reader.entities
    if lemma in table("asked nouns") and subject.of is not None:
        return entities.name(subject.of)  # "the score of Ana and Bo"
    holders = [f.holder for f in reader.facts if f.holder]
    if plural and not subject.pronoun and subject.joined is None and lemma not in holders:
        name = entities.name(subject)
        if name in holders and (name == lemma or lemma not in entities.aliases):
            return name  # but "the classes" are more than class A
        people = list(
            dict.fromkeys(h for h in holders if h in entities.people and h not in entities.groups)
        )
        meant = [h for h in people if lemma in ups().get(h, frozenset())]
        people = meant if len(meant) > 1 else people
        if len(people) > 1 and (lemma in words("people") or subject.determiner == "the"):
            joint = "+".join(people)
            entities.groups[joint] = tuple(people)
            entities.people.add(joint)
            return joint
    name = entities.name(subject)
    if subject.pronoun and name in entities.groups:
        name = _with_topic(entities, name)
    sides = [f.than.holder for f in reader.facts if f.than is not None]
    told = [one for one in entities.groups.get(name, ()) if one in holders or one in sides]
    if subject.pronoun and len(told) > 1:  # "The twins collect stamps. Ada has 9 and Eva 7"
        return entities.join(told)
    return name


def _with_topic(entities: Entities, joint: str) -> str:
    """As in "Al, Bo and Cy ran. Al and Bo ran 9 km, Cy 4. How far did they run": a group of which
    some are told together and then another one.
    """
    met = {*entities.groups[joint], entities.topic}
    wider = [name for name, members in entities.groups.items() if met <= {*members}]
    return wider[0] if wider else joint


def as_priced(reader: Reader, fact: Fact, span: range) -> Fact:
    """As in "What was the price of the ham?": what it cost."""
    lemmas = reader.tree.lemmas
    priced = not {"price", "cost"}.isdisjoint(lemmas[reader.asked : span.stop])
    plain = (fact.kind.head, fact.effect, fact.verb) == ("money", "state", "be")
    thing = next((p for p in reader.phrases if p.start == reader.asked + 3), None)
    if thing is not None and thing.head >= 0 and lemmas[thing.head] not in table("asked nouns"):
        much = lemmas[reader.asked : reader.asked + 3] == ["how", "much", "be"]
        priced = priced or (much and reader.tree.tags[thing.head] in ("NN", "NNS"))
        priced = priced and reader.tree.lemmas[thing.end] in ("?", "of")
    return fact.but(verb="cost") if priced and plain else fact


def as_spent(reader: Reader, fact: Fact) -> Fact:
    """As in "She bought shoes and had $16 left. How much did they cost": what she spent."""
    if fact.verb != "cost" or fact.holder or fact.kind.head != "money":
        return fact
    told = [f for f in reader.facts if f.kind.head == "money"]
    if any(f.effect == "lack" for f in told):
        return fact  # nothing was bought
    having = {f.holder for f in told if f.effect == "state"} - {""}
    if len(having) != 1 or not having <= reader.entities.people:
        return fact
    return fact.but(effect="lose", verb="spend", holder=having.pop(), extras=frozenset())


def at_moment(reader: Reader, question: Question, facts: Sequence[Fact]) -> Question:
    """As in "How many were there after the second sale": with the fact after which it is asked, or
    before which. Where no stock is asked for, such a moment stays unread.
    """
    asked, tree = question.fact, reader.tree
    leads = [k for k in asked.words if tree.lemmas[k] in words("moments")]
    leads = leads or [k for k in asked.words if _leads_time(reader, k)]
    leads = leads or [k for k in asked.words if tree.lemmas[k] == "as" and _leads_clause(tree, k)]
    moved = [n for n, f in enumerate(facts) if f.effect in HAPPENING]
    moved = [n for n in moved if heads_meet(facts[n].kind, asked.kind)]
    over = len(leads) == len(moved) == 1 and tree.lemmas[leads[0]] == "after"  # "after the storm"
    if over and asked.effect not in HAPPENING and not (asked.time.label or asked.time.phase):
        return question._replace(fact=asked.but(time=Time(phase="end")))
    if not leads or asked.effect in HAPPENING or len(moved) < 2:
        return question
    lead = leads[0]
    ends = (",", ".", "CC") if tree.lemmas[lead] == "between" else (",", ".")
    stop = next(k for k in range(lead, len(tree.tags)) if tree.tags[k] in ends)
    told = {f.amount.quantity for f in facts if f.effect != "note"}
    if any(q in told for token, q in reader.quantities.items() if lead < token < stop):
        return question  # it is told there
    said = {tree.lemmas[k] for k in range(lead, stop) if tree.tags[k][0] in "NVJC" or k == lead}
    met = _met_moments(reader, facts, moved, said)
    if not met:
        return question
    named = "leave" in said and any(_when(facts[n]) & said for n in met)  # "when it left the inn"
    first = not said.isdisjoint(words("before it")) or ("start" in question.cues and not named)
    place = ~met[0] if first else met[-1]
    for after in moved[moved.index(met[-1]) + 1 :]:  # "at the inn 5 got off and 3 got on"
        same = facts[place].holder == facts[after].holder and not _when(facts[after])
        if first or not same or not _when(facts[place]) & said or facts[place].verb in said:
            break
        place = after
    if place == moved[-1] and named:
        return question._replace(cues=question.cues - {"start"})
    if place == moved[-1] or (first and met[0] == moved[0] and "start" in question.cues):
        return question
    if asked.effect != "state":
        return question._replace(unread=(*question.unread, tree.lemmas[lead]))
    return question._replace(
        fact=asked.but(time=Time()), cues=question.cues - {"start"}, after=place
    )


def _leads_clause(tree: Tree, place: int) -> bool:
    """As in "as it left the market": a subject and a verb follow."""
    subject, verb = [*tree.tags[place + 1 : place + 3], "", ""][:2]
    return subject == "PRP" and verb.startswith("V")


def _leads_time(reader: Reader, place: int) -> bool:
    """As in "at ten o'clock", "on Monday evening": a preposition before nothing but a time."""
    if place < reader.asked or reader.tree.lemmas[place] not in words("times led by"):
        return False
    phrase = next((p for p in reader.phrases if p.start == place + 1), None)
    if phrase is None or time_of(reader.tree, phrase) is not None:
        return phrase is not None
    return not words("clock words").isdisjoint(reader.tree.lemmas[place:])


def _met_moments(
    reader: Reader, facts: Sequence[Fact], moved: list[int], said: set[str]
) -> list[int]:
    """The changes that a moment is told by: what they alone do, where, when, or their order."""
    texts: dict[int | None, str] = {
        q: reader.tree.texts[token] for token, q in reader.quantities.items()
    }
    names = {
        n: {*facts[n].verb.split(), texts.get(facts[n].amount.quantity, "")} | _when(facts[n])
        for n in moved
    }
    common = set.intersection(*names.values()) | GENERIC
    hits = {n: len((names[n] - common) & said) for n in moved}
    best = max(hits.values())
    met = [n for n in moved if hits[n] == best and (best or common & said)]
    order = [number for number, word in enumerate(ORDER) if word in said]
    one_time = {facts[n].time.label for n in met} - {""}  # "at the end of the first hour"
    if order and not (len(one_time) == 1 and all(facts[n].time.label for n in met)):
        return met[order[0] :][:1]
    if order or best:
        return met
    deeds = [c.main for c in reader.clauses if c.end <= reader.asked and c.lemma in said - GENERIC]
    return [n for n in moved if deeds and facts[n].clause < deeds[0]][-1:]  # "when she rested"


def _when(fact: Fact) -> set[str]:
    """The words by which the moment of a change is told."""
    return {*" ".join([fact.place, fact.to, fact.source, fact.time.label, *fact.extras]).split()}
