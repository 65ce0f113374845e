"""Of what an English number is a number: head noun, modifiers, material, kind."""

from __future__ import annotations

from typing import NamedTuple

from quantity_tagger.analysis.english_nouns import NAMES, NOUNS
from quantity_tagger.analysis.english_words import Words
from quantity_tagger.analysis.facts import UnitKind
from quantity_tagger.text.document import Document
from quantity_tagger.text.english_lemmas import lemmatise

_CURRENCY = frozenset("$£€¥₹")
_MORE = frozenset(["more", "fewer", "less", "extra", "additional", "other", "another", "new"])
_DETERMINERS = frozenset(["DT", "PRP$", "PDT"])
_MODIFIERS = frozenset(["JJ", "JJS", "VBN", "VBG", "JJR"])
_POSSESSIVES = {"hers": "her", "his": "his", "theirs": "their", "mine": "my", "ours": "our"}
_WHEN = frozenset(["today", "yesterday", "tomorrow", "tonight"])
_NEVER_NOUNS = frozenset(
    ["be", "have", "do", "remain", "is", "was", "has", "does", "weigh", "cost"]
)


class Unit(NamedTuple):
    """``source`` is whose they are ("3 of Ann's"), ``end`` the index after the phrase."""

    head: str = ""
    modifiers: tuple[str, ...] = ()
    material: tuple[str, ...] = ()
    kind: UnitKind = ""
    source: str = ""
    of: bool = False
    end: int = 0


def unit_of(document: Document, words: Words, place: int) -> Unit:
    """The unit of the number at token ``place``."""
    tokens = document.tokens
    count = len(tokens)
    if place and tokens[place - 1].text in _CURRENCY:
        return Unit("dollar", kind="money", end=place + 1)
    index = place + 1
    of = False
    source = ""
    while index < count and (tokens[index].lemma in _MORE or tokens[index].text == "-"):
        index += 1
    if index < count and tokens[index].lemma in ("%", "percent"):
        return Unit("percent", kind="part", end=index + 1)
    if index < count and tokens[index].lemma == "of":
        of = True
        index += 1
    if index < count and tokens[index].tag in _DETERMINERS and (of or index == place + 1):
        if tokens[index].tag == "PRP$":
            source = tokens[index].lemma
        index += 1
    elif of and index < count and (owner := _POSSESSIVES.get(tokens[index].text.lower())):
        return Unit(source=owner, of=of, end=index + 1)  # "3 of hers"
    if index + 1 < count and tokens[index].tag in NAMES and tokens[index + 1].tag == "POS":
        source = tokens[index].lemma
        index += 2
    head, modifiers, index = _noun(document, index)
    head = words.spellings.get(head, head)
    if head == "one":  # "193 white ones"
        return Unit("", modifiers or ("",), source=source, of=of, end=index)
    if not head and index <= place + 1 and modifiers and tokens[place + 1].tag in ("VBG", "VBN"):
        modifiers = ()  # "27 sitting on the right"
    if head in words.times and modifiers:  # "3 last week"
        return Unit(source=source, of=of, end=place + 1)
    material: tuple[str, ...] = ()
    if head and index < count and tokens[index].lemma == "of":
        start = index + 1
        while start < count and tokens[start].tag in _DETERMINERS:
            start += 1
        inner, inner_modifiers, end = _noun(document, start)
        if inner:
            material = (*inner_modifiers, inner)
            index = end
    return Unit(head, modifiers, material, kind_of(words, head), source, of, index)


