"""What nouns tell of an amount whatever the verb: "a fine of 9 points"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.constructions.levels import LEVEL
from quantity_tagger.languages.english.frames.groups import Clause, subject_word
from quantity_tagger.languages.english.frames.nouns import dimension_kind
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.words import needed_nouns, table, unit, words
from quantity_tagger.situation.facts import Fact

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.state import ReaderState
    from quantity_tagger.languages.english.frames.verbs import VerbReader


def named_event(reader: VerbReader, clause: Clause, amount: Phrase, fact: Fact) -> Fact | None:
    """As in "paid a fine of 12 points", "a 5-point penalty": a gain or a loss told by a noun."""
    lemmas = reader.tree.lemmas
    if fact.kind.head == "money" and lemmas[amount.end] == "off":
        return fact.but(effect="fall", verb="take off", extras=frozenset())  # "$8 off"
    noun = next((p for p in clause.phrases if p.of is amount and p.quantity is None), None)
    if noun is None and amount.preposition == "for":  # "a coupon for $5"
        near = [p for p in clause.phrases if p.end == amount.start - 1 and p.head >= 0]
        noun = next((p for p in near if lemmas[p.head] in words("rebates")), None)
    if amount.attribute >= 0 or "$" in amount.marks or "£" in amount.marks:
        noun = noun or amount
    effect = table("event nouns").get(lemmas[noun.head]) if noun and noun.head >= 0 else None
    if effect is None or noun is None:
        return None
    if fact.kind.head in ("weight", "height", "length", "temperature"):
        effect = {"gain": "rise", "lose": "fall"}.get(effect, effect)  # "a weight gain of 5 kg"
    made = clause.lemma in ("make", "give") and clause.subject is not noun
    if made and lemmas[noun.head] in words("made over") and not clause.passive:
        effect = "lose"  # "made a $9 donation"
    holder = reader.receiver(clause, noun) if clause.effect == "give" else ""
    if clause.subject is not noun and not holder:
        holder = fact.holder
    return fact.but(
        effect=effect,
        holder=holder,
        of=None,
        place="",
        planned=effect == "need",
        extras=frozenset(),
    )


def named_measure(reader: VerbReader, clause: Clause, amount: Phrase, fact: Fact) -> Fact | None:
    """As in "has a weight of 40 kg", "flies at a height of 60 m": what the subject measures."""
    noun = next((p for p in clause.phrases if p.of is amount and p is not clause.subject), None)
    named = table("asked nouns").get(reader.tree.lemmas[noun.head]) if noun is not None else None
    if noun is None or named in (None, "money") or not (fact.holder and fact.kind.measure):
        return None
    if not noun.preposition and clause.effect not in ("state", ""):
        return None  # "jumped a distance of 4 m"
    fact = fact.but(effect="state", verb="be", kind=dimension_kind(str(named)), place="")
    if (named, noun.preposition) != ("depth", "at"):
        return fact
    size = fact.amount._replace(scale=-fact.amount.scale)
    return fact.but(kind=LEVEL, amount=size)  # who rises there is less deep


def missing(reader: VerbReader, clause: Clause, amount: Phrase, fact: Fact) -> Fact | None:
    """As in "is 9 short of its goal", "lacks 14", "is missing 3": what a goal still lacks."""
    lemmas = reader.tree.lemmas
    place = max(amount.start + 1, amount.head)  # no "9 short planks"
    after = reader.tree.texts[place : amount.end + 1]  # no "9 shorts"
    little = lemmas[amount.end : amount.end + 2] in (["too", "little"], ["too", "few"])
    short = ("short" in after or little) and amount.quantity is not None
    gone = clause.lemma == "miss" and clause.progressive  # "he is missing 38", "3 were missing"
    if gone and amount is clause.subject and fact.of is None and reader.facts:
        return fact.but(effect="leave", holder="", unsure=False)
    lacking = (clause.lemma in words("lacking") or gone) and not clause.passive
    if not (short or lacking) or fact.kind.head in ("length", "height"):
        return None
    if fact.kind.head not in needed_nouns():
        return fact.but(effect="lack", of=None, unsure=False)
    kind = reader.last_kind()
    size = fact.amount._replace(scale=reader.last_scale(kind))
    return fact.but(effect="lack", amount=size, kind=kind, of=None, unsure=False)


def is_note(reader: ReaderState, amount: Phrase) -> bool:
    """As in "a 20-euro note"."""
    tree = reader.tree
    money = amount.attribute >= 0 and unit(tree.lemmas[amount.attribute])
    return bool(money and money[0] == "money" and tree.lemmas[amount.head] in words("notes"))


def over_the_counter(reader: ReaderState, amount: Phrase, fact: Fact, holder: str) -> Fact | None:
    """As in "got 7 euros change from a 20-euro note": what is given back, what is paid with."""
    if fact.kind.head == "money" and reader.tree.lemmas[amount.head] == "change":
        return fact.but(effect="gain", holder=holder, extras=frozenset(["change"]))
    if is_note(reader, amount) and amount.preposition == "from":
        return fact.but(holder="", extras=frozenset(["paid with"]))
    return None


def handed_back(reader: VerbReader, clause: Clause, amount: Phrase, fact: Fact) -> Fact:
    """The fact with the mark "change", where money is told as such: "gave him $12 change"."""
    lemmas = reader.tree.lemmas
    near = [*lemmas[amount.start : amount.end + 2], subject_word(reader.tree, clause)]
    if fact.kind.head == "money" and ("change" in near or lemmas[amount.end] == "back"):
        return fact.but(extras=fact.extras | {"change"})
    return fact
