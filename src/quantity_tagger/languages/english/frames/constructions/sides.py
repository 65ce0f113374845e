"""The other side of a comparison: who, what, where or when stands after "than"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import kind_of, noun_kind, time_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation.facts import Amount, Fact, Kind, Side, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader
    from quantity_tagger.languages.english.frames.tree import Tree


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
            or leads_clause(reader, k)
            or (tree.tags[k] == "VBG" and tree.tags[k - 1][:2] == "NN")  # "the girl sitting"
            or (tree.lemmas[k] in ("and", "but") and not _joins(reader, k))
        ),
        span.stop,
    )
    inner = [p for p in reader.phrases if place < p.start < stop]
    inner = [p if p.joined is None or p.joined.start < stop else p.alone() for p in inner]
    verbs = [c for c in reader.clauses if place < c.main < stop]
    side: dict[str, object] = {}
    for phrase in inner:
        time = time_of(tree, phrase)
        lasts = fact.kind.head == "time" and phrase.preposition == "than"
        if time is not None and not (lasts and reader.entities.name(phrase)):
            side["time"] = time
            continue
        number = phrase.head >= 0 and tree.lemmas[phrase.head] in ("number", "amount")
        if number or reader.counted(phrase) is not None:
            continue  # "than that of hens", "than the number her brother picked"
        if phrase.preposition in ("", "than", tree.lemmas[place]) or (
            phrase.preposition == "of"
            and phrase.start - 2 >= place
            and tree.lemmas[phrase.start - 2] in ("number", "amount", "that")
        ):
            if {"holder", "kind", "amount"} & side.keys():
                if "kind" not in side and _is_object(reader, phrase, verbs, fact):
                    side["kind"] = noun_kind(tree, phrase)  # "than she sold lilies"
                continue
            others = _the_others(reader, phrase, fact)
            if others:
                side["holder"] = others
                continue
            if phrase.quantity is not None and not phrase.label:
                _told_side(reader, phrase, fact, side)
                continue
            _noun_side(reader, phrase, fact, side)
        elif phrase.attached:
            verbs = [c for c in verbs if c.main > phrase.start]  # it only names the other side
        elif phrase.preposition in words("standing") and not phrase.pronoun:
            side["place"] = reader.entities.name(phrase)
        elif phrase.preposition == "by" and fact.holder in reader.entities.people:
            side["holder"] = reader.entities.name(phrase)  # "drawn by Ann than by Bo"
        elif phrase.preposition in ("for", "with", "about", "by"):
            side["extras"] = frozenset([tree.lemmas[phrase.head] if phrase.head >= 0 else ""])
        elif phrase.preposition == "to" and any(c.effect == "give" for c in verbs):
            side.update(holder=reader.entities.name(phrase), effect="gain", verb="get")
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
            or "effect" in side  # "than he gave to his mother": than she got
            or set(clause.key.split()) & words("jointly")
            or (effect == fact.effect and clause.key == fact.verb)
        ):
            continue
        if effect in ("part", "cost", "room") or (clause.lemma == "leave" and clause.passive):
            continue  # "than are left"
        side["effect"] = effect
        side["verb"] = clause.key
    return Side(**side) if side else None  # type: ignore[arg-type]


def leads_clause(reader: Reader, place: int) -> bool:
    """As in "than Ava before she sold 3": what follows is of a time of both sides."""
    led = reader.tree.lemmas[place] in words("moments")
    return led and any(c.start in (place, place + 1) and c.main > place for c in reader.clauses)


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
    group = reader.entities.groups.get(name, ())
    if name not in group and not any(name == f.holder for f in reader.facts):
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
        parts = [_side_kind(tree, part, fact.kind) for part in phrase.joint()]
        side["kind"] = parts[0] if len(parts) == 1 else Kind(parts=tuple(parts))
        return
    named = {lemma, *phrase.marks}  # "more bags of dog food than cat food"
    held = [f.kind for f in reader.facts if f.kind.head == fact.kind.head]
    one = phrase.determiner in ("a", "an")  # "have a dog than a cat"
    held = [k for k in held if named <= set(" ".join(k.marks).split() if one else k.marks)]
    held = [k for k in held if k.marks != fact.kind.marks]
    if lemma and held and not fact.kind.measure and phrase.possessor is None:
        side["kind"] = held[0]
        return
    if phrase.head < 0 and phrase.marks and not fact.kind.measure and phrase.possessor is None:
        side["kind"] = Kind(fact.kind.head, frozenset(phrase.marks), ups=fact.kind.ups)
        return
    name = _all_others(reader, phrase, fact) or entities.name(phrase, other_than=fact.holder)
    if name:
        side["holder"] = name


def _side_kind(tree: Tree, phrase: Phrase, mine: Kind) -> Kind:
    """As in "than cups of sugar", "than purple ones": what is measured, else the noun."""
    if tree.lemmas[phrase.head] == "one" and phrase.marks:
        return Kind(mine.head, frozenset(phrase.marks), ups=mine.ups)
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


def _the_others(reader: Reader, phrase: Phrase, fact: Fact) -> str:
    """As in "than the other three children", "than the others together": all who are told of."""
    head = reader.tree.lemmas[phrase.head] if phrase.head >= 0 else ""
    rest = (
        head in ("others", "other", "rest")
        or "other" in reader.tree.lemmas[phrase.start : phrase.end]
    )
    one = phrase.head >= 0 and reader.tree.tags[phrase.head] == "NN" and head != "rest"
    if not rest or one or phrase.determiner != "the" or not fact.holder:
        return ""
    told = [f.holder for f in reader.facts if f.amount.quantity is not None and f.holder]
    others = [name for name in dict.fromkeys(told) if name != fact.holder]
    both = {name in reader.entities.people for name in (*others, fact.holder)}
    return reader.entities.join(others) if len(others) > 1 and len(both) == 1 else ""