def asked_unit(document: Document, words: Words, index: int, end: int) -> Unit:
    """The noun phrase at ``index`` of a question: "red marbles", "pounds of flour"."""
    tokens = document.tokens
    while index < end and (tokens[index].lemma in _MORE or tokens[index].lemma == "total"):
        index += 1
    if index < end and tokens[index].lemma == "of":
        index += 1
    while index < end and tokens[index].tag in _DETERMINERS:
        index += 1
    kept: tuple[str, ...] = ()
    if (
        index + 1 < end
        and tokens[index].tag[:2] in ("VB", "RB")
        and tokens[index].lemma not in _NEVER_NOUNS
        and tokens[index + 1].tag in NOUNS
    ):
        kept = (tokens[index].lemma,)  # no verb can stand here: "how many recycled products"
        index += 1
    cursor = index
    while cursor < end and tokens[cursor].tag in NOUNS:
        cursor += 1
    whose = ""
    if cursor > index and cursor < end and tokens[cursor].tag == "POS":
        whose = tokens[cursor - 1].lemma
        index = cursor + 1  # "of Ann's lambs"
    head, modifiers, index = _noun(document, index)
    head = words.spellings.get(head, head)
    if (
        not head
        and index + 1 < end
        and tokens[index].tag[:2] in ("VB", "JJ")
        and tokens[index].lemma not in _NEVER_NOUNS
        and tokens[index + 1].tag in ("VBP", "VBD", "VBZ", "MD")
    ):
        head, index = lemmatise(tokens[index].text, "NNS"), index + 1  # misread: "many women are"
        modifiers = ()
    material: tuple[str, ...] = ()
    if head and index < end and tokens[index].lemma == "of":
        start = index + 1
        while start < end and tokens[start].tag in _DETERMINERS:
            start += 1
        inner, inner_modifiers, after = _noun(document, start)
        if inner:
            material = (*inner_modifiers, inner)
            index = after
    return Unit(head, kept + modifiers, material, kind_of(words, head), whose, end=index)


def kind_of(words: Words, head: str) -> UnitKind:
    """What a head noun measures."""
    return words.kinds.get(head, "count" if head else "")


def _noun(document: Document, index: int) -> tuple[str, tuple[str, ...], int]:
    """Lemma of the head, lemmas of its modifiers, the index after them; no head, no move."""
    tokens = document.tokens
    start = index
    lemmas: list[str] = []
    kept = 0
    after = start
    while index < len(tokens):
        text, _, _, tag, lemma = tokens[index]
        if tag in NOUNS:
            if _goes_off(document, index):
                break
            if lemma in _WHEN or (kept and tag in NAMES and tokens[index - 1].tag == "NNS"):
                break
            lemmas.append(lemma if tag == "NNS" else lemmatise(text, "NNS"))
            kept, after = len(lemmas), index + 1
        elif tag in ("VBZ", "VBP", "VB", "VBD", "JJ") and _misread(document, index, kept):
            lemmas.append(lemmatise(text, "NNS"))
            kept, after = len(lemmas), index + 1
        elif tag in _MODIFIERS and not kept:
            lemmas.append(lemma)
        elif tag == "CC" and lemmas and not kept and _adjective_at(document, index + 1):
            pass  # "red and blue marbles"
        elif tag == "," and lemmas and not kept and _adjective_at(document, index + 1):
            pass
        else:
            break
        index += 1
    if not kept:
        return "", tuple(lemmas), start
    return lemmas[kept - 1], tuple(lemmas[: kept - 1]), after


def _goes_off(document: Document, index: int) -> bool:
    """Whether a word tagged as a noun goes away with its particle: "1 flies away"."""
    tokens = document.tokens
    return (
        index + 1 < len(tokens)
        and tokens[index + 1].lemma in ("away", "off")
        and tokens[index - 1].tag in ("CD", "NNS", "NN", "PRP")
        and tokens[index].tag in ("NN", "NNS")
    )


def _misread(document: Document, index: int, kept: int) -> bool:
    """A plural that was tagged as a verb: "8 action figures on a shelf"."""
    tokens = document.tokens
    token = tokens[index]
    if index + 1 >= len(tokens):
        return False
    following = tokens[index + 1].tag
    before = tokens[index - 1].tag
    if token.lemma in _NEVER_NOUNS:
        return False
    if token.tag == "JJ":
        return (
            not kept and following in (".", ",") and before in ("CD", "JJ") and _plural(token.text)
        )
    if not _plural(token.text):
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


def _adjective_at(document: Document, index: int) -> bool:
    tokens = document.tokens
    return (
        index + 1 < len(tokens)
        and tokens[index].tag in ("JJ", "VBN")
        and (tokens[index + 1].tag in NOUNS or tokens[index + 1].tag == "JJ")
    )
