"""What speaks for and against an English problem being one of addition and subtraction."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from quantity_tagger.analysis.facts import Facts, QuantityFacts, QuestionFacts
from quantity_tagger.lexicon import load
from quantity_tagger.text.document import Token

if TYPE_CHECKING:
    from quantity_tagger.reading.problem import Problem

SECTIONS: Final = (
    "each", "multiple", "times", "part", "ratio", "share", "rate", "figure", "operation",
    "number", "same", "vague", "one",
)  # fmt: skip
SAME, OTHER, UNSAID = "same", "other", "unsaid"
_NOUNS: Final = frozenset(("NN", "NNS"))
_NO_AMOUNTS: Final = frozenset(("label", "date", "groups", "age"))
_RANKS: Final = frozenset(("quarter", "third", "fourth", "fifth", "sixth", "seventh", "eighth"))
_OPEN: Final = frozenset(("change", "start", "part", "need", "difference"))
_ALWAYS: Final = frozenset(("multiply", "multiplied", "×", "÷"))
_WITHIN: Final = frozenset(("in", "on", "at", "for", "to", "with", "of"))
_WHICH: Final = frozenset(("the", "his", "her", "their", "my", "our", "first", "second", "last"))
_HOW: Final = frozenset(("many", "much", "long"))
_SQUARES: Final = frozenset(("square", "cubic", "sq"))
_COINS: Final = frozenset(("penny", "nickel", "dime", "quarter"))
_OF: Final = frozenset(("of", "off", "the"))
_COMPARED: Final = frozenset(("as", "more", "the", "a"))
_NO_AMOUNT_AFTER: Final = frozenset(("how", "as", "the", "of", "so", "too"))
_BEFORE_NOUNS: Final = frozenset(("JJ", "VBG", "VBN", "DT", "IN", "PRP$"))
_REACH: Final = 3


@cache
def _tables() -> tuple[Mapping[str, str], frozenset[str], frozenset[str]]:
    """The class of each cue, words that make another thing of a share, and words for times."""
    sections = load("en", "scope")
    return (
        {word: name for name in SECTIONS for word in sections[name]},
        frozenset(sections["no share"]),
        frozenset(sections["time"]),
    )


class _Story(NamedTuple):
    """What the features are read from: the numbers, each with whether it counts what is asked."""

    tokens: Sequence[Token]
    question: QuestionFacts
    entries: list[QuantityFacts]
    relations: list[str]
    shares: list[bool]
    counted: set[str]

    def lemma(self, index: int) -> str:
        return self.tokens[index].lemma if 0 <= index < len(self.tokens) else ""

    def noun_after(self, index: int) -> str:
        """The head of the noun phrase that follows."""
        noun = ""
        for _, _, _, tag, lemma in self.tokens[index + 1 : index + 1 + _REACH]:
            if tag in _NOUNS:
                noun = lemma
            elif noun or tag not in _BEFORE_NOUNS:
                break
        return noun

    def what(self, noun: str) -> str:
        """What a word for one of many is said of."""
        if not noun:
            return "alone"
        if noun in self.counted:
            return "counted"
        if noun == self.question.unit:
            return "asked for"
        return "no unit" if noun in _tables()[2] else "other"

    def beside(self, sentence: int) -> str:
        """Whether a sentence has a number, and whether one of what is asked for."""
        found = "no number"
        for entry, relation in zip(self.entries, self.relations, strict=True):
            if entry.sentence == sentence:
                if relation != OTHER:
                    return "unit asked for"
                found = "other unit"
        return found


def features(problem: Problem, facts: Facts) -> list[str]:
    """Named features of the text and of what its analysis found."""
    tokens = problem.document.tokens
    question = facts.question
    entries = [entry for entry in facts.quantities if entry.value is not None]
    relations = [_relation(entry, question) for entry in entries]
    counted = {entry.unit for entry in entries}
    story = _Story(tokens, question, entries, relations, list(map(_is_share, entries)), counted)
    asked = problem.unknown.question
    first, last = asked.start, asked.stop
    classes = _tables()[0]
    found: list[str] = []
    rated: set[int] = set()  # sentences that speak of one of many
    for index in [at for at, token in enumerate(tokens) if token[4] in classes]:
        text, _, _, _, lemma = tokens[index]
        kind = classes[lemma]
        zone = "asked" if first <= index < last else "told"
        if kind == "each":
            _each(found, story, problem, index, zone, rated)
        elif kind == "one":
            _one_of(found, story, index, zone)
        elif kind == "same":
            if story.lemma(index + 1) in ("number", "amount"):
                found.append("the same amount")
        elif kind == "vague":
            if zone == "told":
                _vague(found, story, index)
        elif kind == "part":
            if zone == "told" or not all(story.shares):
                _part(found, story, index, zone)
        elif kind == "times":
            if text == "times":
                after = story.lemma(index + 1)
                found.append(f"times {after if after in _COMPARED else zone}")
        elif kind == "number":
            if story.lemma(index - 1) in ("a", "the") and story.lemma(index + 1) != "of":
                found.append("a number")
        elif kind == "operation":
            if lemma in _ALWAYS or story.lemma(index + 1) in ("of", "by"):
                found.append("operation")
        else:
            found.append(f"{kind} {zone}")
    _asked(found, story, problem.unknown.token)
    _numbers(found, story)
    _structure(found, story, rated)
    _proposed(found, facts)
    return found


def _is_share(entry: QuantityFacts) -> bool:
    """Whether a number is less than one, told without the cost of comparing fractions."""
    value = entry.value
    return value is not None and value.numerator < value.denominator


def _relation(entry: QuantityFacts, question: QuestionFacts) -> str:
    """Whether a number counts what is asked for, by the words for it."""
    unit, asked = entry.unit, question.unit
    if not unit:
        return UNSAID
    if not asked:
        if not question.unit_kind:
            return UNSAID
        if entry.unit_kind == question.unit_kind:
            return SAME
        long = question.unit_kind == "length" and entry.unit_kind == "time"  # "how long"
        return SAME if long else OTHER
    if unit == asked or unit in question.units or asked in entry.kinds:
        return SAME
    if asked in entry.material or asked in entry.modifiers:
        return SAME
    if entry.unit_kind == question.unit_kind and entry.unit_kind not in ("count", "time"):
        return SAME
    return OTHER


def _each(
    found: list[str], story: _Story, problem: Problem, index: int, zone: str, rated: set[int]
) -> None:
    """As in "each box", "6 pens in each", "every day", "60 miles per hour"."""
    if story.lemma(index + 1) == "other":
        return
    what = story.what(story.noun_after(index))
    if what == "alone" and story.lemma(index - 1) in _WITHIN:
        what = "of them"
    sentence = bisect_right([one.stop for one in problem.document.sentences], index)
    beside = story.beside(sentence)
    if beside == "no number" and zone == "told":
        found.append(f"each {what}, no number beside")
        return
    found += (f"each {zone}", f"each {what} {zone}")
    if story.tokens[index].lemma == "per":
        found.append("per")
    if what != "no unit":
        rated.add(sentence)
        found.append(f"each {what}, {beside} beside")


def _one_of(found: list[str], story: _Story, index: int, zone: str) -> None:
    """As in "a page has 10 stickers" beside "22 pages", "$3 a box", and "how many a week"."""
    noun = story.noun_after(index)
    if not noun:
        return
    if zone == "asked" and noun in _tables()[2]:
        found.append("a unit of time asked")
    if noun in story.counted:
        same = story.relations.count(SAME)
        found.append(f"one of those counted, {min(same, 2)} of the unit asked for")
    elif noun == story.question.unit:
        found.append("one of those asked for")
    if index > 1:
        before = story.tokens[index - 1].tag
        if before == "CD" or (before in _NOUNS and story.tokens[index - 2].tag == "CD"):
            found += ("so many a unit", f"so many a unit {story.what(noun)}")


def _vague(found: list[str], story: _Story, index: int) -> None:
    """As in "some marbles": what is asked for, or what is missing."""
    if story.lemma(index - 1) in _NO_AMOUNT_AFTER:
        return
    noun = story.noun_after(index)
    if noun and noun != story.question.unit and noun not in story.counted:
        return
    numbers = len(story.relations) - story.relations.count(OTHER)
    kind = "open" if story.question.kind in _OPEN else "closed"
    found.append(f"vague, {kind} question, {min(numbers, 2)} numbers")


def _part(found: list[str], story: _Story, index: int, zone: str) -> None:
    """As in "half of", "a third of", "25 percent", and not "half past" or "the third"."""
    after = story.lemma(index + 1)
    lemma = story.tokens[index].lemma
    ranks = lemma in _RANKS
    if after in _tables()[1] or ((ranks or lemma == "half") and story.lemma(index - 1) in _WHICH):
        return
    if after in ("of", "as", "the"):
        found += ("part of", f"part {zone}")
    elif not ranks:
        found.append(f"part {zone}")
    elif story.tokens[index].tag != "JJ":
        found.append("part or rank")


def _asked(found: list[str], story: _Story, at: int) -> None:
    """How it is asked: "how many 5 dollar toys", "how much money" where coins are counted."""
    question = story.question
    if story.relations.count(OTHER) == len(story.relations):
        how = story.lemma(at + 1)
        found.append(f"none of the unit asked for, how {how if how in _HOW else 'else'}")
        if question.unit_kind == "count" and how == "many":
            told = any(lemma == question.unit for *_, lemma in story.tokens[:at])
            found.append("things not counted, told before" if told else "things not counted")
    if not _SQUARES.isdisjoint(question.modifiers):
        found.append("squares asked")
    times = {entry.unit for entry in story.entries if entry.unit_kind == "time"}
    if question.unit in times and len(times) > 1:
        found.append("units of time within each other")
    for entry in story.entries:
        if at < entry.token <= at + 4:
            found.append("a number within what is asked for")
        if question.unit == "money" and entry.unit in _COINS:
            found.append("coins for money")


def _numbers(found: list[str], story: _Story) -> None:
    """As in "0.25 of the hens", and in "22 pages of stickers" beside "10 stickers"."""
    asked = story.question.unit
    for entry, share in zip(story.entries, story.shares, strict=True):
        if share and not all(story.shares) and story.lemma(entry.token + 1) in _OF:
            found.append("part of")
        if asked in entry.material and entry.unit_kind == "count" and asked in story.counted:
            found.append("held in those counted")


def _structure(found: list[str], story: _Story, rated: set[int]) -> None:
    """How many numbers there are, of what, and what is asked."""
    same = other = free = usable = 0
    for entry, relation in zip(story.entries, story.relations, strict=True):
        role = entry.role
        if role in _NO_AMOUNTS:
            if role == "groups":
                found.append("groups")
            continue
        usable += 1
        if relation == OTHER:
            other += 1
            if entry.in_question:
                found.append("other unit in the question")
        else:
            same += 1
            free += role != "rate" and entry.sentence not in rated
    found += (
        "bias",
        f"asks {story.question.kind}",
        f"usable {min(usable, 3)}",
        f"{min(same, 2)} of the unit asked for, {min(other, 2)} of others",
    )
    if rated:
        found.append(f"{min(free, 2)} away from each")


def _proposed(found: list[str], facts: Facts) -> None:
    """What the situation model would do with the numbers."""
    if not facts.proposals:
        found.append("no proposal")
        return
    schema, signs = facts.proposals[0][:2]
    used = [place for place, sign in enumerate(signs) if sign and place != facts.unknown]
    found.append(f"uses {min(len(used), 3)}")
    if schema.endswith(" turned") or schema == "sum":
        found.append("last resort")
    units = {_relation(facts.quantities[place], facts.question) == OTHER for place in used}
    if True in units:
        found.append("uses another unit" if len(units) > 1 else "uses other units alone")
