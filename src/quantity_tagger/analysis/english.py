"""What an English problem says of each quantity and of what it asks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from typing import Final

from quantity_tagger.analysis.english_events import find_events
from quantity_tagger.analysis.english_labels import find_labels, set_labels
from quantity_tagger.analysis.english_mentions import Mention
from quantity_tagger.analysis.english_nouns import NAMES, Phrases
from quantity_tagger.analysis.english_people import People
from quantity_tagger.analysis.english_question import condition_after, read_asked, read_question
from quantity_tagger.analysis.english_subjects import NOTHING, Event
from quantity_tagger.analysis.english_tags import retagged
from quantity_tagger.analysis.english_text import Text
from quantity_tagger.analysis.english_units import Unit, kind_of, unit_of
from quantity_tagger.analysis.english_words import Words
from quantity_tagger.analysis.english_words import words as load_words
from quantity_tagger.analysis.facts import Facts, QuantityFacts, QuestionFacts, Role
from quantity_tagger.analysis.relation import relate
from quantity_tagger.analysis.situation import propose
from quantity_tagger.reading.problem import Problem, Quantity

_ALL_OF_THEM: Final = frozenset(["the", "all", "these", "those", "both"])
_RESTS: Final = frozenset(["rest", "remainder", "others"])


def analyse(problem: Problem) -> Facts:
    """The facts of an English problem, with the reading of the whole story that they suggest."""
    words = load_words()
    document, unknown = retagged(problem.document, words), problem.unknown
    numbers = [quantity.token for quantity in problem.quantities]
    labels = find_labels(document, words, numbers, unknown.token)
    set_labels(document, words, labels)
    phrases = Phrases(document, words)
    tail = condition_after(document, unknown.token)
    events = find_events(document, words, phrases, unknown.token, tail)
    people = People(document, words, events, unknown.question)
    starts = [sentence.start for sentence in document.sentences]
    asked = bisect_right(starts, unknown.token) - 1
    found: list[QuantityFacts] = []
    ask = read_asked(document, words, unknown, tail)
    asked_unit = ask.unit.head
    units = _complete(document, words, problem.quantities, labels, asked_unit)
    for quantity, (unit, inherited) in zip(problem.quantities, units, strict=True):
        token = quantity.token
        sentence = bisect_right(starts, token) - 1
        event = _event_of(document, events, token, sentence)
        mention = Mention(document, words, phrases, people, quantity, unit, event, sentence)
        fact = mention.facts(inherited, sentence == asked)
        if _is_age(document, people, event, fact, inherited):
            fact = fact._replace(unit="year", unit_kind="time", modifiers=(), material=())
        elif inherited and _is_attribute(words, people, event, fact):
            fact = fact._replace(unit="", unit_kind="", role="label", direction=0)
        if role := labels.get(token):
            fact = fact._replace(role=role, direction=0)
        elif (
            fact.unit_kind == "count"
            and fact.unit != asked_unit
            and fact.role in ("state", "change", "")
            and not inherited
            and mention.is_where()
        ):
            fact = fact._replace(role="groups")  # "17 boys in 2 rooms"
        elif token > unknown.token and document.lemmas[token - 1] in _ALL_OF_THEM:
            fact = fact._replace(role="groups")  # "how many did the three find"
        found.append(fact)
    found = _given_all(document, phrases, events, people, found)
    found = _put_there(document, words, phrases, events, found)
    found = _some_of_them(_compared_with_last(found))
    for number in range(len(found) - 2, -1, -1):
        this, following = found[number], found[number + 1]
        told_together = (this.sentence, this.verb) == (following.sentence, following.verb)
        if not this.time and following.time and told_together:
            found[number] = this._replace(time=following.time)  # "35 cakes and 20 pies on Monday"
    question = read_question(document, words, phrases, unknown, people, ask, tail)
    question = _spoken_of_last(question, found, unknown.token)
    found, question = _of_possessor(found, question)
    if "how old" in question.cues:
        found = [_years_on(document, fact, question, unknown.token) for fact in found]
    place = bisect_left(numbers, unknown.token)
    facts = Facts(
        (
            *found[:place],
            _entry(question, unknown.token, asked, words.kinds_of.get(question.unit, ())),
            *found[place:],
        ),
        place,
        question,
        _text_cues(document, unknown.token),
    )
    facts = facts.completed(relations=relate(facts))
    return facts.completed(proposals=propose(facts))


def _is_age(
    document: Text, people: People, event: Event, fact: QuantityFacts, inherited: bool
) -> bool:
    """As in "Ella is 14": of a person, a bare number is an age."""
    tags = document.tags
    return (
        event.lemma == "be"
        and fact.token == event.verb + 1
        and people.is_person(event.subject)
        and (inherited or not fact.unit)
        and tags[min(fact.token + 1, len(tags) - 1)] in (".", ",", "CC")
    )


def _is_attribute(words: Words, people: People, event: Event, fact: QuantityFacts) -> bool:
    """As in "her shoe size is 6": a bare number of a thing that counts nothing."""
    return (
        event.lemma == "be"
        and fact.token == event.verb + 1
        and event.subject in words.attributes
        and not people.is_person(event.subject)
    )


def _entry(
    question: QuestionFacts, token: int, sentence: int, kinds: tuple[str, ...]
) -> QuantityFacts:
    """The unknown as an entry among the quantities."""
    return QuantityFacts(
        kinds=kinds,
        token=token,
        sentence=sentence,
        in_question=True,
        unit=question.unit,
        modifiers=question.modifiers,
        material=question.material,
        unit_kind=question.unit_kind,
        verb=question.verb,
        verb_class=question.verb_class,
        tense=question.tense,
        negated=question.negated,
        owner=question.owner,
        owner_of=question.owner_of,
        joint=question.joint,
        place=question.place,
        time=question.time,
        direction=question.direction,
        cues=question.cues,
    )


def _spoken_of_last(
    question: QuestionFacts, found: list[QuantityFacts], unknown: int
) -> QuestionFacts:
    """As in "How many did she pick?" asks for what was spoken of most, of equals for the last."""
    if question.unit or question.unit_kind or "difference" in question.cues:
        return question
    told = [
        fact
        for fact in found
        if fact.token < unknown and fact.unit and fact.role not in ("price", "label")
    ]
    if not told:
        return question
    times = Counter(fact.unit for fact in told)
    fact = max(reversed(told), key=lambda fact: times[fact.unit])
    return question._replace(
        unit=fact.unit,
        unit_kind=fact.unit_kind,
        modifiers=fact.modifiers,
        material=fact.material,
    )


def _years_on(
    document: Text, fact: QuantityFacts, question: QuestionFacts, unknown: int
) -> QuantityFacts:
    """As in "how old will she be in 3 years", "how old was he 3 years ago"."""
    if fact.token < unknown or not fact.in_question or fact.unit != "year":
        return fact
    lemmas = document.lemmas
    after = lemmas[min(fact.token + 2, len(lemmas) - 1)]
    if after == "ago":
        direction = -1
    elif after in ("from", "later") or lemmas[fact.token - 1] in ("in", "after"):
        direction = 1
    else:
        return fact
    return fact._replace(
        role="change",
        direction=direction,
        verb_class="increase" if direction > 0 else "decrease",
        owner=question.owner,
        person=True,
        cues=(),
    )


def _of_possessor(
    found: list[QuantityFacts], question: QuestionFacts
) -> tuple[list[QuantityFacts], QuestionFacts]:
    """As in "Ben's rope is 9 feet long … how long is the rope": what is told of Ben is meant; where
    Ben's dog and Ben's cat are told of, each of them is.
    """
    asked = question.owner
    if not asked and question.place:  # "how many are on his phone"
        holders = {fact.owner for fact in found if fact.thing == question.place}
        return found, question._replace(owner=holders.pop()) if len(holders) == 1 else question
    if not asked or any(fact.owner == asked for fact in found):
        return found, question
    owners = {fact.owner for fact in found if fact.thing == asked}
    if len(owners) != 1:
        return found, question
    (owner,) = owners
    if len({fact.thing for fact in found if fact.owner == owner}) == 1:
        return found, question._replace(owner=owner)
    if any(fact.owner == owner and not fact.thing for fact in found):
        return found, question._replace(owner=owner)
    apart = [
        fact._replace(owner=fact.thing, person=False) if fact.owner == owner else fact
        for fact in found
    ]
    return apart, question


def _given_all(
    document: Text,
    phrases: Phrases,
    events: list[Event],
    people: People,
    found: list[QuantityFacts],
) -> list[QuantityFacts]:
    """As in "Tom gives all of his cards to Ann" moves what Tom was said to have."""
    tags = document.tags
    for event in events:
        if event.verb_class != "give":
            continue
        after, end = event.verb + 1, event.end
        if "all" not in document.lemmas[after:end] or "CD" in tags[after:end]:
            continue
        giver, _ = people.subject_of(event)
        for noun in phrases.between(event.verb + 1, event.end):
            if noun.preposition == "to" or tags[noun.at] in NAMES:
                taker = people.named(noun.head, giver)
                found = [
                    fact._replace(recipient=taker, cues=(*fact.cues, "all"))
                    if fact.owner == giver and fact.role == "state"
                    else fact
                    for fact in found
                ]
    return found


def _put_there(
    document: Text,
    words: Words,
    phrases: Phrases,
    events: list[Event],
    found: list[QuantityFacts],
) -> list[QuantityFacts]:
    """As in "Ann cut 9 roses and put them in a vase": it is the vase that gets 9 roses."""
    lemmas = document.lemmas
    for event in events:
        if event.verb_class != "put" or event.passive or event.verb + 2 >= len(lemmas):
            continue
        if lemmas[event.verb + 1] not in ("they", "them"):
            continue
        places = [
            noun.name
            for noun in phrases.between(event.verb + 2, event.end)
            if noun.preposition in words.places
        ]
        told = [n for n, fact in enumerate(found) if fact.token < event.verb]
        if not places or not told or found[told[-1]].sentence != event.sentence:
            continue
        last = told[-1]
        if found[last].verb_class in ("remove", "gain", "make", "take"):
            found[last] = found[last]._replace(
                verb_class="put", role="change", direction=1, place=places[0], recipient=places[0]
            )
    return found


def _compared_with_last(found: list[QuantityFacts]) -> list[QuantityFacts]:
    """As in "Tom has 9 pins. Ann has 2 more." where nothing else was said of what Ann has."""
    for number, fact in enumerate(found):
        if fact.time and not fact.owner and fact.direction and fact.role == "change":
            if fact.verb_class == "exist" and (before := _state_before(found[:number], fact)):
                # "on Tuesday it was 9 degrees warmer"
                found[number] = fact._replace(role="difference", reference=before)
            continue
        if (
            fact.verb_class not in ("hold", "exist")
            or not fact.owner
            or fact.joint
            or fact.reference
            or not fact.direction
            or fact.phase == "end"
        ):
            continue
        stated = [f for f in found[:number] if f.owner and f.unit_kind == fact.unit_kind]
        if not stated or any(_whose(f) == _whose(fact) for f in stated):
            continue
        last = stated[-1]
        if last.role in ("state", "difference") and not last.joint:
            found[number] = fact._replace(role="difference", reference=_whose(last))
    return found


def _state_before(found: list[QuantityFacts], fact: QuantityFacts) -> str:
    """The last time that a measure was told of, where it is another than the fact's."""
    told = [f for f in found if f.role in ("state", "difference") and f.unit == fact.unit]
    if not told or not told[-1].time or told[-1].time == fact.time or fact.unit_kind == "count":
        return ""
    return told[-1].time


