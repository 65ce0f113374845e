"""Comparisons: "9 more than Ana", "12 cm longer than the red one", "which is 5 fewer than …"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.constructions.sides import side_after
from quantity_tagger.languages.english.frames.groups import Clause, subject_word
from quantity_tagger.languages.english.frames.nouns import (
    dimension_kind,
    measure,
)
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation.facts import DIRECTION, HAPPENING, Fact, Side, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader


#: Names of spans that are times where another was told: "than the day before".
_SPANS = frozenset(["day", "week", "month", "year", "season", "day before", "week before"])


def direction(reader: Reader, start: int, end: int, stop: int) -> tuple[int, str, int]:
    """Sign, dimension and place of the comparative in or right after tokens ``start:end``."""
    tree = reader.tree
    for place in range(start, min(end + 3, stop)):
        if place >= end + 1 and place in reader.quantities:
            break
        if tree.tags[place] in ("JJR", "RBR", "JJ", "RB", "IN") or tree.lemmas[place] in (
            "more",
            "less",
            "fewer",
            "lesser",
        ):
            if tree.tags[place] == "JJR" and tree.tags[place - 1] in ("DT", "PRP$"):
                continue  # "How much does the bigger bucket hold"
            text = tree.texts[place].lower()
            leads = tree.tags[place + 1 : place + 2] in (["DT"], ["PRP$"])
            if place > end and tree.tags[place] == "IN" and leads:
                break  # "How many cars were behind the school"
            found = measure(text)
            if found is not None and (
                text.endswith("er")
                or text in ("more", "less", "ahead", "behind", "above", "below", "extra", "worse")
            ):
                return found[1], found[0], place
    return 0, "", -1


def than_place(reader: Reader, span: range, after: int) -> int | None:
    """Where "than" stands after a token of a sentence and before the next amount."""
    tree = reader.tree
    for place in range(after, span.stop):
        if tree.lemmas[place] == "than":
            return place
        if tree.lemmas[place] in ("to", "with") and tree.lemmas[place - 1] == "compare":
            return place
        if place in reader.quantities or tree.tags[place] in (".", ":"):
            return None
    return None


def _led_than(reader: Reader, clause: Clause, amount: Phrase) -> int | None:
    """As in "Compared to Omar, who carried 18, Tia carried 5 fewer": what leads the sentence."""
    lemmas = reader.tree.lemmas
    first = reader.tree.sentences[clause.sentence].start
    stops = [k + 1 for k in range(first, amount.start) if lemmas[k] == ";"]
    led = stops[-1] if stops else first
    leads = lemmas[led] == "compare" and lemmas[led + 1] in ("to", "with")
    return led + 1 if leads else None


def beyond(reader: Reader, place: int) -> int | None:
    """Where the word stands that leads the other side in "below the summit", "ahead of Dana"."""
    lemmas = reader.tree.lemmas
    if lemmas[place] not in words("beyond"):
        return None
    last = place + 1 if lemmas[place + 1] == "of" else place
    return last if _leads_phrase(reader, last) else None


def asked_beyond(reader: Reader, span: range, sign: int) -> tuple[int | None, int]:
    """As in "How far below the first is the second": where the other side is led, and the sign."""
    for place in range(reader.asked, span.stop):
        than = beyond(reader, place)
        found = measure(reader.tree.lemmas[place])
        if than is not None and found is not None:
            return than, found[1]
    return None, sign


def _leads_phrase(reader: Reader, place: int) -> bool:
    return any(
        p.start == place + 1
        and p.quantity is None
        and reader.tree.lemmas[p.head] not in words("level ground")
        for p in reader.phrases
    )


def _as_deed(reader: Reader, clause: Clause, fact: Fact) -> Fact:
    """As in "Ann ran 9 km. Ben's run was 2 km longer": a noun for what others did."""
    subject = clause.subject
    if subject is None or subject.possessor is None or clause.lemma != "be":
        return fact
    told = [f for f in reader.facts if f.verb == reader.tree.lemmas[subject.head]]
    if not told or told[-1].effect not in HAPPENING:
        return fact
    holder = reader.entities.name(subject.possessor)
    return fact.but(effect=told[-1].effect, verb=told[-1].verb, holder=holder)


def compared(reader: Reader, clause: Clause, amount: Phrase, fact: Fact) -> Fact:
    """The fact as a comparison, where its amount is a difference."""
    tree = reader.tree
    sign, dimension, place = direction(reader, amount.start, amount.end, clause.end + 3)
    stop, after = clause.group[0], amount.end - 1
    if amount.preposition == "by":  # "is taller than Ben by 12 cm"
        before = amount.start - 1
        told = [k + 1 for k in reader.quantities if clause.main < k < before]
        by = direction(reader, max([clause.main + 1, *told]), before, before)
        if by[0] and "than" in tree.lemmas[by[2] : before]:
            (sign, dimension, place), stop, after = by, before, by[2]
    if not sign:
        return fact
    than = than_place(reader, reader.tree.sentences[clause.sentence], max(place, after))
    if than is None:
        than = _led_than(reader, clause, amount)
    if than is None and fact.kind.measure:
        than = beyond(reader, place)
        if than is not None:  # "330 m below the summit", "8 points ahead of Dana"
            dimension = "height" if tree.lemmas[place] in ("above", "below") else dimension
            fact = fact.but(place="", extras=fact.extras - {"behind"})
            mates = [f for f in reader.facts if f.kind == fact.kind and f.effect in HAPPENING]
            if mates and fact.effect != "state":  # "finished 6 points behind Dana"
                fact = fact.but(effect=mates[-1].effect, verb=mates[-1].verb)
    if amount.some and amount.quantity is None:
        return fact
    if than is None and (side := _unsaid(reader, clause, amount, fact, place)) is not None:
        return fact.but(than=side, sign=sign, more=False)
    beside = not fact.kind.measure and tree.lemmas[place] in words("beyond")  # "6 behind her"
    if than is None and (place > amount.end or beside):
        return fact  # "kept 14 for later"
    if (
        than is None
        and amount.more in ("more", "extra", "additional", "further", "another", "other")
        and (not dimension or tree.lemmas[place] == amount.more)
    ):
        return fact
    thing = _deepened(reader, clause, dimension) if than is None else ""
    if thing:
        fact = fact.but(holder=thing)
    if dimension and (thing or clause.lemma in ("get", "become", "grow")) and than is None:
        return fact.but(effect="rise" if sign > 0 else "fall", kind=dimension_kind(dimension))
    if dimension or amount.head < 0:
        fact = _as_deed(reader, clause, _of_dimension(reader, clause, fact, dimension))
    that = None if than is None else _than_that(reader, than + 1, fact)
    if that is not None:
        return that.but(sign=sign, more=False)
    side = _other_side(reader, than, fact, stop)
    if side is not None and fact.kind.measure and fact.effect in ("rise", "fall"):
        fact = fact.but(effect="state", verb="be")  # "rises 26 m above the roof"
    about = _noted(reader, clause, amount, fact, than)
    if about is not None:
        side = side or _other(reader, reader.facts[about], fact)
        if side is not None:
            return fact.but(effect="note", about=about, than=side, sign=sign)
    side = side or (_planned(reader, fact) if sign < 0 or than is not None else None)
    if side is None:
        deed = fact.effect in HAPPENING - {"rise", "fall"}
        side = _other(reader, fact, fact)
        if side is None and deed and sign < 0:  # "45 minutes on maths and 20 less on English"
            side = _beside(reader, fact)
        mine = [
            f
            for f in reader.facts
            if f.holder == fact.holder
            and f.kind.head == fact.kind.head
            and (fact.holder or f.place == fact.place)
        ]
        if mine and fact.kind.measure and _at_another_time(clause, fact, mine[-1]):
            return fact.but(than=Side(time=mine[-1].time), sign=sign, more=False)
        deed = deed and side is not None  # "and 2 miles less on Sunday"
        if mine and fact.kind.measure and fact.kind.head != "age" and not deed:
            moved = bool(DIRECTION.get(fact.effect))  # "fell 4 degrees more"
            less = fact.but(unsure=fact.unsure or sign < 0)  # less than what is not understood
            return less if moved else fact.but(effect="rise" if sign > 0 else "fall")
        if side is None and amount.more == "fewer":
            side = _beside(reader, fact)
        if side is None:
            return fact.but(unsure=fact.unsure or sign < 0)
    return fact.but(than=side, sign=sign, more=False)


def _at_another_time(clause: Clause, fact: Fact, last: Fact) -> bool:
    """As in "17 degrees at noon and 8 degrees colder at night", "5 kg less last year"."""
    labels = (fact.time.label, last.time.label)
    apart = all(labels) and labels[0] != labels[1] and clause.lemma == "be"
    return apart or (fact.time.rank or 0) < 0


def _other_side(reader: Reader, than: int | None, fact: Fact, stop: int) -> Side | None:
    """What "than" leads; "the day before" is the time that was told last."""
    side = None if than is None else side_after(reader, than, fact, stop)
    if side is None or side.time is None or side.time.label not in _SPANS:
        return side
    told = [f.time for f in reader.facts if f.time.label and f.time.label != fact.time.label]
    return side._replace(time=told[-1]) if told else side


def _beside(reader: Reader, fact: Fact) -> Side | None:
    """As in "31 boys and 8 fewer girls", "12 for a cake and 5 fewer for the bread": fewer than
    what was told last, which differs in its kind or in what it is for.
    """
    last = reader.facts[-1] if reader.facts else None
    if last is None or last.than is not None or last.kind.measure != fact.kind.measure:
        return None
    if last.kind.head != fact.kind.head:
        return Side(kind=last.kind) if last.kind.ups & fact.kind.ups else None
    if last.kind.marks != fact.kind.marks and last.clause == fact.clause:
        return Side(kind=last.kind) if last.kind.marks and fact.kind.marks else None
    return Side(extras=last.extras) if last.extras and last.extras != fact.extras else None


def _unsaid(reader: Reader, clause: Clause, amount: Phrase, fact: Fact, place: int) -> Side | None:
    """The other side where "more" alone says that there is one."""
    if _so_many_more(reader, amount, fact, place):
        return Side(time=reader.facts[-1].time)
    return _other(reader, fact, fact) if _beside_others(reader, clause, amount, fact) else None


def _so_many_more(reader: Reader, amount: Phrase, fact: Fact, place: int) -> bool:
    """As in "lent 20 books in May and 8 books more in June": by so many more than at the time
    before, but "8 more books" come on top.
    """
    last = reader.facts[-1] if reader.facts else None
    if last is None or last.clause != fact.clause or not -1 < amount.head < place:
        return False
    times = (last.time.label, fact.time.label)
    return all(times) and times[0] != times[1] and last.kind == fact.kind


def _beside_others(reader: Reader, clause: Clause, amount: Phrase, fact: Fact) -> bool:
    """As in "Eva has 18 ribbons. Lucy has 7 more": than the other one, of whom the same is told."""
    having = clause.lemma in words("having") or clause.effect == "cost"
    again = any(f.verb == fact.verb for f in reader.facts) and -1 < amount.head < amount.end - 1
    likewise = having and fact.effect == "state"
    likewise = likewise or (again and clause.main < amount.start)  # "Bea picked 7 pears more"
    if amount.more != "more" or not likewise:
        return False
    side = _other(reader, fact, fact)
    told = [f.holder for f in reader.facts if f.kind.head == fact.kind.head]
    alike = side is not None and side.holder in reader.entities.people
    return (
        bool(fact.holder)
        and side is not None
        and bool(side.holder)
        and fact.holder not in told
        and alike == (fact.holder in reader.entities.people)
    )


def _than_that(reader: Reader, that: int, fact: Fact) -> Fact | None:
    """As in "40 fewer than that in the small pool": than was told last, of another place."""
    led = next((p for p in reader.phrases if p.start == that + 2), None)
    last = next((f for f in reversed(reader.facts) if f.kind.head == fact.kind.head), None)
    if reader.tree.lemmas[that] not in ("that", "this") or led is None:
        return None
    if last is None or not last.place or led.preposition not in words("standing"):
        return None
    return fact.but(place=reader.entities.name(led), than=Side(place=last.place))


def _planned(reader: Reader, fact: Fact) -> Side | None:
    """As in "was to bring 30 but brought 6 fewer": against what was planned."""
    plans = [
        f
        for f in reader.facts
        if f.effect == "need" and f.verb == fact.verb and f.kind.head == fact.kind.head
    ]
    return Side(effect="need") if plans and fact.effect != "state" else None


def _deepened(reader: Reader, clause: Clause, dimension: str) -> str:
    """As in "They dug 14 m deeper": the thing that an active verb makes so much more."""
    if not dimension or clause.effect in ("state", "cost") or clause.lemma == "be":
        return ""
    told = [f for f in reader.facts if f.kind.head == dimension and f.effect == "state"]
    holder = told[-1].holder if told else ""
    return holder if holder not in reader.entities.people else ""


def _of_dimension(reader: Reader, clause: Clause, fact: Fact, dimension: str) -> Fact:
    """The fact with the kind that its comparative measures."""
    if not dimension:
        last = reader.facts[-1] if reader.facts else None
        unmeasured = clause.lemma == "be" and fact.effect == "state" and not fact.kind.measure
        unmeasured = unmeasured and "there" not in reader.tree.lemmas[clause.start : clause.end]
        return fact.but(kind=last.kind) if unmeasured and last and last.kind.measure else fact
    kind = dimension_kind(dimension)
    plain = clause.lemma in ("be", "get", "become")
    if plain or (fact.effect == "do" and clause.lemma == "cost"):
        fact = fact.but(effect="state")
    if dimension == "length" and fact.kind.head not in ("", "length") and not fact.kind.measure:
        kind = fact.kind
    if fact.kind.measure and fact.kind.head != dimension and dimension in ("length", "time"):
        kind = fact.kind  # "3 points higher"
    named = table("asked nouns").get(subject_word(reader.tree, clause))
    if named and not fact.kind.measure:
        kind = dimension_kind(named)  # "Aisha's score was 19 lower"
    return fact.but(kind=kind)


def _noted(
    reader: Reader, clause: Clause, amount: Phrase, fact: Fact, than: int | None
) -> int | None:
    """The place of the told fact that a comparison says more of; None where it stands alone."""
    tree = reader.tree
    if not reader.facts:
        return None
    before = tree.lemmas[amount.start - 1]
    latest = reader.facts[-1]
    again = latest.than is not None and before in ("and", ",", "but")
    listed = latest.clause == fact.clause and latest.kind.head == fact.kind.head
    listed = listed and (amount.head < 0 or latest.kind.marks == fact.kind.marks)
    again = again and (latest.effect == "note" or listed)
    same = amount.head < 0 or fact.kind.head == reader.facts[_spoken_of(reader, fact)].kind.head
    if than is not None and again and same and latest.sentence == fact.sentence:
        # "7 more than A has and 5 fewer than B"
        return len(reader.facts) - 1 if latest.about is None else latest.about
    first = next((p for p in clause.phrases if reader.is_amount(p)), amount)
    trailing = (
        than is not None
        and first is not amount
        and first.end <= amount.start
        and before == ","
        and same
        and not reader.gapped(clause, amount, [first, amount])
    )
    subject = clause.subject
    points = (
        subject is not None
        and subject.pronoun
        and tree.lemmas[subject.head] in ("that", "this", "which")
    )
    if clause.marker == "which" and _says_of_thing(reader, clause, fact):
        return None
    trailing = trailing or (clause.purpose and than is not None and before == ",")
    if trailing or points or clause.marker == "which" or (clause.start and subject is None):
        return _spoken_of(reader, fact)
    if than is None or not fact.holder or fact.effect == "state":
        return None
    told = [
        n
        for n, f in enumerate(reader.facts)
        if f.amount.quantity is not None
        and f.than is None
        and (f.holder, f.verb, f.kind, f.time.label)
        == (fact.holder, fact.verb, fact.kind, fact.time.label)
    ]
    return told[-1] if told else None  # "who picked 47 picked 12 more than the boy"


def _says_of_thing(reader: Reader, clause: Clause, fact: Fact) -> bool:
    """As in "longer than the blue van, which is 15 cm shorter than …": said of the van."""
    which = next((k for k in range(clause.start, clause.main) if k in _which(reader)), -1)
    end = which - 1 if which > 0 and reader.tree.texts[which - 1] == "," else which
    before = next((p for p in reader.phrases if p.end == end), None)
    if before is None or reader.is_amount(before) or not fact.kind.measure:
        return False
    return bool(fact.holder) and reader.entities.name(before) == fact.holder


def _which(reader: Reader) -> list[int]:
    return [k for k, lemma in enumerate(reader.tree.lemmas) if lemma in ("which", "that")]


def _spoken_of(reader: Reader, fact: Fact) -> int:
    """The fact that "that is 5 more than …" speaks of: the latest of its kind."""
    places = [n for n, f in enumerate(reader.facts) if f.effect != "note"]
    same = [
        n
        for n in places
        if reader.facts[n].kind.head == fact.kind.head
        and reader.facts[n].of is None
        and reader.facts[n].than is None
    ]
    return (same or places or [len(reader.facts) - 1])[-1]


def _other(reader: Reader, mine: Fact, fact: Fact) -> Side | None:
    """The other side of a comparison that names none: the latest told amount beside it."""
    for other in reversed(reader.facts):
        if other is mine or other.kind.measure != fact.kind.measure or other.effect == "note":
            continue
        if DIRECTION.get(fact.effect) and other.effect == "state" and other.verb != fact.verb:
            continue  # "adds 6 litres more" to what is there
        if (
            fact.kind.head
            and other.kind.head != fact.kind.head
            and other.kind.head not in fact.kind.ups
            and fact.kind.head not in other.kind.ups
        ):
            continue
        if fact.holder and other.holder and other.holder != fact.holder:
            return Side(holder=other.holder, time=other.time)
        if fact.time.label and other.time.label and other.time.label != fact.time.label:
            return Side(time=other.time)
        if fact.place and other.place and other.place != fact.place:
            return Side(place=other.place)
    return None


def bounded(reader: Reader, clause: Clause, amount: Phrase, fact: Fact) -> Fact:
    """As in "since she sold more than 30": a bound that something passed, and no amount of it.

    Where it is a condition ("would pay $5 if …"), it is not told whether it came to that.
    """
    lemmas, place = reader.tree.lemmas, amount.start
    led = lemmas[place - 1 : place] == ["than"] and lemmas[place - 2] in ("more", "less", "few")
    led = led and place - 3 not in reader.quantities and reader.tree.tags[place - 3][:1] != "N"
    if not led or (fact.effect not in HAPPENING and clause.lemma != "be"):
        return fact
    for number, told in enumerate(reader.facts):
        if clause.marker == "if" and told.sentence == clause.sentence:
            reader.facts[number] = told.but(unsure=True)
    return fact.but(effect="note", time=Time(), than=None, sign=0)
