"""Prices of what was bought are spent: "A kite costs $9. Tom had $20 and bought the kite"."""

from __future__ import annotations

from collections.abc import Iterator

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import Fact, Question, Side


def spend(reader: Reader, question: Question) -> None:
    """Makes the prices of bought things what the buyer spent, where the question asks for what was
    paid or what is left; those of things that were not bought count for nothing.
    """
    asked = question.fact
    if asked.kind.head != "money" or question.form != "amount":
        return
    if any(f.effect == "lack" and f.kind.head == "money" for f in reader.facts):
        return  # nothing is bought yet
    if "need" in question.cues:  # what is taken off the price is as good as had
        for place, fact in enumerate(reader.facts):
            if fact.verb == "take off" and fact.effect == "fall":
                reader.facts[place] = fact.but(effect="gain", holder=asked.holder)
        _choose(reader)
        return
    _deducted(reader)
    prices = [place for place, fact in enumerate(reader.facts) if _is_price(reader, fact)]
    prices += [n for n, fact in enumerate(reader.facts) if _is_price_beside(reader, fact)]
    buyer = _buyer(reader, question)
    paid = any(f.effect == "lose" and "price" in f.extras for f in reader.facts)
    if not (prices or paid) or not buyer:
        return
    bought = _bought(reader, prices)
    things = {reader.facts[place].holder for place in bought}
    for place, fact in enumerate(reader.facts):
        if place in prices and place not in bought:
            reader.facts[place] = fact.but(negated=fact.holder not in _starts(reader, bought))
        elif place in bought or _changes_price(reader, fact):
            reader.facts[place] = _spent(reader, place, fact, buyer, things)


def _deducted(reader: Reader) -> None:
    """As in "paid $12 after a $3 coupon": what was taken off before is in the price already."""
    lemmas = reader.tree.lemmas
    paid = {f.clause for f in reader.facts if f.kind.head == "money" and f.verb in words("paying")}
    for place, fact in enumerate(reader.facts):
        named = fact.kind.head == "money" and {fact.holder, *fact.extras} & words("rebates")
        if named and fact.clause in paid:
            first = reader.token_of(fact)
            if first and first > fact.clause and "after" in lemmas[first - 3 : first]:
                reader.facts[place] = fact.but(effect="note")


def _choose(reader: Reader) -> None:
    """Of the prices of several things those that are not wanted count for nothing."""
    prices = [place for place, fact in enumerate(reader.facts) if _is_price(reader, fact)]
    wanted = _bought(reader, prices, wished=True)
    for place in prices:
        if place not in wanted:
            reader.facts[place] = reader.facts[place].but(negated=True)


def _changes_price(reader: Reader, fact: Fact) -> bool:
    if fact.effect not in ("rise", "fall") or fact.kind.head != "money":
        return False
    return fact.effect == "fall" or fact.holder not in reader.entities.people


def _spent(reader: Reader, place: int, fact: Fact, buyer: str, things: set[str]) -> Fact:
    """The price, or what it rose or fell by, as spent: out of a purse that may be told later."""
    held = any(
        f.effect == "state" and f.holder in reader.entities.people and f.kind.head == "money"
        for f in reader.facts[:place]
    )
    amount = fact.amount
    if fact.effect == "fall":
        amount = amount._replace(scale=-amount.scale)
    return fact.but(
        amount=amount,
        effect="lose",
        verb="spend",
        holder=buyer,
        extras=fact.extras | {"price", fact.holder},
        than=None if fact.than is None else _other_price(reader, fact.than, things),
        time=fact.time._replace(earlier=False),  # "the bills, which were $40"
        position=None if held else float(len(reader.facts) + place),
    )


def _is_price_beside(reader: Reader, fact: Fact) -> bool:
    """As in "shoes that cost $12 more than the cap": a price that is told by its difference from
    another one.
    """
    if fact.than is None or not fact.than.holder or fact.about is not None:
        return False
    others = [f for f in reader.facts if f.kind.head == "money" and f.than is None]
    return _is_price(reader, fact.but(than=None)) and any(
        fact.than.holder == f.holder or {"price", fact.than.holder} <= f.extras for f in others
    )


def _starts(reader: Reader, bought: set[int]) -> set[str]:
    """The things from whose prices those of bought things are told."""
    sides = [reader.facts[place].than for place in bought]
    return {side.holder for side in sides if side is not None and side.holder}


def _other_price(reader: Reader, side: Side, things: set[str]) -> Side:
    """What a price starts from: another one that was spent, or that a thing only has."""
    thing = side.holder or ""
    if thing not in things and any((f.holder, f.effect) == (thing, "state") for f in reader.facts):
        return Side(holder=thing, effect="state", verb="cost", extras=frozenset(["price"]))
    return Side(extras=frozenset(["price", thing]))


def _is_price(reader: Reader, fact: Fact) -> bool:
    return (
        fact.kind.head == "money"
        and fact.effect == "state"
        and fact.verb in ("cost", "be", "come", "total")
        and fact.amount.quantity is not None
        and fact.than is None
        and not (fact.planned or fact.negated)
        and bool(fact.holder)
        and fact.holder not in reader.entities.people
        and not (fact.place or fact.extras & {"each", "change"})
    )


def _buyer(reader: Reader, question: Question) -> str:
    """Who pays: whoever is asked about, else the only one who has money."""
    asked = question.fact
    people = reader.entities.people
    pays = asked.effect == "lose" and asked.verb in words("paying")
    keeps = asked.effect == "state" and asked.verb != "cost" and not asked.extras & {"price"}
    if (pays or keeps) and asked.holder in people:
        return asked.holder
    held = {f.holder for f in reader.facts if f.kind.head == "money" and f.holder in people}
    return held.pop() if "left" in question.cues and len(held) == 1 else ""


def _bought(reader: Reader, prices: list[int], *, wished: bool = False) -> set[int]:
    """The places of the prices of things that were bought; all where no clause says which."""
    found: set[int] = set()
    for clause in reader.clauses:
        wanting = bool(clause.wanting) or clause.modal == "would"
        if not (clause.lemma in words("buying") or (wished and clause.lemma in words("wishing"))):
            continue
        if clause.negated or (wanting and not wished):
            continue
        for words_of in _objects(reader, clause):
            best = max((len(words_of & _named(reader, place)) for place in prices), default=0)
            for place in prices:
                if best and len(words_of & _named(reader, place)) == best:
                    found.add(place)
        if found:  # "wants to buy a pen that costs $2 and a cap that costs $9"
            told = range(clause.main, reader.tree.sentences[clause.sentence].stop)
            that = [c for c in reader.clauses if c.marker == "that" or not c.finite]
            costs = {c.main for c in that if c.main in told}  # also "costing $2"
            found |= {place for place in prices if reader.facts[place].clause in costs}
    return found or set(prices)


def _named(reader: Reader, place: int) -> set[str]:
    return set(reader.facts[place].holder.split())


def _objects(reader: Reader, clause: Clause) -> Iterator[set[str]]:
    for phrase in clause.phrases:
        if phrase.start < clause.main or phrase.quantity is not None or phrase.head < 0:
            continue
        for one in phrase.joint():
            if not one.pronoun and one.head >= 0:
                yield {reader.tree.lemmas[one.head], *one.marks}
