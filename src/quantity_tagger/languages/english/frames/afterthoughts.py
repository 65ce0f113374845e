"""What is known of facts once all of them are told: places, owners, opponents, who are several."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import said_marks, time_of
from quantity_tagger.languages.english.frames.obliques import OPPONENT
from quantity_tagger.languages.english.frames.predicates import ended
from quantity_tagger.languages.english.frames.verbs import VerbReader
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Fact, Question, Side


class AfterReader(VerbReader):
    """Completes the facts of a text."""

    def _end_states(self) -> None:
        """As in "He had 41. After he fed some to the birds, he had 26": told again: the end."""
        for place, fact in enumerate(self.facts):
            time = fact.time
            if fact.effect != "state" or fact.than is not None or fact.of is not None:
                continue
            if time.label or time.phase or time.shift is not None or fact.amount.quantity is None:
                continue
            stock = (fact.kind, fact.holder, fact.place)
            before = [
                f
                for f in self.facts[:place]
                if (f.kind, f.holder, f.place) == stock and f.effect == "state" and f.than is None
            ]
            moved = any(
                DIRECTION.get(f.effect) and f.kind.head == fact.kind.head
                for f in self.facts[:place]
                if before and f.sentence > before[-1].sentence
            )
            since = not before and fact.position is None and self._is_after(fact, place)
            if since or (moved and not before[-1].time.label):
                self.facts[place] = fact.but(time=time._replace(phase="end"))

    def _is_after(self, fact: Fact, place: int) -> bool:
        """As in "After 13 had flown off, there were 28", "lent her $15, so she had 40": what there
        is once something happened that the same sentence tells, and no more is told to happen.
        """
        leads = {c.main: c.marker for c in self.clauses}
        moved = [f for f in self.facts if DIRECTION.get(f.effect) and f.than is None]
        moved = [f for f in moved if f.kind.head == fact.kind.head]
        told = [f for f in moved if f in self.facts[:place] and f.sentence == fact.sentence]
        led = any(leads.get(f.clause) == "after" for f in told) or leads.get(fact.clause) == "so"
        return bool(told) and led and not any(f in self.facts[place:] for f in moved)

    def _known_parts(self) -> None:
        """As in "30 pens, some here and the rest there. He has 12 here": what is told by its
        number before anything happens needs no other telling.
        """
        known = []
        for place, part in enumerate(self.facts):
            again = (n for n, f in enumerate(self.facts) if n > place and _tells(f, part))
            between = self.facts[place : next(again, place)]
            if between and not any(
                DIRECTION.get(f.effect) and part.holder in ("", f.holder, f.to, f.source)
                for f in between
            ):
                known.append(part)
        if all(f.about is None for f in self.facts):
            self.facts[:] = [f for f in self.facts if f not in known]

    def _keep_places(self) -> None:
        """As in "The farm has 9 goats. The farmer bought 5": for the place one acts for."""
        told = [f for f in self.facts if f.effect == "state" and f.than is None]
        having = {f.holder for f in told}
        for number, fact in enumerate(self.facts):
            places = table("keepers").get(fact.holder, "").split()
            if not places or fact.holder in having or fact.effect not in DIRECTION:
                continue
            for state in told:
                kept = (state.place or state.holder).split()[-1:]
                if kept and kept[0] in places and state.kind.head == fact.kind.head:
                    self.facts[number] = fact.but(holder=state.holder, place=state.place)
                    break

    def _place_rests(self) -> None:
        """As in "Only 12 were still on the rack": where the rest is the stock was, if it was told
        nowhere else.
        """
        for number, fact in enumerate(self.facts):
            clause = next((c for c in self.clauses if c.main == fact.clause), None)
            if not number or fact.effect != "state" or not fact.place or clause is None:
                continue
            near = self.tree.lemmas[clause.start : clause.end]
            known = {p for f in self.facts if f is not fact for p in (f.place, f.holder, f.to)}
            told = [f for f in self.facts[:number] if f.kind.head == fact.kind.head]
            if told and self.entities.within.get(fact.place) == told[-1].holder != "":
                continue  # "are still on her shelf"
            if "still" in near and fact.place not in known and told and not told[-1].place:
                self.facts[number] = fact.but(place="", time=ended(fact.time))

    def _place_holders(self) -> None:
        """As in "The library has 64 films on its shelf": the only place of a holder is its own."""
        places: dict[str, set[str]] = {}
        for fact in self.facts:
            if fact.effect == "state" and fact.holder and fact.place and fact.than is None:
                places.setdefault(fact.holder, set()).add(fact.place)
        for holder, found in places.items():
            if len(found) == 1 and holder not in self.entities.people:
                self.entities.within.setdefault(found.pop(), holder)

    def _name_opponent(self) -> None:
        """Who was beaten by so many is the other one that has a score."""
        for place, fact in enumerate(self.facts):
            if fact.than is None or fact.than.holder != OPPONENT:
                continue
            later = [
                n
                for n, f in enumerate(self.facts)
                if n > place and (f.holder, f.kind) == (fact.holder, fact.kind) and f.than is None
            ]
            if later and fact.about is None:  # "Trailing by 7 points, the Bears have 33"
                fact = self.facts[place] = fact.but(effect="note", about=later[0])
            mine = fact if fact.about is None else self.facts[fact.about]
            others = {
                f.holder
                for f in self.facts
                if f.kind.head == mine.kind.head and f.holder not in ("", mine.holder)
            }
            if len(others) == 1:
                self.facts[place] = fact.but(than=Side(holder=others.pop()))

    def _is_before(self, clause: Clause) -> bool:
        """Whether "after" leads a clause, or the one that a participle goes on: "and winning"."""
        number = self.clauses.index(clause)
        if clause.marker == "after" or clause.finite or not number:
            return clause.marker == "after"
        last, tags = self.clauses[number - 1], self.tree.tags
        joined = last.end == clause.start and last.sentence == clause.sentence
        return joined and last.marker == "after" and tags[last.main] == tags[clause.main] == "VBG"

    def _move_before(self, place: int) -> None:
        """What is told to come "after" something stands behind it in the story."""
        moved = self.facts[place:]
        sentence = moved[0].sentence
        first = place
        while first and self.facts[first - 1].sentence == sentence:
            first -= 1
        if first < place:
            self.facts[first:] = [*moved, *self.facts[first:place]]


def _tells(told: Fact, part: Fact) -> bool:
    """Whether a fact tells the number of what was told to be somewhere."""
    stocks = told.effect == part.effect == "state" and bool(part.place)
    untold = part.amount.quantity is None and told.amount.quantity is not None
    return stocks and untold and (told.kind, told.place) == (part.kind, part.place)


def acted_upon(reader: VerbReader, facts: Sequence[Fact], question: Question) -> list[Fact]:
    """The facts with the stock that somebody acts on who has no such things himself: "A jug held 3
    litres. The children drank 2", "A friend borrowed 3 pens", "The fridge had 12 eggs. Mum bought
    10".
    """
    sold = "left" in question.cues or not words("sellers").isdisjoint(reader.tree.lemmas)
    sold = sold or len({f.holder for f in facts if f.verb == "buy"}) > 1
    found = []
    for fact in facts:
        fact = _put_away(reader, _on_the_way(reader, fact, facts, question), facts, question)
        stock = _only_stock(reader, fact, facts, question)
        found.append(fact if stock is None else _moved(reader, fact, stock, sold))
    return found


def _on_the_way(reader: VerbReader, fact: Fact, facts: Sequence[Fact], question: Question) -> Fact:
    """As in "A bus had 40 passengers. In Ham 6 got off": no stock of the place where it happens,
    of which nothing else is told.
    """
    place, entities = fact.place, reader.entities
    flows = DIRECTION.get(fact.effect) and fact.effect != "put" and not fact.kind.measure
    if not place or fact.holder or not flows:
        return fact
    others = [f for f in facts if f.place != place or f.effect == "state"]
    alike = [f for f in others if f.effect == "state" and kinds.heads_meet(f.kind, fact.kind)]
    owners = {f.holder or f.place for f in alike if f.than is None} - {""}
    told = {name for f in others for name in (f.holder, f.place, f.to, f.source)}
    told |= {place} & {reader.tree.lemmas[k] for k in question.fact.words}
    led = any(
        p.preposition in ("at", "in") and entities.name(p) == place
        for c in reader.clauses
        if c.main == fact.clause
        for p in c.phrases
    )
    told |= {place for owner in owners if entities.within.get(place) == owner}
    if place in told or len(owners) != 1 or not led:
        return fact
    return fact.but(place="")


def _put_away(reader: VerbReader, fact: Fact, facts: Sequence[Fact], question: Question) -> Fact:
    """As in "picked 53 plums and dropped 8 into the river": who has such things has them no more
    where nothing else is told of the place that they come to.
    """
    verb = fact.verb.partition(" ")[0]
    thrown = fact.effect == "put" and verb in words("throwing") and not fact.more
    if not (thrown and fact.holder and fact.place) or fact not in facts:
        return fact
    others = [*(f for f in facts if f is not fact), question.fact]
    if any(fact.place in (f.holder, f.place, f.to, f.source) for f in others):
        return fact
    within, before = reader.entities.within, facts[: facts.index(fact)]
    mine = [f for f in before if fact.holder in (f.holder, within.get(f.holder))]
    mine = [f for f in mine if f.effect != "put" and f.than is None]
    if not any(kinds.heads_meet(f.kind, fact.kind) for f in mine):
        return fact
    return fact.but(effect="give", to=fact.place, place="")


def _only_stock(
    reader: VerbReader, fact: Fact, facts: Sequence[Fact], question: Question
) -> Fact | None:
    """Where such things are, if that is told of one holder or place, which is not the actor's."""
    actor, entities = fact.holder, reader.entities
    alike = [f for f in (*facts, question.fact) if kinds.meets(f.kind, fact.kind)]
    alike = [f for f in alike if f is not fact and f.than is None]
    if fact.effect == "give" and not actor:
        actor = fact.to
    own = [
        f for f in alike if f.to == actor or (f.holder == actor and DIRECTION.get(f.effect, 0) > 0)
    ]
    if own and DIRECTION.get(fact.effect, 0) < 0:
        return None  # "took 7 pears and ate 3"
    stocks = [f for f in alike if f.effect == "state" and (f.holder or f.place)]
    owners = {f.holder or f.place for f in stocks}
    if not DIRECTION.get(fact.effect) or not actor or len(owners) != 1 or fact.than is not None:
        return None
    owner = owners.pop()
    members = entities.groups.get(actor, (actor,))
    if owner in members or entities.within.get(owner) in members or question.fact.holder == actor:
        return None
    return stocks[0]


