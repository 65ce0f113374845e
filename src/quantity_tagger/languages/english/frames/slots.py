"""What stands around an amount in its clause: time, place, receiver, source, purpose."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.entities import Entities
from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import time_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import table, ups, words
from quantity_tagger.situation.facts import Amount, Time

PLACES = frozenset(
    [
        "in",
        "on",
        "at",
        "into",
        "onto",
        "inside",
        "under",
        "near",
        "behind",
        "beside",
        "aboard",
        "within",
        "over",
        "above",
        "below",
        "outside",
        "upon",
        "around",
        "off",
        "beneath",
        "underneath",
        "among",
        "between",
        "through",
        "across",
        "along",
        "out",
    ]
)


class Slots:
    """The slots of one amount."""

    __slots__ = ("agent", "extras", "place", "source", "time", "to")

    def __init__(
        self,
        time: Time | None = None,
        place: str = "",
        to: str = "",
        source: str = "",
        agent: str = "",
        extras: set[str] | None = None,
    ) -> None:
        self.time: Time = Time() if time is None else time
        self.place: str = place
        self.to: str = to
        self.source: str = source
        self.agent: str = agent
        self.extras: set[str] = set() if extras is None else extras


class Adjunct:
    __slots__ = ("led", "preposition", "slot", "start", "value")

    def __init__(
        self,
        slot: str,
        value: Time | str,
        start: int,
        preposition: str = "",
        led: bool = False,
    ) -> None:
        self.slot: str = slot
        self.value: Time | str = value
        self.start: int = start
        self.preposition: str = preposition
        #: after a comma or "and": it leads what follows
        self.led: bool = led


def adjuncts(tree: Tree, clause: Clause, entities: Entities) -> list[Adjunct]:
    """The adjuncts of a clause, in order."""
    found: list[Adjunct] = []
    taken: set[int] = set()
    for phrase in clause.phrases:
        if phrase is clause.subject or phrase.attached or phrase.preposition in ("of", "than"):
            continue
        if _is_compared(tree, clause, phrase):
            continue
        span = phrase.possessor if phrase.head >= 0 and tree.lemmas[phrase.head] == "time" else None
        if span is not None and span.quantity is not None and phrase.preposition == "in":
            passed = Time(f"year later #{span.quantity}", shift=Amount(span.quantity), shift_sign=1)
            found.append(Adjunct("time", passed, phrase.start))  # "In 5 years' time"
            continue
        time = time_of(tree, phrase)
        after = tree.lemmas[phrase.end]
        if time is not None and after in ("ago", "earlier") and phrase.quantity is None:
            found.append(Adjunct("time", Time(f"{time.label} {after}", rank=-60), phrase.start))
            continue  # "a year ago"
        if time is not None and any(p.joined is phrase for p in clause.phrases):
            continue
        also = phrase.joined
        if time is not None and also is not None:
            second = time_of(tree, also)
            if second is not None:
                joint = Time(f"{time.label}+{second.label}", parts=(time, second))
                found.append(Adjunct("time", joint, phrase.start))
                continue
        if time is not None and (
            phrase.preposition
            or tree.lemmas[phrase.head] in words("bare times")
            or phrase.marks
            or phrase.determiner in ("this", "that", "every", "each")
        ):
            found.append(Adjunct("time", time, phrase.start, phrase.preposition))
            continue
        counted = phrase.determiner in ("the", "these") and phrase.preposition in PLACES
        counted = counted and phrase.preposition != "among"
        if phrase.quantity is not None and not phrase.label and not counted:
            shift = _shift(tree, clause, phrase)
            if shift is not None:
                found.append(Adjunct("time", shift, phrase.start))
                taken.add(phrase.start)
            continue
        shared = phrase.follows and phrase.preposition in PLACES
        if not phrase.preposition or shared:
            continue
        found.extend(_prepositional(tree, clause, phrase, entities))
    for place in range(clause.start, clause.end):
        lemma = tree.lemmas[place]
        if lemma == "than":
            break
        if lemma in words("time adverbs"):
            rank = {"yesterday": 1, "today": 2, "tomorrow": 40, "tonight": 2}.get(lemma)
            if rank is not None and tree.lemmas[place - 1] == "before":
                lemma, rank = f"before {lemma}", rank - 1
            found.append(Adjunct("time", Time(lemma, rank=rank), place))
        elif lemma in words("manner"):
            found.append(Adjunct("extras", lemma, place))
    found.sort(key=lambda one: one.start)
    for one in found:
        lead = one.start - 2 if tree.tags[one.start - 1] in ("IN", "TO") else one.start - 1
        one.led = lead >= clause.start and tree.lemmas[lead] in (",", ";", "and", "but", "while")
    return _joint_times(tree, found)


def led_time(
    tree: Tree, last: Clause, clause: Clause, found: list[Adjunct], entities: Entities
) -> list[Adjunct]:
    """As in "On Monday 15 checked out and 23 checked in": the time that leads both clauses."""
    joined = "and" in tree.lemmas[clause.start - 1 : clause.start + 1] and last.end == clause.start
    told = any(a.slot == "time" for a in found) or last.sentence != clause.sentence
    if told or not (joined and clause.finite) or "between" in tree.lemmas[last.start : last.main]:
        return []
    lead = adjuncts(tree, last, entities)
    lead = [a for a in lead if a.slot == "time" and a.preposition]
    return [a for a in lead if a.start <= last.start + 2]


def _joint_times(tree: Tree, found: list[Adjunct]) -> list[Adjunct]:
    """As in "on the first, on the third and on the last day": times asked or told as one."""
    between = {"and", "on", "in", "the", "at", ","} | words("ordinals") | set(table("times"))
    merged: list[Adjunct] = []
    run: list[Adjunct] = []
    linked = False  # whether the run ends in "and …"
    for adjunct in found:
        if run and adjunct.start == run[-1].start:
            continue
        gap = tree.lemmas[run[-1].start + 1 : adjunct.start] if run else []
        joins = bool({"and", ","} & set(gap)) and set(gap) <= between and not linked
        if not (run and joins and _plain_time(adjunct)):
            merged += _one_time(run) if linked else run
            run, linked = ([adjunct], False) if _plain_time(adjunct) else ([], False)
            merged += [] if run else [adjunct]
            continue
        run.append(adjunct)
        linked = "and" in gap
    return merged + (_one_time(run) if linked else run)


def _plain_time(adjunct: Adjunct) -> bool:
    return isinstance(adjunct.value, Time) and not adjunct.value.phase


def _one_time(run: list[Adjunct]) -> list[Adjunct]:
    told = [one.value for one in run if isinstance(one.value, Time)]
    parts = tuple([part for time in told for part in time.parts or (time,)])
    label = "+".join(part.label for part in parts)
    return [Adjunct("time", Time(label, parts=parts), run[-1].start)]


def _is_compared(tree: Tree, clause: Clause, phrase: Phrase) -> bool:
    """Whether a phrase belongs to the other side of a comparison: it stands after "than", and
    neither the verb nor the next amount of a list lies between.
    """
    than = max(
        (k for k in range(clause.start, phrase.start) if tree.lemmas[k] == "than"), default=-1
    )
    if than < 0 or than < clause.group[0] < phrase.start:
        return False
    ends = [k for k in range(than, phrase.start) if tree.tags[k] in (",", ":", "CC")]
    return not ends or not any(
        p.quantity is not None and p.start >= phrase.start for p in clause.phrases
    )


def _shift(tree: Tree, clause: Clause, phrase: Phrase) -> Time | None:
    """As in "In 5 years", "8 years ago", "5 years from now"."""
    if phrase.head < 0 or phrase.determiner:
        return None
    after = tree.lemmas[phrase.end]
    # "20 minutes after dinner" is no shift
    ends = after not in ("before", "after") or tree.tags[phrase.end + 1] in (",", ".")
    units = words("long times")
    if ends and after in words("later and ago"):
        units |= words("short times")
    if tree.lemmas[phrase.head] not in units:
        return None
    shift = Amount(phrase.quantity)
    unit_name = tree.lemmas[phrase.head]
    if after in ("ago", "earlier", "before"):
        return Time(f"{unit_name} ago #{phrase.quantity}", shift=shift, shift_sign=-1)
    ahead = phrase.preposition == "after" and clause.modal in ("will", "shall")
    ahead = ahead or (after == "after" and ends)
    if ahead or phrase.preposition == "in" or after in ("from", "later", "hence"):
        return Time(f"{unit_name} later #{phrase.quantity}", shift=shift, shift_sign=1)
    return None


def _prepositional(tree: Tree, clause: Clause, phrase: Phrase, entities: Entities) -> list[Adjunct]:
    preposition = phrase.preposition
    lemma = tree.lemmas[phrase.head] if phrase.head >= 0 else ""
    if lemma in words("no place") and phrase.possessor is None:
        return []
    if preposition == "between" and phrase.pronoun:
        return []  # "have 16 between them"
    if preposition == "by" and clause.passive and lemma in words("clock words"):
        return []
    if preposition == "by" and clause.passive:
        return [Adjunct("agent", entities.name(phrase), phrase.start)]
    if preposition in ("from", "out of", "off", "to", "toward", "towards"):
        subject = clause.subject if phrase.pronoun else None
        other = entities.name(subject) if subject is not None and not subject.pronoun else ""
        slot = "to" if preposition.startswith("to") else "source"
        named = phrase.head >= 0 and tree.tags[phrase.head] == "NNP" and phrase.possessor is None
        if named and clause.effect in (("take", "gain") if slot == "source" else ("give",)):
            entities.people.add(entities.name(phrase))  # "took 13 from Hugh"
        return [Adjunct(slot, entities.name(phrase, other_than=other), phrase.start)]
    if preposition == "at" and clause.particle:
        return [Adjunct("extras", entities.name(phrase), phrase.start, preposition)]
    if preposition == "on" and clause.lemma in ("spend", "pay", "waste", "save"):
        return [Adjunct("extras", lemma or entities.name(phrase), phrase.start, preposition)]
    beside = preposition == "by" and phrase.determiner == "the" and phrase.quantity is None
    beside = beside and ups().get(lemma, frozenset()).isdisjoint(("person", "vehicle"))
    if preposition in PLACES or (beside and lemma not in words("people")):
        hour = tree.texts[phrase.start].isdigit() and tree.texts[phrase.end] == ":"  # "at 4:30"
        hour = hour or lemma in words("clock words")
        if hour or (phrase.head < 0 and phrase.quantity is not None):
            return []  # "at 11 o'clock", "before nine"
        name = entities.name(phrase)
        return [Adjunct("place", name, phrase.start, preposition)] if name else []
    if preposition in ("for", "with", "about", "on", "by", "without", "as", "against", "like"):
        name = entities.name(phrase)
        said = name if phrase.pronoun or name in entities.people else lemma or name
        told = said if preposition != "without" else f"without {said}"
        return [Adjunct("extras", told, phrase.start, preposition)]
    return []


def slots_for(found: list[Adjunct], amount: Phrase, amounts: list[Phrase], verb: int) -> Slots:
    """The adjuncts that belong to one of the amounts of a clause.

    One adjunct of a sort is shared by all, unless it stands between amounts; of several each
    amount has its own, the next after it, or before it where they lead.
    """
    slots = Slots()
    sorts: dict[str, list[Adjunct]] = {}
    for adjunct in found:
        sorts.setdefault(adjunct.slot, []).append(adjunct)
    manner = (
        any(a.slot in ("extras", "time") and a.start < amounts[-1].start for a in found)
        if amounts
        else False
    )
    elided = bool(amounts) and amounts[-1].head < 0 and manner
    starts = [one.start for one in amounts if one.preposition in ("", amount.preposition)]
    part = next((one for one in amounts if one.start > amount.start), None)
    for slot, several in sorts.items():
        if part is not None and part.some and part.quantity is None and not amount.some:
            several = [one for one in several if one.start < part.start]  # "20, some in a bag"
        for adjunct in _chosen(several, amount, starts, elided) if several else ():
            if slot == "extras":
                slots.extras.add(str(adjunct.value))
            else:
                setattr(slots, slot, adjunct.value)
    return slots


def _chosen(
    several: list[Adjunct], amount: Phrase, starts: list[int], elided: bool
) -> list[Adjunct]:
    if len(starts) < 2:
        if len(several) > 1 and several[0].slot != "extras":
            ways = [a.preposition for a in several]
            if starts and ways[0] == "from" and ways[-1] in ("to", "until", "till", "through"):
                return []  # a span of several days is no day of its own
            if several[0].slot == "time":
                return [_narrowed(several)]
            near = [a for a in several if a.start == amount.end + 1 and a.slot == "place"]
            return near or several[:1]  # "stopped at the corner with 5 people in it"
        return several
    if len(several) == 1:
        only = several[0]
        first, last = starts[0], starts[-1]
        if (
            only.start > last
            and only.slot == "place"
            and len(starts) > 1
            and amount.start != last
            and elided
        ):
            return []
        if only.start < first or only.start > last:
            return several
        before = max((s for s in starts if s < only.start), default=amount.start)
        return several if before == amount.start else []
    leading = several[0].start < starts[0]
    if leading and several[0].slot == "time":
        after = min((s for s in starts if s > amount.start), default=10**6)
        leads = [a for a in several if a.start < amount.start and (a.led or a is several[0])]
        own = [a for a in several if amount.start < a.start < after and not a.led]
        return [_narrowed([leads[-1], *own])] if leads else own[:1]
    if leading:
        own = [a for a in several if a.start < amount.start]
        return own[-1:]
    before = max((s for s in starts if s < amount.start), default=amount.start)
    leads = [a for a in several if a.led and before < a.start < amount.start]
    if leads and several[0].slot == "time":  # "9 in May; in June, 13; in July, 21"
        return leads[-1:]
    return [a for a in several if a.start > amount.start][:1]


def _narrowed(several: list[Adjunct]) -> Adjunct:
    """The last of several times of one amount, within the first: "On Monday … in the morning"."""
    last, whole, time = several[-1], several[0].value, several[-1].value
    if last is several[0] or not isinstance(whole, Time) or not isinstance(time, Time):
        return last
    if not whole.label or whole.label == time.label or time.shift is not None:
        return last
    within = "day" in time.ups and "day" not in whole.ups
    ups = (time.ups - {"today"} if within else time.ups) | whole.ups | {whole.label}
    rank = whole.rank if within and whole.rank is not None else time.rank
    return Adjunct("time", time._replace(ups=ups, rank=rank), last.start)
