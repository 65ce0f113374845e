"""Tags that cannot be right, set right: the tagger is small and meets names it never saw.

Every rule looks at a word and its neighbours only, and knows what can stand where in English: after
a determiner no verb, after "she" no adverb of the form "lent", before a day no modal "May".
"""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.word_shapes import (
    CAPITAL,
    KINDS,
    LOWER,
    NAME,
    PLURAL,
    TELLS,
    shape_of,
)
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import FINITE, NOMINATIVE, PRIMARY_AUXILIARIES
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.document import Document

_DOUBTED: Final = frozenset(
    ["VB", "VBD", "VBP", "VBZ", "MD", "VBN", "NN", "NNS", "JJ", "NNP", "RB", "VBG", "JJR"]
)
_NO_NAMES: Final = frozenset(["JJ", "VB", "VBD", "VBP", "VBN"])
_VERBS: Final = frozenset(["VB", "VBD", "VBP", "VBZ", "MD", "VBN"])
_NEVER_VERBS: Final = word_set("modifiers", "never a verb")
_BEFORE_NOUN: Final = frozenset(["DT", "PRP$", "JJ", "NN", "NNP", "POS"])
_OBJECTS: Final = frozenset(["CD", "DT", "NNP", "PRP", "PRP$", "$", "RB", "IN"])
_AFTER_NAME: Final = frozenset(
    ["VBD", "VBZ", "MD", "POS", "CC", ",", "NNS", "NN", "VBN", "VB", "VBP"]
)
#: Tags of those who are counted ("7 swam", "7 more swam"), and what a verb may be taken for.
_COUNTED: Final = frozenset(["NNS", "CD", "JJR"])
_MISREAD: Final = frozenset(["NN", "JJ", "IN", "VB", "RB"])
_DIMENSIONS: Final = word_set("modifiers", "dimension")
_ADVERBS: Final = word_set("modifiers", "adverb")
_ALIKE: Final = word_set("noun_groups", "same in the plural")
_BREAKS: Final = frozenset([".", ",", "CC", ":", "WRB", "WDT"])


#: A tag and, where that makes it another, a lemma for a word that was misread.
_Repair = tuple[str, str] | None


def retagged(document: Document, words: Words) -> Text:
    """The document with impossible tags replaced."""
    text = Text(document)
    texts, tags, lemmas = text.texts, text.tags, text.lemmas
    times = words.times
    opening = text.starts
    nouns: list[str] = []  # which "one" may stand for: "the blue one"
    tags.append(".")  # a full stop after the last word, and before the first
    for index, word in enumerate(texts):
        tag = tags[index]
        shape = shape_of(word)
        if tag not in _DOUBTED and not shape & CAPITAL and word != "one":
            continue
        if shape & LOWER:
            if tag == "NNS":
                if tags[index + 1] in _OBJECTS and (repair := _no_plural(text, index, words)):
                    tags[index], lemmas[index] = repair
                continue
        elif tag == "NNP":
            continue
        if shape & PLURAL:
            tags[index], lemmas[index] = "NNS", lemmatise(word, "NNS")
            continue
        before, after = tags[index - 1], tags[index + 1]
        lemma = lemmas[index]
        if shape & NAME and (index not in opening or after in _AFTER_NAME) and lemma not in times:
            tags[index], lemmas[index] = "NNP", word.lower()
            continue
        new: _Repair = None
        if (
            word == "one"
            and _stands_for(tags, index, after)
            and (noun := _last_thing(nouns, words))
        ):
            tags[index - 1] = "JJ"
            new = "NN", noun
        elif tag == "NN":
            nouns.append(lemma)
        if tag == "NN":
            new = _no_noun(text, index, before, after, words)
        elif tag == "NNS":
            if after in _OBJECTS:
                new = _no_plural(text, index, words)
        elif tag in _VERBS:
            if lemma not in PRIMARY_AUXILIARIES or tag == "MD":
                new = _no_verb(text, index, before, after, words)
        elif tag == "JJ":
            if before in ("PRP", "DT", "CD"):
                new = _no_adjective(text, index, before, after, words)
        elif tag == "NNP":
            if word not in times:
                # "the green ribbon", "in the bin"
                new = ("NN" if after[:1] not in ("N", "V") else "JJ"), lemma
        elif tag == "RB":
            new = _no_adverb(text, index, before, after, words)
        elif tag == "VBG":
            if word in times or (
                before in ("DT", "JJ") and (after in FINITE or after in (".", ","))
            ):
                new = "NN", word  # "in spring", "the string is"
        elif (
            tag == "JJR"
            and before == "DT"
            and (after in _BREAKS or after in FINITE)
            and not words.is_comparative("", lemma)
        ):
            new = "NN", lemma  # "the shopkeeper and Ann"
        if new is not None:
            tags[index], lemmas[index] = new
    tags.pop()
    _find_verbs(text, words)
    for first in opening:
        word = texts[first]
        if tags[first] in ("NNP", "NNPS"):
            if shape_of(word) & KINDS:
                tags[first], lemmas[first] = "NNS", lemmatise(word, "NNS")  # "Mice ate 6"
        else:
            _name_opening(text, first)
    return text


