"""Scenes of an English story: clauses and the parts of lists, each able to stand alone.

"Ida had 15 plums and 3 jars" is two scenes, "Ida had 15 plums" and "Ida had 3 jars". A sentence is
cut at its clauses and where "and" or "but" stands between two numbers; a part that has no subject
or no verb of its own borrows those of the sentence's beginning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from quantity_tagger.problem.story_line import Scene, places_within, slice_of

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import QuantityFacts
    from quantity_tagger.problem.problem import Problem

_MARKS = ",.;:?! "
_JOINTS = frozenset({"and", "but", "while", "if", "then"})
#: Words that lead on and say nothing by themselves.
_LEADS = frozenset(
    {"and", "but", "so", "that", "then", "also", "while", "whereas", "if", "when", "because"}
)
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
#: What may stand between a verb and its number: "had been 42", "has printed 50".
_VERB_GROUP = frozenset({"VB", "VBN", "VBG", "RB", "RP"})
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_NAMES = frozenset({"NNP", "NNPS"})
_OPENERS = frozenset({"DT", "PRP$"})
#: Words with these tags are no names, however they are written.
_FUNCTION_TAGS = frozenset(
    {"CC", "CD", "DT", "EX", "IN", "JJ", "NNS", "PRP", "PRP$", "RB", "TO", "VBG", "WP", "WRB"}
)
_BEFORE_NUMBERS = frozenset({"$", "another", "only", "about", "just", "a", "exactly", "around"})


def scenes(problem: Problem, entries: Sequence[QuantityFacts]) -> Iterator[Scene]:
    """The parts of the text that have a number, and the one that asks."""
    unknown = problem.unknown.token
    for sentence in problem.document.sentences:
        parts = _parts(problem, sentence)
        asking = next((part for part in parts if unknown in part), None)
        for number, part in enumerate(parts):
            places = places_within(problem, part.start, part.stop)
            if part == asking:
                yield Scene(_question(problem, parts, number), places, asks=True)
            elif places:
                yield Scene(_telling(problem, parts, number, entries[places[0]]), places)


def _parts(problem: Problem, sentence: range) -> list[range]:
    """A sentence cut at its clauses and between the numbers that "and" or "but" joins."""
    tokens = problem.tokens
    numbers = [one.token for one in problem.quantities if one.token in sentence]
    starts = {one.start for one in problem.document.clauses if one.start in sentence}
    for at in sentence:
        if tokens[at].text == ";" and at + 1 in sentence:
            starts.add(at + 1)
        if tokens[at].lemma not in _JOINTS:
            continue
        before = any(number < at for number in numbers) or problem.unknown.token < at
        if before and any(number > at for number in numbers) and not _within_name(problem, at):
            starts.add(at)
    bounds = sorted(starts | {sentence.start, sentence.stop})
    parts = [range(first, end) for first, end in pairwise(bounds)]
    return _joined(problem, parts)


def _within_name(problem: Problem, at: int) -> bool:
    """Whether the word joins names or nouns right beside it: "Ann and Ben", "ham and eggs"."""
    tokens = problem.tokens
    return (
        0 < at < len(tokens) - 1
        and tokens[at - 1].tag in _NAMES
        and tokens[at + 1].tag in _NAMES
        and not any(one.token == at + 1 for one in problem.quantities)
        and not any(
            tokens[after].tag in _FINITE for after in range(at + 1, min(at + 4, len(tokens)))
        )
    )


def _joined(problem: Problem, parts: Sequence[range]) -> list[range]:
    """Parts without a verb and a number go with the part after them: "After lunch, 3 came"."""
    joined: list[range] = []
    told = False  # whether the last of them has a verb or a number
    for part in parts:
        if (
            joined
            and not told
            and not _starts_with_verb(problem, part)
            and not _relative(problem, part)
        ):
            joined[-1] = range(joined[-1].start, part.stop)
        else:
            joined.append(part)
        told = _has_number(problem, part) or _verb(problem, part) is not None
    return joined


def _telling(problem: Problem, parts: Sequence[range], number: int, entry: QuantityFacts) -> str:
    part = parts[number]
    tokens = problem.tokens
    first = _after_leads(problem, part)
    own = slice_of(problem, first, part.stop).rstrip(_MARKS)
    if number and _relative(problem, range(first, part.stop)):
        named = _noun_phrase_before(problem, parts[number - 1])
        if not named:
            named = "that" if tokens[first].lemma == "which" else tokens[first].text
        return f"{named} {slice_of(problem, first + 1, part.stop).rstrip(_MARKS)}"
    if number and _starts_with_verb(problem, part) and _is_verb_of(problem, first, entry):
        subject = _subject(problem, parts[:number], entry)
        return f"{subject} {own}" if subject else own
    if _verb(problem, part) is None and number:
        borrowed = _borrowed(problem, parts[:number], range(first, part.stop), entry)
        if borrowed:
            return borrowed
    return _named(problem, first, own, entry)


def _borrowed(problem: Problem, before: Sequence[range], part: range, entry: QuantityFacts) -> str:
    """A part without a verb, told with that of the part before it that has one."""
    lender = next((one for one in reversed(before) if _verb(problem, one) is not None), None)
    if lender is None:
        return ""
    own = slice_of(problem, part.start, part.stop).rstrip(_MARKS)
    verb = _verb(problem, lender)
    if verb is None:
        return ""
    after = verb + 1
    while after < lender.stop and problem.tokens[after].tag in _VERB_GROUP:
        after += 1
    if all(after != _number_start(problem, one.token) for one in problem.quantities):
        return ""
    start = _after_leads(problem, lender)
    if _starts_with_number(problem, part):
        opening = slice_of(problem, start, after)
        if start == verb:
            return " ".join(filter(None, (_subject(problem, before, entry), opening, own)))
        return f"{_named(problem, start, opening, entry)} {own}"
    # "Ida picked 5 plums, Ben 7": only a past tense is sure to agree with another subject.
    number = next(one.token for one in problem.quantities if one.token in part)
    if (
        problem.tokens[verb].tag == "VBD"
        and problem.tokens[verb].lemma != "be"
        and after == verb + 1
        and problem.tokens[number - 1].tag in _NOUNS
    ):
        head = slice_of(problem, part.start, number)
        tail = slice_of(problem, number, part.stop).rstrip(_MARKS)
        return f"{head} {problem.tokens[verb].text} {tail}"
    return ""


def _subject(problem: Problem, before: Sequence[range], entry: QuantityFacts) -> str:
    """What stands before the first verb of the sentence: the subject of a verb without one."""
    for number, part in enumerate(before):
        verb = _verb(problem, part)
        start = _after_leads(problem, part)
        end = part.stop if verb is None else verb
        interrupted = number + 1 < len(before) and _relative(problem, before[number + 1])
        if verb is None and not interrupted and problem.tokens[start].tag in ("IN", "TO", "RB"):
            continue  # "After lunch," "Together with his dog,"
        if start < end and not _relative(problem, range(start, end)):
            return _named(problem, start, slice_of(problem, start, end).rstrip(_MARKS), entry)
    return ""


def _named(problem: Problem, first: int, text: str, entry: QuantityFacts) -> str:
    """The text that begins at a token, with a name for the pronoun that it may begin with."""
    token = problem.tokens[first]
    name = _name(problem, entry) if _stands_for_owner(problem, first, entry) else ""
    if name:
        return name + text[len(token.text) :]
    return _lowered(problem, first, text)


def _stands_for_owner(problem: Problem, at: int, entry: QuantityFacts) -> bool:
    """Whether a pronoun is sure to be the owner: there is no other person it could be."""
    pronoun = problem.tokens[at].lemma
    if pronoun == "it":
        # Within a sentence "it" is more often the weather, or what was just told.
        opens = any(sentence.start == at for sentence in problem.document.sentences)
        return opens and entry.unit_kind != "degree"
    other = {"he": "she", "she": "he"}.get(pronoun)
    return other is not None and all(token.lemma != other for token in problem.tokens)


def _name(problem: Problem, entry: QuantityFacts) -> str:
    """The owner as the text first names it; "" where the text has several of that name."""
    tokens = problem.tokens
    found = [
        at
        for at, token in enumerate(tokens)
        if token.lemma == entry.owner and token.tag in ("NN", *_NAMES)
    ]
    if not found:
        return ""
    first = found[0]
    if tokens[first].tag == "NN":
        if len(found) > 1 and not entry.owner_of:
            return ""
        return " ".join(("the", *entry.owner_of, tokens[first].text.lower()))
    while first and tokens[first - 1].tag in _NAMES:
        first -= 1
    return slice_of(problem, first, found[0] + 1)


def _noun_phrase_before(problem: Problem, part: range) -> str:
    """The noun phrase that a part ends with, for a "who" or "which" that follows it."""
    tokens = problem.tokens
    end = part.stop
    while end > part.start and tokens[end - 1].text in _MARKS:
        end -= 1
    first = end
    tags = {*_NOUNS, "JJ", "RB", "POS", *_OPENERS}
    if tokens[end - 1].tag in _NAMES:
        tags = {*_NAMES}
    while first > part.start and tokens[first - 1].tag in tags:
        first -= 1
        if tokens[first].tag in _OPENERS:
            break
    if first == end or tokens[first].tag not in (*_OPENERS, *_NAMES):
        return ""
    return _lowered(problem, first, slice_of(problem, first, end))


def _question(problem: Problem, parts: Sequence[range], number: int) -> str:
    """The part that asks, with what follows it up to another number."""
    end = parts[number].stop
    for part in parts[number + 1 :]:
        if _has_number(problem, part):
            break
        end = part.stop
    start = _after_leads(problem, parts[number])
    return _lowered(problem, start, slice_of(problem, start, end).rstrip(_MARKS))


def _after_leads(problem: Problem, part: range) -> int:
    at = part.start
    while at < part.stop - 1 and (
        problem.tokens[at].lemma in _LEADS or problem.tokens[at].text in _MARKS
    ):
        at += 1
    return at


def _verb(problem: Problem, part: range) -> int | None:
    return next((at for at in part if _is_verb(problem, at)), None)


def _is_verb(problem: Problem, at: int) -> bool:
    """Whether a token is a finite verb; what follows a number is a noun, whatever its tag."""
    tag = problem.tokens[at].tag
    return tag in _FINITE and not (
        tag == "VBZ" and any(one.token == at - 1 for one in problem.quantities)
    )


def _is_verb_of(problem: Problem, at: int, entry: QuantityFacts) -> bool:
    """Whether a verb is the quantity's own: a noun may be taken for one of the present tense."""
    return problem.tokens[at].tag in ("VBD", "VBN") or problem.tokens[at].lemma == entry.verb


def _has_number(problem: Problem, part: range) -> bool:
    return any(one.token in part for one in problem.quantities)


def _starts_with_verb(problem: Problem, part: range) -> bool:
    first = _after_leads(problem, part)
    return _is_verb(problem, first) or problem.tokens[first].tag == "VBN"


def _starts_with_number(problem: Problem, part: range) -> bool:
    number = next(one.token for one in problem.quantities if one.token in part)
    return _number_start(problem, number) == part.start


def _number_start(problem: Problem, number: int) -> int:
    """Where what belongs to a number begins: its "$", or "only"."""
    while number and problem.tokens[number - 1].lemma in _BEFORE_NUMBERS:
        number -= 1
    return number


def _relative(problem: Problem, part: range) -> bool:
    return bool(part) and problem.tokens[part.start].lemma in ("who", "which")


def _lowered(problem: Problem, at: int, text: str) -> str:
    """The text without the capital of a sentence's beginning; what may be a name keeps it."""
    token = problem.tokens[at]
    small = token.text.lower()
    known = token.tag in _FUNCTION_TAGS or any(one.text == small for one in problem.tokens)
    return text[:1].lower() + text[1:] if known and token.text != "I" else text
