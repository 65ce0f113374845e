"""Counts that are corrected: what was left out is added, what was counted wrongly is taken away."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.words import table, ups, words
from quantity_tagger.situation.facts import Fact, Kind, Time


def correct(reader: Reader) -> None:
    """Makes the first count a state and the corrections after it gains and losses."""
    facts = reader.facts
    first = next((n for n, f in enumerate(facts) if f.verb.split(" ")[0] in words("counting")), -1)
    if first < 0 or facts[first].amount.quantity is None:
        return
    counted = facts[first]
    found = {n: _direction(reader, f, counted) for n, f in enumerate(facts) if n > first}
    if not any(found.values()):
        return
    plain = {"holder": "", "to": "", "source": "", "place": "", "time": Time(), "unsure": False}
    facts[first] = counted.but(effect="state", **plain)
    for place, direction in found.items():
        if direction:
            effect = "gain" if direction > 0 else "lose"
            plain |= {"of": None, "than": None, "negated": False, "extras": frozenset()}
            facts[place] = facts[place].but(effect=effect, kind=counted.kind, **plain)


def _is_sort_of(noun: str, kind: Kind) -> bool:
    """As in "26 of the deer were fawns", "9 of the visitors were children"."""
    above = ups().get(noun, frozenset())
    person = "person" in above and "person" in kind.ups
    return person or kind.head in above or kind.head in (noun, table("young").get(noun))


def _direction(reader: Reader, fact: Fact, counted: Fact) -> int:
    """+1 for those that the count left out, −1 for those that it should not have, 0 for others."""
    if fact.amount.quantity is None:
        return 0
    clause = next((c for c in reader.clauses if c.main == fact.clause), None)
    if clause is None:
        return 0
    near = set(reader.tree.lemmas[clause.start : clause.end])
    if clause.lemma in words("counting") and near & words("wrongly"):
        return -1
    if fact.kind.head == counted.kind.head and words("left out") & {clause.lemma, clause.key}:
        return 1
    turned = clause.key in words("turning out") or clause.lemma in words("turning out")
    other = fact.of is not None and not _is_sort_of(fact.kind.head, counted.kind)
    said = fact.of is not None and fact.of.head == counted.kind.head
    return -1 if (turned and said) or (other and said and clause.lemma == "be") else 0
