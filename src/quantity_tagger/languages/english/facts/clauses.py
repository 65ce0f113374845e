"""Who does what in an English text: the verbs of each sentence with their subjects.

No parser: a sentence is cut at its verb groups, and the subject is the first noun phrase, outside
any prepositional phrase, of what stands between the last boundary and the verb.
"""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.noun_phrases import Phrases
from quantity_tagger.languages.english.facts.subjects import (
    SUBORDINATORS,
    Event,
    VerbGroup,
    find_subject,
    is_boundary,
)
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import AUXILIARIES, FINITE, NEGATIONS, NOUNS, VERBS
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import Tense

_MODALS_FUTURE: Final = frozenset(["will", "shall", "'ll", "wo"])
_CATENATIVE: Final = word_set("verb_groups", "catenative")
_WANT: Final = word_set("verb_groups", "wanting")
_BEFORE_MODIFIER: Final = frozenset(["DT", "CD", "PRP$", "JJ", "POS", "IN"])
#: Tags that a verb may have got by mistake, and what stands before it then.
_MISREAD: Final = frozenset(["NN", "NNS", "JJ"])
_BEFORE_VERB: Final = frozenset(["PRP", "WDT", "MD"])
_PHRASE_STARTS: Final = frozenset(["DT", "NN", "NNS", "NNP", "PRP$", "JJ", "CD"])
_PARTICLES: Final = frozenset(["RB", "RP"])
_STOPS: Final = frozenset(",;.")


def find_events(
    document: Text, words: Words, phrases: Phrases, unknown: int, tail: int
) -> list[Event]:
    """The events of the text; of the sentence that asks, those before the unknown and those of a
    condition that follows the question from ``tail`` on.
    """
    events: list[Event] = []
    for number, start in enumerate(document.starts):
        stop = document.stops[number]
        if not start <= unknown < stop:
            _sentence_events(document, words, phrases, number, start, stop, events)
            continue
        _sentence_events(document, words, phrases, number, start, unknown, events)
        if tail < stop:
            _sentence_events(document, words, phrases, number, tail, stop, events)
    return events


def _sentence_events(
    document: Text,
    words: Words,
    phrases: Phrases,
    number: int,
    start: int,
    end: int,
    events: list[Event],
) -> None:
    texts, tags = document.texts, document.tags
    floor = start  # nothing before it can be a subject any more
    first_here = len(events)
    index = start
    while index < end:
        first = index
        index += 1
        tag = tags[first]
        if tag in _MISREAD:
            if (
                tags[first - 1] not in _BEFORE_VERB
                and texts[first] != "left"
                and not (
                    tags[min(first + 1, end - 1)] in _PARTICLES
                    and _is_phrasal(document, words, first, end)
                )
            ):
                continue
        elif tag not in VERBS and texts[first] != "left":
            continue
        last = events[-1] if len(events) > first_here else None
        if (
            not _is_verb(document, words, first, end)
            or _is_remnant(document, first, last)
            or (last is not None and _is_measure_of_another(document, first, start, end))
        ):
            continue
        group = _group(document, first, end)
        subject_start, subject = find_subject(
            document, words, phrases, first, floor, events, first_here
        )
        floor = group.verb + 1
        _classify(document, words, group, end)
        cues_from = start
        if last is not None:
            parted = _parted(document, last.verb + 1, subject_start)
            last.end = max(parted, last.verb + 1)
            cues_from = min(parted, subject_start)
        events.append(Event(number, subject_start, end, cues_from, group, subject))
        index = max(floor, group.after)


def _parted(document: Text, index: int, start: int) -> int:
    """Where the next clause begins, with what stands before its subject: "and long ago, he"."""
    texts, tags = document.texts, document.tags
    for at in range(index, start - 1):
        if texts[at] == ";":
            return at
        if tags[at] == "CC" and tags[at + 1] in ("IN", "RB", "JJ"):
            return start if "CD" in tags[at:start] else at
    return start


