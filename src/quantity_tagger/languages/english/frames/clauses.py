"""Clauses: a verb with what belongs to it, from the tree where it tells, else from word order."""

from __future__ import annotations

from itertools import pairwise

from quantity_tagger.languages.english.frames.groups import (
    Clause,
    details,
    groups,
    join_inverted,
    share_auxiliaries,
    subject_word,
)
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import needed_nouns, table, words

_BOUNDS = frozenset([",", ";", ":", "CC", "WDT", "WP", "WRB"])


def read_clauses(tree: Tree, phrases: list[Phrase], asked: int) -> list[Clause]:
    """The clauses of a text in order, each with the phrases of its field."""
    inside = {place for phrase in phrases for place in range(phrase.start, phrase.end)}
    numbers = {place for place in inside if tree.tags[place] == "CD"}
    found: list[Clause] = []
    own: list[list[Phrase]] = [[] for _ in tree.sentences]
    for phrase in phrases:
        own[tree.sentence_of(phrase.start)].append(phrase)
    for number, span in enumerate(tree.sentences):
        clauses = groups(tree, span, inside, number)
        mine = own[number]
        join_inverted(tree, span, clauses, mine)
        share_auxiliaries(tree, clauses, numbers)
        if len(clauses) == 1 and tree.tags[clauses[0].main] == "VBN":
            clauses[0].finite = True
        for clause in clauses:
            details(tree, clause, span, inside)
            clause.subject = _leader(tree, clause, mine, _subject(tree, clause, mine))
        _aims(tree, clauses)
        _charges(tree, clauses, mine)
        _spans(tree, span, clauses, mine, asked)
        _inherit(tree, clauses, mine)
        _align(tree, clauses)
        _share_goals(tree, clauses)
        found.extend(clauses)
    return found


def _aims(tree: Tree, clauses: list[Clause]) -> None:
    """As in "Her aim was to read 50 pages": it is she who wants to."""
    for clause in clauses:
        subject = clause.subject
        if clause.wanting and subject is not None and subject_word(tree, clause) in needed_nouns():
            clause.subject = subject.possessor


def _share_goals(tree: Tree, clauses: list[Clause]) -> None:
    """As in "has to saw 9 planks before sawing the last 4": both are still to be done."""
    for one, other in pairwise(clauses):
        gerund = tree.tags[other.main] == "VBG" and not other.finite
        if one.wanting and gerund and tree.lemmas[other.group[0] - 1] == "before":
            other.wanting = one.wanting


def _charges(tree: Tree, clauses: list[Clause], phrases: list[Phrase]) -> None:
    """As in "told Ben to read 50 pages", "was asked to read": a goal of whoever is to do it."""
    for clause, deed in pairwise(clauses):
        if not deed.purpose or clause.lemma not in words("charging") or clause.question:
            continue
        last = deed.group[0] - 1
        doer = clause.subject if clause.passive and clause.main + 1 == last else None
        if doer is None:
            told = [p for p in phrases if clause.main < p.start and p.end == last]
            doer = next((p for p in told if not p.preposition and p.quantity is None), None)
        if doer is not None:
            deed.subject, deed.wanting, deed.purpose = doer, "suppose", False


def _align(tree: Tree, clauses: list[Clause]) -> None:
    """As in "spent 2 hours reading and 3 hours writing", "earned $9 by mowing lawns, $5 on Monday
    and …": all are objects of the first verb.
    """
    for number, clause in enumerate(clauses):
        own = [p for p in clause.phrases if p.quantity is not None and not p.preposition]
        if not clause.finite or not own or own[-1].start < clause.main:
            continue
        for one in clauses[number + 1 :]:
            if one.finite:
                break
            listed = [p for p in one.phrases if tree.lemmas[p.start - 1] in (",", "and")]
            first = next((p for p in listed if _alike(tree, own[-1], p)), None)
            if first is not None:
                clause.phrases += [p for p in one.phrases if p.start >= first.start]
                one.phrases = [p for p in one.phrases if p.start < first.start]


def _alike(tree: Tree, one: Phrase, other: Phrase) -> bool:
    """Whether two amounts that no preposition leads are in the same unit."""
    if other.quantity is None or other.preposition or "$" in {*one.marks} ^ {*other.marks}:
        return False
    return tree.lemmas[one.head] == tree.lemmas[other.head]


