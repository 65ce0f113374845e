"""What an English problem says of each quantity and of what it asks."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.agreement import relate
from quantity_tagger.languages.english.facts.asked import condition_after, read_asked
from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.discourse import (
    compare_with_last,
    give_all,
    grow_older,
    put_there,
    share_times,
    take_among,
    tell_things_apart,
)
from quantity_tagger.languages.english.facts.events import NOTHING, Event, find_events
from quantity_tagger.languages.english.facts.labels import find_labels, set_labels
from quantity_tagger.languages.english.facts.mentions import Mention
from quantity_tagger.languages.english.facts.noun_phrases import Phrases
from quantity_tagger.languages.english.facts.people import People
from quantity_tagger.languages.english.facts.question import Question
from quantity_tagger.languages.english.facts.unit_completion import complete
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.facts.words import words as load_words
from quantity_tagger.languages.english.frames.phrases import read_phrases
from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.problem.facts import Facts, QuantityFacts, Relation
from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.facts import Story

#: How the unknown agrees with what is asked.
_ITSELF: Final = Relation("same", "same", "same", "same", 0, True)
_ALL_OF_THEM: Final = frozenset(["the", "all", "these", "those", "both"])


def describe(problem: Problem, story: Story | None = None) -> Facts:
    """What the text says of each quantity and of the unknown, and how they agree."""
    words = load_words()
    document, unknown = Text(problem.document), problem.unknown
    at = unknown.token
    quantities = problem.quantities
    labels = find_labels(document, words, [quantity.token for quantity in quantities], at)
    set_labels(document, words, labels)
    document.mark(words)
    tree = tree_of(problem)
    places = {quantity.token: number for number, quantity in enumerate(quantities)}
    found_phrases = read_phrases(tree, places)
    phrases = Phrases(document, found_phrases)
    tail = condition_after(document, at)
    events, asking = find_events(document, tree, words, found_phrases, at, tail)
    people = People(document, words, events, unknown.question)
    asked_in = document.sentence_of(at)
    ask = read_asked(document, words, unknown, tail)
    units = complete(document, words, quantities, labels, ask.unit.head)
    told: list[Mention] = []
    for number, quantity in enumerate(quantities):
        token = quantity.token
        sentence = document.sentence_of(token)
        event = _event_of(document, events, token, sentence)
        mention = Mention(
            document,
            words,
            phrases,
            people,
            quantity,
            units[number],
            event,
            sentence,
            sentence == asked_in,
        )
        if _is_age(document, people, event, mention):
            mention.unit, mention.unit_kind = "year", "time"
            mention.modifiers = mention.material = ()
        elif mention.inherited and _is_attribute(words, people, event, token):
            mention.unit = mention.unit_kind = ""
            mention.role, mention.direction = "label", 0
        if role := labels.get(token):
            mention.role, mention.direction = role, 0
        elif (
            mention.unit_kind == "count"
            and mention.unit != ask.unit.head
            and mention.role in ("state", "change", "")
            and not mention.inherited
            and mention.is_where()
        ):
            mention.role = "groups"  # "17 boys in 2 rooms"
        elif token > at and document.lemmas[token - 1] in _ALL_OF_THEM:
            mention.role = "groups"  # "how many did the three find"
        told.append(mention)
    give_all(document, phrases, events, people, told)
    put_there(document, words, phrases, events, told)
    compare_with_last(told)
    take_among(told)
    share_times(told)
    question = Question(document, words, phrases, unknown, people, asking, ask, tail, told)
    tell_things_apart(told, question.owner)
    if "how old" in question.cues:
        grow_older(document, told, question.owner, at)
    found = [mention.facts() for mention in told]
    relations = relate(told, question)
    place = problem.place_of_unknown
    asked = QuantityFacts(token=at, sentence=asked_in, in_question=True, unit=question.unit)
    found.insert(place, asked)
    relations.insert(place, _ITSELF)
    return Facts(tuple(found), place, question.facts(), tuple(relations))


def _is_age(document: Text, people: People, event: Event, mention: Mention) -> bool:
    """As in "Ella is 14": of a person, a bare number is an age."""
    tags, token = document.tags, mention.token
    return (
        event.lemma == "be"
        and token == event.verb + 1
        and (mention.inherited or not mention.unit)
        and tags[min(token + 1, len(tags) - 1)] in (".", ",", "CC")
        and people.is_person(event.subject)
    )


def _is_attribute(words: Words, people: People, event: Event, token: int) -> bool:
    """As in "her shoe size is 6": a bare number of a thing that counts nothing."""
    return (
        event.lemma == "be"
        and token == event.verb + 1
        and event.subject in words.attributes
        and not people.is_person(event.subject)
    )


def _event_of(document: Text, events: list[Event], token: int, sentence: int) -> Event:
    """The event a number takes part in: as subject of the next verb, else after the last one."""
    before: Event | None = None
    following = NOTHING
    for event in events:
        if event.sentence != sentence:
            continue
        if event.start <= token < event.first and not (
            event.relative or event.purpose or _in_phrase(document, token, event)
        ):
            return event
        if event.verb < token and not (
            # "uses 24 to tie a bow and 45 …": the purpose is over with "and"
            event.purpose and before is not None and "CC" in document.tags[event.verb : token]
        ):
            before = event
        if following is NOTHING and event.first > token:
            following = event
    return before if before is not None else following


def _in_phrase(document: Text, token: int, event: Event) -> bool:
    """Whether the number stands in a phrase before the subject: "In 3 hours Max picked"."""
    tags = document.tags
    index = token - 1
    while index >= event.start and tags[index] in ("RB", "DT", "JJ", "$"):
        index -= 1
    return index >= event.start and tags[index] == "IN" and event.subject_at > token