def _is_phrasal(document: Text, words: Words, index: int, end: int) -> bool:
    """Whether a noun with the particle after it is a verb that was misread: "1 flies away"."""
    if index + 1 >= end or not index:
        return False
    tags, lemmas = document.tags, document.lemmas
    return (
        tags[index + 1] in _PARTICLES
        and tags[index - 1] in ("CD", "NNS", "NN", "PRP")
        and f"{lemmas[index]} {lemmas[index + 1]}" in words.verbs
    )


def _is_remnant(document: Text, index: int, last: Event | None) -> bool:
    """Whether "left" says what is left, as in "she has 3 left", and is no event."""
    if document.texts[index] != "left" or last is None:
        return False
    tags = document.tags
    return (
        last.verb_class in ("hold", "exist")
        and (index + 1 == len(tags) or tags[index + 1] in (".", ",", "IN", "CC", "TO"))
        and tags[index - 1] not in ("NNP", "PRP")
        and "," not in tags[last.verb + 1 : index]
        and not _counts_again(document, last.verb + 1, index)
    )


def _counts_again(document: Text, start: int, index: int) -> bool:
    """As in "there were 52 guests and 30 guests left": the same are counted twice, and leave."""
    tags, lemmas = document.tags, document.lemmas
    noun = lemmas[index - 1]
    return tags[index - 1] == "NNS" and noun in lemmas[start : index - 1]


def _is_measure_of_another(document: Text, index: int, start: int, end: int) -> bool:
    """Whether the verb only tells what is compared with: "than Ann did", "than he sold"."""
    if not document.compares:
        return False
    tags, lemmas = document.tags, document.lemmas
    floor = max(start, index - 5)
    than = index - 1
    while than > floor and lemmas[than] != "than":
        than -= 1
    if than <= floor:
        return False
    for other in range(than, index):
        if tags[other] in (",", "CC", "CD"):
            return False
    for other in range(index + 1, end):
        if tags[other] == "CD":
            return False
        if is_boundary(document, other):
            break
    return True


def _is_verb(document: Text, words: Words, index: int, end: int) -> bool:
    texts, tags, lemmas = document.texts, document.tags, document.lemmas
    text, tag, lemma = texts[index], tags[index], lemmas[index]
    before = tags[index - 1] if index else "."
    pointed = before == "DT" and lemma == "be" and lemmas[index - 1] in ("this", "that")
    if (before in ("DT", "PRP$") and not pointed) or (tag == "MD" and before == "IN"):
        return False  # "in May"
    if text == "left" and before == "CD":
        return _starts_clause(document, index, end)
    if tag in ("VB", "VBP", "VBZ") and (
        before == "JJ" or (before == "IN" and lemmas[index - 1] not in SUBORDINATORS)
    ):
        return False  # after an adjective or a preposition it is a noun that was misread
    if (
        tag in ("VBP", "VBZ")
        and lemma not in words.verbs
        and lemma not in AUXILIARIES
        and before in NOUNS
        and not _starts_clause(document, index, end)
    ):
        return False
    if tag in VERBS:
        if tag in ("VBN", "VBG"):
            # "4 used crayons" and "a tart filled with cherries" have no event of their own
            after = tags[index + 1] if index + 1 < end else "."
            if before in _BEFORE_MODIFIER:
                return False
            if before in NOUNS and tag == "VBN" and after in ("IN",):
                return _starts_clause(document, index, end)
            if tag == "VBG" and before not in ("VBD", "VBZ", "VBP", "VB", "RB", "VBN"):
                return False
        return pointed or not (tag == "VBZ" and before in ("CD", "JJ", "DT", "PRP$"))
    if _is_phrasal(document, words, index, end):
        return True
    # tags are not always right: a word known as a verb right after a pronoun is one
    return (
        lemma in words.verbs
        and before in ("PRP", "WDT", "MD")
        and tag in ("NN", "NNS", "JJ")
        and lemmas[index - 1] not in ("her", "it")
    )