def _leader(
    tree: Tree, clause: Clause, phrases: list[Phrase], phrase: Phrase | None
) -> Phrase | None:
    """The first of coordinated phrases: "Aya and Ben together have"."""
    while phrase is not None:
        before = next((p for p in phrases if p.joined is phrase), None)
        if before is None:
            return phrase
        said = before.start and tree.tags[before.start - 1][:1] == "V" and not clause.question
        if said and tree.lemmas[before.end] == ",":  # "16 are red, and the others are"
            return phrase
        phrase = before
    return None


def _led_by(tree: Tree, clause: Clause) -> int:
    """What stands before a verb group, but for adverbs: "that already had"."""
    place = clause.group[0] - 1
    while place > 0 and tree.tags[place] == "RB":
        place -= 1
    return place


def _containing(phrases: list[Phrase], place: int) -> Phrase | None:
    return next((p for p in phrases if p.start <= place < p.end), None)


def _subject(tree: Tree, clause: Clause, phrases: list[Phrase]) -> Phrase | None:
    if clause.purpose:
        return None
    before = _led_by(tree, clause)
    led = before > 0 and tree.tags[before] in ("WDT", "WP")
    part = _part_of_them(tree, clause, phrases)
    if part is not None:
        return part
    if not clause.question and (led or tree.lemmas[before] in ("who", "which")):
        told = [
            p
            for p in phrases
            if p.end <= before and tree.lemmas[p.head] not in ("who", "which", "that")
        ]
        return told[-1] if told else None
    if clause.question and len(clause.group) > 1:
        inner = [
            p for p in phrases if clause.group[0] < p.start < clause.main and not p.preposition
        ]
        if inner:
            return inner[0]
    able = [k for k in range(clause.group[0], clause.main) if tree.lemmas[k] in ("able", "unable")]
    for place in (clause.main, *clause.group, *able):
        for child in tree.children[place]:
            if tree.relations[child] in ("nsubj", "nsubj:pass") and tree.tags[child] not in (
                "WP",
                "WDT",
                "WRB",
            ):
                phrase = _containing(phrases, child)
                if (
                    phrase is not None
                    and phrase.preposition in ("", "than")
                    and _near(tree, clause, phrase)
                ):
                    return phrase
    # the predicate after a copula carries the subject in the tree
    if clause.lemma == "be":
        head = tree.heads[clause.main]
        if head >= 0:
            for child in tree.children[head]:
                if tree.relations[child] in ("nsubj", "nsubj:pass"):
                    phrase = _containing(phrases, child)
                    if (
                        phrase is not None
                        and not phrase.preposition
                        and _near(tree, clause, phrase)
                    ):
                        return phrase
    return _left(tree, clause, phrases)


def _part_of_them(tree: Tree, clause: Clause, phrases: list[Phrase]) -> Phrase | None:
    """As in "18 of whom are asleep", "some of which broke": the part that leads the clause."""
    before = clause.group[0] - 1
    if before < 2 or tree.lemmas[before - 1] != "of":
        return None
    if tree.lemmas[before] not in ("whom", "which"):
        return None
    return next((p for p in phrases if p.end == before - 1), None)


def _near(tree: Tree, clause: Clause, phrase: Phrase) -> bool:
    """Whether nothing that leads a clause stands between a subject and its verb."""
    if phrase.start > clause.main:
        return tree.lemmas[clause.main] == "be" or tree.lemmas[clause.group[0]] in words(
            "auxiliaries"
        )
    between = range(phrase.end, clause.group[0])
    last = clause.group[0] - 1
    if (
        "," in tree.lemmas[phrase.end : clause.group[0]]
        and tree.tags[last][:1] == "N"
        and not any(tree.lemmas[k] in ("who", "which", "that") for k in between)
    ):
        return False
    apart = ("and", "but", "while", "if", "when", ";")
    return not any(tree.lemmas[k] in apart for k in between)


