"""Stocks told as equal: "then they had the same number", "he would have as many as Lena"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.constructions.sides import side_after
from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import kind_of, time_of
from quantity_tagger.languages.english.frames.words import effects, words
from quantity_tagger.situation.facts import DIRECTION, HAPPENING, Amount, Fact, Kind, Side, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.phrase import Phrase
    from quantity_tagger.languages.english.frames.reader import Reader

_MANY = frozenset(["many", "much", "long", "tall", "high", "heavy", "old", "far", "deep"])


def as_place(reader: Reader, span: range) -> int | None:
    """Where the second "as" of "as many marbles as" stands."""
    lemmas = reader.tree.lemmas
    for first in span:
        if lemmas[first] == "as" and lemmas[first + 1] in _MANY:
            ends = (k for k in range(first + 2, min(first + 7, span.stop)) if lemmas[k] == "as")
            return next(ends, None)
    return None


def with_place(reader: Reader, span: range) -> int | None:
    """Where the "with" of "catch up with", "draw level with" stands."""
    lemmas = reader.tree.lemmas
    beside = (k for k in span if lemmas[k] == "with" and lemmas[k - 1] in ("up", "level", "even"))
    return next(beside, None)


def equal(reader: Reader, clause: Clause, holder: str) -> Fact | None:
    """A comparison by nothing, where a clause without a number says that two stocks are alike."""
    if clause.effect != "state" or clause.negated or clause.purpose or clause.wanting:
        return None
    if clause.modal in ("must", "should", "can", "could", "would") or clause.question:
        return None
    tree = reader.tree
    mates = [c for c in reader.clauses if c.sentence == clause.sentence]
    if any(c.marker == "if" for c in mates) or clause.sentence == tree.sentence_of(reader.asked):
        return None  # what would be
    at = as_place(reader, range(clause.start, clause.end))
    text = f" {' '.join(tree.texts[clause.start : clause.end]).lower()} "
    if at is None and not any(f" {entry} " in text for entry in words("equally")):
        return None
    kind = _kind(reader, clause)
    moved = any(DIRECTION.get(f.effect) for f in reader.facts)
    fact = Fact(
        Amount(None, Fraction(0)),
        "state",
        kind,
        verb="have",
        holder=holder,
        sign=1,
        time=Time(phase="end" if moved else ""),
        sentence=clause.sentence,
        clause=clause.main,
        words=tuple(range(clause.start, clause.end)),
    )
    if at is not None:
        side = side_after(reader, at, fact)
        sides = [holder, (side.holder if side is not None else None) or ""]
    else:
        members = reader.entities.groups.get(holder, ())
        told = [f.holder for f in reader.facts if f.kind.head == kind.head]
        sides = list(members or dict.fromkeys(h for h in told if h))
    if at is not None and not sides[1]:
        return _equal_kinds(reader, clause, fact, at)
    if len(sides) != 2 or not all(sides) or sides[0] == sides[1]:
        return None
    return fact.but(holder=sides[0], than=Side(holder=sides[1]))


def is_alike(reader: Reader, clause: Clause, phrase: Phrase) -> bool:
    """As in "9 on Monday and the same number on Friday", "and Bo as many": as many as told before
    in the same clause, or of something else that was done.
    """
    tree = reader.tree
    if clause.negated or clause.modal or clause.question or clause.wanting or clause.purpose:
        return False
    head = tree.lemmas[phrase.head] if phrase.head >= 0 else ""
    same = "same" in phrase.marks and head in words("counters")
    many = tree.lemmas[phrase.start - 1 : phrase.start + 1] in (["as", "many"], ["as", "much"])
    told = any(clause.start <= k < phrase.start for k in reader.quantities)
    done = bool(reader.facts) and clause.effect in HAPPENING and clause.main < phrase.start
    return (same or many) and phrase.quantity is None and (told or done)


def alike(reader: Reader, phrase: Phrase, fact: Fact) -> None:
    """Tells such an amount by what sets it apart from the one before."""
    last = next((f for f in reversed(reader.facts) if f.effect == fact.effect), None)
    if last is None or last.about is not None:
        return
    lead = _lead(reader, phrase)
    if lead is not None:  # "37 on Friday, and on Saturday as many as on Thursday"
        fact = fact.but(time=lead)
        if last.time.parts[1:] == (lead,):
            told = reader.facts.index(last)
            last = reader.facts[told] = last.but(time=last.time.parts[0])
    fact = fact.but(
        amount=Amount(None, Fraction(0), last.amount.scale),
        kind=last.kind,
        holder=fact.holder or last.holder,
        time=fact.time if fact.time.label else last.time,
        sign=1,
    )
    span = reader.tree.sentences[fact.sentence]
    at = next((k for k in range(phrase.end, span.stop) if reader.tree.lemmas[k] == "as"), None)
    side = None if at is None else side_after(reader, at, fact)
    if side is None:
        slots = ("holder", "place", "time", "extras")
        apart = {s: getattr(last, s) for s in slots if getattr(last, s) != getattr(fact, s)}
        side = Side(**apart) if apart and any(apart.values()) else None
    reader.facts += [] if side is None else [fact.but(than=side)]


def _lead(reader: Reader, phrase: Phrase) -> Time | None:
    """The time that stands right before such an amount."""
    start = phrase.start - (reader.tree.lemmas[phrase.start - 1] == "as")
    led = next((p for p in reader.phrases if p.end == start and p.preposition), None)
    return None if led is None else time_of(reader.tree, led)


def _equal_kinds(reader: Reader, clause: Clause, fact: Fact, at: int) -> Fact | None:
    """As in "there were as many red ones as blue ones": two kinds in one place."""
    near = [p for p in clause.phrases if p.start > clause.main and p.marks]
    one = next((p for p in near if p.end == at), None)
    other = next((p for p in near if p.start == at + 1), None)
    if one is None or other is None:
        return None
    head = reader.last_kind()
    first, second = (
        Kind(head.head, frozenset(set(p.marks) - {"many"}), ups=head.ups) for p in (one, other)
    )
    told = {f.kind.marks for f in reader.facts}
    if not {first.marks, second.marks} <= told or first == second:
        return None
    return fact.but(kind=first, holder="", than=Side(kind=second))


def _kind(reader: Reader, clause: Clause) -> Kind:
    told = {f.kind.head for f in reader.facts}
    for phrase in clause.phrases:
        kind = kind_of(reader.tree, phrase)[0] if phrase.start > clause.main else None
        counted = kind is not None and not told and reader.tree.lemmas[phrase.head] != "number"
        if kind is not None and (kind.head in told or counted):
            return kind
    return reader.last_kind()


def equalise(reader: Reader) -> None:
    """Tells a change that would make two amounts equal as the difference of the two: "if she
    gives away 34, she will have as many as Ali".
    """
    for place, fact in enumerate(reader.facts):
        span = reader.tree.sentences[fact.sentence]
        if reader.asked in span or fact.amount.quantity is None:
            continue
        if fact.than is not None and "than" in reader.tree.lemmas[span.start : span.stop]:
            continue
        at = as_place(reader, span)
        grows = _grows(reader, fact)
        if any(f.amount.value == 0 and f.sentence == fact.sentence for f in reader.facts):
            continue  # "7 were sold, and then there were as many": told of what came to be
        if at is None or not grows or not _only_amount(reader, fact, at):
            continue
        own = fact.but(
            effect="state",
            planned=False,
            more=False,
            negated=False,
            time=Time(),
            of=None,
            than=None,
        )
        side = side_after(reader, at, own)
        if side is None or not (side.holder or side.place or side.kind):
            continue
        if side.holder and side.holder in (fact.to, fact.source, fact.holder):
            continue  # what one gives to the other moves both
        if side.place:  # what is where, not whose it is
            own = own.but(holder="")
        reader.facts[place] = own.but(
            verb="have", to="", source="", than=side, sign=-grows, others=()
        )
        reader.supposed = False  # it tells what is
        for number, other in enumerate(reader.facts):  # "of her 33 shells": she has them still
            if other.clause == fact.clause and other.time.phase == "start":
                reader.facts[number] = other.but(time=Time())
    if not any(DIRECTION.get(f.effect) or f.about is not None for f in reader.facts):
        reader.facts.sort(key=lambda f: f.amount.value == 0 and f.than is not None)


def _grows(reader: Reader, fact: Fact) -> int:
    """The way in which the change would move the amount: +1, −1, or 0 where it is none."""
    if any(reader.tree.lemmas[k] in words("less") for k in fact.words):
        return -1
    clause = next((c for c in reader.clauses if c.main == fact.clause), None)
    if fact.effect == "need":
        told = "" if clause is None or clause.lemma == "need" else clause.active_effect
        return DIRECTION.get(told or effects().get(fact.verb, ""), 1)
    if fact.effect == "state":
        return int(fact.more)
    if fact.effect == "use" and fact.more:  # "will have used as many"
        return 1
    return DIRECTION.get(fact.effect, 0)


def _only_amount(reader: Reader, fact: Fact, stop: int) -> bool:
    """Whether no other amount stands before "as many as" but the whole: "9 of her 33 shells"."""
    span = reader.tree.sentences[fact.sentence]
    told = [place for k, place in reader.quantities.items() if span.start <= k < stop]
    wholes = [f.amount.quantity for f in reader.facts if f.clause == fact.clause and f is not fact]
    return [place for place in told if place not in wholes] == [fact.amount.quantity]
