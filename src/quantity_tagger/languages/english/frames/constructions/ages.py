"""Ages: told beside a name, at a birth, at another time than now."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.situation.facts import Amount, Fact, Kind, Side, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader
    from quantity_tagger.languages.english.frames.state import ReaderState

AGE: Final = Kind("age", measure=True)
_YEARS: Final = {"last year": -1, "next year": 1}


def is_age(fact: Fact) -> bool:
    return fact.kind.measure and fact.kind.head == "age"


def beside_name(reader: ReaderState, clause: Clause, amount: Phrase) -> Fact | None:
    """As in "Omar, 14, swam", "Omar, now 14, swims": a bare number between commas after a name; or
    as in "At the age of 8, Mia had".
    """
    tree = reader.tree
    of_age = tree.lemmas[max(0, amount.start - 4) : amount.start] == ["at", "the", "age", "of"]
    if of_age and amount.head < 0 and clause.subject is not None:
        return Fact(
            Amount(amount.quantity), "state", AGE, "be", reader.entities.name(clause.subject),
            sentence=clause.sentence, clause=clause.start, words=amount.span(),
        )  # fmt: skip
    comma = amount.start - (2 if tree.lemmas[amount.start - 1] in ("now", "age") else 1)
    named = next((p for p in reader.phrases if p.end == comma and p.head >= 0), None)
    if amount.head >= 0 or named is None or tree.tags[named.head] != "NNP":
        return None
    one = tree.texts[amount.end - 1 : amount.end + 1] == [tree.texts[amount.start], ","]
    if not one or tree.texts[comma] != ",":
        return None
    holder = reader.entities.name(named)
    return Fact(
        Amount(amount.quantity), "state", AGE, "be", holder, sentence=clause.sentence,
        clause=clause.start, words=amount.span(),
    )  # fmt: skip


def aged(clause: Clause, amount: Phrase, fact: Fact) -> Fact | None:
    """As in "aged 71", "turned 8", "will turn 8 years old"."""
    turned = clause.lemma == "turn" and not clause.particle and not clause.after
    turned = turned and all(p.preposition != "into" for p in clause.phrases)
    counted = amount.head >= 0 and fact.kind.head != "year"
    if counted or not (clause.lemma == "age" or turned):
        return None
    return fact.but(effect="state", kind=AGE, verb="be", said="", amount=Amount(amount.quantity))


def then(reader: ReaderState, clause: Clause, time: Time) -> Time:
    """As in "Three years ago he was 9 and she was 14": the same moment in both clauses."""
    last = reader.facts[-1] if reader.facts else None
    if last is None or last.time.shift is None or last.sentence != clause.sentence:
        return time
    if time.label == "time":  # "who was 18 at the time"
        return last.time
    past = reader.tree.tags[clause.group[0]] == "VBD" and last.time.shift_sign < 0
    same = past or (bool(clause.modal) and last.time.shift_sign > 0)
    return last.time if same and not time.label and clause.lemma == "be" else time


def settled(reader: Reader, fact: Fact) -> Fact:
    """An age at its moment; at a birth it is the difference of two."""
    if not is_age(fact):
        return fact
    if fact.than is not None:  # the same at every moment
        return fact.but(than=fact.than._replace(time=None)) if fact.than.holder else fact
    sign = _YEARS.get(fact.time.label, 0)
    if sign:
        year = Amount(None, Fraction(1))
        fact = fact.but(time=Time(fact.time.label, shift=year, shift_sign=sign))
    birth = next((c for c in reader.clauses if _tells_birth(reader, c, fact.clause)), None)
    child = reader.entities.name(birth.subject, other_than=fact.holder) if birth else ""
    if not child or child == fact.holder:
        return fact
    return fact.but(than=Side(holder=child), sign=1, time=Time())


def _tells_birth(reader: Reader, clause: Clause, main: int) -> bool:
    """As in "Dad was 26 when Ada was born": whether a clause dates the one before or after it."""
    if clause.lemma not in ("bear", "born") or clause.subject is None:
        return False
    mates = [c for c in reader.clauses if c.sentence == clause.sentence and c is not clause]
    if clause.marker != "when":  # "Ada was born when Dad was 26"
        return any(c.main == main and c.marker == "when" for c in mates)
    before = [c for c in mates if c.main < clause.main]
    return bool(mates) and (before[-1] if before else mates[0]).main == main


def asked_at_birth(reader: Reader, clause: Clause | None, fact: Fact) -> Fact | None:
    """As in "How old was he when she was born": by how much he is older."""
    if clause is None or fact.kind.head != "age":
        return None
    for born in reader.clauses:
        if born.sentence == clause.sentence and born.lemma in ("bear", "born"):
            if born is not clause and born.subject is not None:
                return fact.but(than=Side(holder=reader.entities.name(born.subject)), sign=1)
            return None
    lemmas = reader.tree.lemmas
    for given in reader.clauses:  # "when Olga gave birth to Max"
        near = given.sentence == clause.sentence and given.marker == "when"
        if near and lemmas[given.main : given.main + 3] == ["give", "birth", "to"]:
            child = next((p for p in given.phrases if p.preposition == "to"), None)
            return fact.but(than=Side(holder=reader.entities.name(child)), sign=1)
    return None


def asked_years(reader: Reader, clause: Clause | None, holder: str) -> Fact | None:
    """As in "In how many years will she be 20": by how much she is older then."""
    lemmas, asked = reader.tree.lemmas, reader.asked
    if clause is None or clause.lemma not in ("be", "turn") or lemmas[asked - 1] != "in":
        return None
    if not holder or lemmas[asked + 1 : asked + 3] != ["many", "year"]:
        return None
    goals = [p for p in clause.phrases if p.quantity is not None]
    goals = [p for p in goals if p.head < 0 or lemmas[p.head] == "year"]
    if len(goals) != 1:
        return None
    then = Time("then", shift=Amount(), shift_sign=1)
    goal = Fact(Amount(goals[0].quantity), "state", AGE, "be", holder, words=goals[0].span())
    goal = goal.but(time=then, sentence=clause.sentence, clause=clause.main)
    reader.facts.append(goal)
    return goal.but(amount=Amount(), than=Side(holder=holder, time=Time()), sign=1)


def asked_moment(reader: Reader, clause: Clause, fact: Fact) -> Fact:
    """As in "How old will Ivy be when Mum is 50", "How old was she then": the moment meant."""
    when = [c.main for c in reader.clauses if c.marker == "when" and c.sentence == clause.sentence]
    ages = [n for n, f in enumerate(reader.facts) if f.clause in when and f.kind.head == "age"]
    later = Time("then", shift=Amount(), shift_sign=1)
    for number in ages:
        reader.facts[number] = reader.facts[number].but(time=later)
    if fact.time.shift is not None:
        return fact
    past = reader.tree.tags[clause.group[0]] == "VBD"
    if past and not ages and reader.moments:  # "She married 20 years ago. How old was she then?"
        return fact.but(time=reader.moments[-1], place="")
    return fact.but(time=later) if ages else fact