def _whose(fact: QuantityFacts) -> str:
    """The owner, with the word that tells it from others: "blue box"."""
    return " ".join((*fact.owner_of[:1], fact.owner))


def _some_of_them(found: list[QuantityFacts]) -> list[QuantityFacts]:
    """As in "There are 20 cows. 3 cows are sick." where the sick are among those told before."""
    return [
        fact._replace(role="part")
        if fact.role in ("state", "")
        and "condition" in fact.cues
        and any(
            other.role == "state"
            and (fact.unit == other.unit or fact.unit in other.kinds)
            and other.sentence < fact.sentence
            and "condition" not in other.cues
            and (other.value or 0) > (fact.value or 0)
            for other in found
        )
        else fact
        for fact in found
    ]


def _text_cues(document: Text, until: int) -> tuple[str, ...]:
    """Cues of the text before the unknown: whether it names a rest."""
    texts, tags = document.texts, document.tags
    if _RESTS.isdisjoint(texts[:until]):
        return ()
    named = any(texts[i] in _RESTS and tags[i - 1] == "DT" for i in range(1, until))
    return ("rest",) if named else ()


# Units


def _complete(
    document: Text,
    words: Words,
    quantities: tuple[Quantity, ...],
    labels: dict[int, Role],
    asked: str,
) -> list[tuple[Unit, bool]]:
    """The unit of each quantity, completed from its neighbours, and whether it was left out; in a
    new sentence a bare number counts what is ``asked`` for, where that was spoken of.
    """
    units = [unit_of(document, words, quantity.token) for quantity in quantities]
    for number in range(len(units) - 2, -1, -1):
        units[number] = _shared_noun(
            document, quantities[number], units[number], quantities[number + 1], units[number + 1]
        )
    sorted_heads = {unit.head for unit in units if unit.modifiers}
    for number, quantity in enumerate(quantities):
        unit = units[number]
        if (
            unit.head in sorted_heads
            and not unit.modifiers
            and document.lemmas[min(quantity.token + 1, len(document.lemmas) - 1)] == "new"
        ):
            units[number] = unit._replace(modifiers=("new",))  # "3 old and 5 new hats"
    completed: list[tuple[Unit, bool]] = []
    last = Unit()
    thing = Unit()  # what was asked about and counted last
    for quantity, unit in zip(quantities, units, strict=True):
        if quantity.token in labels:
            completed.append((Unit(end=quantity.token + 1), False))
            continue
        left_out = not unit.head
        if left_out:
            beside = (
                last.kind == "money" and thing.kind == "count"
            )  # "8 hats at $9 and 5 on Friday"
            anew = thing.head and (beside or _opens(document, quantity.token))
            unit = _inherit(document, words, quantity.token, unit, thing if anew else last)
        elif last.material and unit.head == last.head and not unit.material and not unit.modifiers:
            unit = unit._replace(material=last.material)  # "another 3 cups"
        completed.append((unit, left_out))
        if unit.head and not (last.head and _is_where(document, words, quantity.token)):
            last = unit
            if asked == unit.head or asked in unit.material[-1:]:
                thing = unit
    return completed


