"""Places on a scale: floors, squares of a board, ranks in a race, years, dates.

Such a text tells of one place that moves up and down its scale: where it is, the moves, where it
comes to. It is read from the words around its numbers, for a place is told without a noun of its
own ("from 34", "the 12th", "in 1987").
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from quantity_tagger.languages.english.frames.constructions.levels import LEVEL
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import table, unit, words
from quantity_tagger.languages.english.non_amounts import is_ordinal
from quantity_tagger.situation.facts import Amount, Effect, Fact, Question, Side, Story, Time
from quantity_tagger.situation.families.ranks import Part, row
from quantity_tagger.situation.statements import Number
from quantity_tagger.situation.understand import Candidate

_NOUNS: Final = ("NN", "NNS", "NNP", "NNPS")
_BREAKS: Final = (",", ".", ":", "CC", "?")
_PLACED: Final = ("at", "on", "from", "to", "until", "in")
Asked = Literal["place", "way"]


def position_story(
    tree: Tree, quantities: dict[int, int], asked: int, values: tuple[Fraction, ...]
) -> Story | None:
    """The story of a place on a scale, None where the text is about something else."""
    wanted = _asked(tree, asked)
    if wanted is None:
        return None
    what, scale = wanted
    told = sorted(quantities)
    places = [k for k in told if _is_place(tree, k, scale)]
    ranked = any(is_ordinal(tree.texts[k].lower()) for k in places)
    if ranked and tree.lemmas[asked] == "where":
        scale = "rank"  # "Where do they stand now?"
    nought = [k for k in places if not values[quantities[k]]]  # "the street is level 0"
    if len(places) > 1 and nought:
        told = [k for k in told if k not in nought]
        places = [k for k in places if k not in nought]
    apart = [k for k in places if {"one", "other"} & set(tree.lemmas[max(0, k - 3) : k])]
    if what == "way" and len(places) > 2 and len(apart) == 2:
        told = places = apart  # "one at kilometre 64, the other at kilometre 112"
    moves = {k: _move(tree, k, scale, told, asked) for k in told if k not in places}
    if not all(moves.values()):
        return None
    changes = [_fact(way, quantities[k]) for k, way in moves.items() if way is not None]
    if what == "place" and len(places) == 1 and moves:
        start = _asks_start(tree, asked, places[0], list(moves))
        here = _fact("state", quantities[places[0]], "end" if start else "start")
        facts = (*changes, here) if start else (here, *changes)
        cues = frozenset(["start"] if start else ["now"])
        return Story(facts, Question(_fact("state", None), "amount", cues), values)
    if what == "way" and len(places) == 2:
        first, last = (quantities[k] for k in places)
        ends = (_fact("state", first, "start"), _fact("state", last, "end"))
        if not moves:
            noun = tree.lemmas[asked + 2]
            counted = tree.lemmas[asked + 1] == "many" and (unit(noun) or [noun])[0] == noun
            if counted and "between" in tree.lemmas[asked:]:
                return None  # "How many floors lie between": neither of the two
            between = _fact("state", None).but(than=Side(time=Time(phase="start")))
            return Story(ends, Question(between, "difference"), values)
        way = _move(tree, asked, scale, told, asked)
        if way is not None and places == [told[0], told[-1]]:
            return Story((ends[0], *changes, ends[1]), Question(_fact(way, None)), values)
    return None


def in_row(
    tree: Tree, quantities: dict[int, int], asked: int, values: tuple[Number, ...]
) -> Candidate | None:
    """As in "9th of 30. How many came after her": a place in a row, those before, those behind."""
    span = tree.sentences[tree.sentence_of(asked)]
    wanted = tree.lemmas[asked : min([k for k in quantities if k > asked], default=span.stop)]
    side = next((table("row sides")[w] for w in wanted if w in table("row sides")), "all")
    told: dict[Part, int] = {}
    for here, quantity in sorted(quantities.items()):
        later = [k for k in quantities if k > here and k in span]
        stop = min([*later, tree.sentences[tree.sentence_of(here)].stop])
        after = tree.lemmas[here + 1 : stop]
        part: str = next((table("row sides")[w] for w in after if w in table("row sides")), "all")
        if is_ordinal(tree.texts[here].lower()):
            ends = "from" in after[:3] and words("row ends") & set(after[:5])
            part = "rank from the end" if ends else "rank"
        if part in told:
            return None
        told[part] = quantity  # type: ignore[index]
    if not {"rank", "rank from the end"} & set(told) or len(told) < 2 or side in told:
        return None
    found = row(told, side, values)  # type: ignore[arg-type]
    return None if found is None or found.doubts else found


def _fact(effect: Effect, quantity: int | None, phase: str = "") -> Fact:
    time = Time(phase=phase)  # type: ignore[arg-type]
    return Fact(Amount(quantity), effect, LEVEL, "be", "place", time=time)


def _asked(tree: Tree, asked: int) -> tuple[Asked, str] | None:
    """Whether a place or the way between two is asked for, and on which scale."""
    span = tree.sentences[tree.sentence_of(asked)]
    lemmas = tree.lemmas[asked : span.stop]
    named = _scale(tree, asked + 1)
    if lemmas[0] in ("which", "what") and named:
        return "place", named
    if lemmas[0] == "where" and (words("coming to a place") | {"be", "stand"}) & set(lemmas):
        return "place", "line"
    if lemmas[:3] == ["how", "many", "day"] and words("later and ago") & set(lemmas):
        return "way", "date"
    if "distance" in lemmas and "between" in lemmas:
        return "way", "line"
    far = lemmas[:2] == ["how", "far"] or unit("".join(lemmas[2:3])) is not None
    counted = lemmas[:2] == ["how", "many"] and _scale(tree, asked + 2) == "line"
    if (far or counted) and words("going a way") & set(lemmas[2:]):
        return "way", "line"
    return None


def _scale(tree: Tree, here: int) -> str:
    """The scale that a noun names; some are taken for verbs ("rung")."""
    known = table("scales")
    if not 0 <= here < len(tree.heads):
        return ""
    return known.get(tree.lemmas[here]) or known.get(tree.texts[here].lower(), "")


def _is_place(tree: Tree, here: int, scale: str) -> bool:
    """Whether a number tells where something is: "square 12", "on 34", "the 5th", "in 1987"."""
    text, before = tree.texts[here].lower(), tree.lemmas[here - 1] if here else ""
    after = tree.lemmas[here + 1 : here + 2]
    if scale == "year":
        return len(text) == 4 and text.isdigit()
    if is_ordinal(text):
        return True
    if scale == "date":
        return bool({before, *after} & words("months"))
    if _scale(tree, here - 1) == scale or (unit(before) and scale == "line"):
        return True
    if scale == "line" and tree.lemmas[here + 2] in ("mark", "marker"):
        return True  # "at the 35 cm mark"
    counted = tree.tags[here + 1] in _NOUNS
    measured = counted and before == "at" and unit(after[0]) is not None
    return scale == "line" and before in _PLACED and (not counted or measured)


def _move(tree: Tree, here: int, scale: str, told: list[int], asked: int) -> Effect | None:
    """Which way a move along the scale goes."""
    span = tree.sentences[tree.sentence_of(here)]
    others = [k for k in told if k in span and k != here]
    first = max([k + 1 for k in others if k < here], default=span.start)
    last = min([k for k in others if k > here], default=span.stop)
    stop = next((k for k in range(here, last) if tree.tags[k] in _BREAKS), last)
    near = [*tree.lemmas[here + 1 : stop], *reversed(tree.lemmas[first:here])]
    passing = next((k for k in range(first, stop) if tree.lemmas[k] in words("overtaking")), None)
    if scale == "rank" and passing is not None:
        passed = here < passing or "by" in tree.lemmas[passing:here]
        return "rise" if passed else "fall"
    ways = table("ways on a line")
    way = next((ways[lemma] for lemma in near if lemma in ways), "")
    way = _set_against(tree, here, asked, stop) or way
    moving = words("travelling") | words("going a way")
    if not way and (scale in ("year", "date") or moving & set(near)):
        way = "rise"
    if scale == "rank":  # the first is on top
        way = {"rise": "fall", "fall": "rise"}.get(way, "")
    return way or None  # type: ignore[return-value]


def _set_against(tree: Tree, here: int, asked: int, stop: int) -> str:
    """As in "12 years after the school": later than what is told there, or earlier, if that is
    what the question asks for.
    """
    after = tree.lemmas[here + 2]
    way = {"after": 1, "above": 1, "before": -1, "below": -1}.get(after, 0)
    if not way:
        return ""
    question = tree.lemmas[asked : tree.sentences[tree.sentence_of(asked)].stop]
    open_class = ("NN", "NNS", "NNP", "VB", "VBD", "VBN", "VBG", "VBZ", "VBP")
    named = [k for k in range(here + 3, stop) if tree.tags[k] in open_class]
    if any(tree.lemmas[k] in question for k in named if tree.lemmas[k] not in words("auxiliaries")):
        way = -way
    return "rise" if way > 0 else "fall"


def _asks_start(tree: Tree, asked: int, place: int, moves: list[int]) -> bool:
    """Whether the place before the moves is asked for: the other one is told."""
    span = tree.sentences[tree.sentence_of(asked)]
    question = set(tree.lemmas[asked : span.stop])
    if any(tree.lemmas[k + 2] in words("later and ago") for k in moves):
        return False  # "36 years later"
    if words("setting out from") & question:
        return True
    before = tree.lemmas[max(tree.sentences[tree.sentence_of(place)].start, place - 6) : place]
    return bool(words("coming to a place") & set(before)) and not (
        words("coming to a place") & question
    )
