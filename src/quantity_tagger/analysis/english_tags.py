"""Tags that cannot be right, set right: the tagger is small and meets names it never saw.

Every rule looks at a word and its neighbours only, and knows what can stand where in English: after
a determiner no verb, after "she" no adverb of the form "lent", before a day no modal "May".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quantity_tagger.analysis.english_words import Words
from quantity_tagger.text.document import Document, Token
from quantity_tagger.text.english_lemmas import lemmatise

_DOUBTED = frozenset(
    ["VB", "VBD", "VBP", "VBZ", "MD", "VBN", "NN", "NNS", "JJ", "NNP", "RB", "VBG", "JJR", "CD"]
)
_NO_NAMES = frozenset(["JJ", "VB", "VBD", "VBP", "VBN"])
_VERBS = frozenset(["VB", "VBD", "VBP", "VBZ", "MD", "VBN"])
_FINITE = frozenset(["VBD", "VBZ", "VBP", "MD"])
_NEVER_VERBS = frozenset(
    [
        *("under", "near", "inside", "outside", "behind", "beside", "above", "below", "between"),
        *("onto", "through", "along", "across", "beneath"),
    ]
)
_AUXILIARIES = frozenset(["be", "have", "do"])
_BEFORE_NOUN = frozenset(["DT", "PRP$", "JJ", "NN", "NNP", "POS"])
_NOMINATIVE = frozenset(["he", "she", "they", "i", "we"])
_OBJECTS = frozenset(["CD", "DT", "NNP", "PRP", "PRP$", "$", "RB", "IN"])
_AFTER_NAME = frozenset(["VBD", "VBZ", "MD", "POS", "CC", ",", "NNS", "NN", "VBN", "VB", "VBP"])
_MISREAD = frozenset(["NN", "JJ", "IN", "VB", "RB"])
_DIMENSIONS = frozenset(["deep", "long", "wide", "high", "tall", "thick"])
_ADVERBS = frozenset(
    [
        *(
            "there",
            "here",
            "left",
            "away",
            "out",
            "together",
            "now",
            "still",
            "over",
            "back",
            "not",
        ),
        *(
            "then",
            "today",
            "altogether",
            "again",
            "so",
            "too",
            "home",
            "off",
            "up",
            "down",
            "inside",
        ),
        *(
            "upstairs",
            "downstairs",
            "outside",
            "later",
            "before",
            "already",
            "apart",
            "ago",
            "first",
        ),
    ]
)
#: Plurals that can be nothing else.
_PLURALS = frozenset(
    ["men", "women", "children", "geese", "mice", "teeth", "feet", "wolves", "shelves", "people"]
)
_ALIKE = frozenset(["sheep", "fish", "deer", "shrimp", "trout", "salmon", "bass"])
_BREAKS = frozenset([".", ",", "CC", ":", "WRB", "WDT"])


def retagged(document: Document, words: Words) -> Document:
    """The document with impossible tags replaced."""
    tokens = list(document.tokens)
    last = len(tokens) - 1
    opening = {sentence.start for sentence in document.sentences}
    changed = False
    noun = ""  # the last thing that was named, which "the blue one" may stand for
    for index, token in enumerate(tokens):
        text, _, _, tag, _ = token
        if tag not in _DOUBTED and not text[0].isupper() and text != "one":
            continue
        before = tokens[index - 1] if index else _NONE
        after = tokens[index + 1] if index < last else _NONE
        new: Token | None = None
        if text in _PLURALS and tag != "NNS":
            tokens[index] = token._replace(tag="NNS", lemma=lemmatise(text, "NNS"))
            changed = True
            continue
        if (
            tag != "NNP"
            and text[0].isupper()
            and text.lower() in words.genders
            and (index not in opening or after[3] in _AFTER_NAME)
            and token[4] not in words.times
        ):
            tokens[index] = token._replace(tag="NNP", lemma=text.lower())
            changed = True
            continue
        if text == "one" and noun and _stands_for(tokens, index, after):
            if before[3] != "JJ":
                tokens[index - 1] = before._replace(tag="JJ")
            new = token._replace(tag="NN", lemma=noun)
        elif tag == "NN" and token[4] not in words.kinds and token[4] not in words.times:
            noun = token[4]
        if tag in _VERBS:
            new = _no_verb(tokens, index, before, after, words)
        elif tag == "NN" or tag == "NNS" or tag == "JJ":
            new = _no_noun(tokens, index, before, after, words)
        elif tag == "NNP":
            if token[0].islower() and token[0] not in words.times:
                # "the green ribbon", "in the bin"
                new = token._replace(tag="NN" if after[3][:1] not in ("N", "V") else "JJ")
        elif tag == "RB":
            new = _no_adverb(token, before, after, words)
        elif tag == "VBG":
            if text in words.times or (
                before[3] in ("DT", "JJ") and (after[3] in _FINITE or after[3] in (".", ","))
            ):
                new = token._replace(tag="NN", lemma=text)  # "in spring", "the string is"
        elif (
            tag == "JJR"
            and before[3] == "DT"
            and (after[3] in _BREAKS or after[3] in _FINITE)
            and not words.is_comparative("", token[4])
        ):
            new = token._replace(tag="NN")  # "the shopkeeper and Ann"
        if new is not None:
            tokens[index] = new
            changed = True
    changed |= _verbs_of_clauses(tokens, words)
    for sentence in document.sentences:
        first = sentence.start
        if tokens[first][3] in ("NNP", "NNPS"):
            singular = lemmatise(tokens[first][0], "NNS")
            if singular in words.kinds_of and singular != tokens[first][0].lower():
                tokens[first] = tokens[first]._replace(tag="NNS", lemma=singular)  # "Mice ate 6"
                changed = True
        else:
            changed |= _name_opening(tokens, first)
    return replace(document, tokens=tuple(tokens)) if changed else document


def _stands_for(tokens: Sequence[Token], index: int, after: Token) -> bool:
    """Whether "one" stands for what was named last: "the blue one"."""
    return (
        index > 1
        and tokens[index - 1][3] in ("JJ", "NN", "NNP")
        and tokens[index - 2][3] in ("DT", "CD", "PRP$")
        and after[3][:1] != "N"
    )


_NONE = Token("", 0, 0, ".", "")


def _verbs_of_clauses(tokens: list[Token], words: Words) -> bool:
    """A clause that has no verb has one that was misread: "51 like apples", "7 more swam in".

    After a clause with a verb it may be a mere list, unless the word is that verb or can be nothing
    but a past tense.
    """
    changed = False
    candidate = -1
    has_verb = False
    spoken: set[str] = set()  # the verbs of the sentence
    for index, (text, _, _, tag, lemma) in enumerate(tokens):
        if tag in _BREAKS:
            if candidate >= 0 and not has_verb:
                word = tokens[candidate]
                past = lemmatise(word[0], "VBD")
                plain = past == word[0].lower()
                if not spoken or past in spoken or not (plain or word[0].endswith("ed")):
                    tokens[candidate] = word._replace(tag="VBP" if plain else "VBD", lemma=past)
                    spoken.add(past)
                    changed = True
            candidate, has_verb = -1, False
            if tag == ".":
                spoken.clear()
        elif tag in _FINITE or tag == "VBN":
            has_verb = True
            spoken.add(lemma)
        elif (
            candidate < 0
            and tag in _MISREAD
            and index
            and (
                tokens[index - 1][3] in ("NNS", "CD")
                or (index > 1 and tokens[index - 1][3] == "JJR" and tokens[index - 2][3] == "CD")
            )
            and text.islower()
            and lemmatise(text, "VBD") in words.verbs
            and words.kinds.get(text, "count") == "count"
        ):
            candidate = index
    return changed


def _no_verb(
    tokens: Sequence[Token], index: int, before: Token, after: Token, words: Words
) -> Token | None:
    token = tokens[index]
    text, _, _, tag, lemma = token
    if lemma in _NEVER_VERBS:
        return token._replace(tag="IN")
    if tag == "MD":
        if before[3] in ("DT", "CD"):
            return token._replace(tag="NN", lemma=text.lower())  # "a can"
        return token._replace(tag="NNP") if lemma == "may" and after[3] == "CD" else None
    if lemma in _AUXILIARIES:
        return None
    if tag == "VBD" and lemma == text and lemma not in words.verbs and before[3] == "NNS":
        return token._replace(tag="RB")  # "tickets online": no past tense looks like this
    if tag == "VB" and after[4] == "than" and (lemma in words.less or lemma in words.asks):
        return token._replace(tag="JJR")  # "9 degrees colder than"
    if before[3] == "JJR":
        if tag == "VBZ":
            return token._replace(tag="NNS", lemma=lemmatise(text, "NNS"))  # "11 more comics"
        if tag in ("VB", "VBN") and before[4] in ("more", "less"):
            return token._replace(tag="JJ", lemma=text.lower())  # "more expensive"
    if (
        tag in ("VB", "VBP")
        and after[3] in (".", ",", "CC")
        and (before[4] == "be" or (before[4] == "not" and tokens[index - 2][4] == "be"))
    ):
        return token._replace(tag="JJ", lemma=text.lower())  # "are not sharp"
    if before[3] == "CD" and after[3] not in ("NN", "NNS") and _is_plural(token, words):
        return token._replace(tag="NNS", lemma=lemmatise(text, "NNS"))
    if (
        tag not in ("VBD", "VBN")
        and before[3] in (",", "CC")
        and after[3] == "CD"
        and lemma not in words.verbs
    ):
        return token._replace(tag="NN", lemma=text.lower())  # "Chess got 9 votes, tennis 21"
    if tag == "VBD" and before[3] == "CD" and after[3] in ("NNS", "NN"):
        if _has_verb(tokens, index - 2):
            return token._replace(tag="VBN")  # "collected 14 stuffed animals"
        return None
    if tag != "VBN" and before[3] in _BEFORE_NOUN and after[3] in ("VBZ", "VBD"):
        return token._replace(tag="NN", lemma=text.lower())  # "the scarf costs"
    if (
        index >= 2
        and before[3] == "JJ"
        and before[0].islower()
        and tag != "VBN"
        and tokens[index - 2][3] in ("DT", "PRP$")
        and after[3] in (".", ",", "CC", "VBP", "MD")
    ):
        return token._replace(tag="NN", lemma=text.lower())  # "is the green ribbon?"
    return None


def _has_verb(tokens: Sequence[Token], index: int) -> bool:
    """Whether the clause has a finite verb before ``index``."""
    while index >= 0 and tokens[index][3] not in _BREAKS:
        if tokens[index][3] in _FINITE:
            return True
        index -= 1
    return False


def _is_plural(token: Token, words: Words) -> bool:
    """Whether a word is the plural of a noun of which we know what it is: "sheep", "geese"."""
    text = token[0]
    singular = lemmatise(text, "NNS")
    return singular in words.kinds_of and (singular != text or text in _ALIKE)


def _no_noun(
    tokens: Sequence[Token], index: int, before: Token, after: Token, words: Words
) -> Token | None:
    token = tokens[index]
    text, _, _, tag, lemma = token
    if tag == "NN":
        if after[4] == "than" and (lemma in words.less or lemma in words.asks):
            return token._replace(tag="JJR")  # "$7 cheaper than"
        if lemma in _NEVER_VERBS and after[3] in ("DT", "PRP$"):
            return token._replace(tag="IN")  # "10 under the bed"
        if lemma in _DIMENSIONS and words.kinds.get(before[4], "") == "length":
            return token._replace(tag="JJ")  # "95 cm deep"
        if index >= 2 and tokens[index - 2][3] == "CD" and words.is_comparative("", lemma):
            return token._replace(tag="JJR")  # "7 cm higher"
        if before[4] in _NOMINATIVE and before[3] == "PRP":
            verb = lemmatise(text, "VBD")
            if verb != lemma and verb in words.verbs:
                return token._replace(tag="VBD", lemma=verb)
        if before[3] in ("NNS", "NNP") and after[3] in ("IN", "RB", "RP", "CD"):
            verb = lemmatise(text, "VBD")  # "nine cups stood on the table"
            if verb != lemma and verb in words.verbs and not _verb_follows(tokens, index + 1):
                return token._replace(tag="VBD", lemma=verb)
        return None
    if tag == "NNS" and before[4] in ("that", "this") and after[3][:3] == "PRP":
        verb = lemmatise(text, "VBZ")  # "that leaves her with 9"
        return token._replace(tag="VBZ", lemma=verb) if verb in words.verbs else None
    if tag == "NNS":
        # "Jamal lends Aisha 4": a name, what may be a verb, an object, and no other verb
        if (
            before[0][:1].isupper()
            and before[3] in ("NNP", "JJ", "NN")
            and after[3] in _OBJECTS
            and lemmatise(text, "VBZ") in words.verbs
            and (index == 1 or tokens[index - 2][3] in _BREAKS)
            and not _verb_follows(tokens, index + 1)
        ):
            return token._replace(tag="VBZ", lemma=lemmatise(text, "VBZ"))
        return None
    if before[4] in _NOMINATIVE and before[3] == "PRP":
        verb = lemmatise(text, "VBD")
        if verb != lemma and verb in words.verbs:
            return token._replace(tag="VBD", lemma=verb)
    if before[3] == "DT" and after[3] == "CD" and tag == "JJ":
        return token._replace(tag="NN")  # "a glass 0.2 l"
    if before[3] == "CD" and after[3] not in ("NN", "NNS") and _is_plural(token, words):
        return token._replace(tag="NNS", lemma=lemmatise(text, "NNS"))
    return None


def _verb_follows(tokens: Sequence[Token], index: int) -> bool:
    while index < len(tokens) and tokens[index][3] not in _BREAKS:
        if tokens[index][3] in _FINITE:
            return True
        index += 1
    return False


def _no_adverb(token: Token, before: Token, after: Token, words: Words) -> Token | None:
    """As in "are lent", "she lent", "are sharp"."""
    if before[3] == "DT" and after[3] in ("NN", "NNS"):
        return token._replace(tag="JJ")  # "the back yard"
    passive = before[4] == "be"
    if not passive and not (before[3] == "PRP" and before[4] in (*_NOMINATIVE, "it")):
        return None
    verb = lemmatise(token[0], "VBN")
    if verb == token[0] or verb not in words.verbs or verb == "leave":
        if passive and after[3] in (".", ",") and token[4] not in _ADVERBS and token[0].islower():
            return token._replace(tag="JJ")
        return None
    return token._replace(tag="VBN" if passive else "VBD", lemma=verb)


def _name_opening(tokens: list[Token], first: int) -> bool:
    """A name unknown to the tagger that opens a sentence, before a verb or a possessive mark."""
    second = first + 1
    if second >= len(tokens) or tokens[first][3] not in _NO_NAMES:
        return False
    word, after = tokens[first], tokens[second]
    if not word.text[0].isupper() or word.text.lower() != word.lemma:
        return False
    if after.text in ("'s", "’s"):
        tokens[second] = after._replace(tag="POS")
    elif after.tag not in ("VBD", "VBZ", "MD") or word.tag not in ("JJ", "VB", "VBP"):
        return False
    tokens[first] = word._replace(tag="NNP")
    return True