def _starts_clause(document: Text, index: int, end: int) -> bool:
    """Whether no finite verb follows or precedes, so that a participle must be the verb."""
    tags = document.tags
    for other in range(index + 1, end):
        if is_boundary(document, other):
            break
        if tags[other] in FINITE:
            return False
    for other in range(index - 1, -1, -1):
        if tags[other] == "." or is_boundary(document, other):
            break
        if tags[other] in FINITE:
            return False
    return True


def _group(document: Text, first: int, end: int) -> VerbGroup:
    """The verb group that starts at ``first``, and what it says."""
    tags, lemmas = document.tags, document.lemmas
    tag = tags[first]
    tense: Tense = "past" if tag in ("VBD", "VBN") else "present"
    group = VerbGroup(first, tense)
    group.purpose = first > 0 and tags[first - 1] == "TO"
    index = first
    while True:
        lemma = lemmas[index]
        if lemma in _MODALS_FUTURE:
            group.tense = "future"
        if lemma in ("would", "could", "might"):
            group.unreal = True
        next_ = index + 1
        while next_ < end and tags[next_] in ("RB", "RBR"):
            if lemmas[next_] in NEGATIONS:
                group.negated = True
            next_ += 1
        if next_ >= end:
            break
        tag = tags[next_]
        if tag in VERBS and lemma in AUXILIARIES:
            if lemma == "be" and tag == "VBN":
                group.passive = True
            elif lemma == "be" and tag == "VBG":
                group.progressive = True
            elif lemma == "have" and tag in ("VBN", "VBD"):
                group.tense = "past"
            index = next_
            continue
        if (
            lemma == "be"
            and lemmas[next_] in ("able", "ready", "supposed")
            and next_ + 2 < end
            and lemmas[next_ + 1] == "to"
        ):
            index = next_ + 2
            continue
        if (
            tag == "TO"
            and lemma in _CATENATIVE
            and next_ + 1 < end
            and tags[next_ + 1] in ("VB", "VBP")
        ):
            if lemma in _WANT:
                group.unreal = True
            if lemma == "plan":
                group.tense = "future"
            index = next_ + 1
            continue
        break
    group.verb = index
    group.lemma = lemmas[index]
    return group


def _classify(document: Text, words: Words, group: VerbGroup, end: int) -> None:
    """Notes what a verb does, as its group tells it."""
    _find_class(document, words, group, end)
    tags, after = document.tags, group.verb + 1
    if group.verb_class == "" and group.passive and group.lemma == "be":
        group.verb_class = "exist"
    if group.progressive and group.verb_class in ("do", "", "use", "make"):
        group.verb_class = "exist"  # "7 birds were swimming" tells how many there are
    if (
        group.lemma == "get"
        and group.after == after
        and after < end
        and tags[after] in ("JJ", "VBN")
    ):
        group.verb_class = ""  # "got tired"


def _find_class(document: Text, words: Words, group: VerbGroup, end: int) -> None:
    """The class of the verb with its particle, which may stand after the object, the index after
    both where they stand together, and the two as one.
    """
    tags, lemmas = document.tags, document.lemmas
    verbs, particles = words.verbs, words.particles
    lemma, after = group.lemma, group.verb + 1
    group.after = after
    if after < end and lemmas[after] in particles:
        joined = verbs.get(f"{lemma} {lemmas[after]}")
        if joined is not None:
            group.verb_class = joined
            group.after = after + 1
            group.phrase = words.phrasal(lemma, lemmas[after])
            return
    for index in range(after + 1, min(end, after + 7)):
        tag = tags[index]
        if tag in VERBS or document.texts[index] in _STOPS:
            break
        if tag == "IN" and tags[min(index + 1, end - 1)] in _PHRASE_STARTS:
            break  # "drove 5 miles in the morning": no particle
        if tag in ("RP", "RB", "IN") and lemmas[index] in particles:
            joined = verbs.get(f"{lemma} {lemmas[index]}")
            if joined is None:
                break
            group.verb_class = joined
            group.phrase = words.phrasal(lemma, lemmas[index])
            return
    group.verb_class = verbs.get(lemma) or verbs.get(lemma + "e", "")
    group.phrase = lemma