def _moved(reader: VerbReader, fact: Fact, stock: Fact, sold: bool) -> Fact:
    """What an actor does to the stock of another."""
    people, owner = reader.entities.people, stock.holder or stock.place
    there = {"holder": stock.holder, "place": stock.place, "by": fact.holder}
    if fact.effect == "give" and not (fact.holder or fact.place or fact.source):
        return fact.but(holder=owner)  # "13 of them were handed to guests"
    if fact.place or fact.to or fact.source or "own" in fact.extras:
        return fact
    some = fact.of is not None
    if owner in fact.extras and DIRECTION[fact.effect] > 0:  # "her brother made 8 for her"
        return fact.but(effect="gain", extras=fact.extras - {owner}, **there)
    if fact.effect in ("lose", "use"):
        return fact.but(**there) if some or owner not in people else fact
    grown = owner.split()[-1] in words("growing places") and fact.verb in words("picking")
    off = fact.verb in words("taking off others")
    if fact.effect in ("gain", "take") and (some or grown or off):
        return fact.but(effect="take", source=owner)
    bought = fact.verb == "buy" and not sold and owner not in people and fact.holder in people
    if bought:
        return fact.but(effect="gain", **there)
    if fact.effect == "put" and fact.kind.head != "money":  # "A shower of rain added 9 litres"
        return fact.but(**there)
    brought = fact.verb.partition(" ")[0] in words("delivering") and fact.holder not in people
    return fact.but(holder="", by=fact.holder) if fact.effect == "gain" and brought else fact


