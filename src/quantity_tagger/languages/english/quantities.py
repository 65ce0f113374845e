"""Quantities and the unknown of an English word problem.

25% is 25 with the unit percent, as MAWPS (whose equations multiply it by 0.01) and GSM8K list it;
in Chinese it is 1/4, as Math23K has it.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import Final

from quantity_tagger.languages.english.grammar import FULL_FINITE, FULL_VERBS, NOUNS
from quantity_tagger.languages.english.non_amounts import ranks_in
from quantity_tagger.languages.english.number_tokens import amounts, recut, times_of_day
from quantity_tagger.languages.english.numerals import Numeral
from quantity_tagger.languages.english.unit_phrases import (
    MODIFIERS,
    noun_phrase,
    predicate,
    units_of,
    with_conjunct,
    with_plural,
)
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Columns, Document, Token
from quantity_tagger.problem.problem import Quantity, Unknown
from quantity_tagger.problem.segments import segmented

_MORE: Final = frozenset(load("en", "units")["more"])
_ONLY: Final = frozenset(["only", "just", "exactly", "about"])
_HOW_MUCH: Final = frozenset(["many", "much"])

_QUESTIONS: Final = load("en", "questions")
_ASKING: Final = _QUESTIONS["wh"]
#: Words that ask within a command: "Find how many …"; others tell when or who.
_HOW_WHAT: Final = frozenset(["how", "what", "which"])
_COMMANDS: Final = frozenset(_QUESTIONS["imperative"])
_BEFORE_COMMANDS: Final = frozenset(_QUESTIONS["before imperative"])
_CONDITIONS: Final = frozenset(_QUESTIONS["condition"])
_COUNTERS: Final = frozenset(_QUESTIONS["counter"])


def find_quantities(document: Document) -> tuple[Document, tuple[Quantity, ...]]:
    """The quantities, and the document cut so that each is one token with the tag of a number.

    Ordinals are no quantities, but those that count somebody's place in a row.
    """
    text, columns = document.text, document.columns
    starts = columns.starts
    found = [
        numeral
        for numeral in amounts(text, columns)
        if _counts(columns, bisect_right(starts, numeral.start) - 1, numeral)
    ]
    ranks = [Numeral(start, end, Fraction(number)) for start, end, number in ranks_in(text)]
    if ranks:
        found = sorted([*found, *ranks], key=lambda numeral: numeral.start)
    if not found:
        found = times_of_day(text)
    if not found:
        return document, ()
    places = [bisect_right(starts, numeral.start) - 1 for numeral in found]
    if not _are_tokens(columns, places, found):
        columns, places = _recut(text, columns, found)
        document = segmented(text, document.language, columns)
    elif any(columns.tags[place] != "CD" for place in places):
        columns = _with_numbers(columns, places)
        document = Document(text, document.language, columns, document.sentences, document.clauses)
    units = units_of(columns, places)
    quantities = [
        Quantity(text[n.start : n.end], n.value, n.start, n.end, place, unit)
        for n, place, unit in zip(found, places, units, strict=True)
    ]
    return document, tuple(quantities)


def _are_tokens(columns: Columns, places: list[int], found: list[Numeral]) -> bool:
    """Whether each numeral is one token already, as in what our tokenizer has cut."""
    return all(
        columns.starts[here] == numeral.start and columns.ends[here] == numeral.end
        for here, numeral in zip(places, found, strict=True)
    )


def _with_numbers(columns: Columns, places: list[int]) -> Columns:
    """The words with the tag of a number at these places."""
    tags, lemmas = columns.tags.copy(), columns.lemmas.copy()
    for place in places:
        tags[place], lemmas[place] = "CD", columns.texts[place].lower()
    return Columns(
        columns.texts,
        columns.starts,
        columns.ends,
        tags,
        lemmas,
        columns.numeric,
        columns.heads,
        columns.relations,
    )


def find_unknown(document: Document, quantities: tuple[Quantity, ...]) -> Unknown | None:
    """Where the text asks, or None: the last sentence marked "?", else the last that asks by its
    words or commands.
    """
    columns = document.columns
    for sentence in reversed(document.sentences):
        if "?" in columns.texts[max(sentence.start, sentence.stop - 3) : sentence.stop]:
            token = _asking(document, sentence)
            if token is None:  # "I wonder how many … Can you tell me?"
                for earlier in document.sentences:
                    asking = _asking(document, earlier)
                    if asking is not None and _asks_alone(columns, asking):
                        return _unknown(document, earlier, asking)
                start = sentence.start
                token = start if columns.tags[start] != "CD" else _mark(columns, sentence)
            return _unknown(document, sentence, token)
    for sentence in reversed(document.sentences):
        command = _command(document, sentence)
        token = _asking(document, sentence)
        if token is None or not (
            _asks_alone(columns, token) if command is None else columns.lemmas[token] in _HOW_WHAT
        ):
            token = command
        if token is None:
            token = _open_equation(columns, sentence)
        if token is not None:
            return _unknown(document, sentence, token)
    return None


def _counts(columns: Columns, here: int, numeral: Numeral) -> bool:
    """Whether a numeral states a quantity; "one" and "half" do so in some places only."""
    if numeral.word == "half":
        return here == 0 or columns.tags[here - 1] not in ("JJ", "DT", "PRP$", "RB")
    if columns.lemmas[here] != "one" or numeral.value != 1:
        return True
    return _one_counts(columns, here)


def _one_counts(columns: Columns, here: int) -> bool:
    """Whether "one" is a quantity: it is one before "more" and comparatives, after its clause's
    verb, in a list with other numbers, and as the subject of what happens to one of those that
    were counted; elsewhere it is a pronoun or no more than an article.
    """
    tags, lemmas = columns.tags, columns.lemmas
    if here + 1 == len(tags):
        return False
    lemma, tag = lemmas[here + 1], tags[here + 1]
    if lemma in _MORE:
        return True
    if lemma in ("of", "another", "-", "day"):
        return False
    if tag in NOUNS and here + 2 < len(tags) and tags[here + 2] in ("JJR", "RBR"):
        return True
    before = here - 1
    fell = tag == "VBD" and tags[here + 2 : here + 3] not in (["CD"], ["DT"], ["JJ"])
    if fell and "CD" in tags[:here] and tags[before] in (".", ",", ":", "CC"):
        return True  # "There were ten bottles. One fell", no "One held 27"
    if before >= 0 and lemmas[before] in _ONLY:
        before -= 1
    if before > 0 and tags[before] in ("PRP", "NNP") and tags[before - 1] in FULL_VERBS:
        before -= 1  # gave her one
    if before < 0:
        return False
    last = tags[before]
    starts_noun = tag in NOUNS or tag in MODIFIERS
    if last in FULL_VERBS:
        return starts_noun or (last in FULL_FINITE and tag in (".", ",", "IN", "TO"))
    if lemmas[before] in ("and", ",") and starts_noun:
        return "CD" in tags[max(0, before - 5) : before]
    return False


def _recut(text: str, columns: Columns, found: list[Numeral]) -> tuple[Columns, list[int]]:
    """Words that were cut elsewhere cut anew so that each numeral is one of them, and the places of
    the numerals.
    """
    known = {(token.start, token.end): token for token in columns.tokens}
    offsets, places = recut(text, list(known), found)
    tokens: list[Token] = []
    for start, end in offsets:
        form = text[start:end]
        tag = "NN" if form[0].isalpha() else "HYPH"
        tokens.append(known.get((start, end)) or Token(form, start, end, tag, form.lower()))
    return _with_numbers(Columns.of(tokens), places), places


def _mark(columns: Columns, sentence: range) -> int:
    return columns.texts.index("?", sentence.start, sentence.stop)


def _asking(document: Document, sentence: range) -> int | None:
    """The token that asks: a blank to fill in, else "how", else "what" and so on."""
    start = sentence.start
    lemmas = document.columns.lemmas[start : sentence.stop]
    if "__" in document.text:
        for lemma in lemmas:
            if lemma.startswith("__"):
                return start + lemmas.index(lemma)
    for word in _ASKING:
        if word in lemmas:
            return start + lemmas.index(word)
    return None


def _asks_alone(columns: Columns, token: int) -> bool:
    """Whether a word asks without a question mark: a blank, "how many", "what is"."""
    lemma, after = columns.lemmas[token], token + 1
    if lemma == "how":
        return after < len(columns.lemmas) and (
            columns.lemmas[after] in _HOW_MUCH or columns.tags[after] in ("JJ", "RB")
        )
    if lemma == "what":
        return after < len(columns.lemmas) and columns.lemmas[after] in ("be", "do")
    return lemma.startswith("__")


def _open_equation(columns: Columns, sentence: range) -> int | None:
    """The sign of an equation that has nothing on its right: "3 + 4 =", with or without a stop."""
    for index in reversed(sentence):
        if columns.texts[index] == "=":
            return index
        if columns.texts[index] != ".":
            return None
    return None


def _command(document: Document, sentence: range) -> int | None:
    """The verb that opens a clause of the sentence and commands an answer: "Find …"."""
    columns = document.columns
    for clause in document.clauses:
        if clause.start not in sentence:
            continue
        for index in clause:
            text, lemma = columns.texts[index], columns.lemmas[index]
            if lemma in _COMMANDS or text.lower() in _COMMANDS:
                return index
            if lemma not in _BEFORE_COMMANDS and columns.tags[index] != "CD" and text.isalpha():
                break
    return None


def _unknown(document: Document, sentence: range, token: int) -> Unknown:
    columns = document.columns
    start, end = sentence.start, sentence.stop
    for clause in document.clauses:
        opening = clause.start
        if start <= opening <= token:
            start = opening
        elif token < opening < end and columns.lemmas[opening] in _CONDITIONS:
            end = opening
            break
    head = _head(columns, token, end)
    counted = token + 1 < end and columns.lemmas[token + 1] == "many"
    return Unknown(token, range(start, end), head, head if counted else ())


def _head(columns: Columns, token: int, end: int) -> tuple[str, ...]:
    """What is asked for: "how many red marbles", "what is the weight", "find the sum"."""
    tags, lemmas = columns.tags, columns.lemmas
    index = token + 1
    how = lemmas[token] == "how"
    if how and index < end:
        if lemmas[index] in _HOW_MUCH:
            index += 1
        elif tags[index] in ("JJ", "RB"):
            return (lemmas[index],)
    counter: tuple[str, ...] = ()
    while index < end:
        words, after, found = noun_phrase(columns, index)
        if found:
            if words[-1] not in _COUNTERS or after >= end or lemmas[after] != "of":
                if lemmas[token + 1] == "many":
                    words, after = with_plural(columns, words, after)
                return with_conjunct(columns, words, after, found)[0]
            counter, index = words, after
        elif lemmas[index] == "than" or (counter and tags[index] == "CD"):
            return counter  # "how much more than …", "the sum of 3 and 4"
        elif how and (tags[index] in FULL_VERBS or tags[index] == "MD"):
            is_there = lemmas[index] == "be" and index == token + 2 and index + 1 < end
            return predicate(columns, index + 1) if is_there else words
        index += 1
    return counter
