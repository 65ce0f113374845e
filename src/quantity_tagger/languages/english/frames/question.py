"""The question as a frame like any other: what is asked, of whom, where, when, against what."""

from __future__ import annotations

from typing import Literal

from quantity_tagger.languages.english.frames.amounts import atoms_in
from quantity_tagger.languages.english.frames.asked import (
    as_priced,
    as_spent,
    asked_kind,
    asked_phrase,
    holder_of,
    scale_of,
)
from quantity_tagger.languages.english.frames.constructions import ages, compare, levels
from quantity_tagger.languages.english.frames.constructions.each import match
from quantity_tagger.languages.english.frames.constructions.equal import as_place, with_place
from quantity_tagger.languages.english.frames.constructions.routes import along_road
from quantity_tagger.languages.english.frames.constructions.sides import (
    leads_clause,
    side_after,
    surpassed,
)
from quantity_tagger.languages.english.frames.cues import (
    asked_before,
    cues_of,
    deny_undone,
    effect_of,
    is_contest,
)
from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import noun_kind, time_of, unit_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.restrictions import between, finish
from quantity_tagger.languages.english.frames.slots import Slots, adjuncts, slots_for
from quantity_tagger.languages.english.frames.words import table, unit, words
from quantity_tagger.situation.facts import (
    DIRECTION,
    HAPPENING,
    Amount,
    Fact,
    Kind,
    Question,
    Side,
    Time,
)
from quantity_tagger.situation.kinds import heads_meet
from quantity_tagger.situation.units import NO_UNIT

Form = Literal["amount", "difference"]


def read_question(reader: Reader, clause: Clause | None) -> Question:
    """The asked fact; ``clause`` is the one that asks."""
    tree = reader.tree
    span = next(s for s in tree.sentences if reader.asked in s)
    asked = asked_phrase(reader, span)
    kind, scale, sign, dimension = asked_kind(reader, asked, span)
    kind = named = reader.as_told(kind)
    loose = tree.lemmas[asked.head] if asked is not None and asked.head >= 0 else ""
    if loose in words("loose units") and loose in reader.generic:  # "How many cups are left"
        kind = reader.generic[loose]
        scale = scale_of(reader, kind)
    below = levels.asked_level(reader, span, kind)
    if below:
        kind = kind if kind.head == "temperature" else levels.LEVEL
        scale, sign, dimension = below * abs(scale), 0, ""
    if clause is not None:
        deny_undone(reader, clause)
    cues = cues_of(reader, clause, span)
    slots = Slots()
    holder = ""
    if clause is not None:
        _mend_subject(reader, clause, asked, kind, bool(sign or dimension or kind.measure))
        ordered = clause.main == reader.asked  # "find the weight of the calf"
        if clause.subject is not None and clause.subject is not asked and not ordered:
            holder = holder_of(reader, clause.subject)
            if kind.head == "time":
                holder = reader.activity(clause, holder)
        found = adjuncts(tree, clause, reader.entities)
        slots = slots_for(found, Phrase(reader.asked, reader.asked), [], clause.main)
    effect, verb = effect_of(reader, clause, asked, kind)
    if clause is None and reader.facts and tree.lemmas[reader.asked] == "how":
        slots, effect, verb = _verbless(reader, asked, span)
    borrowed = clause is not None and not clause.own_subject  # the subject of another clause
    if "left" in cues and effect == "state" and (borrowed or not holder):
        holder = _left_with(reader, slots) or holder
    level = dimension in ("height", "depth", "age", "temperature") and not sign
    if dimension and (effect not in HAPPENING or (level and effect not in ("rise", "fall"))):
        effect = "state"
    fact = Fact(
        Amount(scale=scale),
        effect,  # type: ignore[arg-type]
        kind,
        verb=verb,
        said=_said(reader, clause, verb) if clause is not None else "",
        holder=holder or slots.agent or reader.asked_owner,
        to=slots.to,
        source=slots.source,
        place="" if below else slots.place,
        time=slots.time,
        extras=frozenset(slots.extras),
        sentence=len(tree.sentences),
        words=tuple(range(span.start, span.stop)),
    )
    fact = _as_lasting(reader, fact if sign else as_priced(reader, fact, span))
    if kind.head == "age" and kind.measure and clause is not None:
        fact = ages.settled(reader, ages.asked_moment(reader, clause, fact))
    fact = _with_parties(reader, clause, fact, span)
    along = clause is not None and clause.lemma in words("taking along") and kind.head == "money"
    if along and fact.to and fact.to not in reader.entities.people:
        fact = fact.but(effect="state", verb="be", to="")  # "How much did she take to the fair"
        cues.add("start")
    fact, cues = _missed(reader, clause, fact, cues)
    aged = ages.asked_at_birth(reader, clause, fact) or ages.asked_years(reader, clause, holder)
    if aged is not None:
        return Question(aged, "difference", frozenset(cues))
    fact, cues = finish(reader, clause, asked, fact, cues, span)
    fact = asked_before(reader, fact, cues)
    told = asked is not None and asked.head >= 0 and unit(tree.lemmas[asked.head]) is not None
    if not below and (not told or fact.kind.head != kind.head):
        fact = fact.but(amount=Amount(scale=scale_of(reader, fact.kind)))
    fact = as_spent(reader, fact)
    _robbed(reader, fact, cues)
    fact, form = _form(reader, clause, fact, cues, span, sign, dimension)
    fact = _since_start(reader, fact, form, cues)
    question = _with_others(reader, fact, form, cues, span, sign)
    unread, unmet = tuple(reader.unread), tuple(reader.unmet)
    told_in = NO_UNIT if asked is None else unit_of(tree, asked)
    question = question._replace(unread=unread, unmet=unmet, named=named, unit=told_in)
    return match(reader, along_road(reader, levels.along(reader, question)))