def _left(tree: Tree, clause: Clause, phrases: list[Phrase]) -> Phrase | None:
    """The phrase before the verb that no preposition leads."""
    if not clause.finite and not clause.passive:
        return None
    stop = clause.group[0] if not clause.question else clause.main
    if clause.question and len(clause.group) > 1:
        inner = [
            p for p in phrases if clause.group[0] < p.start < clause.main and not p.preposition
        ]
        if inner:
            return inner[0]
    left = [p for p in phrases if p.end <= stop]
    while left:
        phrase = left.pop()
        bare = phrase.quantity is not None and phrase.end - phrase.start == 1
        if bare and tree.lemmas[phrase.start - 1] == tree.lemmas[phrase.end] == ",":
            stop = phrase.start - 1  # "Martha, 34, bought"
            continue
        gap = tree.lemmas[phrase.end : stop]
        tags = tree.tags[phrase.end : stop]
        if any(tag[:1] == "V" or tag == "MD" for tag in tags):
            return None
        if any(word in (",", "and", "but", "or", ";") for word in gap):
            if "," in gap and any(word in ("who", "which", "that") for word in gap):
                return phrase
            return None
        if not phrase.preposition:
            return _before_relative(tree, phrase, phrases) or phrase
        stop = phrase.start
    return None


def _before_relative(tree: Tree, phrase: Phrase, phrases: list[Phrase]) -> Phrase | None:
    """As in "a lamp that used to cost $64 was sold": the noun whose relative clause ends here."""
    place = phrase.start - 1
    while place >= 0 and (tree.tags[place][:1] == "V" or tree.tags[place] in ("MD", "TO", "RB")):
        place -= 1
    if place < 1 or place == phrase.start - 1 or tree.lemmas[place] not in ("who", "which", "that"):
        return None
    end = place - 1 if tree.lemmas[place - 1] == "," else place
    return next((p for p in phrases if p.end == end and p.head >= 0), None)


def _spans(
    tree: Tree, span: range, clauses: list[Clause], phrases: list[Phrase], asked: int
) -> None:
    """Gives each clause its field and the phrases in it."""
    starts: list[int] = []
    for number, clause in enumerate(clauses):
        first = clause.group[0]
        subject = clause.subject
        if (
            subject is not None
            and subject.start < first
            and (number == 0 or subject.start > clauses[number - 1].main)
        ):
            first = _joined_start(tree, clause, phrases, clauses[number - 1].main if number else -1)
        floor = clauses[number - 1].main + 1 if number else span.start
        if number and clauses[number - 1].main < asked < clause.main:
            lead = asked - 1
            starts.append(max(lead if tree.tags[lead] == "IN" else asked, floor))
            continue
        led = _led_by(tree, clause)
        if number and subject is not None and subject is _part_of_them(tree, clause, phrases):
            starts.append(max(subject.start, floor))
            continue
        if number and (tree.tags[led] in ("WDT", "WP") or tree.lemmas[led] in ("who", "which")):
            starts.append(max(led, floor))
            continue
        if number and not clause.finite and clause.passive:
            starts.append(max(_participle_start(tree, clauses, number, phrases), floor))
            continue
        if number == 0:
            starts.append(span.start)
            continue
        joined = {p.start - 1 for p in phrases if p.follows and not p.preposition}
        bounds = [k for k in range(floor, first) if _bound(tree, k) and k not in joined]
        bound = bounds[-1] if bounds else None
        if bound is not None and _only_adjuncts(tree, phrases, bound + 1, first):
            first = bound + 1
        starts.append(max(first, floor))
    for number, clause in enumerate(clauses):
        clause.start = starts[number]
        clause.end = starts[number + 1] if number + 1 < len(clauses) else span.stop
        clause.phrases = [p for p in phrases if clause.start <= p.start < clause.end]
        clause.marker = _marker(tree, clause, span)


def _participle_start(tree: Tree, clauses: list[Clause], number: int, phrases: list[Phrase]) -> int:
    """Where a participle's noun begins if it leads a clause: "and the ones sold were red"."""
    verb = clauses[number].group[0]
    noun = next((p for p in phrases if p.end == verb), None)
    after = clauses[number + 1] if number + 1 < len(clauses) else None
    if noun is None or after is None or not after.finite or after.group[0] > verb + 2:
        return verb
    start = noun.start
    while tree.lemmas[start - 1] == "only" or tree.tags[start - 1] == "DT":
        start -= 1
    return start if _bound(tree, start - 1) else verb


