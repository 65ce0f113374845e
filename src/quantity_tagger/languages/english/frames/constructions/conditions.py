"""What would be: events that a condition undoes ("if he had not broken 9 plates")."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import DIRECTION, Effect, Fact, Time


def suppose(reader: Reader, question: Clause | None) -> None:
    """Takes what is told under an untrue condition into the order of the story.

    Where the question asks what would be, undone events turn round after what is told as true;
    where it asks what is, they follow what would have been without them.
    """
    facts = reader.facts
    undone = [f for f in facts if _is_undone(reader, f)]
    if not undone:
        return
    asked = question is not None and question.modal == "would"
    kept = [f for f in facts if f not in undone]
    if not any(f.effect == "state" and (asked or _would(reader, f)) for f in kept):
        return
    held = {f.holder for f in kept if f.effect == "state"}
    told = [_as_told(f, asked) for f in kept]
    reader.facts[:] = [*told, *(_event(f, turned=asked, held=held) for f in undone)]


def _as_told(fact: Fact, asked: bool) -> Fact:
    if fact.effect != "state":
        return fact
    return fact.but(negated=False, time=Time(fact.time.label, phase="" if asked else "start"))


def _event(fact: Fact, *, turned: bool, held: set[str]) -> Fact:
    grows = DIRECTION.get(fact.effect, 1 if fact.effect == "state" else -1) > 0
    effect: Effect = "gain" if grows != turned else "lose"
    holder = fact.holder if fact.holder in held else ""
    return fact.but(effect=effect, holder=holder, to="", negated=False, unsure=False, time=Time())


def _would(reader: Reader, fact: Fact) -> bool:
    return any(c.main == fact.clause and c.modal == "would" for c in reader.clauses)


def _is_undone(reader: Reader, fact: Fact) -> bool:
    """Whether a fact is told as one that the condition of its sentence takes away."""
    lemmas = reader.tree.lemmas
    span = reader.tree.sentences[fact.sentence]
    if "would" not in lemmas[span.start : span.stop] or fact.amount.quantity is None:
        return False
    token = next(k for k, place in reader.quantities.items() if place == fact.amount.quantity)
    if words("without") & set(lemmas[max(span.start, token - 2) : token]):
        return True
    if fact.effect == "state":
        return False
    clause = next((c for c in reader.clauses if c.main == fact.clause), None)
    if clause is None or clause.modal == "would":
        return False
    if fact.negated:
        return True
    commas = [k + 1 for k in range(span.start, clause.main) if lemmas[k] == ","]
    start = commas[-1] if commas else span.start  # "Had Sue not found 12 coins"
    return lemmas[start] == "have" and bool({"not", "n't"} & set(lemmas[start : clause.main]))
