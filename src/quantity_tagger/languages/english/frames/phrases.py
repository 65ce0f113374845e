"""Noun phrases: amount, modifiers, head, possessor, preposition, and what "of" adds."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from quantity_tagger.languages.english.frames.joining import (
    attach_of,
    drop_mores,
    drop_totals,
    join,
    share_with,
    tell_apart,
)
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import names, table, unit, ups, words

_INSIDE = frozenset(
    ["DT", "PDT", "PRP$", "CD", "JJ", "JJR", "JJS", "NN", "NNS", "NNP", "NNPS", "$"]
)
_NOUNS = frozenset(["NN", "NNS", "NNP", "NNPS"])
_PRONOUNS = frozenset(["PRP", "WP", "EX"])
_PHASES = frozenset([("at", "first")])
#: What tells apart those of one number.
_LETTERS: Final = frozenset("ABCDEFGH")


def read_phrases(tree: Tree, quantities: dict[int, int]) -> list[Phrase]:
    """The phrases of a text in order; ``quantities`` tells for a token which quantity it is."""
    found: list[Phrase] = []
    inside = _inside(tree, quantities)
    pronouns = words("pronouns")
    for span in tree.sentences:
        place = span.start
        while place < span.stop:
            phrase: Phrase | None = None
            if (
                inside[place]
                or tree.tags[place] in _PRONOUNS
                or tree.lemmas[place] in pronouns
                or tree.lemmas[place] in ("that", "this", "her")
            ):
                phrase = _phrase(tree, place, span.stop, quantities, inside)
            if phrase is None:
                place += 1
                continue
            before = place - 1
            if tree.lemmas[before] == "minus" and tree.lemmas[phrase.head] == "degree":
                phrase.marks.append("minus")
                before -= 1
            if phrase.start in quantities and tree.lemmas[before] in ("only", "just"):
                before -= tree.tags[before - 1] in ("IN", "TO")  # "with only 36"
            roughly = phrase.start in quantities and tree.lemmas[before] in words("roughly")
            added = phrase.some and tree.tags[before - 1][:1] == "V"
            added = added and (bool(phrase.more) or tree.tags[before] == "RP")
            if before >= span.start and not (  # "poured in some more"
                roughly or added or _is_marker(tree, before, phrase, span.stop)
            ):
                phrase.preposition = _preposition(tree, before, span.start)
            found.append(phrase)
            place = phrase.end
    drop_mores(tree, found)
    drop_totals(tree, found)
    attach_of(tree, found)
    join(tree, found)
    share_with(tree, found)
    tell_apart(tree, found)
    _list_labels(tree, found)
    return found


def _list_labels(tree: Tree, phrases: list[Phrase]) -> None:
    """As in "in grades 4, 5 and 6": each of the numbers names one of them."""
    named = False
    for one, other in pairwise(phrases):
        gap = tree.lemmas[one.end : other.start]
        plural = one.head >= 0 and tree.texts[one.head].endswith("s")  # also "Grades"
        plural = plural and not tree.texts[one.head].endswith("ss")  # "Class 4 £51"
        lemma = tree.lemmas[one.head]
        if plural and {lemma, lemma.removesuffix("s")} & words("labelled"):
            named = one.label or (one.quantity is None and not gap)
        named = named and (gap in ([], ["to"]) or tree.list_goes_on(one.end, other.start))
        named = named and other.quantity is not None and other.head < 0 and other.of is None
        other.label = other.label or named


def _is_marker(tree: Tree, before: int, phrase: Phrase, stop: int) -> bool:
    """As in "After Tessa handed …": the word leads a clause."""
    if tree.lemmas[before] not in ("after", "before", "since", "until", "as", "till", "once"):
        return False
    after = phrase.end
    if phrase.quantity is not None and tree.lemmas[after] == "of":
        after += 1  # "After 9 of the 26 swans flew off"
        while after < stop and tree.tags[after] in _INSIDE | {"PRP", "POS"}:
            after += 1
    while after < stop and tree.tags[after] == "RB":
        after += 1
    return after < stop and (tree.tags[after] in ("VBD", "VBZ", "VBP", "MD", "VBN"))


def _preposition(tree: Tree, before: int, first: int) -> str:
    lemma = tree.lemmas[before]
    if lemma == "out" and tree.tags[before] == "RP":
        return ""  # "handed out water"
    if tree.tags[before] not in ("IN", "TO", "RP", "RB") or lemma not in words("prepositions"):
        return ""
    if lemma == "of" and before - 1 >= first and tree.lemmas[before - 1] in ("out", "instead"):
        counted = tree.lemmas[before - 1] == "out" and tree.tags[before - 2] == "CD"
        end = before + 1
        while tree.tags[end] in ("DT", "PRP$", "JJ", "POS", "NN", "NNP"):
            end += 1
        counted = counted and tree.tags[end - 1] not in ("NN", "NNP")  # "ate 9 out of her bowl"
        return lemma if counted else tree.lemmas[before - 1] + " of"  # "8 out of the 20 chairs"
    return lemma


def _phrase(
    tree: Tree, start: int, stop: int, quantities: dict[int, int], inside: list[bool]
) -> Phrase | None:
    """The phrase that begins at a token, None where none does."""
    if _is_pronoun(tree, start, stop, quantities):
        return Phrase(start, start + 1, start, pronoun=True)
    if not inside[start]:
        return None
    phrase = Phrase(start, start)
    place = start
    while place < stop and inside[place]:
        if place in quantities and phrase.head >= 0 and _is_label(tree, phrase, place, stop):
            phrase.quantity, phrase.label = quantities[place], True
            if tree.lemmas[phrase.head] == "number" and _numbers_noun(tree, phrase):
                phrase.head -= 1  # "Bus number 7"
                phrase.marks.pop()
            place += 1
            if place < stop and tree.texts[place] in _LETTERS:  # "class 4B"
                place += 1
            if place + 1 < stop and tree.tags[place] == "POS":  # "Class 4's 30 pupils"
                phrase.end = place
                phrase = Phrase(start, start, possessor=phrase)
                place += 1
                continue
            break
        if not _take(tree, phrase, place, quantities):
            break
        place += 1
        measured = _attribute(tree, place, stop)
        if place - 1 in quantities and measured >= 0:
            phrase.attribute = measured
            place = measured + 1
            if tree.lemmas[place] in table("measures") and tree.tags[place] == "JJ":
                place += 1  # "a 2 metre high tank"
            if unit(tree.lemmas[measured]) is not None and phrase.head < 0:
                phrase.marks = [m for m in phrase.marks if m not in ("$", "£", "€")]
        marked = bool(phrase.marks) and phrase.head < 0
        mixed = _mixed(tree, place, stop, quantities) if marked else place
        if mixed > place:  # "35 red and green apples"
            phrase.marks.pop()
            place = mixed
        if place < stop and tree.tags[place] == "POS" and phrase.head >= 0:
            phrase.end = place
            phrase = Phrase(start, start, possessor=phrase)
            place += 1
    phrase.end = place
    if (
        start
        and (tree.lemmas[start - 1], tree.lemmas[start]) in _PHASES
        and "first" in phrase.marks
    ):
        phrase.marks.remove("first")  # "At first 44 skiers were waiting"
    _without_head(tree, phrase)
    bare = phrase.head < 0 and phrase.quantity is None and not phrase.some
    told = phrase.determiner or phrase.possessor is not None or phrase.more
    return None if phrase.end == start or (bare and not told) else phrase


def _attribute(tree: Tree, place: int, stop: int) -> int:
    """The noun between a number and the noun that it measures, −1 for none."""
    hyphen = place < stop and tree.texts[place] == "-"
    noun = place + 1 if hyphen else place
    if noun + 1 >= stop or tree.tags[noun][:1] != "N":
        return -1
    if tree.lemmas[noun + 1] in table("measures") and tree.tags[noun + 1] == "JJ":
        named = noun + 2 < stop and tree.tags[noun + 2][:1] == "N"
        return noun if named and unit(tree.lemmas[noun]) is not None else -1
    if tree.tags[noun + 1][:1] != "N":
        return -1
    if tree.lemmas[noun] in words("ordinals") or tree.texts[noun + 1].endswith("ing"):
        return -1  # "14 second grade students", "spent 5 dollars buying …"
    if hyphen:
        return noun
    known = unit(tree.lemmas[noun]) is not None and tree.lemmas[noun] not in words("loose units")
    known = known and tree.tags[noun + 1] != "NNP"  # "In 8 years Dora will be"
    return noun if known and tree.lemmas[noun + 1] not in table("times") else -1


def _is_pronoun(tree: Tree, start: int, stop: int, quantities: dict[int, int]) -> bool:
    tag, lemma = tree.tags[start], tree.lemmas[start]
    after = tree.tags[start + 1] if start + 1 < stop else "."
    if lemma in ("that", "this") and tag in ("DT", "PRP") and after[:1] == "V":
        return True
    if lemma == "her" and start + 1 in quantities and start and tree.tags[start - 1][:1] == "V":
        return True  # "gave her 8 dimes"
    if lemma == "both" and after in ("NNS", "NNPS", "JJ"):
        return False
    if tag == "PRP$":
        return lemma in ("mine", "hers", "yours", "theirs", "ours")
    return tag in _PRONOUNS or lemma in words("pronouns")


def _take(tree: Tree, phrase: Phrase, place: int, quantities: dict[int, int]) -> bool:
    """Takes a token into a phrase; False where the phrase ends before it."""
    lemma, tag = tree.lemmas[place], tree.tags[place]
    after = tree.lemmas[place + 1]
    if phrase.quantity is not None and lemma in ("last", "next") and after in table("times"):
        return False  # "took out 14 last week"
    noun = tag in _NOUNS or (tag in ("RB", "VBG") and _is_time(tree, place))
    if place not in quantities and (noun or tag == "CD") and not _counts(lemma, tag):
        if phrase.head >= 0:
            if tree.lemmas[phrase.head] in words("clock words") and not phrase.determiner:
                return False  # "By ten o'clock customers had bought"
            counted = phrase.quantity is not None and tree.tags[phrase.head] == "NNS"
            if counted and unit(tree.lemmas[phrase.head]) is not None:
                return len(tree.texts[phrase.head]) <= 3  # "5 dollars buying …", but "9 kg boxes"
            if phrase.determiner == "the" and tree.tags[phrase.head] == tag == "NNS":
                return False  # "In 9 of the flats people live"
            last = tree.tags[phrase.head] == "NNS" or tree.lemmas[phrase.head] in table("times")
            common = tree.tags[phrase.head] == "NN" and tree.lemmas[phrase.head] not in words(
                "people"
            )
            acts = tree.tags[place + 1][:1] == "V"
            letter = len(tree.texts[place]) == 1 and not last  # "box B"
            if (
                tag in ("NNP", "NNPS")
                and not letter
                and (last or (common and (acts or _begins_name(lemma))))
            ):
                return False  # "In a game Suri had"
            phrase.marks.append(tree.lemmas[phrase.head])
        phrase.head = place
        return True
    if phrase.head >= 0:
        return False
    if place in quantities:
        named = phrase.determiner == "the" and (
            set(phrase.marks) & words("colours")
            or (set(phrase.marks) & words("ordinals") and _counts_alone(tree, place + 1))
            or _is_listed(tree, phrase)
        )
        if phrase.quantity is not None or named:  # "the green 80 mm", "the second 19"
            return False
        phrase.quantity = quantities[place]
    elif tag == "$":
        phrase.marks.append("$")
    elif lemma in words("some") and not (lemma in words("more") and place + 1 in quantities):
        phrase.some = True  # "another", and no "another 6"
    elif lemma in words("more"):
        phrase.more = lemma
    elif lemma in words("less"):
        phrase.more = "fewer"
    elif tag in ("DT", "PDT", "PRP$"):
        if phrase.quantity is not None or phrase.marks[-1:] in (["much"], ["many"]):
            return False  # "at zero a thaw began", "how much the price fell"
        if tag == "PRP$":
            phrase.possessor = Phrase(place, place + 1, place, pronoun=True)
        phrase.determiner = lemma
    else:
        phrase.marks.append(lemma)
    return True


def _numbers_noun(tree: Tree, phrase: Phrase) -> bool:
    """Whether the noun before "number" is of the same phrase, and no time."""
    noun = phrase.head - 1
    own = noun >= phrase.start and bool(phrase.marks) and tree.tags[noun][:2] == "NN"
    return own and tree.lemmas[noun] not in table("times")


def _begins_name(lemma: str) -> bool:
    """As in "In a game Suri had", "Before his diet Mr Novak weighed"."""
    return lemma in names() or lemma.rstrip(".") in words("titles")


def _is_listed(tree: Tree, phrase: Phrase) -> bool:
    """As in "the first is 40 cm and the second 25 cm": an ordinal stands for a thing."""
    before = tree.lemmas[phrase.start - 1] if phrase.start else ""
    told = any(word in words("ordinals") for word in tree.lemmas[: phrase.start])
    return before in ("and", ",") and told and bool(set(phrase.marks) & words("ordinals"))


def _counts(lemma: str, tag: str) -> bool:
    """Whether a word tells an amount although it may be tagged a noun."""
    return (
        lemma in words("some")
        or lemma in words("less")
        or (lemma in words("more") and tag != "NNS")
    )


def _without_head(tree: Tree, phrase: Phrase) -> None:
    """Colours and ordinals that stand alone are marks of an elided noun."""
    if phrase.head < 0:
        return
    named = (
        phrase.determiner == "the" and not phrase.marks and tree.lemmas[phrase.head] not in ups()
    )
    colour = tree.texts[phrase.head].lower() in words("colours")
    colour = colour and (phrase.quantity is not None or named)  # "the red holds 30"
    ordinal = (
        bool(phrase.determiner)
        and phrase.quantity is None
        and tree.lemmas[phrase.head] in words("ordinals")
    )
    if colour or ordinal:
        phrase.marks.append(tree.lemmas[phrase.head])
        phrase.head = -1


def _mixed(tree: Tree, place: int, stop: int, quantities: dict[int, int]) -> int:
    """Where a list of adjectives ends that goes on from here and stands before a noun."""
    end, linked = place, False
    while tree.tags[end - 1] == "JJ" and end + 2 < stop and end + 1 not in quantities:
        lemma = tree.lemmas[end]
        if lemma not in (",", "and", "or") or tree.tags[end + 1] != "JJ":
            break
        linked = linked or lemma != ","
        end += 2
    return end if linked and tree.tags[end] in _NOUNS else place


def _inside(tree: Tree, quantities: dict[int, int]) -> list[bool]:
    """For each token whether it may stand in a noun phrase."""
    tags = tree.tags
    never, some, times = words("not a phrase"), words("some"), table("times")
    found: list[bool] = []
    for place, (lemma, tag) in enumerate(zip(tree.lemmas, tags, strict=True)):
        if place in quantities:
            found.append(True)
        elif lemma in never:  # but "that morning"
            found.append(lemma == "that" and tag == "DT" and tree.lemmas[place + 1] in times)
        elif tag in _INSIDE:
            found.append(True)
        elif tag in ("RB", "VBG") and tree.texts[place].lower() in times:
            found.append(lemma not in ("may", "second"))
        elif tag in ("VBN", "VBG"):  # "the hidden ones", "17 laying hens"
            found.append(
                place > 0
                and (tags[place - 1] in ("DT", "JJ", "PRP$", "POS") or place - 1 in quantities)
                and (tags[place + 1] in _NOUNS or tree.lemmas[place + 1] in words("ones"))
            )
        else:
            found.append(lemma in some)
    return found


def _is_time(tree: Tree, place: int) -> bool:
    """Whether a word names a time as it stands: "evening", but not "breaking"."""
    return tree.texts[place].lower() in table("times")


def _counts_alone(tree: Tree, after: int) -> bool:
    """As in "in the second 5 more": the number before a token has no noun of its own there."""
    return tree.tags[after][:1] not in "NJV" or tree.lemmas[after] in words("more") | words("less")


def _is_label(tree: Tree, phrase: Phrase, place: int, stop: int) -> bool:
    """Whether a number after a noun names it ("room 12") instead of counting what follows."""
    named = tree.tags[phrase.head] == "NNP" and phrase.head > 0
    if named and any(mark.rstrip(".") in words("titles") for mark in phrase.marks):
        return False  # "gave Mrs. Hall 6"
    if named and tree.texts[place][:1].isupper():
        return True  # "Team One"
    led = named and tree.lemmas[phrase.head] in words("containers") and phrase.preposition == ""
    if led and tree.tags[phrase.head - 1] == "IN":
        return True  # "in Pot 2"
    if phrase.possessor is not None and phrase.possessor.head >= 0:
        return False  # "Mr Shah's class 28, Ms Gray's class 31"
    if (
        tree.lemmas[phrase.head] not in words("labelled")
        or (phrase.determiner and phrase.marks)
        or (phrase.determiner and tree.lemmas[phrase.start + 2] in words("clock words"))
        or phrase.determiner in ("this", "that")
        or set(phrase.marks) & {"last", "next"}
        or set(phrase.marks) & words("ordinals")
    ):
        return False
    if phrase.determiner in ("the", "a", "an") and tree.tags[place + 1][:1] in "V.,C":
        return False  # "34 came by the ferry and by the bus 12"
    if tree.tags[place - 2 : place] == ["NNP", "NNP"] and tree.tags[place + 1][:1] == "V":
        return False  # "At Mill Lane 9 got off"
    text = tree.texts[place]
    after = place + 1
    if tree.lemmas[phrase.head] in words("months"):
        acts = after < stop and tree.tags[after][:1] == "V"
        if acts or not (text.isdigit() and int(text) <= 31):
            return False  # "in June 1250 came", "in April 4 joined"
    return not (after < stop and tree.tags[after] in ("NN", "NNS", "JJ"))