def _said(reader: Reader, clause: Clause, verb: str) -> str:
    """The verb as told; "has he left", "has he got left", "did he have to begin with": have."""
    left = clause.lemma == "leave" and not clause.passive
    begun = clause.wanting == "have" and clause.lemma in ("start", "begin")
    left = left or begun or reader.tree.lemmas[clause.main - 1] == "get"
    return "have" if left and verb == "be" else clause.said


def _left_with(reader: Reader, slots: Slots) -> str:
    """As in "were left with him": who has what is left, taken out of the other slots."""
    people = sorted({slots.to, *slots.extras} & reader.entities.people)
    if not people:
        return ""
    slots.to = ""
    slots.extras.discard(people[0])
    return people[0]


def _missed(
    reader: Reader, clause: Clause | None, fact: Fact, cues: set[str]
) -> tuple[Fact, set[str]]:
    """What was missed is the rest of what was done, and the other way round."""
    if clause is not None and clause.lemma in words("missing out"):
        done = [f.verb for f in reader.facts if f.effect == "do"]
        if done and not any(f.verb == fact.verb for f in reader.facts):
            fact = fact.but(verb=done[-1], effect="state", holder="", time=Time())
            cues = cues | {"not"}  # "How many games did she miss"
    missed = [f for f in reader.facts if f.verb in words("missing out") and f.effect == "do"]
    if missed and fact.effect in ("come", "do") and all(f.verb != fact.verb for f in reader.facts):
        fact = fact.but(verb=missed[-1].verb, effect="state", holder="", time=Time())
        cues = (cues - {"total"}) | {"not"}  # "She missed 4. How many did she go to"
    return fact, cues


def _verbless(reader: Reader, asked: Phrase | None, span: range) -> tuple[Slots, str, str]:
    """As in "And how many on Tuesday?": the verb of the story goes on."""
    slots = Slots()
    than = compare.than_place(reader, span, reader.asked)
    stop = span.stop if than is None else than
    for phrase in [p for p in reader.phrases if reader.asked < p.start < stop]:
        if phrase is asked or phrase.head < 0:
            continue
        time = time_of(reader.tree, phrase)
        if time is not None:
            slots.time = time
        elif phrase.preposition in ("in", "on", "at"):
            slots.place = reader.entities.name(phrase)
    last = reader.facts[-1]
    told = bool(slots.time.label or slots.place) and last.effect in HAPPENING
    return slots, last.effect if told else "state", last.verb if told else "be"