def _last_thing(nouns: list[str], words: Words) -> str:
    """The last of the nouns that is no measure and no time."""
    for noun in reversed(nouns):
        if noun not in words.kinds and noun not in words.times:
            return noun
    return ""


def _stands_for(tags: list[str], index: int, after: str) -> bool:
    """Whether "one" stands for what was named last: "the blue one"."""
    return (
        index > 1
        and tags[index - 1] in ("JJ", "NN", "NNP")
        and tags[index - 2] in ("DT", "CD", "PRP$")
        and after[:1] != "N"
    )


def _find_verbs(text: Text, words: Words) -> None:
    """A clause that has no verb has one that was misread: "51 like apples", "7 more swam in".

    After a clause with a verb it may be a mere list, unless the word is that verb or can be nothing
    but a past tense.
    """
    texts, tags, lemmas = text.texts, text.tags, text.lemmas
    misread: list[int] = []
    before = ""
    for index, tag in enumerate(tags):
        if before in _COUNTED and tag in _MISREAD and _may_be_verb(text, index, words):
            misread.append(index)
        before = tag
    if not misread:
        return
    candidate = -1
    has_verb = False
    spoken: set[str] = set()  # the verbs of the sentence
    for index, tag in enumerate(tags):
        if tag in _BREAKS:
            if candidate >= 0 and not has_verb:
                word = texts[candidate]
                past = lemmatise(word, "VBD")
                plain = past == word.lower()
                if not spoken or past in spoken or not (plain or word.endswith("ed")):
                    tags[candidate], lemmas[candidate] = "VBP" if plain else "VBD", past
                    spoken.add(past)
            candidate, has_verb = -1, False
            if tag == ".":
                spoken.clear()
        elif tag in FINITE or tag == "VBN":
            has_verb = True
            spoken.add(lemmas[index])
        elif candidate < 0 and index in misread:
            candidate = index


def _may_be_verb(text: Text, index: int, words: Words) -> bool:
    """Whether a word after those who are counted can tell what they do."""
    return bool(shape_of(text.texts[index]) & TELLS) and (
        text.tags[index - 1] != "JJR" or (index > 1 and text.tags[index - 2] == "CD")
    )


