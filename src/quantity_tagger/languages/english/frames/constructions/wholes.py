"""A measured thing and what makes it up: a rope cut into pieces, a basket with its fruit."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import DIRECTION, Fact, Phase, Question, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader

_MEASURED = frozenset(["length", "height", "weight", "volume", "money", "age", "score", "time"])
_WHOLE = "the whole"


def left_of_whole(reader: Reader, question: Question, values: tuple[Fraction, ...]) -> Question:
    """Where one part of a measured whole is asked for, the others are taken from the whole."""
    asked = question.fact
    if question.form != "amount" or asked.effect != "state" or "total" in question.cues:
        return question
    heads = [h for h in (asked.kind.head, *sorted(asked.kind.ups)) if h in _MEASURED]
    if not heads:
        return question
    head = "length" if heads[0] == "height" else heads[0]
    told = [n for n, f in enumerate(reader.facts) if _is_told(reader, f, head)]
    parts = _members(reader, told, values)
    if parts is None and head in ("length", "volume"):
        parts = _pieces(reader, told)
    if parts is None and head in ("length", "volume", "time"):
        parts = _stages(reader, question, told, values)
    if parts is None and head in ("length", "weight"):
        parts = _contents(reader, told, values, measured=head == "weight")
        if parts and any(reader.facts[n].holder == asked.holder != "" for n in parts[1]):
            return question
    if parts is None:
        return question
    whole, rest = parts
    sizes = [_size(reader.facts[n], values) for n in rest]
    if sum(sizes) >= _size(reader.facts[whole], values):
        return question
    kept = [whole, *rest]
    asked_noun = {name.split()[-1] for name in question.unmet}
    facts = []
    for number, fact in enumerate(reader.facts):
        if number in kept:
            effect = "state" if number == whole else "remove"
            phase: Phase = "start" if number == whole > rest[0] else ""
            fact = fact.but(
                by=fact.holder or fact.place,
                effect=effect, holder=_WHOLE, place="", kind=reader.facts[whole].kind,
                time=Time(phase=phase), extras=frozenset(), of=None, than=None, sign=0,
                unsure=False,
            )  # fmt: skip
        elif (
            fact.kind.head in words("pieces") | asked_noun
            or fact.clause == reader.facts[whole].clause
        ):
            fact = fact.but(effect="note")  # how many pieces it is cut into
        facts.append(fact)
    reader.facts[:] = facts
    kind = reader.facts[whole].kind
    fact = asked.but(
        kind=kind, holder=_WHOLE, by=asked.holder, place="", time=Time(), extras=frozenset()
    )
    return question._replace(fact=fact, cues=frozenset(), others=())


def _is_told(reader: Reader, fact: Fact, head: str) -> bool:
    kind = fact.kind
    same = (head == kind.head or head in kind.ups) and (kind.measure or fact.amount.scale > 1)
    token = reader.token_of(fact)
    if not same or token is None or fact.than is not None:
        return False
    return reader.tree.lemmas[token - 1] != "into"  # "cut into three"


def _size(fact: Fact, values: tuple[Fraction, ...]) -> Fraction:
    assert fact.amount.quantity is not None
    return values[fact.amount.quantity] * fact.amount.scale


def _pieces(reader: Reader, told: list[int]) -> tuple[int, list[int]] | None:
    """As in "cut into three pieces: one is 43 m, one 29 m": the whole and the told pieces."""
    lemmas = reader.tree.lemmas
    cut = next(
        (
            c
            for c in reader.clauses
            if c.lemma in words("cutting")
            and "into" in lemmas[c.main : c.main + 9]
            and (words("pieces") | {"two", "three", "four", "part"})
            & set(lemmas[c.main : c.end + 2])
        ),
        None,
    )
    if cut is None or len(told) < 2:
        return None
    into = lemmas.index("into", cut.main)
    whole = [n for n in told if (reader.token_of(reader.facts[n]) or 0) < into]
    return (whole[0], [n for n in told if n not in whole]) if len(whole) == 1 else None


def _stages(
    reader: Reader, question: Question, told: list[int], values: tuple[Fraction, ...]
) -> tuple[int, list[int]] | None:
    """As in "The trail is 85 km long. The first stage is 32 km. How long is the second stage?"."""
    noun = question.unmet[-1].split()[-1] if question.unmet else ""
    named = [n for n in told if reader.facts[n].holder.split()[-1:] == [noun]]
    if not named or len(told) < 2:
        return None
    whole = max(told, key=lambda n: _size(reader.facts[n], values))
    return None if whole in named else (whole, [n for n in told if n != whole])


def _members(
    reader: Reader, told: list[int], values: tuple[Fraction, ...]
) -> tuple[int, list[int]] | None:
    """As in "Three girls weigh 120 kg together. Ada … and Bea …": all, and those but one."""
    lemmas = reader.tree.lemmas
    span = next(s for s in reader.tree.sentences if reader.asked in s)
    if not words("last of several") & set(lemmas[span.start : span.stop]) or len(told) < 2:
        return None
    whole = reader.facts[told[0]]
    near = {lemmas[k] for k in reader.tree.sentences[whole.sentence]}
    group = [f for f in reader.facts if f.clause == whole.clause and not f.kind.measure]
    if not near & words("jointly") or len(group) != 1 or group[0].amount.quantity is None:
        return None
    count = values[group[0].amount.quantity]
    return (told[0], told[1:]) if len(told) == count else None


def _contents(
    reader: Reader, told: list[int], values: tuple[Fraction, ...], *, measured: bool
) -> tuple[int, list[int]] | None:
    """As in "weighs 38 kg holding his cat", "an empty box weighs 120 g": gross and the rest."""
    if len(told) < 2 or any(DIRECTION.get(reader.facts[n].effect) for n in told):
        return None  # a stock changes
    full = [n for n in told if _said(reader, reader.facts[n], "gross")]
    bare = [n for n in told if _said(reader, reader.facts[n], "bare")]
    span = next(s for s in reader.tree.sentences if reader.asked in s)
    near = {text.lower() for text in reader.tree.texts[reader.asked : span.stop]}
    if near & words("gross") and not near & words("bare"):
        return None  # what it weighs with all is asked for
    inside = bool(near & words("content")) and bool(bare) and measured
    if not inside and (len(full) != 1 or not (measured or bare)):
        return None
    whole = full[0] if full else max(told, key=lambda n: _size(reader.facts[n], values))
    return whole, [n for n in told if n != whole]


def _said(reader: Reader, fact: Fact, section: str) -> bool:
    """Whether a word of a list stands after a number, or before it where no other number does."""
    token = reader.token_of(fact)
    if token is None:
        return False
    span = reader.tree.sentences[fact.sentence]
    others = [k for k in reader.quantities if k in span and k != token]
    first = token if any(k < token for k in others) else span.start
    last = min([k for k in others if k > token], default=span.stop)
    near = {text.lower() for text in reader.tree.texts[first:last]}
    return bool(words(section) & near)