def _mend_subject(
    reader: Reader, clause: Clause, asked: Phrase | None, kind: Kind, measured: bool
) -> None:
    """The subject of a question stands after its verb: "How much taller is the oak"."""
    tree = reader.tree
    if clause.lemma == "be" and measured:
        first = clause.group[0] if clause.modal else clause.main  # "What will Ivo's age be"
        after = [
            p
            for p in clause.phrases
            if p.start > first and not p.preposition and p.quantity is None
        ]
        than = [k for k in range(clause.main, clause.end) if tree.lemmas[k] == "than"]
        after = [p for p in after if not than or p.start < than[0]]
        head = tree.lemmas[after[0].head] if after else "there"
        if head in table("asked nouns"):
            clause.subject = asked  # "what is Ivo's weight": whose it is, its noun tells
        elif head not in ("there", "difference", "total", "sum"):
            clause.subject = after[0]
    if clause.lemma in ("have", "do") and clause.subject is asked:  # "How many did Ivo?"
        after = [p for p in clause.phrases if p.start > clause.main and not p.preposition]
        after = [p for p in after if p.determiner not in ("no", "a", "an")]  # "have no sails"
        after = [p for p in after if not _is_bare(reader, p)]  # "had short tails"
        clause.subject = after[0] if after else asked
    it = (
        clause.subject is not None
        and clause.subject.pronoun
        and tree.lemmas[clause.subject.head] == "it"
    )
    if it and kind.head in ("length", "temperature") and clause.lemma == "be":
        clause.subject = asked
    taker = tree.tags[clause.main + 1].startswith("PRP") and clause.lemma == "take"
    if it and kind.head == "time" and taker:
        clause.subject = asked  # "How long did it take her to get up"


def _is_bare(reader: Reader, phrase: Phrase) -> bool:
    """Whether a noun stands without anything that says who or which it is."""
    known = phrase.determiner or phrase.possessor is not None or phrase.pronoun
    return not known and reader.tree.tags[phrase.head] not in ("NNP", "NNPS")


def _with_parties(reader: Reader, clause: Clause | None, fact: Fact, span: range) -> Fact:
    """Receivers and places told without a preposition, and words of sets and rows."""
    tree = reader.tree
    effect = fact.effect
    if effect in ("come", "leave") and not fact.place:
        fact = fact.but(place=fact.to or fact.source, to="", source="")
    if effect == "state" and fact.verb == "belong" and fact.to:
        fact = fact.but(holder=fact.to, to="")
    if clause is not None and effect == "give" and not fact.to:
        after = [p for p in clause.phrases if p.start > clause.main and not p.preposition]
        if after and (after[0].pronoun or tree.tags[after[0].head] == "NNP"):
            fact = fact.but(to=reader.entities.name(after[0], other_than=fact.holder))
    stocks = {f.holder for f in reader.facts if f.effect == "state" and f.holder}
    if DIRECTION.get(effect, 0) > 0 and fact.holder not in stocks:  # "did Al make for her"
        for owner in fact.extras & stocks & reader.entities.people:
            fact = fact.but(holder=owner, by=fact.holder, extras=fact.extras - {owner})
    sides = {f.than.holder for f in reader.facts if f.than is not None}
    if fact.place in sides and not fact.holder:  # "8 more than Fenn. How many are in Fenn"
        fact = fact.but(holder=fact.place, place="", effect="gain" if effect == "come" else effect)
    lemmas = tree.lemmas[reader.asked : span.stop]
    atoms = atoms_in(lemmas)
    atoms |= {"front"} if "in front" in " ".join(lemmas) else set()
    if "behind" in lemmas and "left" not in lemmas and "front" in tree.lemmas:
        atoms |= {"behind"}
    return fact.but(extras=fact.extras | atoms)


def _robbed(reader: Reader, fact: Fact, cues: set[str]) -> None:
    """As in "The coop had 30 hens. A fox took 9. How many stayed?": those taken are not there."""
    if "left" not in cues or fact.effect != "state" or fact.holder or fact.place:
        return
    same = [f for f in reader.facts if f.kind.head == fact.kind.head and f.than is None]
    held = {f.holder or f.place for f in same if f.effect == "state"}
    for number, told in enumerate(reader.facts):
        if told.effect == "take" and {told.source} == held:
            reader.facts[number] = told.but(effect="lose", holder=told.source, source="")


def _as_lasting(reader: Reader, fact: Fact) -> Fact:
    """As in "Washing up took 40 minutes. How long did he work": the time that all of it took."""
    told = [f for f in reader.facts if f.kind.head == "time" and f.amount.quantity is not None]
    people = reader.entities.people
    if fact.kind.head != "time" or fact.effect == "need" or not told:
        return fact
    if any(f.verb != "take" or f.holder in people for f in told):
        return fact
    return fact.but(
        effect="state", verb="take", holder="" if fact.holder in people else fact.holder
    )


