"""What a question restricts: predicates, negations, marks that the story knows."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.afterthoughts import all_of, joined_places
from quantity_tagger.languages.english.frames.asked import holder_of
from quantity_tagger.languages.english.frames.constructions.opposites import denied
from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import noun_kind
from quantity_tagger.languages.english.frames.obliques import OPPONENT
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.predicates import predicate
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind, Side


def finish(
    reader: Reader,
    clause: Clause | None,
    asked: Phrase | None,
    fact: Fact,
    cues: set[str],
    span: range,
) -> tuple[Fact, set[str]]:
    """Predicates of counted subjects, negations, unknown marks, groups."""
    tree = reader.tree
    entities = reader.entities
    how = tree.lemmas[reader.asked] == "how"
    before = fact.kind
    bare = clause is not None and asked is not None and clause.lemma == "be" and asked.head < 0
    if how and bare and clause is not None and not fact.kind.measure:
        clause.subject = asked
        sides = {f.than.holder for f in reader.facts if f.than is not None}
        fact = fact if fact.holder in sides else fact.but(holder="")
    if (
        how
        and clause is not None
        and asked is not None
        and (clause.subject is asked or clause.subject is None)
    ):
        fact = _asked_predicate(reader, clause, asked, fact)
    elif clause is not None and clause.negated:
        cues.add("left")
        fact = fact.but(effect="state")
    if (
        fact.effect == "state"
        and asked is not None
        and asked.of is not None
        and asked.of.possessor is not None
        and not fact.holder
    ):
        fact = fact.but(holder=entities.name(asked.of.possessor))
    lent = fact.effect == "give" and "left" in cues and asked is not None and asked.of is not None
    if lent and asked is not None and asked.of and asked.of.possessor is not None:
        fact = fact.but(
            holder=entities.name(asked.of.possessor)
        )  # "of Hana's books are still lent"
    if asked is not None and asked.possessor is not None and not fact.holder:
        fact = fact.but(holder=holder_of(reader, asked.possessor))
    weighed = {f.holder for f in reader.facts if f.kind.head == "weight" and f.effect == "state"}
    on_scale = fact.kind.head == "weight" and fact.holder in words("weighing machines")
    if on_scale and len(weighed - {""}) > 1 and fact.holder not in weighed:
        fact = fact.but(holder="", effect="state", verb="weigh")  # "What will the scale read"
        cues.add("total")
    fact = _without(reader, fact)
    lacking = bool(fact.kind.lacks)
    fact = fact.but(kind=_known_kind(reader, asked, fact.kind, before), named=fact.kind)
    if lacking and not fact.kind.lacks:  # "not red" was found to be yellow and green
        cues.discard("not")
    return _known_entities(reader, fact), cues


def _without(reader: Reader, fact: Fact) -> Fact:
    """As in "How many pears without spots", where some are told to have a spot."""
    nouns = {one.removeprefix("without ") for one in fact.extras if one.startswith("without ")}
    told = {m for f in reader.facts for m in f.kind.marks if m.split()[-1] in nouns}
    if not told:
        return fact
    kept = frozenset(one for one in fact.extras if not one.startswith("without "))
    kind = fact.kind._replace(lacks=fact.kind.lacks | told)
    return fact.but(kind=kind, extras=kept, place="" if fact.place == fact.holder else fact.place)


def _known_kind(reader: Reader, asked: Phrase | None, kind: Kind, before: Kind) -> Kind:
    """The asked kind in the words of the story, which may lack its marks and its head."""
    tree = reader.tree
    said = kind.marks - before.marks
    marks = {m for f in reader.facts for m in f.kind.marks | f.kind.lacks}
    if kind.marks - marks and not kind.lacks:
        un = {m for m in kind.marks if denied(m, marks)}
        told = [f.kind for f in reader.facts if f.kind.head == kind.head]
        if any(not k.marks for k in told) and any(k.marks - kind.marks for k in told):
            said = kind.marks  # a whole and some of its parts are told, another part is asked for
        if any(
            f.of is not None and f.kind.head == kind.head and f.kind.marks for f in reader.facts
        ):
            said = kind.marks
        kind = Kind(
            kind.head,
            (kind.marks & marks) | said | un,
            kind.lacks,
            kind.ups,
            kind.measure,
            kind.parts,
        )
    heads = {f.kind.head for f in reader.facts}
    heads |= {
        f.than.kind.head for f in reader.facts if f.than is not None and f.than.kind is not None
    }
    above = {u for f in reader.facts for u in f.kind.ups}
    held = [f.kind for f in reader.facts if kind.head in f.kind.marks]  # "boxes of sugar": sugar
    below = [f.kind for f in reader.facts if kind.head in f.kind.ups]  # "toy cars and dolls": toys
    if held and kind.head not in heads and len({k.head for k in held + below}) == 1:
        kind = Kind(held[0].head, (kind.marks & marks) | {kind.head}, kind.lacks, held[0].ups)
    if (
        kind.head
        and not kind.parts
        and not kind.measure
        and kind.head not in heads | above
        and not (kind.ups & heads)
        and not (kind.head == "person" and heads & words("seats"))
    ):
        dimension = next((u for u in sorted(kind.ups) if u in ("weight", "volume", "length")), "")
        measured = {
            f.kind.head for f in reader.facts if f.kind.measure and f.amount.quantity is not None
        } - {"score"}
        if kind.head == "change" and "money" in measured:
            measured = {"money"}
        if not dimension and len(measured) == 1:
            dimension = measured.pop()
        kind = Kind(dimension, kind.marks, kind.lacks, frozenset(), bool(dimension))
    if kind.lacks and not kind.marks:
        kind = _the_others(reader, kind)
    said = kind.marks | ({"good"} & set(asked.marks) if asked is not None else set())
    against = {m: denied(m, marks) for m in said - marks}
    turned = {m for m, other in against.items() if other}
    if turned:
        lacks = kind.lacks.union(*against.values())
        kind = Kind(kind.head, kind.marks - turned, lacks, kind.ups, kind.measure)
    if asked is not None and asked.joined is not None and asked.joined.head >= 0:
        parts = [Kind(kind.head, kind.marks, ups=kind.ups)]
        part: Phrase | None = asked.joined
        while part is not None and part.head >= 0:
            parts.append(noun_kind(tree, part))
            part = part.joined
        kind = Kind(kind.head, ups=kind.ups, parts=tuple(parts))
    twins = [f.kind for f in reader.facts if f.kind.head == kind.head and kind.head]
    if twins and not kind.parts:
        kind = Kind(kind.head, kind.marks, kind.lacks, kind.ups | twins[0].ups, kind.measure)
    return kind


def _the_others(reader: Reader, kind: Kind) -> Kind:
    """As in "not red" of red, yellow and green balloons: the others that were told beside them."""
    told = [f for f in reader.facts if f.kind.head == kind.head and f.amount.quantity is not None]
    if any(not f.kind.marks for f in told):
        return kind  # the whole is told
    others = [f.kind for f in told if not f.kind.marks & kind.lacks]
    if len(others) == len(told) or not others:
        return kind
    if len(others) == 1:
        return others[0]
    return Kind(kind.head, ups=kind.ups, parts=tuple(others))


def _known_entities(reader: Reader, fact: Fact) -> Fact:
    """Holders and places that no fact tells of are dropped."""
    entities = reader.entities
    sides = [f.than for f in reader.facts if f.than is not None]
    known = {s.holder for s in sides if s.holder} | {s.place for s in sides if s.place}
    known |= (
        {f.holder for f in reader.facts}
        | {f.to for f in reader.facts}
        | {f.place for f in reader.facts}
        | {f.source for f in reader.facts}
    )
    known |= {m for h in known for m in entities.groups.get(h, ())}
    places = joined_places(reader, fact, known)
    if len(places) > 1:
        return fact.but(holder=entities.join(places), place="", extras=frozenset())
    here = reader.tree.sentence_of(reader.asked)
    told_here = {f.holder for f in reader.facts if f.sentence == here}
    if fact.place in told_here and len(told_here) > 1:
        fact = fact.but(place="")  # "in a comic of 32 pages and a novel of 210"
    if OPPONENT in known and fact.holder not in known:
        return fact.but(holder=OPPONENT)
    several = all_of(reader, fact, known)
    held = all(f.effect in ("state", "note") for f in reader.facts)
    if several and (
        fact.kind.measure or fact.effect == "state" or (held and fact.effect in ("come", "do"))
    ):
        fact = fact.but(holder=several, place="", effect="state" if held else fact.effect)
    if fact.holder and fact.holder not in known and fact.holder not in entities.groups:
        within = [e for e, owner in entities.within.items() if owner == fact.holder and e in known]
        contrast = fact.kind.measure and (
            fact.holder in entities.people or fact.kind.head == "weight"
        )
        if not within and entities.within.get(fact.holder) not in known and not contrast:
            if fact.effect == "take":  # who has none takes from who has: "did customers buy"
                fact = fact.but(effect="lose")
            elif fact.holder in entities.people and not _did(reader, fact):
                reader.unread.append(fact.holder)
            reader.unmet.append(fact.holder)
            fact = fact.but(holder="")
    having = {f.holder for f in reader.facts} | {side.holder for side in sides}
    inside = fact.holder in {f.place for f in reader.facts} - having - {""}
    compared = "than" in [reader.tree.lemmas[k] for k in fact.words]
    if inside and not (fact.place or fact.kind.measure or compared):
        fact = fact.but(holder="", place=fact.holder)  # "How many does the tin hold"
    goals = {f.holder for f in reader.facts if f.effect in ("need", "room")} - {""}
    sought = fact.effect in ("gain", "take", "put") and not (fact.holder or fact.place)
    if sought and len(goals) == 1:
        fact = fact.but(by=goals.pop())  # "He needs 30. How many must be bought"
    if fact.place and fact.place not in known and entities.within.get(fact.place) not in known:
        asked_place = fact.place
        longer = [k for k in known if k.endswith(f" {fact.place}")]  # "Stan's piggy bank"
        beside = not longer and _told_beside(fact.place, known)
        fact = fact if beside else fact.but(place=longer[0] if len(longer) == 1 else "")
        if not fact.place:
            reader.unmet.append(asked_place)
    return fact


def _did(reader: Reader, asked: Fact) -> bool:
    """As in "Tim stacked bales": whether it is told without a number that the asked one did it."""
    return any(
        clause.effect == asked.effect
        and clause.subject is not None
        and clause.own_subject
        and clause.end <= reader.asked
        and not clause.negated
        and reader.entities.name(clause.subject) == asked.holder
        for clause in reader.clauses
    )


def _told_beside(place: str, known: set[str]) -> bool:
    """As in "the bottom shelf" where the top shelf is told of: another of its kind."""
    mark, _, noun = place.rpartition(" ")
    if not mark or mark in words("ordinals") | {"one"}:
        return False
    return any(
        k.rpartition(" ")[2] == noun and k.rpartition(" ")[0] not in ("", mark) for k in known
    )


def _asked_predicate(reader: Reader, clause: Clause, asked: Phrase, fact: Fact) -> Fact:
    """As in "How many pencils are not sharp", "How many chose juice"."""
    tree = reader.tree
    kind = fact.kind
    if any(p.determiner == "no" and p.start > clause.main for p in clause.phrases):
        clause.negated = True
    looks = clause.lemma in words("looking") and tree.tags[clause.main + 1] == "JJ"
    looks = looks and tree.lemmas[clause.main + 1] != "missing"
    if clause.lemma == "be" or looks:  # "went bare-headed"
        return _asked_complement(reader, clause, fact)
    objects = [
        p
        for p in clause.phrases
        if p.start > clause.main
        and not p.preposition
        and p.head >= 0
        and tree.lemmas[p.head] not in table("times")
    ]
    against = _denied_mark(reader, clause, asked)
    if against:  # "did not grow": "How many grew?"
        return fact.but(
            effect="state",
            kind=Kind(kind.head, kind.marks | {against}, kind.lacks, kind.ups),
            holder="",
        )
    taken = clause.passive and clause.lemma == "take" and not (fact.to or fact.source)
    if taken and not clause.particle and not clause.negated:
        mark = tree.texts[clause.main].lower()
        return fact.but(
            effect="state", kind=Kind(kind.head, kind.marks | {mark}, kind.lacks, kind.ups)
        )
    if fact.effect in ("come", "leave") and objects and not clause.negated:
        entered = reader.entities.name(objects[0])
        told = {name for f in reader.facts for name in (f.place, f.holder)}
        flows = any(f.effect in DIRECTION for f in reader.facts)
        if entered in told and not flows:  # "How many people joined the queue"
            return fact.but(place=entered)
    if clause.effect in ("part", "", "do") or clause.negated or objects:
        mark = predicate(reader, clause, asked)
        told = {m for f in reader.facts for m in f.kind.marks | f.kind.lacks}
        if clause.negated:
            if mark in told:
                return fact.but(
                    effect="state",
                    kind=Kind(kind.head, kind.marks, kind.lacks | {mark}, kind.ups),
                    holder="",
                )
            return fact.but(effect="state", holder="")
        others = denied(mark, told) if mark not in told else frozenset()
        if others:
            return fact.but(
                effect="state", kind=Kind(kind.head, kind.marks, kind.lacks | others, kind.ups)
            )
        same = [f for f in reader.facts if mark in f.kind.marks]
        verbs = [f for f in reader.facts if any(m.split()[0] == clause.lemma for m in f.kind.marks)]
        deed = {mark.split()[0]} if "still" in tree.lemmas else {mark.split()[0], clause.key}
        if not (same or verbs) and any(f.verb in deed for f in reader.facts):
            return fact  # "They hid 6 eggs. How many were hidden"
        if not (same or verbs):
            parts = _told_parts(reader, kind)
            wholes = [f for f in reader.facts if f.kind.head == kind.head and f.of is None]
            said = frozenset([mark]) if parts and wholes else frozenset()  # the other part
            return fact.but(
                effect="state", kind=Kind(kind.head, kind.marks | said, ups=kind.ups), holder=""
            )
        if same or verbs:
            return fact.but(
                effect="state",
                kind=Kind(
                    kind.head,
                    kind.marks | ({mark} if " " in mark or same else frozenset()),
                    kind.lacks,
                    kind.ups,
                ),
                holder="",
            )
    return fact


def _denied_mark(reader: Reader, clause: Clause, asked: Phrase) -> str:
    """What was told not to have been done, where it is asked who did it."""
    said = {m for f in reader.facts for m in f.kind.marks}
    if clause.negated or predicate(reader, clause, asked) in said:
        return ""
    verb = (clause.lemma, reader.tree.texts[clause.main].lower())
    lacks = [m for f in reader.facts for m in sorted(f.kind.lacks) if m.split()[0] in verb]
    return lacks[-1] if lacks else ""


def _asked_complement(reader: Reader, clause: Clause, fact: Fact) -> Fact:
    """What is asked after "are": an adjective, a noun, a bare phrase."""
    tree = reader.tree
    kind = fact.kind
    owned = [p for p in clause.phrases if p.start > clause.main and p.possessor is not None]
    owned = [p for p in owned if p.head < 0 or tree.lemmas[p.head] in words("belongings")]
    if owned and not owned[0].preposition and not clause.negated:  # "are Kit's", "are Gran's work"
        return fact.but(effect="state", holder=reader.entities.name(owned[0].possessor))
    for place in range(clause.main + 1, clause.end):
        lemma, tag = tree.lemmas[place], tree.tags[place]
        if lemma in ("other", "another", "else", "different") and not clause.negated:
            parts = _told_parts(reader, kind)
            if parts:  # "are about other things", "are some other colour"
                lacks = kind.lacks.union(*parts)
                return fact.but(
                    effect="state", extras=frozenset(), kind=Kind(kind.head, lacks=lacks)
                )
        if tag == "IN" and tree.lemmas[place + 1] == "other":
            continue
        if tag == "IN":
            said = reader.bare_predicate(clause, place)
            if said:
                if clause.negated:
                    return fact.but(
                        effect="state",
                        extras=frozenset(),
                        place="",
                        kind=Kind(kind.head, kind.marks, kind.lacks | {said}, kind.ups),
                    )
                return fact.but(
                    effect="state",
                    extras=frozenset(),
                    place="",
                    kind=Kind(kind.head, kind.marks | {said}, kind.lacks, kind.ups),
                )
        if lemma in ("left", "there", "than", "still", "now") or tag == "IN":
            break
        if tag in ("JJ", "VBN", "NN", "NNS"):
            if lemma in ("many", "more", "leave", "remaining", "altogether", "together"):
                continue
            if lemma in words("being there") and all(f.of is None for f in reader.facts):
                continue
            if clause.negated:
                lacks = kind.lacks | {lemma} | _or_else(tree, place, clause.end)
                return fact.but(
                    effect="state",
                    kind=Kind(kind.head, kind.marks, lacks, kind.ups, kind.measure),
                )
            if tag in ("NN", "NNS"):
                phrase = next((p for p in clause.phrases if p.start <= place < p.end), None)
                if phrase is not None and not phrase.preposition:
                    named = noun_kind(tree, phrase)
                    return fact.but(
                        effect="state",
                        kind=Kind(named.head, named.marks, ups=named.ups | {kind.head} | kind.ups),
                    )
                break
            lemma = tree.texts[place].lower()
            return fact.but(
                effect="state",
                kind=Kind(kind.head, kind.marks | {lemma}, kind.lacks, kind.ups, kind.measure),
            )
    return fact


def _or_else(tree: Tree, place: int, end: int) -> frozenset[str]:
    """As in "not red or blue": the others that are denied with an adjective."""
    found = []
    while place + 2 < end and tree.lemmas[place + 1] in (",", "or", "nor", "and"):
        place += 2 if tree.tags[place + 2] == "JJ" else 3
        if place >= end or tree.tags[place] != "JJ":
            break
        found.append(tree.lemmas[place])
    return frozenset(found)


def _told_parts(reader: Reader, kind: Kind) -> list[frozenset[str]]:
    """What is said of the told parts of a kind."""
    return [
        f.kind.marks
        for f in reader.facts
        if f.of is not None and f.kind.head == kind.head and f.kind.marks and f.than is None
    ]


def between(reader: Reader, fact: Fact, span: range) -> Fact:
    """As in "the difference between A and B": its two sides."""
    tree = reader.tree
    for phrase in reader.phrases:
        if (
            span.start <= phrase.start < span.stop
            and phrase.preposition == "between"
            and phrase.joined is not None
        ):
            one, other = (
                reader.entities.name(phrase.alone()),
                reader.entities.name(phrase.joined),
            )
            if phrase.possessor is not None and phrase.joined.possessor is not None:
                one, other = (
                    reader.entities.name(phrase.possessor),
                    reader.entities.name(phrase.joined.possessor),
                )
            known = {f.kind.head for f in reader.facts}
            if one in known and other in known:
                return fact.but(
                    kind=noun_kind(tree, phrase), than=Side(kind=noun_kind(tree, phrase.joined))
                )
            return fact.but(holder=one, place="", than=Side(holder=other))
    return fact