def _opens(document: Text, token: int) -> bool:
    """Whether no number stands before this one in its sentence."""
    index = token - 1
    while index >= 0 and document.tags[index] != ".":
        if document.tags[index] == "CD":
            return False
        index -= 1
    return True


def _is_where(document: Text, words: Words, token: int) -> bool:
    """As in "90 drums on 4 racks": the drums are spoken of, not the racks."""
    return (
        token >= 2
        and document.tags[token - 2] == "NNS"
        and document.lemmas[token - 1] in words.places
    )


def _shared_noun(
    document: Text, quantity: Quantity, unit: Unit, following: Quantity, next_unit: Unit
) -> Unit:
    """In "3 red and 5 blue marbles", "2 apple and 4 cherry pies" the first shares the last noun."""
    token = quantity.token
    if (
        unit.head
        and next_unit.modifiers
        and not unit.modifiers
        and not unit.material
        and unit.end == token + 2
        and quantity.value != 1
        and document.tags[token + 1] in ("NN", "JJ")  # what is singular is no head
        and unit.kind == "count"
        and following.token - unit.end <= 2
    ):
        return unit._replace(head=next_unit.head, modifiers=(unit.head,), kind=next_unit.kind)
    adjectives_alone = not unit.head and unit.modifiers and next_unit.head
    if adjectives_alone and following.token - token <= len(unit.modifiers) + 3:
        shared = next_unit.modifiers[len(unit.modifiers) :]  # "3 red and 5 blue tennis balls"
        return unit._replace(
            head=next_unit.head,
            modifiers=(*unit.modifiers, *shared),
            kind=next_unit.kind,
            material=next_unit.material,
        )
    return unit