def _form(
    reader: Reader,
    clause: Clause | None,
    fact: Fact,
    cues: set[str],
    span: range,
    sign: int,
    dimension: str,
) -> tuple[Fact, Form]:
    """Whether an amount or a difference is asked for, and its other side."""
    effect = fact.effect
    form: Form = "amount"
    than = compare.than_place(reader, span, reader.asked)
    if than is None and fact.kind.measure and effect == "state" and fact.kind != levels.LEVEL:
        than, sign = compare.asked_beyond(reader, span, sign)
        fact = fact.but(place="") if than is not None else fact
    if than is not None:
        side = _other_predicate(reader, fact, side_after(reader, than, fact))
        if side is not None and side.holder and side.place not in {f.place for f in reader.facts}:
            side = side._replace(place=None)  # "than the Bears in the game"
        stop = next((k for k in range(than, span.stop) if leads_clause(reader, k)), span.stop)
        after = f" {' '.join(reader.tree.texts[than:stop]).lower()} "
        ends = clause is not None and clause.main < than
        if ends and "start" in cues and any(f" {entry} " in after for entry in words("ask start")):
            side = (side or Side())._replace(time=Time(phase="start"))  # "than it was at first"
        members = reader.entities.groups.get(fact.holder, ())
        if side is not None and side.holder in members:  # "do they have together than Bo"
            fact = fact.but(holder=reader.entities.join([m for m in members if m != side.holder]))
        fact = fact.but(than=side, sign=sign or 1)
        form = "difference"
    elif (level := _levelled(reader, clause, fact, cues, span)) is not None:
        return level, "difference"
    elif is_contest(reader, clause):
        form = "difference"
        mates = [
            f
            for f in reader.facts
            if f.kind.head == fact.kind.head and f.amount.quantity is not None
        ]
        if mates:
            fact = fact.but(effect=mates[-1].effect, verb=mates[-1].verb, sign=0)
        if clause is not None and clause.lemma in words("surpassing"):
            side = surpassed(reader, clause, fact)
            fact = fact if side is None else fact.but(than=side, sign=1, extras=frozenset())
            subject = clause.subject
            if side is not None and side.kind is not None and subject and subject.head >= 0:
                kind = noun_kind(reader.tree, subject)
                fact = fact.but(kind=kind, holder="", effect="state", verb="be")
    elif sign and (sign < 0 or "more" not in cues or dimension) and "need" not in cues:
        form = "difference"
        fact = fact.but(sign=sign)
    elif (
        clause is not None
        and clause.lemma == "save"
        and not cues & {"need", "start"}
        and not any(f.verb == "save" for f in reader.facts)
    ):
        form = "difference"
        fact = fact.but(
            effect="state", holder="", place="", time=Time(), extras=frozenset(), sign=0
        )
    elif "difference" in cues:
        form = "difference"
        fact = between(reader, fact, span)
        if not fact.kind.head and reader.facts:  # "How big is the lead?"
            last = reader.facts[-1]
            fact = fact.but(kind=last.kind, amount=Amount(scale=last.amount.scale))
    elif "more" in cues and "need" not in cues and effect in ("state",) and "left" not in cues:
        form = "difference"
        fact = fact.but(sign=sign or 1)
    if form == "difference" and fact.time.label.startswith("after "):
        fact = fact.but(time=Time())  # of all that was told
    return fact, form


def _since_start(reader: Reader, fact: Fact, form: Form, cues: set[str]) -> Fact:
    """As in "How many cards richer is she after the swaps?": against the time before them."""
    if form != "difference" or cues & {"need", "left"}:
        return fact
    kinds = list(dict.fromkeys(f.kind for f in reader.facts))
    own = fact.than is not None and fact.than.holder == fact.holder  # "above her starting score"
    if own and len(kinds) == 1:
        fact = fact.but(kind=kinds[0], amount=reader.facts[0].amount._replace(quantity=None))
    told = [f for f in reader.facts if heads_meet(f.kind, fact.kind) and f.than is None]
    moved = [f for f in told if DIRECTION.get(f.effect)]
    holders = {f.holder for f in moved} - {""}
    states = [f for f in told if f.effect == "state"]
    ways = {DIRECTION[f.effect] for f in moved}
    if moved and fact.than is not None and fact.than.time == Time(phase="start"):
        return fact.but(effect="state")  # "How much lower is it flying than at first"
    if (fact.than is not None and not own) or len(ways) < 2 or len(holders) > 1 or len(states) > 1:
        return fact
    holder = fact.holder if fact.holder in holders else next(iter(holders), "")
    start = Side(time=Time(phase="start"))
    return fact.but(effect="state", verb="be", holder=holder, place="", than=start, time=Time())