def joined_places(reader: VerbReader, asked: Fact, known: set[str]) -> list[str]:
    """As in "in the yard and in the hall": the places that are asked about together."""
    found: list[str] = []
    end = -1
    told = {p.start for c in reader.clauses if c.marker == "if" for p in c.phrases}
    for phrase in reader.phrases:
        if phrase.start not in asked.words or phrase.preposition not in words("standing"):
            continue
        if phrase.start in told:
            continue
        if time_of(reader.tree, phrase) is not None:
            break
        between = reader.tree.lemmas[end : phrase.start - 1] if found else []
        if found and between not in (["and"], [","], [",", "and"]):
            break
        names = [reader.entities.name(one) for one in phrase.joint()]
        if not all(name in known - reader.entities.people - {""} for name in names):
            if found:
                break
            continue  # "in all in the yard and in the hall"
        found += [name for name in names if name not in found]
        end = phrase.joint()[-1].end
    return found


def all_of(reader: VerbReader, asked: Fact, known: set[str]) -> str:
    """As in "the rings", "on both shelves" of "the red ring … the blue ring", "the top shelf":
    all things of that name together, those too that are only compared with.
    """
    tree = reader.tree
    for phrase in reader.phrases:
        if phrase.head not in asked.words or phrase.start <= reader.asked or phrase.head < 0:
            continue
        noun = tree.lemmas[phrase.head]
        if tree.tags[phrase.head] != "NNS" or phrase.possessor is not None:
            continue
        alike = [name for name in _in_order(reader) if noun in _ends(name) and name in known]
        alike = [name for name in alike if name not in reader.entities.groups and name != noun]
        said = {word for name in alike for word in name.split()}
        if not said.isdisjoint(said_marks(phrase)):
            continue  # "the red boxes"
        who = asked.holder
        own = not who or who in alike or who.split()[-1] == noun
        if len(alike) > 1 and own and noun != asked.kind.head:
            return reader.entities.join(alike)
    return ""


def _ends(name: str) -> tuple[str, ...]:
    """The first and last word of a name: its noun is one of them."""
    return (name.partition(" ")[0], name.rpartition(" ")[2])


def _in_order(reader: VerbReader) -> list[str]:
    """The names of those that are told of or compared with, in the order of telling."""
    names: list[str] = []
    for fact in reader.facts:
        side = fact.than or Side()
        names += [name for name in (fact.holder, fact.place, side.holder, side.place) if name]
    return list(dict.fromkeys(names))
