"""What would be: events that a condition undoes ("if he had not broken 9 plates"), and plans."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, HAPPENING, Effect, Fact, Question, Side, Time


def suppose(reader: Reader, question: Clause | None) -> None:
    """Takes what is told under an untrue condition into the order of the story.

    Where the question asks what would be, undone events turn round after what is told as true;
    where it asks what is, they follow what would have been without them.
    """
    facts = reader.facts
    for place, fact in enumerate(facts):
        facts[place] = _lacking(reader, fact)
    supposed = [n for n, f in enumerate(facts) if _is_supposed(reader, f)]
    would = [n for n, f in enumerate(facts) if _would(reader, f) and n not in supposed]
    if len(supposed) == len(would) == 1 and facts[would[0]].effect in HAPPENING:
        reader.facts[:] = [_truly(reader, facts[supposed[0]], facts[would[0]])]
        return
    if supposed:
        reader.facts[:] = _in_order(reader, facts, supposed)
        return
    undone = [f for f in facts if _is_undone(reader, f)]
    if not undone:
        return
    asked = question is not None and question.modal == "would"
    kept = [f for f in facts if f not in undone]
    if not any(f.effect == "state" and (asked or _would(reader, f)) for f in kept):
        return
    reader.supposed = False
    held = {f.holder for f in kept if f.effect == "state"}
    told = [_as_told(f, asked) for f in kept]
    reader.facts[:] = [*told, *(_event(f, turned=asked, held=held) for f in undone)]


def _lacking(reader: Reader, fact: Fact) -> Fact:
    """As in "She could afford it if she had 9 euros more": so much is missing to the price."""
    clause = next((c for c in reader.clauses if c.main == fact.clause), None)
    if clause is None or clause.marker != "if" or fact.effect != "state":
        return fact
    last = max((k for k in fact.words if k in reader.quantities), default=-1)
    if "more" not in reader.tree.lemmas[last + 1 : last + 4]:
        return fact
    could = [c for c in reader.clauses if c.sentence == fact.sentence and c.modal == "could"]
    if fact.kind.head != "money" or not any(c.lemma in words("affording") for c in could):
        return fact
    reader.supposed = False
    return fact.but(effect="lack", than=None, sign=0, more=False)


def _is_supposed(reader: Reader, fact: Fact) -> bool:
    """As in "If Sid had 7 more", "had spent 9 less": it differs from the truth by so many."""
    told = fact.more or _fewer(reader, fact)
    if fact.effect not in HAPPENING | {"state"} or not told or fact.than is not None:
        return False
    if fact.effect != "state" and not fact.time.earlier:
        return False  # "If 5 more came" may still happen
    clause = next((c for c in reader.clauses if c.main == fact.clause), None)
    token = reader.token_of(fact)
    if clause is None or token is None:
        return False
    if clause.marker != "if" and reader.tree.lemmas[token - 1] != "with":
        return False  # "If she had 7 more", "With 7 more"
    span = reader.tree.sentences[fact.sentence]
    return bool({"would", "could"} & set(reader.tree.lemmas[span.start : span.stop]))


def _in_order(reader: Reader, facts: list[Fact], supposed: list[int]) -> list[Fact]:
    """What is true, then what is supposed to come on top or to be missing, then what would be."""
    reader.supposed = True
    rest = [f for n, f in enumerate(facts) if n not in supposed]
    would = [f for f in rest if _would(reader, f)]
    true = [f for f in rest if not _would(reader, f)]
    events = [
        facts[n].but(effect="gain" if _grows(reader, facts[n]) else "lose", time=Time())
        for n in supposed
    ]
    return [*true, *events, *(f.but(time=Time(phase="end")) for f in would)]


def _truly(reader: Reader, supposed: Fact, would: Fact) -> Fact:
    """As in "If it had made 15 more, it would have made 100": 100 less 15 were made."""
    sign = 1 if _fewer(reader, supposed) else -1
    return supposed.but(than=Side(amount=would.amount), sign=sign, more=False, time=Time())


def _grows(reader: Reader, fact: Fact) -> bool:
    lost = DIRECTION.get(fact.effect, 1) < 0
    return lost == _fewer(reader, fact)


def _fewer(reader: Reader, fact: Fact) -> bool:
    last = max((k for k in fact.words if k in reader.quantities), default=-1)
    return any(lemma in words("less") for lemma in reader.tree.lemmas[last + 1 : last + 4])


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
    token = reader.token_of(fact)
    if "would" not in lemmas[span.start : span.stop] or token is None:
        return False
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


def carried_out(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """What became of plans, in the light of the question."""
    return _decided(_superseded(facts, question), question)


def _superseded(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "wanted a coat for $90 but bought a cap for $15": what was done instead of a plan.

    Where it is asked what there is of a stock, the plan counts for nothing.
    """
    asked = question.fact
    stocks = [f for f in facts if f.effect in ("state", "gain", "take", "make", "come")]
    if asked.effect != "state" or question.form != "amount" or "need" in question.cues:
        return list(facts)
    if not any(kinds.heads_meet(f.kind, asked.kind) for f in stocks):
        return list(facts)
    ways = (-1,) if "left" in question.cues else (-1, 1)
    return [
        fact.but(negated=True)
        if fact.effect == "need"
        and fact.amount.quantity is not None
        and any(
            _instead(fact, other) and DIRECTION.get(other.effect, 0) in ways
            for other in facts[place + 1 :]
        )
        else fact
        for place, fact in enumerate(facts)
    ]


def _instead(plan: Fact, done: Fact) -> bool:
    return (
        not (done.planned or done.negated)
        and done.amount.quantity is not None
        and done.holder == plan.holder
        and done.verb == plan.verb
        and (done.kind.head, done.kind.measure) == (plan.kind.head, plan.kind.measure)
    )


def _decided(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "She decided to sell 6": done, unless what came of it is told or asked; "6 wanted to
    join. How many are there now": hardly doubted where a stock is asked for.
    """
    asked = question.fact
    if "need" in question.cues:
        return list(facts)
    facts = [_at_once(fact, facts[place + 1 :], asked) for place, fact in enumerate(facts)]
    if asked.effect != "state" or question.form != "amount":
        return facts
    return [
        fact.but(others=tuple([((0.6 if fact.more else 0.9) * c, done) for c, done in fact.others]))
        if fact.effect == "need" and fact.others
        else fact
        for fact in facts
    ]


def _at_once(plan: Fact, later: Sequence[Fact], asked: Fact) -> Fact:
    """What was decided on as done, where nothing else is told of its doing."""
    decided = plan.effect == "need" and plan.others and plan.said == "decide"
    if not decided or plan.verb == asked.verb or any(_instead(plan, fact) for fact in later):
        return plan
    return plan.others[0][1]
