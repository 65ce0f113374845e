"""What phrases count: kinds with their marks, units and dimensions; and when: named times."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import takewhile

from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.tree import SIDE, Tree
from quantity_tagger.languages.english.frames.words import table, unit, ups, words
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.languages.lexicon import load
from quantity_tagger.situation.facts import Kind, Time
from quantity_tagger.situation.units import Unit

_NOMINAL = frozenset(["DT", "PRP$", "JJ", "NN", "NNS", "NNP"])
_SIGNS = {"$": "dollar", "£": "£", "€": "€"}


def dimension_kind(dimension: str) -> Kind:
    """Heights and widths are lengths; a length alone may be either."""
    above = frozenset(["length"]) if dimension in ("height", "width", "depth") else frozenset()
    return Kind(dimension, ups=above, measure=True)


@cache
def measure(lemma: str) -> tuple[str, int] | None:
    """The dimension that an adjective or comparative measures, and its direction."""
    entry = table("measures").get(lemma)
    if entry is None:
        return None
    fields = entry.split()
    return (fields[0], int(fields[1])) if len(fields) == 2 else ("", int(fields[0]))


def kind_of(tree: Tree, phrase: Phrase) -> tuple[Kind | None, Fraction]:
    """The kind that a phrase names and the size of its unit; None where its noun is elided."""
    if "$" in phrase.marks or "£" in phrase.marks or "€" in phrase.marks:
        return Kind("money", measure=True), Fraction(100)
    if phrase.quantity is not None and _tells_time(tree.texts[phrase.start]):
        return Kind("clock", measure=True), Fraction(3600)
    if phrase.head < 0 or phrase.pronoun:
        return None, Fraction(1)
    lemma = tree.lemmas[phrase.head]
    if lemma in words("ones"):
        return None, Fraction(1)
    found = unit(lemma)
    of = phrase.of if phrase.of is not None and not phrase.of.pronoun else None
    if found is not None and lemma in words("loose units") and of is None:
        found = None
    if found is not None:
        dimension, size = found
        if (
            dimension not in ("money", "score", "temperature")
            and of is not None
            and of.head >= 0
            and of.quantity is None
        ):
            stuff = noun_kind(tree, of)
            return Kind(stuff.head, stuff.marks, ups=stuff.ups | {dimension}), size
        return Kind(dimension, measure=True), size
    return noun_kind(tree, phrase), Fraction(1)


def unit_of(tree: Tree, phrase: Phrase) -> Unit:
    """The unit of a phrase in its own words."""
    lemmas, head, of = tree.lemmas, phrase.head, phrase.of
    sign = next((_SIGNS[mark] for mark in phrase.marks if mark in _SIGNS), "")
    marks = tuple(_marks(phrase))
    if sign:
        return Unit(sign)
    if phrase.attribute >= 0:
        return Unit(_spelled(lemmas[phrase.attribute]))
    if of is not None and (of.head < 0 or of.quantity is not None or of.pronoun):
        of = None
    if head < 0 or phrase.pronoun or lemmas[head] in words("ones") | words("counters"):
        return Unit(marks=marks) if of is None else unit_of(tree, of)  # "the number of kites"
    stuff = () if of is None else (*_marks(of), lemmas[of.head])
    return Unit(_spelled(lemmas[head]), marks, stuff, phrase.label)


def _spelled(lemma: str) -> str:
    """The spelling of a unit that stands for all."""
    return _spellings().get(lemma, lemma)


@cache
def _spellings() -> dict[str, str]:
    lines = [line.split() for line in load("en", "units")["spellings"]]
    return {spelling: name for name, *others in lines for spelling in others}


def _tells_time(text: str) -> bool:
    """As in "5 o'clock", "3:15", "7 p.m.", which are one word."""
    low = text.lower()
    return "o'clock" in low or ":" in low or low.rstrip(".").endswith(("am", "pm", "a.m", "p.m"))


@cache
def _compound(lemma: str) -> frozenset[str]:
    """As in "rainwater": what the known noun at its end is, and what that is."""
    for start in range(3, len(lemma) - 3):
        if lemma[start:] in ups():
            return ups()[lemma[start:]] | {lemma[start:]}
    return frozenset()


def sterling(tree: Tree) -> None:
    """Takes pounds for money where the text speaks of money and of no other kind of it."""
    lemmas = set(tree.lemmas) | set(tree.texts)
    if "pound" not in lemmas or lemmas & words("other money") or not lemmas & words("of money"):
        return
    for place, lemma in enumerate(tree.lemmas):
        if lemma == "pound" and tree.lemmas[place + 1] != "of":
            tree.lemmas[place] = "pound-sterling"


def noun_kind(tree: Tree, phrase: Phrase) -> Kind:
    lemma = tree.lemmas[phrase.head]
    if lemma == "people":
        lemma = "person"
    if tree.tags[phrase.head][:3] == "NNP":  # "20 Bald Eagles"
        single = lemmatise(tree.texts[phrase.head], "NNS")
        lemma = single if single in ups() or single in tree.lemmas else lemma
    marks = frozenset(m for m in phrase.marks if m not in words("no marks"))
    of = phrase.of
    if (
        lemma in words("generic")
        and of is not None
        and of.quantity is None
        and of.head >= 0
        and not of.pronoun
        and of.determiner not in ("a", "an")
    ):
        return noun_kind(tree, of)
    above = ups().get(lemma) or _compound(lemma)
    if "person" not in above and lemma != "person":
        above = above | {"thing", "item", "object"}
    of = phrase.of
    if (
        of is not None
        and of.quantity is None
        and of.head >= 0
        and not of.pronoun
        and ((lemma in words("containers") and of.possessor is None) or _is_bare(tree, of))
    ):
        stuff = tree.lemmas[of.head]
        more = frozenset(m for m in of.marks if m not in words("no marks"))
        return Kind(lemma, marks | {stuff} | more, ups=above)
    return Kind(lemma, marks, ups=above)


def _is_bare(tree: Tree, of: Phrase) -> bool:
    """As in "balls of green wool", not "of different colours": what things are of, not whose."""
    plain = not of.determiner and of.possessor is None and of.joined is None
    return plain and tree.lemmas[of.head] not in words("sorting")


def marks_of(phrase: Phrase) -> frozenset[str]:
    return frozenset(_marks(phrase))


def _marks(phrase: Phrase) -> list[str]:
    return [m for m in phrase.marks if m not in words("no marks")]


def _elided_time(tree: Tree, phrase: Phrase) -> str:
    """As in "on the first day and on the third": the time noun that an ordinal goes without."""
    marks = words("ordinals") | {"next", "following"}
    if phrase.quantity is not None or not set(phrase.marks) & marks:
        return ""
    before = range(phrase.start - 1, max(0, phrase.start - 40), -1)
    after = range(phrase.end, min(phrase.end + 5, len(tree.lemmas)))
    for place in (*before, *after):
        lemma: str = tree.lemmas[place]
        if lemma in table("times") and tree.lemmas[place - 1] in words("ordinals"):
            return lemma
    return ""


def time_of(tree: Tree, phrase: Phrase) -> Time | None:
    """The named time of a phrase: "on Friday", "in the second half", "yesterday"."""
    lemma = noun = tree.lemmas[phrase.head] if phrase.head >= 0 else _elided_time(tree, phrase)
    if noun == "time":  # "at supper time"
        lemma = next((m for m in phrase.marks if m in table("times")), noun)
    entry = table("times").get(lemma)
    if entry is None:
        return None
    if lemma == "time" and not phrase.determiner and not phrase.marks:
        return None  # "landed on time"
    fields = entry.split()
    rank, spans = int(fields[0]), fields[1:]
    if lemma == "winter" and next((k for k in tree.lemmas if k in words("seasons")), "") == lemma:
        rank = 1  # a story that begins in winter
    if "day" in spans:  # parts of a day are today's unless another day is told
        spans = [*spans, "today"]
    if phrase.quantity is not None and not phrase.label:
        return None
    after = tree.lemmas[phrase.end]
    general = phrase.determiner in ("a", "an") and rank == 0 and not spans and not phrase.marks
    if general and after not in words("later and ago"):
        return None  # "in a day"
    if phrase.determiner in ("these", "those", "both", "all") and tree.tags[phrase.head] == "NNS":
        return Time()  # all that were told
    if phrase.determiner == "that" and not spans and not rank:
        return Time()  # "that day"
    marks = [m for m in phrase.marks if m in words("time marks")]
    if phrase.determiner in ("this", "next", "every"):
        marks.append(phrase.determiner)
    ordinal = next(
        (
            n
            for n, m in enumerate(
                ("last", "first", "second", "third", "fourth", "fifth", "this", "next")
            )
            if m in marks
        ),
        None,
    )
    if ordinal is not None and not (ordinal == 6 and "day" in spans):  # "this morning"
        rank = {0: -50, 6: 50, 7: 90}.get(ordinal, ordinal if rank == 0 else rank)
    if phrase.preposition in ("before", "after") and lemma not in ("school",):
        rank = rank + (-1 if phrase.preposition == "before" else 1)
        marks.append(phrase.preposition)
    named = [lemma] if noun in (lemma, "") else [lemma, noun]
    label = " ".join([*marks, *named]) + (f" #{phrase.quantity}" if phrase.label else "")
    days = [m for m in phrase.marks if m in table("times") and m not in words("time marks")]
    days = [] if noun == "time" else days
    if days and "day" in spans:  # "Tuesday afternoon"
        fields = table("times")[days[-1]].split()
        return Time(
            f"{days[-1]} {label}", frozenset([days[-1], lemma, *fields[1:]]), int(fields[0])
        )
    if lemma in ("start", "beginning"):
        return Time(label, phase="start")
    if lemma == "end":
        return Time(label, phase="end")
    return Time(label, frozenset(spans), rank if rank or marks else None)


def is_told_by_of(tree: Tree, head: str) -> bool:
    """As in "a sack of rice … a sack of beans": only what follows says which is meant."""
    lemmas = tree.lemmas
    told = [k + 1 for k in range(1, len(lemmas)) if lemmas[k - 1 : k + 1] == [head, "of"]]
    named = set()
    for first in told:
        its = takewhile(lambda at: tree.tags[at] in _NOMINAL, range(first, len(lemmas)))
        named.add(tuple([lemmas[at] for at in its if tree.tags[at] not in ("DT", "PRP$")]))
    return len(named) > 1


def said_marks(phrase: Phrase) -> list[str]:
    """The modifiers that tell an entity from others, as they are said."""
    return ["left" if m == SIDE else m for m in phrase.marks if m not in words("no marks")]


def speaker_of(tree: Tree, place: int) -> str:
    """As in "I have 34," said Omar; "Omar: I have 34": who it is that says "I"."""
    first = tree.sentences[tree.sentence_of(place)].start
    if tree.tags[first] == "NNP" and tree.lemmas[first + 1] == ":":
        return tree.lemmas[first]
    says = tree.heads[place]
    while says >= 0 and tree.lemmas[says] not in words("speaking"):
        says = tree.heads[says]
    if says < 0 or "you" in tree.lemmas:
        return ""
    if {"``", "''", ":"}.isdisjoint(tree.tags[min(place, says) : max(place, says)]):
        return ""  # "My mother says that I …"
    who = next((k for k in tree.children[says] if tree.relations[k] == "nsubj"), says)
    return tree.lemmas[who] if tree.tags[who] in ("NN", "NNP") else ""
