"""Places along a road: "90 km from P to R, 52 km from P to Q", in the order in which they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.constructions.levels import LEVEL
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import Fact, Question, Side, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader

Ends = tuple[str, str]


def along_road(reader: Reader, question: Question) -> Question:
    """Takes distances between named places as differences of where they lie."""
    asked = question.fact
    if question.form != "amount" or asked.kind.head != "length" or asked.effect != "state":
        return question
    spans = [n for n, f in enumerate(reader.facts) if f.kind.head == "length" and f.than is None]
    named = {n: _ends(reader, n) for n in spans}
    ends = {n: pair for n, pair in named.items() if pair is not None}
    span = next(s for s in reader.tree.sentences if reader.asked in s)
    wanted = _between(reader, range(reader.asked, span.stop))
    if wanted is None or len(ends) < 2 or wanted in ends.values():
        return question
    points = list(dict.fromkeys([p for pair in ends.values() for p in pair]))
    order = _order(reader, points)
    if order is None or not set(wanted) <= set(points):
        return question
    for number, pair in ends.items():
        near, far = sorted(pair, key=order.index)
        fact = reader.facts[number]
        reader.facts[number] = Fact(
            fact.amount, "state", LEVEL, "be", far, than=Side(holder=near), sign=1,
            sentence=fact.sentence, clause=fact.clause, words=fact.words,
        )  # fmt: skip
    near, far = sorted(wanted, key=order.index)
    where = asked.but(
        kind=LEVEL, holder=far, to="", source="", place="", than=Side(holder=near), sign=1,
        time=Time(),
    )  # fmt: skip
    return question._replace(fact=where, form="difference", cues=frozenset(), others=())


def _ends(reader: Reader, number: int) -> Ends | None:
    """The two places that a told distance lies between."""
    fact = reader.facts[number]
    token = reader.token_of(fact)
    if token is None:
        return None
    sentence = reader.tree.sentences[fact.sentence]
    others = [k for k in reader.quantities if k in sentence and k != token]
    first = max([k + 1 for k in others if k < token], default=sentence.start)
    last = min([k for k in others if k > token], default=sentence.stop)
    return _between(reader, range(token, last)) or _between(reader, range(first, last))


def _between(reader: Reader, span: range) -> Ends | None:
    """The places that "from P to Q", "between P and Q", "P … from Q" name in a stretch."""
    tree = reader.tree
    inner = [p for p in reader.phrases if p.start in span and p.head >= 0 and p.quantity is None]
    inner = [p for p in inner if not p.pronoun]
    source = [p for p in inner if p.preposition in ("from", "away from")]
    target = [p for p in inner if p.preposition in ("to", "and") and p not in source]
    pair = [p for p in inner if p.preposition == "between" and p.joined is not None]
    if pair and pair[0].joined is not None:
        one, other = pair[0], pair[0].joined
        return tree.lemmas[one.head], tree.lemmas[other.head]
    if len(source) == 1 and len(target) == 1:
        return tree.lemmas[source[0].head], tree.lemmas[target[0].head]
    if len(source) != 1:
        return None
    clause = next((c for c in reader.clauses if span.start in range(c.start, c.end)), None)
    plain = [p for p in inner if not p.preposition and p.end <= source[0].start]
    subject = plain[0] if plain else clause.subject if clause is not None else None
    if subject is None or subject.head < 0 or subject.pronoun or subject.quantity is not None:
        return None
    return tree.lemmas[subject.head], tree.lemmas[source[0].head]


def _order(reader: Reader, points: list[str]) -> list[str] | None:
    """The places in the order in which they lie, where the text tells it."""
    tree = reader.tree
    text = f" {' '.join(tree.texts).lower()} "
    listed: list[str] = []
    for place, lemma in enumerate(tree.lemmas):
        if lemma in points and lemma not in listed and place:
            listed.append(lemma)
    if any(f" {entry} " in text for entry in words("in order")):
        return listed if set(listed) == set(points) else None
    via = [
        tree.lemmas[p.head]
        for p in reader.phrases
        if p.head >= 0 and tree.lemmas[p.head] in points and _is_passed(reader, p.start)
    ]
    on_road = any(f" {entry} " in text for entry in words("on the road"))
    if len(points) != 3 or not (via or on_road):
        return None
    middle = via[0] if via else _inner(reader, points)
    ends = [p for p in points if p != middle]
    return [ends[0], middle, ends[1]] if middle else None


def _is_passed(reader: Reader, start: int) -> bool:
    before = " ".join(reader.tree.lemmas[max(0, start - 3) : start])
    return any(before.endswith(entry) for entry in words("passing"))


def _inner(reader: Reader, points: list[str]) -> str:
    """The place that lies on the road between the others: the subject of "is on this road"."""
    for clause in reader.clauses:
        subject = clause.subject
        text = f" {' '.join(reader.tree.texts[clause.start : clause.end]).lower()} "
        named = subject is not None and subject.head >= 0
        lemma = reader.tree.lemmas[subject.head] if named and subject is not None else ""
        if lemma in points and any(f" {entry} " in text for entry in words("on the road")):
            return lemma
    return ""
