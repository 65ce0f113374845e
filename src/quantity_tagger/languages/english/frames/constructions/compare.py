"""Comparisons: "9 more than Ana", "12 cm longer than the red one", "which is 5 fewer than …"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.groups import Clause, subject_word
from quantity_tagger.languages.english.frames.nouns import (
    dimension_kind,
    kind_of,
    measure,
    noun_kind,
    time_of,
)
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation.facts import Amount, Fact, Kind, Side, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader
    from quantity_tagger.languages.english.frames.tree import Tree


def direction(reader: Reader, start: int, end: int, stop: int) -> tuple[int, str, int]:
    """Sign, dimension and place of the comparative in or right after tokens ``start:end``."""
    tree = reader.tree
    for place in range(start, min(end + 3, stop, len(tree.tags))):
        if place >= end + 1 and place in reader.quantities:
            break
        if tree.tags[place] in ("JJR", "RBR", "JJ", "RB", "IN") or tree.lemmas[place] in (
            "more",
            "less",
            "fewer",
            "lesser",
        ):
            text = tree.texts[place].lower()
            found = measure(text)
            if found is not None and (
                text.endswith("er")
                or text in ("more", "less", "ahead", "behind", "above", "below", "extra", "worse")
            ):
                return found[1], found[0], place
    return 0, "", -1


def than_place(reader: Reader, clause: Clause, after: int) -> int | None:
    """Where "than" stands after a token, in the same sentence and before the next amount."""
    tree = reader.tree
    span = tree.sentences[clause.sentence]
    for place in range(after, span.stop):
        if tree.lemmas[place] == "than":
            return place
        if tree.lemmas[place] in ("to", "with") and tree.lemmas[place - 1] == "compare":
            return place
        if place in reader.quantities or tree.tags[place] in (".", ":"):
            return None
    return None


def beyond(reader: Reader, place: int) -> int | None:
    """Where the word stands that leads the other side in "below the summit", "ahead of Dana"."""
    lemmas = reader.tree.lemmas
    if lemmas[place] not in words("beyond"):
        return None
    last = place + 1 if lemmas[place + 1 : place + 2] == ["of"] else place
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


def side_after(reader: Reader, place: int, fact: Fact, main: int = -1) -> Side | None:
    """The side of a comparison that stands after "than", up to the verb ``main`` if it follows."""
    tree = reader.tree
    span = next(s for s in tree.sentences if place in s)
    stop = next(
        (
            k
            for k in range(place + 1, span.stop)
            if tree.tags[k] in (",", ".", ":")
            or k == main
            or _inverts(reader, k)
            or (k > place + 1 and tree.lemmas[k] in ("who", "which"))
            or (tree.lemmas[k] in ("and", "but") and not _joins(reader, k))
        ),
        span.stop,
    )
    inner = [p for p in reader.phrases if place < p.start < stop]
    verbs = [c for c in reader.clauses if place < c.main < stop]
    side: dict[str, object] = {}
    for phrase in inner:
        time = time_of(tree, phrase)
        if time is not None:
            side["time"] = time
            continue
        if phrase.head >= 0 and tree.lemmas[phrase.head] in ("number", "amount"):
            continue  # "than the number of hens", "than the number her brother picked"
        if phrase.preposition in ("", "than", tree.lemmas[place]) or (
            phrase.preposition == "of"
            and phrase.start - 2 >= place
            and tree.lemmas[phrase.start - 2] in ("number", "amount")
        ):
            if {"holder", "kind", "amount"} & side.keys():
                if "kind" not in side and _is_object(reader, phrase, verbs, fact):
                    side["kind"] = noun_kind(tree, phrase)  # "than she sold lilies"
                continue
            if phrase.quantity is not None and not phrase.label:
                _told_side(reader, phrase, fact, side)
                continue
            _noun_side(reader, phrase, fact, side)
        elif phrase.preposition in words("standing") and not phrase.pronoun:
            side["place"] = reader.entities.name(phrase)
        elif phrase.preposition in ("for", "with", "about", "by"):
            side["extras"] = frozenset([tree.lemmas[phrase.head] if phrase.head >= 0 else ""])
        elif phrase.preposition == "to":
            side["place"] = reader.entities.name(phrase)
    for k in range(place + 1, stop):
        if tree.lemmas[k] in words("time adverbs"):
            side["time"] = Time(tree.lemmas[k])
        elif tree.lemmas[k] in words("manner"):
            side["extras"] = frozenset([tree.lemmas[k]])
    for clause in verbs:
        effect = clause.effect
        if (
            clause.lemma in ("be", "do", "have")
            or not effect
            or set(clause.key.split()) & words("jointly")
            or (effect == fact.effect and clause.key == fact.verb)
        ):
            continue
        if effect in ("part", "cost", "room"):
            continue
        side["effect"] = effect
        side["verb"] = clause.key
    return Side(**side) if side else None  # type: ignore[arg-type]


def _is_object(reader: Reader, phrase: Phrase, verbs: list[Clause], fact: Fact) -> bool:
    """Whether a plural noun stands right after the verb of the other side."""
    plural = phrase.head >= 0 and reader.tree.tags[phrase.head] == "NNS"
    counted = plural and not fact.kind.measure and phrase.quantity is None
    return counted and any(clause.main + 1 == phrase.start for clause in verbs)


def surpassed(reader: Reader, clause: Clause, fact: Fact) -> Side | None:
    """As in "does its load exceed that of both trucks": the other side of the question."""
    after = [p for p in clause.phrases if p.start > clause.main and p.quantity is None]
    if not after:
        return None
    that = reader.tree.lemmas[after[0].head] in words("ones") | set(table("asked nouns"))
    phrase = after[0].of if that and after[0].of is not None else after[0]
    name = _all_others(reader, phrase, fact) or reader.entities.name(phrase)
    if not any(name in (f.holder, *reader.entities.groups.get(name, ())) for f in reader.facts):
        kind = noun_kind(reader.tree, phrase) if phrase.head >= 0 else None
        if kind is not None and any(kind.head == f.kind.head for f in reader.facts):
            return Side(kind=kind)  # "outnumber the children"
    return Side(holder=name) if name else None


def _inverts(reader: Reader, place: int) -> bool:
    """Whether an auxiliary here leads the rest of a question: "than Maya did Luis score"."""
    clause = next((c for c in reader.clauses if place == c.group[0]), None)
    if clause is None or reader.asked > place:
        return False
    return (clause.question and len(clause.group) > 1) or (
        clause.lemma == "be" and any(p.start == place + 1 for p in reader.phrases)
    )


def _joins(reader: Reader, place: int) -> bool:
    return any(p.joined is not None and p.end <= place <= p.joined.start for p in reader.phrases)


def _told_side(reader: Reader, phrase: Phrase, fact: Fact, side: dict[str, object]) -> None:
    """As in "than the 40 of last year", "than Vera's 42": the side tells its own amount."""
    measured = Phrase(phrase.start, phrase.attribute + 1, phrase.attribute, phrase.quantity)
    kind, scale = kind_of(reader.tree, measured if phrase.attribute >= 0 else phrase)
    if kind is None or not kind.measure:
        scale = fact.amount.scale
    side["amount"] = Amount(phrase.quantity, None, scale)
    owner = phrase.possessor or (phrase.of.possessor if phrase.of is not None else None)
    if owner is not None and not fact.kind.measure:
        side["holder"], side["place"] = reader.entities.name(owner), ""
    if kind is not None and not kind.measure and not fact.kind.measure:
        side["kind"] = kind


def _noun_side(reader: Reader, phrase: Phrase, fact: Fact, side: dict[str, object]) -> None:
    tree = reader.tree
    entities = reader.entities
    lemma = tree.lemmas[phrase.head] if phrase.head >= 0 else ""
    owner = phrase.possessor or phrase.of
    if fact.kind.measure and lemma in table("asked nouns") and owner is not None:
        side["holder"] = entities.name(owner)  # "than Ben's age"
        return
    known = (
        any(not f.kind.measure and f.kind.head == lemma for f in reader.facts)
        and not fact.kind.measure
    )
    if (
        not phrase.pronoun
        and phrase.head >= 0
        and tree.tags[phrase.head] not in ("NNP", "NNPS")
        and phrase.determiner not in ("his", "her", "its", "their")
    ) and (
        known
        or (
            not fact.kind.measure
            and tree.tags[phrase.head] == "NNS"
            and (lemma not in words("people") or not (fact.holder or phrase.determiner))
        )
    ):
        parts = [_side_kind(tree, part) for part in phrase.joint()]
        side["kind"] = parts[0] if len(parts) == 1 else Kind(parts=tuple(parts))
        return
    if phrase.head < 0 and phrase.marks and not fact.kind.measure and phrase.possessor is None:
        side["kind"] = Kind(fact.kind.head, frozenset(phrase.marks), ups=fact.kind.ups)
        return
    name = _all_others(reader, phrase, fact) or entities.name(phrase, other_than=fact.holder)
    if name:
        side["holder"] = name


def _side_kind(tree: Tree, phrase: Phrase) -> Kind:
    """As in "than cups of sugar": what is measured, else the noun."""
    kind, _ = kind_of(tree, phrase)
    return noun_kind(tree, phrase) if kind is None or kind.measure else kind


def _all_others(reader: Reader, phrase: Phrase, fact: Fact) -> str:
    """As in "than the other boys combined", "than all the children": whoever else was told of."""
    tree = reader.tree
    if phrase.joined is not None or phrase.head < 0 or phrase.pronoun:
        return ""
    ones = tree.lemmas[phrase.head] in words("ones") and tree.texts[phrase.head].endswith("s")
    plural = tree.tags[phrase.head] == "NNS" or ones
    meant = phrase.more == "other" or phrase.determiner in ("the", "all", "both")
    told = [f.holder for f in reader.facts if f.holder and f.kind.head == fact.kind.head]
    others = tuple(dict.fromkeys(h for h in told if h != fact.holder))
    known = [other for other in others if tree.lemmas[phrase.head] in other.split()]
    if not plural or not meant or len(known) == 1 or len(others) < 2:
        return ""
    return reader.entities.join(known or others)


def compared(reader: Reader, clause: Clause, amount: Phrase, fact: Fact) -> Fact:
    """The fact as a comparison, where its amount is a difference."""
    tree = reader.tree
    sign, dimension, place = direction(reader, amount.start, amount.end, clause.end + 3)
    if not sign:
        return fact
    than = than_place(reader, clause, max(place, amount.end - 1))
    if than is None and fact.kind.measure:
        than = beyond(reader, place)
        if than is not None:  # "330 m below the summit", "8 points ahead of Dana"
            dimension = "height" if tree.lemmas[place] in ("above", "below") else dimension
            fact = fact.but(place="", extras=fact.extras - {"behind"})
    if amount.some and amount.quantity is None:
        return fact
    if than is None and (place > amount.end or fact.extras & {"front", "behind"}):
        return fact  # "kept 14 for later", "6 behind her"
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
        fact = _of_dimension(reader, clause, fact, dimension)
    side = side_after(reader, than, fact, clause.group[0]) if than is not None else None
    about = _noted(reader, clause, amount, fact, than)
    if about is not None:
        side = side or _other(reader, reader.facts[about], fact)
        if side is not None:
            return fact.but(effect="note", about=about, than=side, sign=sign)
    if side is None and (sign < 0 or than is not None):
        side = _planned(reader, fact)
    if side is None:
        side = _other(reader, fact, fact)
        mine = [
            f
            for f in reader.facts
            if f.holder == fact.holder
            and f.kind.head == fact.kind.head
            and (fact.holder or f.place == fact.place)
        ]
        if mine and fact.kind.measure and (fact.time.rank or 0) < 0:
            return fact.but(than=Side(time=mine[-1].time), sign=sign, more=False)
        if mine and fact.kind.measure and fact.kind.head != "age":
            return fact.but(effect="rise" if sign > 0 else "fall")
        if side is None:
            return fact
    return fact.but(than=side, sign=sign, more=False)


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


def at_birth(reader: Reader, fact: Fact) -> Fact:
    """As in "Dad was 26 when Ada was born": the age is the difference of two."""
    if fact.kind.head != "age" or not fact.kind.measure or fact.than is not None:
        return fact
    for clause in reader.clauses:
        born = clause.lemma in ("bear", "born") and clause.subject is not None
        if born and clause.sentence == fact.sentence and clause.marker == "when":
            child = reader.entities.name(clause.subject, other_than=fact.holder)
            if child and child != fact.holder:
                return fact.but(than=Side(holder=child), sign=1, time=Time())
    return fact


def _of_dimension(reader: Reader, clause: Clause, fact: Fact, dimension: str) -> Fact:
    """The fact with the kind that its comparative measures."""
    if not dimension:
        last = reader.facts[-1] if reader.facts else None
        unmeasured = clause.lemma == "be" and fact.effect == "state" and not fact.kind.measure
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