def _joined_start(tree: Tree, clause: Clause, phrases: list[Phrase], floor: int) -> int:
    """Where a subject of several begins: "5 swans and 10 ducks landed"."""
    subject = clause.subject
    assert subject is not None
    start = subject.start
    if subject.head >= 0 and tree.lemmas[subject.head] in ("rest", "other", "others"):
        return start
    while True:
        before = [p for p in phrases if p.end < start and p.start > floor + 1]
        if not before or before[-1].preposition or not tree.list_goes_on(before[-1].end, start):
            return start
        if before[-1].quantity is not None and subject.quantity is None and not subject.some:
            return start  # "has 22 blue and 17 white beads, and her sister has"
        if (tree.lemmas[before[-1].start - 1], tree.lemmas[before[-1].end]) == ("and", ","):
            return start  # "were 85 women and 64 men, and 12 ushers showed"
        led = any(
            tree.lemmas[k] in (",", ";", "and", "but", "then", "while")
            for k in range(floor + 1, before[-1].start)
        )
        if floor >= 0 and not led:
            return start
        if before[-1].start == floor + 1 or tree.lemmas[before[-1].start - 1] in words("particles"):
            return start
        start = before[-1].start


def _bound(tree: Tree, place: int) -> bool:
    return tree.tags[place] in _BOUNDS or tree.lemmas[place] in (
        "after", "before", "if", "when", "while", "because", "so", "until", "once", "that",
    )  # fmt: skip


def _only_adjuncts(tree: Tree, phrases: list[Phrase], start: int, stop: int) -> bool:
    return all(
        p.preposition
        or (p.follows and tree.lemmas[p.head] in table("times"))
        or tree.lemmas[p.head] == "there"
        or tree.lemmas[p.head] in words("adverbial")
        or (p.head >= 0 and tree.lemmas[p.head] in words("spans of time"))
        for p in phrases
        if start <= p.start < stop
    )


def _marker(tree: Tree, clause: Clause, span: range) -> str:
    for place in (clause.start, clause.start - 1, clause.start - 2):
        lemma = tree.lemmas[place]
        if span.start <= place < span.stop and lemma in words("markers"):
            led = [p for p in clause.phrases if p.start == place + 1 and p.preposition == lemma]
            if led and led[0] is not clause.subject:
                continue  # "after lunch it showed 19"
            if lemma not in ("and", "then"):
                result = lemma == "that" and tree.lemmas[place - 1] == "so"
                return "so" if result else lemma
            if place < clause.start:
                return ""
    return ""


def _inherit(tree: Tree, clauses: list[Clause], phrases: list[Phrase]) -> None:
    """Subjects that are told elsewhere: before "who", in the clause before, in the main clause."""
    for number, clause in enumerate(clauses):
        before = [p for p in phrases if p.end <= clause.group[0]]
        if (
            clause.marker in ("who", "which", "that")
            and before
            and (
                clause.subject is None
                or (clause.subject.pronoun and tree.tags[clause.subject.head] in ("WP", "WDT"))
            )
        ):
            last = [p for p in before if tree.lemmas[p.head] not in ("who", "which", "that")]
            if last:
                clause.subject, clause.own_subject = last[-1], False
        if clause.subject is not None:
            continue
        clause.own_subject = False
        inner = clauses[number - 1] if number else clause
        first = tree.sentences[clause.sentence].start
        bare = clause.finite and inner.subject is not None and inner.main + 1 == clause.group[0]
        led = [p for p in before if bare and inner.subject and p.end == inner.subject.start]
        if led and led[-1].start == first:  # "The coat she bought cost"
            clause.subject = led[-1]
            continue
        sized = clause.effect == "cost" or clause.lemma in ("weigh", "measure")
        sized = sized and bool(before) and before[-1].end == clause.group[0]
        if not clause.finite and (clause.passive or sized) and before and not clause.purpose:
            clause.subject = before[-1]
            continue
        aside = inner.marker in ("who", "which") and tree.lemmas[clause.group[0] - 1] == ","
        led = [p for p in before if aside and p.end == inner.start - 1 and p.head >= 0]
        if led and clause.finite:  # "while the south farm, which has 4 barns, sold 30"
            clause.subject = led[-1]
            continue
        joined = clause.finite and tree.tags[clause.group[0] - 1] == "CC"
        if inner.marker == "who" and joined and tree.tags[clause.group[0] - 2] != ",":
            clause.subject = inner.subject  # "met a boy who had 9 coins and lost 2"
            continue
        earlier = [c for c in clauses[:number] if c.subject is not None and c.finite]
        told = [c for c in earlier if c.marker not in ("who", "which", "that")]
        earlier = told or earlier
        later = [c for c in clauses[number + 1 :] if c.subject is not None]
        if clause.finite or not later:
            source = earlier[-1:] or later[:1]
        else:
            source = later[:1] if clause.start < later[0].start and not earlier else earlier[-1:]
        if source:
            clause.subject = source[0].subject