def _levelled(
    reader: Reader, clause: Clause | None, fact: Fact, cues: set[str], span: range
) -> Fact | None:
    """As in "How many must he buy to have as many as she": what makes two stocks equal."""
    text = f" {' '.join(reader.tree.texts[span.start : span.stop]).lower()} "
    asks = "need" in cues or "more" in cues or (clause is not None and clause.modal)
    if not asks or not any(f" {entry} " in text for entry in words("ask equal")):
        return None
    states = [f for f in reader.facts if f.effect in ("state", "do") and f.than is None]
    states = [f for f in states if (f.holder or f.place) and f.kind.head == fact.kind.head]
    loci = list(dict.fromkeys((f.holder, f.place) for f in states))
    at = as_place(reader, span) or with_place(reader, span)
    plain = Kind(fact.kind.head, ups=fact.kind.ups, measure=fact.kind.measure)
    done = bool(states) and all(f.effect == "do" for f in states)  # "has run 40 laps"
    done = done and not (clause is not None and clause.lemma == "be")
    effect, verb = ("do", states[-1].verb) if done else ("state", "have")
    own = fact.but(effect=effect, verb=verb, kind=plain, to="", source="", extras=frozenset())
    side = None if at is None else side_after(reader, at, own)
    if side is not None and (own.holder or own.place) and (side.holder or side.place):
        own = own.but(holder="") if side.place else own.but(place="")
        return own.but(than=side, time=Time())
    holders = [holder for holder, _ in loci]
    if len(loci) != 2 or (fact.effect == "give" and fact.to in holders):
        return None
    (holder, place), (other, beside) = loci
    asked = Fact(fact.amount, own.effect, plain, verb, holder, sentence=fact.sentence)
    side = Side(holder=other) if other else Side(place=beside)
    return asked.but(place="" if holder else place, than=side, words=fact.words)


def _other_predicate(reader: Reader, fact: Fact, side: Side | None) -> Side | None:
    """As in "more come by bus than by car": the side changes what is said of those counted."""
    if side is None or not side.extras:
        return side
    told = {mark for f in reader.facts for mark in f.kind.marks}
    for mark in fact.kind.marks:
        verb, _, noun = mark.partition(" ")
        for other in side.extras:
            if noun in fact.extras and f"{verb} {other}" in told:
                kind = Kind(fact.kind.head, frozenset([f"{verb} {other}"]), ups=fact.kind.ups)
                return side._replace(kind=kind)
    return side


def _with_others(
    reader: Reader, fact: Fact, form: Form, cues: set[str], span: range, sign: int
) -> Question:
    """The question with other ways to take it."""
    holders = {f.holder for f in reader.facts if f.holder}
    named = [
        p
        for p in reader.phrases
        if span.start <= p.start < span.stop and not p.pronoun and p.head >= 0
    ]
    mentions = frozenset(reader.entities.name(p) for p in named) & holders
    question = Question(fact, form, frozenset(cues), mentions=mentions)
    told = {m for f in reader.facts for m in f.kind.marks | f.kind.lacks}
    if form == "amount" and (fact.kind.marks | fact.kind.lacks) - told:
        plain = fact.but(kind=Kind(fact.kind.head, ups=fact.kind.ups, measure=fact.kind.measure))
        bare = Question(plain, "amount", frozenset(cues), mentions=mentions)
        return Question(fact, "amount", frozenset(cues), mentions=mentions, others=((0.8, bare),))
    if form == "amount" and sign > 0 and "need" not in cues and fact.than is None:
        other = Question(fact.but(sign=sign), "difference", frozenset(cues))
        question = Question(
            fact, "amount", frozenset(cues), mentions=mentions, others=((0.2, other),)
        )
    topic = reader.entities.topic
    unnamed = not fact.holder and not reader.unread and fact.place not in holders
    if form == "amount" and unnamed and topic in reader.entities.people:
        mine = question._replace(fact=fact.but(holder=topic), others=())
        question = question._replace(others=(*question.others, (0.3, mine)))
    return question