def _no_verb(text: Text, index: int, before: str, after: str, words: Words) -> _Repair:
    word, tag, lemma = text.texts[index], text.tags[index], text.lemmas[index]
    if lemma in _NEVER_VERBS:
        return "IN", lemma
    if tag == "MD":
        if before in ("DT", "CD"):
            return "NN", word.lower()  # "a can"
        return ("NNP", lemma) if lemma == "may" and after == "CD" else None
    if tag == "VBD" and lemma == word and lemma not in words.verbs and before == "NNS":
        return "RB", lemma  # "tickets online": no past tense looks like this
    if tag == "VB" and _is_compared(text, index, words):
        return "JJR", lemma  # "9 degrees colder than"
    if before == "JJR":
        if tag == "VBZ":
            return "NNS", lemmatise(word, "NNS")  # "11 more comics"
        if tag in ("VB", "VBN") and text.lemmas[index - 1] in ("more", "less"):
            return "JJ", word.lower()  # "more expensive"
    if tag in ("VB", "VBP") and after in (".", ",", "CC") and _is_said_of(text, index):
        return "JJ", word.lower()  # "are not sharp"
    if before == "CD" and after not in ("NN", "NNS") and _is_plural(word, words):
        return "NNS", lemmatise(word, "NNS")
    if (
        tag not in ("VBD", "VBN")
        and before in (",", "CC")
        and after == "CD"
        and lemma not in words.verbs
    ):
        return "NN", word.lower()  # "Chess got 9 votes, tennis 21"
    if tag == "VBD" and before == "CD" and after in ("NNS", "NN"):
        # "collected 14 stuffed animals"
        return ("VBN", lemma) if _has_verb(text.tags, index - 2) else None
    if tag != "VBN" and before in _BEFORE_NOUN and after in ("VBZ", "VBD"):
        return "NN", word.lower()  # "the scarf costs"
    if (
        index >= 2
        and before == "JJ"
        and text.texts[index - 1].islower()
        and tag != "VBN"
        and text.tags[index - 2] in ("DT", "PRP$")
        and after in (".", ",", "CC", "VBP", "MD")
    ):
        return "NN", word.lower()  # "is the green ribbon?"
    return None


def _is_compared(text: Text, index: int, words: Words) -> bool:
    """Whether a word that can compare stands before "than"."""
    lemmas = text.lemmas
    if index + 1 >= len(lemmas) or lemmas[index + 1] != "than":
        return False
    return lemmas[index] in words.less or lemmas[index] in words.asks


def _is_asked_difference(text: Text, index: int) -> bool:
    """Whether a word ends like a comparative after "how many" and a unit."""
    return (
        index >= 3
        and text.lemmas[index - 3 : index - 1] == ["how", "many"]
        and (text.lemmas[index].endswith("er"))
    )


def _is_said_of(text: Text, index: int) -> bool:
    """Whether "be" or "be not" stands before a word."""
    lemmas = text.lemmas
    before = lemmas[index - 1] if index else ""
    return before == "be" or (before == "not" and lemmas[index - 2] == "be")


def _has_verb(tags: list[str], index: int) -> bool:
    """Whether the clause has a finite verb before ``index``."""
    while index >= 0 and tags[index] not in _BREAKS:
        if tags[index] in FINITE:
            return True
        index -= 1
    return False


def _is_plural(word: str, words: Words) -> bool:
    """Whether a word is the plural of a noun of which we know what it is: "sheep", "geese"."""
    singular = lemmatise(word, "NNS")
    return singular in words.kinds_of and (singular != word or word in _ALIKE)


def _no_noun(text: Text, index: int, before: str, after: str, words: Words) -> _Repair:
    lemma = text.lemmas[index]
    if _is_compared(text, index, words):
        return "JJR", lemma  # "$7 cheaper than"
    if after in ("DT", "PRP$") and lemma in _NEVER_VERBS:
        return "IN", lemma  # "10 under the bed"
    if lemma in _DIMENSIONS and index and words.kinds.get(text.lemmas[index - 1]) == "length":
        return "JJ", lemma  # "95 cm deep"
    if index >= 2 and text.tags[index - 2] == "CD" and words.is_comparative("", lemma):
        return "JJR", lemma  # "7 cm higher"
    if before == "NNS" and after in FINITE and _is_asked_difference(text, index):
        return "JJR", lemma  # "how many metres higher did", which no compound noun can be
    if before == "PRP" and (verb := _done_by(text, index, words)):
        return "VBD", verb
    if before in ("NNS", "NNP") and after in ("IN", "RB", "RP", "CD"):
        verb = lemmatise(text.texts[index], "VBD")  # "nine cups stood on the table"
        if verb != lemma and verb in words.verbs and not _verb_follows(text.tags, index + 1):
            return "VBD", verb
    return None


