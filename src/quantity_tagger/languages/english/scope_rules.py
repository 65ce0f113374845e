"""What the rules of scope ask of an English text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Columns
from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

ORDINALS: Final = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
RANK: Final = rf"\b(?:\d+(?:st|nd|rd|th)|{ORDINALS})\b"
NUMBER: Final = rf"\d|how many|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|{ORDINALS})\b"
_AMOUNTS: Final = frozenset(["many", "much"])
_BLANKS: Final = ("_", "=")
_FINITE: Final = frozenset(["MD", "VBZ", "VBP", "VBD"])
_NO_FRAGMENT: Final = _FINITE | {"PRP", "EX", "CD"}
_NAMING: Final = ("NN", "JJ", "VBN")
_QUOTED: Final = re.compile(r'["“][^"“”]*\?["”]')
_ADJECTIVES: Final = frozenset(["JJ", "RB"])
_ARTICLES: Final = frozenset(["a", "an"])
_UNITS: Final = frozenset(
    ["NN", "NNS", "CD"]
)  # right before an article: "$4 a shirt", "60 miles an hour"
_REACH: Final = 5
_STOPS: Final = frozenset([",", ".", ":", "CC"])
_TIMES: Final = frozenset(["day", "week", "month", "year", "before"])
_WHOLES: Final = frozenset(["", "state", "whole", "change"])


def pattern(words: Iterable[str]) -> str:
    """A regular expression for any of the words."""
    return rf"\b(?:{'|'.join(map(re.escape, words))})\b"


def asked_at(problem: Problem) -> list[int]:
    """The characters at which a sentence with a question mark asks for an amount; what somebody in
    the story asks is answered there.
    """
    columns = problem.document.columns
    found: list[int] = []
    for sentence in problem.document.sentences:
        if "?" in columns.texts[max(sentence.start, sentence.stop - 3) : sentence.stop]:
            found += _asked_in(columns, sentence)
    if len(found) < 2:
        return found
    quoted = [range(*match.span()) for match in _QUOTED.finditer(problem.text)]
    return [at for at in found if not any(at in span for span in quoted)] or found


def _asked_in(columns: Columns, sentence: range) -> list[int]:
    """Each "how many" of a sentence that asks; without any, its "what"."""
    lemmas, tags = columns.lemmas, columns.tags
    how = [
        columns.starts[index]
        for index in sentence
        if lemmas[index] == "how"
        and index + 1 < sentence.stop
        and (lemmas[index + 1] in _AMOUNTS or tags[index + 1] in _ADJECTIVES)
    ]
    if how:
        return how
    return [columns.starts[index] for index in sentence if lemmas[index] == "what"][:1]


def asks_nothing(problem: Problem, facts: Facts) -> bool:
    """Whether a question mark is all that asks, and no cue says for what."""
    columns = problem.document.columns
    question, word = facts.question, columns.lemmas[problem.unknown.token]
    asking = load("en", "questions")
    asked = problem.unknown.question
    said = columns.lemmas[asked.start : asked.stop]
    if word.startswith(_BLANKS) or word in asking["wh"] or said[:1] == ["and"]:
        return False  # "And the third?"
    if not set(said).isdisjoint(asking["imperative"]):
        return False
    if _is_fragment(columns, asked, facts):
        return False
    if columns.tags[problem.unknown.token] in _FINITE and not question.unit:
        return "how" not in columns.lemmas  # "Isn't that nice?"
    cued = question.kind not in ("", "state") or question.cues  # a verb of being asks for nothing
    return not (cued or "how" in columns.lemmas)


def _is_fragment(columns: Columns, asked: range, facts: Facts) -> bool:
    """As in "Usable pins?", "Unharmed?": words without a verb ask, after a story with numbers, for
    something that is told of or measured.
    """
    tags = columns.tags[asked.start : asked.stop]
    told = sum(entry.value is not None for entry in facts.quantities)
    names = any(tag.startswith(_NAMING) for tag in tags)  # "Really?" names nothing
    nouns = {columns.lemmas[place] for place in asked if columns.tags[place].startswith("NN")}
    counted = facts.question.unit_kind in ("", "count")
    tied = not (nouns and counted) or not nouns.isdisjoint(columns.lemmas[: asked.start])
    return names and tied and asked.start > 0 and told > 1 and _NO_FRAGMENT.isdisjoint(tags)


def sides(
    problem: Problem, base: QuantityFacts, difference: QuantityFacts
) -> tuple[frozenset[str], frozenset[str]]:
    """The words that set whatever has more apart from what it is compared with, and those of the
    latter. What only one of the two is said to have ("on the farm") sets nothing apart.
    """
    first: set[str] = set()
    second: set[str] = set()
    own: set[str] = set()
    for mine, other in zip(_descriptions(difference), _descriptions(base), strict=True):
        own |= mine
        if mine and other:
            first |= mine - other
            second |= other - mine
    second |= _compared_with(problem, difference) - own
    if not first and not second:  # "12 eggs for a cake and 5 fewer for the bread"
        first, second = (_nouns_after(problem, entry) for entry in (difference, base))
        shared = first & second | {base.unit, difference.unit}
        first, second = first - shared, second - shared
        if not (first and second):
            return frozenset(), frozenset()
    return frozenset(first), frozenset(second)


def _descriptions(entry: QuantityFacts) -> tuple[set[str], ...]:
    """The words for whose an amount is, of what, where, when and for what."""
    return (
        _words(entry.owner),
        {entry.unit, *entry.modifiers},
        _words(entry.place),
        _words(entry.time),
        _words(entry.item),
    )


def _words(name: str) -> set[str]:
    """The words of a name, or of names that are joined: "blue box", "ann+bo"."""
    return set(name.replace("+", " ").split())


def _nouns_after(problem: Problem, entry: QuantityFacts) -> set[str]:
    """The nouns between a number and the next one, or the end of its sentence."""
    columns = problem.document.columns
    found: set[str] = set()
    for index in range(entry.token + 1, problem.document.sentences[entry.sentence].stop):
        if columns.tags[index] == "CD":
            break
        if columns.tags[index].startswith("N"):
            found.add(columns.lemmas[index])
    return found


def _compared_with(problem: Problem, difference: QuantityFacts) -> set[str]:
    """The reference, and the nouns and adjectives after "than"."""
    found = _words(difference.reference)
    columns = problem.document.columns
    sentence = problem.document.sentences[difference.sentence]
    lemmas = columns.lemmas[difference.token : sentence.stop]
    if "than" in lemmas:
        after = difference.token + lemmas.index("than") + 1
        clauses = problem.document.clauses
        stop = next((one.stop for one in clauses if after in one), sentence.stop)
        found.update(
            columns.lemmas[index]
            for index in range(after, stop)
            if columns.tags[index].startswith(("N", "J"))
        )
    return found


def starts_from(problem: Problem, base: QuantityFacts, difference: QuantityFacts) -> bool:
    """Whether an amount is what a difference is counted from; else it is what has so many more or
    fewer: "45, 17 more than Olivia".
    """
    other = _words(difference.reference)
    if not other:
        return True
    sentence = problem.document.sentences[base.sentence]
    stop = difference.token if base.token < difference.token in sentence else base.token
    before = problem.document.columns.lemmas[sentence.start : stop]
    own = {base.unit} | _words(base.owner) | _words(base.time)
    return not other.isdisjoint([*before, *own]) or other <= _TIMES


def asks_for_whole(
    problem: Problem, facts: Facts, base: QuantityFacts, difference: QuantityFacts
) -> bool:
    """Whether a question that names neither side is about something that has both in it: the
    children where there are fewer girls than boys, the classes, the food where lunch and dinner
    are compared, whatever somebody did.
    """
    question = facts.question
    units = {base.unit, difference.unit}
    kinds = {*difference.kinds, *base.kinds} - units
    if kinds & {question.unit, *question.material, *question.modifiers}:
        return True
    if len(units) > 1:
        return question.unit_kind == "count" and question.unit not in units
    if base.modifiers and difference.modifiers and base.modifiers != difference.modifiers:
        return question.unit in units
    if question.kind not in _WHOLES or question.time:
        return False
    owners = {base.owner, difference.owner}
    if len(owners) > 1:
        # "the classes", "on the field"; another name for one of them is none of these
        several = _words(base.owner) & _words(difference.owner)
        return question.owner in several or not question.owner
    return question.kind == "change" and question.owner in owners


def says(cues: frozenset[str], words: Sequence[str]) -> bool:
    """Whether one of the words is a cue."""
    return not cues.isdisjoint(words)


def names(things: frozenset[str], problem: Problem) -> bool:
    """Whether a text has a word for one of the things."""
    return says(things, problem.document.columns.lemmas)
