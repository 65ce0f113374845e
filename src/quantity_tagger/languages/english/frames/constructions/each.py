"""What each of several has: "Fred and Gus each have 20 nuts", "26 guests and a hat for each"."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.words import table, unit, words
from quantity_tagger.situation.facts import HAPPENING, Amount, Fact, Kind, Question, Side
from quantity_tagger.situation.shares import EACH, to_each

_EACH: Final = frozenset(["each", "both"])
_NEAR: Final = 4


def share(reader: Reader) -> None:
    """Tells every member of a group what is told of each."""
    _respective(reader)
    tokens = {place: token for token, place in reader.quantities.items()}
    for number, fact in enumerate(reader.facts):
        quantity = fact.amount.quantity
        if quantity is None or (fact.effect != "state" and fact.effect not in HAPPENING):
            continue
        token = tokens[quantity]
        holder = _before(reader, token) or _after(reader, token, fact.holder)
        if holder:
            reader.facts[number] = fact.but(holder=holder, extras=fact.extras | {EACH})
    reader.facts = to_each(reader.facts, reader.entities.groups)


def _respective(reader: Reader) -> None:
    """As in "Ann, Bo and Cy have 3, 5 and 8 nuts": to each of those named an amount of its own."""
    for number, fact in enumerate(reader.facts):
        members = reader.entities.groups.get(fact.holder, ())
        own = [f for f in reader.facts[number:] if f.clause == fact.clause]
        places = [reader.token_of(f) or 0 for f in own]
        listed = all(reader.tree.list_goes_on(a + 1, b) for a, b in pairwise(places))
        if len(own) == len(members) > 1 and listed and all(f.holder == fact.holder for f in own):
            told = [f.but(holder=one) for f, one in zip(own, members, strict=True)]
            reader.facts[number : number + len(own)] = told


def _before(reader: Reader, token: int) -> str:
    """The two who are named right before "each" or "both"."""
    tree = reader.tree
    for place in range(token - 1, max(token - _NEAR, 2), -1):
        if tree.lemmas[place] in _EACH and tree.lemmas[place - 2] == "and":
            pair = (tree.lemmas[place - 3], tree.lemmas[place - 1])
            named = all(tree.tags[at] == "NNP" for at in (place - 3, place - 1))
            return reader.entities.join(pair) if named else ""
    return ""


def _after(reader: Reader, token: int, holder: str) -> str:
    """The group that has so many "each"."""
    after = reader.tree.lemmas[token + 1 : token + _NEAR]
    return holder if EACH in after and holder in reader.entities.groups else ""


def match(reader: Reader, question: Question) -> Question:
    """Takes those who are to have one thing each, and the things, as two sides of a difference,
    where the question asks who goes without or how many things are missing.
    """
    span = next(s for s in reader.tree.sentences if reader.asked in s)
    counted = [p for p in reader.phrases if p.quantity is not None]
    heads = {p.quantity: _head(reader, p) for p in counted}
    if len(heads) != len(reader.quantities) or not all(heads.values()):
        return question
    thing = _without(reader, span, set(heads.values())) or _missing(reader, question, counted)
    things = [q for q, head in heads.items() if head == thing]
    named = reader.tree.lemmas[reader.asked + 2] if reader.asked + 2 in span else ""
    named = named if named in heads.values() else thing  # "How many of them"
    takers = [q for q, head in heads.items() if head != thing and named in (head, thing)]
    if len(things) != 1 or not takers:
        return question
    first = question.fact
    one, other = Kind("taker"), Kind("thing")
    reader.facts[:] = [
        Fact(Amount(q), "state", Kind("taker", frozenset([f"#{q}"])), "be", words=first.words)
        for q in takers
    ]
    reader.facts.append(Fact(Amount(things[0]), "state", other, "be", words=first.words))
    asked = Fact(Amount(), "state", one, "be", than=Side(kind=other), sign=1, words=first.words)
    return Question(asked.but(sentence=first.sentence), "difference")


def _head(reader: Reader, phrase: Phrase) -> str:
    """The noun of a counted phrase, "" for measures and names."""
    lemma = reader.tree.lemmas[phrase.head] if phrase.head >= 0 else ""
    if phrase.label or phrase.attribute >= 0 or phrase.more or lemma in table("times"):
        return ""
    return lemma if lemma in words("loose units") or unit(lemma) is None else ""


def _without(reader: Reader, span: range, heads: set[str]) -> str:
    """What those who are asked for do not have: "get no hat", "could not find a seat"."""
    tree = reader.tree
    asked = next((p for p in reader.phrases if reader.asked < p.start < span.stop), None)
    denied = {"not", "n't", "without"} & set(tree.lemmas[reader.asked : span.stop])
    for phrase in reader.phrases:
        if (
            phrase.start not in span
            or phrase is asked
            or phrase.head < 0
            or phrase.head < reader.asked
        ):
            continue
        lemma = tree.lemmas[phrase.head]
        none = phrase.determiner == "no" or (denied and phrase.determiner in ("a", "an", "one"))
        same = asked is not None and asked.head >= 0 and tree.lemmas[asked.head] == lemma
        if lemma in heads and none and not same:
            return lemma
    return ""


def _missing(reader: Reader, question: Question, counted: list[Phrase]) -> str:
    """The things of which more are asked for, where each is to have one."""
    each = words("everyone") & set(reader.tree.lemmas) or any(
        p.preposition == "for" for p in counted
    )
    return question.named.head if each and "need" in question.cues else ""