def _inherit(document: Text, words: Words, token: int, unit: Unit, last: Unit) -> Unit:
    """A number without a noun counts what was counted last, else the last plural named."""
    if not last.head:
        last = _last_plural(document, words, token)
    modifiers = tuple(filter(None, unit.modifiers)) if unit.modifiers else last.modifiers
    return last._replace(modifiers=modifiers, source=unit.source, of=unit.of, end=token + 1)


def _last_plural(document: Text, words: Words, token: int) -> Unit:
    tags, lemmas = document.tags, document.lemmas
    for index in range(token - 1, -1, -1):
        tag, lemma = tags[index], lemmas[index]
        if tag == "NNS" and lemma not in words.times and lemma not in words.kin:
            start = index
            while start and tags[start - 1] in ("NN", "JJ", "NNP"):
                start -= 1
            modifiers = tuple(lemmas[start:index])
            return Unit(lemma, modifiers, kind=kind_of(words, lemma))
    return Unit()


# Events


def _event_of(document: Text, events: list[Event], token: int, sentence: int) -> Event:
    """The event a number takes part in: as subject of the next verb, else after the last one."""
    here = [event for event in events if event.sentence == sentence]
    before: Event | None = None
    for event in here:
        if event.start <= token < event.first and not (
            event.relative or event.purpose or _in_phrase(document, token, event)
        ):
            return event
        if event.verb < token and not (
            # "uses 24 to tie a bow and 45 …": the purpose is over with "and"
            event.purpose
            and before is not None
            and any(document.tags[i] == "CC" for i in range(event.verb, token))
        ):
            before = event
    if before is not None:
        return before
    return next((event for event in here if event.first > token), NOTHING)


def _in_phrase(document: Text, token: int, event: Event) -> bool:
    """Whether the number stands in a phrase before the subject: "In 3 hours Max picked"."""
    tags = document.tags
    index = token - 1
    while index >= event.start and tags[index] in ("RB", "DT", "JJ", "$"):
        index -= 1
    return index >= event.start and tags[index] == "IN" and event.subject_at > token
