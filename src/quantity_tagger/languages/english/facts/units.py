"""Of what an English number is a number: head noun, modifiers, material, kind."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import DETERMINERS, NAMES, NOUNS
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.languages.english.unit_phrases import CURRENCY
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import UnitKind

_MORE: Final = (
    word_set("modifiers", "more") | word_set("modifiers", "less") | word_set("modifiers", "other")
)
_MODIFIERS: Final = frozenset(["JJ", "JJS", "VBN", "VBG", "JJR"])
_POSSESSIVES: Final = {"hers": "her", "his": "his", "theirs": "their", "mine": "my", "ours": "our"}
_WHEN: Final = word_set("calendar", "relative")
_NEVER_NOUNS: Final = frozenset(
    ["be", "have", "do", "remain", "is", "was", "has", "does", "weigh", "cost"]
)


class Unit:
    """``source`` is whose they are ("3 of Ann's"), ``end`` the index after the phrase; a unit that
    was left out is ``inherited`` from a neighbour.
    """

    __slots__ = ("end", "head", "inherited", "kind", "material", "modifiers", "of", "source")

    def __init__(
        self,
        head: str = "",
        modifiers: tuple[str, ...] = (),
        material: tuple[str, ...] = (),
        kind: UnitKind = "",
        source: str = "",
        of: bool = False,
        end: int = 0,
    ) -> None:
        self.head = head
        self.modifiers = modifiers
        self.material = material
        self.kind: UnitKind = kind
        self.source = source
        self.of = of
        self.end = end
        self.inherited = False


def unit_of(document: Text, words: Words, place: int) -> Unit:
    """The unit of the number at token ``place``."""
    texts, tags, lemmas = document.texts, document.tags, document.lemmas
    count = len(tags)
    if place and texts[place - 1] in CURRENCY:
        return Unit("dollar", kind="money", end=place + 1)
    index = place + 1
    of = False
    source = ""
    while index < count and (lemmas[index] in _MORE or texts[index] == "-"):
        index += 1
    if index < count and lemmas[index] in ("%", "percent"):
        return Unit("percent", kind="part", end=index + 1)
    if index < count and lemmas[index] == "of":
        of = True
        index += 1
    if index < count and tags[index] in DETERMINERS and (of or index == place + 1):
        if tags[index] == "PRP$":
            source = lemmas[index]
        index += 1
    elif of and index < count and (owner := _POSSESSIVES.get(texts[index].lower())):
        return Unit(source=owner, of=of, end=index + 1)  # "3 of hers"
    if index + 1 < count and tags[index] in NAMES and tags[index + 1] == "POS":
        source = lemmas[index]
        index += 2
    head, modifiers, index = _noun(document, index)
    head = words.spellings.get(head, head)
    if head == "one":  # "193 white ones"
        return Unit("", modifiers or ("",), source=source, of=of, end=index)
    if not head and index <= place + 1 and modifiers and tags[place + 1] in ("VBG", "VBN"):
        modifiers = ()  # "27 sitting on the right"
    if head in words.times and modifiers:  # "3 last week"
        return Unit(source=source, of=of, end=place + 1)
    material: tuple[str, ...] = ()
    if head and index < count and lemmas[index] == "of":
        start = index + 1
        while start < count and tags[start] in DETERMINERS:
            start += 1
        inner, inner_modifiers, end = _noun(document, start)
        if inner:
            material = (*inner_modifiers, inner)
            index = end
    return Unit(head, modifiers, material, kind_of(words, head), source, of, index)


def asked_unit(document: Text, words: Words, index: int, end: int) -> Unit:
    """The noun phrase at ``index`` of a question: "red marbles", "pounds of flour"."""
    texts, tags, lemmas = document.texts, document.tags, document.lemmas
    while index < end and (lemmas[index] in _MORE or lemmas[index] == "total"):
        index += 1
    if index < end and lemmas[index] == "of":
        index += 1
    while index < end and tags[index] in DETERMINERS:
        index += 1
    kept: tuple[str, ...] = ()
    if (
        index + 1 < end
        and tags[index][:2] in ("VB", "RB")
        and lemmas[index] not in _NEVER_NOUNS
        and tags[index + 1] in NOUNS
    ):
        kept = (lemmas[index],)  # no verb can stand here: "how many recycled products"
        index += 1
    cursor = index
    while cursor < end and tags[cursor] in NOUNS:
        cursor += 1
    whose = ""
    if cursor > index and cursor < end and tags[cursor] == "POS":
        whose = lemmas[cursor - 1]
        index = cursor + 1  # "of Ann's lambs"
    head, modifiers, index = _noun(document, index)
    head = words.spellings.get(head, head)
    if (
        not head
        and index + 1 < end
        and tags[index][:2] in ("VB", "JJ")
        and lemmas[index] not in _NEVER_NOUNS
        and tags[index + 1] in ("VBP", "VBD", "VBZ", "MD")
    ):
        head, index = lemmatise(texts[index], "NNS"), index + 1  # misread: "many women are"
        modifiers = ()
    material: tuple[str, ...] = ()
    if head and index < end and lemmas[index] == "of":
        start = index + 1
        while start < end and tags[start] in DETERMINERS:
            start += 1
        inner, inner_modifiers, after = _noun(document, start)
        if inner:
            material = (*inner_modifiers, inner)
            index = after
    return Unit(head, kept + modifiers, material, kind_of(words, head), whose, end=index)


def kind_of(words: Words, head: str) -> UnitKind:
    """What a head noun measures."""
    return words.kinds.get(head, "count" if head else "")


def _noun(document: Text, index: int) -> tuple[str, tuple[str, ...], int]:
    """Lemma of the head, lemmas of its modifiers, the index after them; no head, no move."""
    texts, tags, lemmas = document.texts, document.tags, document.lemmas
    start = index
    named: list[str] = []
    kept = 0
    after = start
    while index < len(tags):
        text, tag, lemma = texts[index], tags[index], lemmas[index]
        if tag in NOUNS:
            if _goes_off(document, index):
                break
            if lemma in _WHEN or (kept and tag in NAMES and tags[index - 1] == "NNS"):
                break
            named.append(lemma if tag == "NNS" else lemmatise(text, "NNS"))
            kept, after = len(named), index + 1
        elif tag in ("VBZ", "VBP", "VB", "VBD", "JJ") and _misread(document, index, kept):
            named.append(lemmatise(text, "NNS"))
            kept, after = len(named), index + 1
        elif tag in _MODIFIERS and not kept:
            named.append(lemma)
        elif tag == "CC" and named and not kept and _adjective_at(document, index + 1):
            pass  # "red and blue marbles"
        elif tag == "," and named and not kept and _adjective_at(document, index + 1):
            pass
        else:
            break
        index += 1
    if not kept:
        return "", tuple(named) if named else (), start
    return named[kept - 1], tuple(named[: kept - 1]) if kept > 1 else (), after


def _goes_off(document: Text, index: int) -> bool:
    """Whether a word tagged as a noun goes away with its particle: "1 flies away"."""
    tags, lemmas = document.tags, document.lemmas
    return (
        index + 1 < len(tags)
        and lemmas[index + 1] in ("away", "off")
        and tags[index - 1] in ("CD", "NNS", "NN", "PRP")
        and tags[index] in ("NN", "NNS")
    )


def _misread(document: Text, index: int, kept: int) -> bool:
    """A plural that was tagged as a verb: "8 action figures on a shelf"."""
    tags = document.tags
    word, tag = document.texts[index], tags[index]
    if index + 1 >= len(tags):
        return False
    following = tags[index + 1]
    before = tags[index - 1]
    if document.lemmas[index] in _NEVER_NOUNS:
        return False
    if tag == "JJ":
        return not kept and following in (".", ",") and before in ("CD", "JJ") and _plural(word)
    if not _plural(word):
        return False
    if kept:
        return before == "NN" and following in (
            ".",
            ",",
            "IN",
            "CC",
            "TO",
            "VBD",
            "VBZ",
            "VBP",
            "MD",
        )
    return before in ("CD", "JJ", "JJR", "PRP$", "DT")


def _plural(text: str) -> bool:
    return text.endswith("s") and not text.endswith("ss")


def _adjective_at(document: Text, index: int) -> bool:
    tags = document.tags
    return (
        index + 1 < len(tags)
        and tags[index] in ("JJ", "VBN")
        and (tags[index + 1] in NOUNS or tags[index + 1] == "JJ")
    )
