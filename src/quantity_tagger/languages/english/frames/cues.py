"""Cues of a question: what is left, the start, a need, a contest; and its verb."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import time_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import needed_nouns, phrases, words
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.situation.facts import DIRECTION, HAPPENING, Fact, Kind, Time
from quantity_tagger.situation.kinds import heads_meet

#: The cues that words of the lexicon tell ("ask left").
_CUES = (
    "left", "total", "start", "now", "need", "difference", "free", "change", "more", "not", "net",
)  # fmt: skip
#: What the verb of a question may do as it did in the story.
_DEEDS = HAPPENING | {"state"}
#: What makes a change no more than a time.
_AROUND = ("before", "after", "before the", "after the", "before this", "after this")


def effect_of(
    reader: Reader, clause: Clause | None, asked: Phrase | None, kind: Kind
) -> tuple[str, str]:
    if clause is None or clause.main == reader.asked:  # "Find the number of …"
        return _ordered(reader, asked)
    named = _asked_by_noun(reader, clause, kind)
    if named:
        return named, "be"
    effect, verb = clause.effect, clause.key
    if verb == "fall" and (rained := _rained(reader, asked)):
        return "do", rained
    if kind.head == "time" and reader.tree.lemmas[reader.asked - 1] in ("in", "after", "within"):
        return "state", "take"  # "In how many minutes did the winner finish"
    if _asks_what_is_left(reader, clause):
        return "state", "be"
    if effect == "state" and kind.head == "length" and clause.lemma in words("motion"):
        return "do", verb
    travels = effect in ("come", "leave") and clause.lemma in words("travelling")
    if travels and kind.head == "length":
        return "do", verb
    if clause.subject is asked and _went_away(reader, clause):
        return "leave", verb
    if clause.lemma in ("be", "have", "own") or (
        "left" in reader.tree.texts[clause.start : clause.end]
        and clause.lemma in ("leave", "have", "be")
    ):
        return "state", "be"
    led = reader.tree.lemmas[reader.asked - 1] == "with"
    ends = reader.tree.lemmas[clause.end - 2 : clause.end - 1] == ["with"]
    if (led or ends) and clause.lemma in words("setting out"):
        return "state", "be"
    kept = any(f.effect == "state" and f.time.phase == "end" for f in reader.facts)
    if clause.perfect and kept and clause.lemma in words("taking along"):
        return "state", "be"  # "How much had he brought"
    if clause.modal in ("can", "could", "may") and clause.lemma in words("capacity"):
        return "need", verb
    burning = clause.progressive and clause.subject is asked  # "How many candles were burning"
    if clause.lemma == "owe":
        return "lack", "owe"
    if clause.lemma == "miss" and clause.progressive:
        return "need", "miss"
    if clause.lemma in ("start", "begin") and not effect:
        return "state", "be"
    if clause.lemma in ("take", "need", "last") and kind.head == "time":
        return "state", "take"
    moved = [f.effect for f in reader.facts if f.verb == verb and f.effect in HAPPENING]
    if effect == "state" and moved and (clause.passive or moved[-1] == "do"):
        return moved[-1], verb  # "Some were carried out. How many were carried?"
    swims = effect == "come" and reader.tree.tags[clause.main] == "VBP"  # "swim there now"
    swims = swims and "now" in reader.tree.lemmas[clause.start : clause.end]
    if effect in ("state", "cost") or swims or (burning and effect in ("lose", "make", "use")):
        return "state", "cost" if effect == "cost" else verb
    if effect in ("need", "room"):
        return "need", verb
    if clause.wanting in ("have", "need") or (clause.modal in ("must", "should") and effect):
        return effect or "do", verb
    if effect in ("part", ""):
        same = [f.effect for f in reader.facts if f.verb == verb and f.effect in _DEEDS]
        return (same or ["do"])[-1], verb
    if (
        asked is not None
        and clause.subject is asked
        and not clause.passive
        and effect in ("do", "lose", "remove", "gain", "put")
    ):
        return {"lose": "leave", "remove": "leave", "gain": "come", "put": "come"}.get(
            effect, "do"
        ), verb
    if (
        kind.measure
        and kind.head in ("length", "height", "depth", "temperature", "weight")
        and effect in ("make", "gain")
    ):
        return "rise", verb
    if clause.passive:
        effect = clause.active_effect
        given = clause.subject is not None and clause.subject is not asked  # "was Mira sent"
        if effect == "give" and (given or {clause.key, clause.lemma} & words("incoming")):
            effect = "gain"
    return effect, verb


def _went_away(reader: Reader, clause: Clause) -> bool:
    """As in "How many left", "How many people have left"; "How many pens have left" are there."""
    if not clause.effect_leaves or not reader.tree.tags[reader.asked].startswith("W"):
        return False  # "Minutes left?"
    alive = any({f.kind.head, *f.kind.ups} & {"person", "animal"} for f in reader.facts)
    return alive or len(clause.group) == 1


def _rained(reader: Reader, asked: Phrase | None) -> str:
    """As in "How much rain fell": that it rained, where this is how it was told."""
    noun = reader.tree.lemmas[asked.head] if asked is not None else ""
    if noun not in words("precipitation"):
        return ""
    return noun if any(f.verb == noun for f in reader.facts) else "fall"


def _ordered(reader: Reader, asked: Phrase | None) -> tuple[str, str]:
    """What an order is of: a stock, or a told deed, as in "Find the number of caps sold"."""
    tree = reader.tree
    span = next(span for span in tree.sentences if reader.asked in span)
    for place in range(asked.end if asked is not None else span.stop, span.stop):
        if tree.tags[place] == "VBN":
            done = tree.lemmas[place]
            told = [f.effect for f in reader.facts if f.verb == done and f.effect in HAPPENING]
            return (told[-1], done) if told else ("state", "be")
        if tree.tags[place] not in ("IN", "DT", "JJ", "NN", "NNS"):
            break
    return "state", "be"


def deny_undone(reader: Reader, clause: Clause) -> None:
    """As in "are still to be laid", "are unsold": a question for those to whom it was not done."""
    done = {f.verb for f in reader.facts if not f.planned and f.effect in HAPPENING}
    texts = [text.lower() for text in reader.tree.texts[clause.main + 1 : clause.end]]
    verbs = [lemmatise(text[2:], "VBN") for text in texts if text.startswith("un")]
    unlike = next((verb for verb in verbs if verb in done), "")
    if unlike and clause.lemma == "be":
        clause.lemma, clause.passive = unlike, True
    elif not clause.passive or clause.wanting not in ("suppose", "have", "remain"):
        return
    goals = any(f.effect in ("need", "room", "lack") for f in reader.facts)
    if unlike or (clause.key in done and not goals):
        clause.negated, clause.wanting = True, ""


def _asks_what_is_left(reader: Reader, clause: Clause) -> bool:
    """As in "How many did he bring home", "How many does she still write with"."""
    lost = any(DIRECTION.get(f.effect, 0) < 0 or f.source for f in reader.facts)
    if not lost or any(f.verb == clause.key for f in reader.facts):
        return False
    still = "still" in reader.tree.lemmas[reader.asked : clause.main]
    wanted = clause.wanting or clause.modal or clause.passive or clause.effect == "need"
    return clause.key in words("bringing home") or (still and not wanted)


def _asked_by_noun(reader: Reader, clause: Clause, kind: Kind) -> str:
    """What a noun alone asks for: "On which floor does it stop", "What is the goal"."""
    lemmas = reader.tree.lemmas
    if kind.measure and kind.head == "floor" and lemmas[reader.asked] != "how":
        return "state"
    if clause.lemma == "be" and set(lemmas[reader.asked : clause.end]) & needed_nouns():
        return "need"
    if clause.lemma == "be" and {f.verb for f in reader.facts} >= {"spend", "earn"}:
        for noun, effect in (("profit", "gain"), ("loss", "lose")):
            if noun in lemmas[reader.asked : clause.end]:
                return effect
    scored = kind.head == "score" and lemmas[reader.asked + 1] == "score"
    return "state" if scored else ""


def cues_of(reader: Reader, clause: Clause | None, span: range) -> set[str]:
    tree = reader.tree
    first = reader.asked
    stop = next(
        (k for k in range(first + 3, span.stop) if tree.lemmas[k] in ("if", "when")), span.stop
    )
    told = [k for k in range(first, stop) if not _describes(tree, k)]
    text = " " + " ".join([tree.texts[k] for k in told]).lower() + " "
    cues: set[str] = {"total"} if _leads_total(tree, span.start, first) else set()
    if tree.lemmas[stop] == "when" and _arrives(tree, stop, span.stop):
        cues.add("start")  # "when it left the station": none of these words is a cue of its own
    for cue in _CUES:
        for entry in phrases(f"ask {cue}"):
            if entry in text:
                around = any(f" {when}{entry}" in text for when in _AROUND)
                if not (around and cue == "difference"):  # "before the drop"
                    cues.add(cue)
                    break
    ways = {DIRECTION.get(f.effect) for f in reader.facts if f.kind.head == "money"}
    traded = {"spend", "earn"} <= {f.verb for f in reader.facts}
    asked = set(tree.lemmas[first : span.stop])
    profit = {1, -1} <= ways and {"profit", "loss"} & asked  # "What profit was made"
    by = first and tree.lemmas[first - 1] == "by"  # "By how many did the herd grow"
    if profit or by or (traded and asked & words("trading")):  # "did she lose"
        cues.add("net")
    if clause is not None:
        if clause.modal in ("can", "may") and (clause.passive or "more" in cues):
            cues.add("need")
        if clause.lemma in ("pay", "buy") and tree.lemmas[span.stop - 2] == "with":
            cues.add("paid with")
        if (
            clause.wanting in ("need", "have")
            or (clause.wanting == "suppose" and tree.tags[clause.group[0]] in ("VBZ", "VBP"))
            or clause.effect == "need"
            or clause.modal in ("must", "should")
        ):
            cues.add("need")
        concluded = clause.modal == "must" and "have" in [tree.lemmas[k] for k in clause.group[:-1]]
        if concluded:  # "How many must there have been"
            cues.discard("need")
            cues |= {"start"} if clause.effect == "state" else set()
        if clause.lemma in ("start", "begin"):  # "have to begin with"
            cues.discard("need")
        _add_start(reader, clause, cues)
        after = tree.lemmas[clause.main : clause.end]
        if clause.effect == "give" and "back" in after and not cues & {"left", "more"}:
            cues.add("change")  # "How much did the clerk give her back"
        if clause.negated:
            cues.add("not")
        kept = any((f.effect, f.verb) == ("state", "keep") for f in reader.facts)
        if kept and clause.key == "keep":  # "keeps 9 hens. How many does Bo keep"
            cues.discard("left")
        if clause.particle == "over" and clause.effect == "give":  # "handed over"
            cues.discard("left")
    return cues


def _arrives(tree: Tree, when: int, stop: int) -> bool:
    text = f" {' '.join(tree.texts[when:stop]).lower()} "
    return any(text.startswith(entry) for entry in phrases("ask start"))


def _leads_total(tree: Tree, start: int, first: int) -> bool:
    """As in "In all, how many …": the question is led by what asks for a sum."""
    lead = f" {' '.join(tree.lemmas[start : max(start, first - 1)])} "
    return tree.texts[first - 1] == "," and lead in phrases("ask total")


def _describes(tree: Tree, place: int) -> bool:
    """As in "How many short planks": no cue, but what the things are."""
    after = tree.tags[place + 1]
    return tree.lemmas[place] == "short" and after.startswith("NN")


def _add_start(reader: Reader, clause: Clause, cues: set[str]) -> None:
    """Cues that the state before the story is asked for."""
    tree = reader.tree
    unknown = [
        f
        for f in reader.facts
        if f.amount.quantity is None and f.effect == "state" and not f.rest and f.of is None
    ]
    past = any(tree.tags[k] == "VBD" for k in clause.group)
    if (
        unknown
        and past
        and not cues & {"now", "left", "need", "total"}
        and clause.effect == "state"
    ):
        cues.add("start")
    if (
        reader.supposed
        and tree.tags[clause.group[0]] in ("VBZ", "VBP")
        and not clause.modal
        and clause.effect == "state"
    ):
        cues.add("start")
        cues.discard("now")
    if _went_away(reader, clause):
        cues.discard("left")
    begun = clause.lemma in ("start", "begin") and clause.effect == ""
    goes_on = tree.lemmas[clause.main + 1] == "on"
    went = "with" in (tree.lemmas[reader.asked - 1], tree.lemmas[clause.end - 2]) and not goes_on
    went = went and clause.lemma in ("go", "start", "leave", "set", "begin")
    if begun or went:
        cues.add("start")
    ended = [
        f
        for f in reader.facts
        if f.effect == "state"
        and f.kind.head != "age"
        and (f.time.phase == "end" or (f.time.present and f.time.phase != "start"))
    ]
    past = any(tree.tags[k] == "VBD" for k in clause.group)
    flows = [f for f in reader.facts if DIRECTION.get(f.effect)]
    if (
        past
        and ended
        and flows
        and clause.lemma in ("have", "be")
        and not {"price", "cost"} & set(tree.lemmas[reader.asked : clause.end])
        and not cues & {"now", "left", "need", "more", "not", "total"}
        and not clause.passive
    ):
        cues.add("start")
    done = [f for f in reader.facts if f.effect == "do" and f.amount.quantity is not None]
    thing = clause.subject is not None and not clause.subject.pronoun
    whole = thing and clause.lemma == "have" and len(ended) == len(reader.facts) - len(done)
    if done and ended and whole and not cues:  # "87 were left. How many does the book have"
        name = reader.entities.name(clause.subject)
        cues |= {"start"} if name and name not in {f.holder for f in reader.facts} else set()
    along = clause.lemma in words("taking along") and bool(ended)  # "How much had he brought"
    if clause.perfect and (along or clause.effect in ("state", "part", "do", "room")):
        cues.add("start")


def asked_before(reader: Reader, fact: Fact, cues: set[str]) -> Fact:
    """As in "It held 31 at supper. … How many were in it that morning?": before all that is told,
    also as in "Since May 9 have been sold. … How many were there in May?".
    """
    asked = fact.time
    if fact.effect != "state" or not asked.label or cues & {"start", "left", "now", "total"}:
        return fact
    moved = [f for f in reader.facts if DIRECTION.get(f.effect) and heads_meet(f.kind, fact.kind)]
    states = [f.time for f in reader.facts if f.effect == "state" and f.than is None]
    ranked = [t for t in states if t.rank is not None and t.ups & asked.ups]
    since = [p for p in reader.phrases if p.preposition == "since" and p.start < reader.asked]
    begun = any(time == asked for time in [time_of(reader.tree, p) for p in since])
    if not moved or any(t.label == asked.label for t in states):
        return fact
    first = min((t.rank for t in ranked if t.rank is not None), default=None)
    over = len(states) == 1 and all(f.time.earlier for f in moved)  # all that is told was over
    if not begun and not over and (asked.rank is None or first is None or first <= asked.rank):
        return fact
    ranks = [f.time.rank for f in moved if f.time.rank is not None]
    if any(rank < (asked.rank or 0) or rank > (first or rank) for rank in ranks):
        return fact  # the morning after
    spans = {f.sentence for f in moved if any(f.time.label in t.ups for t in ranked)}
    for place, told in enumerate(reader.facts):
        if told in moved and told.sentence in spans and told.time.rank is None:
            reader.facts[place] = told.but(time=told.time._replace(earlier=True))
    cues.add("start")
    return fact.but(time=Time())


def _is_told_place(reader: Reader, start: int) -> bool:
    """Whether the phrase that starts here names a place that the story tells of."""
    named = next((p for p in reader.phrases if p.start == start and not p.pronoun), None)
    name = reader.entities.name(named)
    groups = reader.entities.groups
    return name not in reader.entities.people | {""} and any(
        name in (f.place, f.than and f.than.place) or name in groups.get(f.holder, ())
        for f in reader.facts
    )


def is_contest(reader: Reader, clause: Clause | None) -> bool:
    """As in "By how many points did they win", "How many points were they behind"."""
    lemmas = reader.tree.lemmas
    by = reader.asked > 0 and lemmas[reader.asked - 1] == "by"
    if by and (clause is None or clause.main < reader.asked):
        return True
    if clause is None:
        return False
    by = by or clause.key.endswith(" by") or lemmas[clause.end - 2] == "by"  # "did they win by?"
    if clause.lemma in ("win", "lose"):
        return by
    places = [p.start - 1 for p in reader.phrases if p.preposition == "behind"]
    places = [k for k in places if _is_told_place(reader, k + 1)]  # "behind the school"
    ahead = any(
        lemmas[k] in ("ahead", "behind", "better", "worse") and k not in places
        for k in range(reader.asked, clause.end)
    )
    told = any(f.verb == clause.lemma for f in reader.facts)  # "led 18 visitors through the cave"
    return ahead or (clause.lemma in words("contest") | words("surpassing") and not told)