def _no_plural(text: Text, index: int, words: Words) -> _Repair:
    """Of a word before what may be an object."""
    word, before = text.texts[index], text.tags[index - 1]
    if text.tags[index + 1][:3] == "PRP" and index and text.lemmas[index - 1] in ("that", "this"):
        verb = lemmatise(word, "VBZ")  # "that leaves her with 9"
        return ("VBZ", verb) if verb in words.verbs else None
    # "Jamal lends Aisha 4": a name, what may be a verb, an object, and no other verb
    if (
        before in ("NNP", "JJ", "NN")
        and text.texts[index - 1][:1].isupper()
        and lemmatise(word, "VBZ") in words.verbs
        and (index == 1 or text.tags[index - 2] in _BREAKS)
        and not _verb_follows(text.tags, index + 1)
    ):
        return "VBZ", lemmatise(word, "VBZ")
    return None


def _no_adjective(text: Text, index: int, before: str, after: str, words: Words) -> _Repair:
    """Of a word after a pronoun, a determiner or a number."""
    word = text.texts[index]
    if before == "PRP" and (verb := _done_by(text, index, words)):
        return "VBD", verb
    if before == "DT" and after == "CD":
        return "NN", text.lemmas[index]  # "a glass 0.2 l"
    if before == "CD" and after not in ("NN", "NNS") and _is_plural(word, words):
        return "NNS", lemmatise(word, "NNS")
    return None


def _done_by(text: Text, index: int, words: Words) -> str:
    """The verb that a word after "she" is a past tense of, or nothing."""
    if text.lemmas[index - 1] not in NOMINATIVE:
        return ""
    verb = lemmatise(text.texts[index], "VBD")
    return verb if verb != text.lemmas[index] and verb in words.verbs else ""


def _verb_follows(tags: list[str], index: int) -> bool:
    while index < len(tags) and tags[index] not in _BREAKS:
        if tags[index] in FINITE:
            return True
        index += 1
    return False


def _no_adverb(text: Text, index: int, before: str, after: str, words: Words) -> _Repair:
    """As in "are lent", "she lent", "are sharp"."""
    word, lemma = text.texts[index], text.lemmas[index]
    if before == "DT" and after in ("NN", "NNS"):
        return "JJ", lemma  # "the back yard"
    subject = text.lemmas[index - 1] if index else ""
    passive = subject == "be"
    if not passive and not (before == "PRP" and (subject in NOMINATIVE or subject == "it")):
        return None
    verb = lemmatise(word, "VBN")
    if verb == word or verb not in words.verbs or verb == "leave":
        if passive and after in (".", ",") and lemma not in _ADVERBS and word.islower():
            return "JJ", lemma
        return None
    return "VBN" if passive else "VBD", verb


def _name_opening(text: Text, first: int) -> None:
    """A name unknown to the tagger that opens a sentence, before a verb or a possessive mark."""
    texts, tags = text.texts, text.tags
    second = first + 1
    if second >= len(texts) or tags[first] not in _NO_NAMES:
        return
    word = texts[first]
    if not word[0].isupper() or word.lower() != text.lemmas[first]:
        return
    if texts[second] in ("'s", "’s"):
        tags[second] = "POS"
    elif tags[second] not in ("VBD", "VBZ", "MD") or tags[first] not in ("JJ", "VB", "VBP"):
        return
    tags[first] = "NNP"
