"""Which slots of a gold fact our story has right.

What is only another notation is right: the rules are the functions below, and none looks at what
our program says elsewhere. A slot that is empty in the gold fact is right where ours is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from benchmarks.facts.told import Telling, Told
from quantity_tagger.languages.chinese.frames.words import dimensions
from quantity_tagger.languages.english.frames.words import unit as english_unit
from quantity_tagger.languages.english.lemmas import lemmatise

Gold = dict[str, Any]

SLOTS = ("unit", "kind", "holder", "verb", "effect", "time", "role", "than")
QUESTION_SLOTS = ("asks", "unit", "kind", "holder", "verb", "time", "than")

PHASES = ("start", "end")
#: Verbs that an elided one stands for.
_COPULAS = frozenset(["be", "have", "有", "是"])
#: Nouns that a measure follows without a verb.
_NOMINAL = frozenset(["体重", "身高", "原价", "现价", "售价", "单价"])
#: Chinese adjectives that are predicates of their own; our facts have a copula and a dimension or
#: a direction.
_PREDICATES = frozenset([*"多少大小长短高矮重轻贵差", "便宜", "相差", "超过"])
_SAME = {"people": "person", "persons": "person"}


def amount_slots(gold: Gold, told: Told, telling: Telling, problem: Gold) -> dict[str, bool]:
    """For each slot of one amount whether it is right."""
    names = [name for name, _ in told.loci]
    effects = [effect for name, effect in told.loci if _holder_is(gold["holder"], name, telling)]
    first = None if told.shifts else 1
    effects = effects or [effect for _, effect in told.loci][:first] or ["none"]
    notations = set(_notations(gold, problem))
    return {
        "unit": _unit(gold["unit"], told, told.scale),
        "kind": _kind(gold, told),
        "holder": _holder(gold, told, names, telling),
        "verb": _verb(gold["verb"], told),
        "effect": any(effect in {one for one, _ in notations} for effect in effects),
        "time": _time(gold["time"], told),
        "role": any(role in told.roles for _, role in notations),
        "than": _than(gold["than"], told),
    }


def question_slots(gold: Gold, told: Told, telling: Telling) -> dict[str, bool]:
    """For each slot of the question whether it is right."""
    names = [name for name, _ in told.loci]
    if gold["asks"] == "total" and not told.own:
        names.insert(0, "")
    sides = "+".join(sorted(told.more | told.less))
    if gold["asks"] == "difference" and isinstance(gold["holder"], list):
        names.append(sides)
    return {
        "asks": gold["asks"] in told.roles,
        "unit": _unit(gold["unit"], told, None),
        "kind": _kind(gold, told),
        "holder": _holder(gold, told, names, telling),
        "verb": _verb(gold["verb"], told),
        "time": _time(gold["time"], told),
        "than": _than(gold["than"], told),
    }


def _notations(gold: Gold, problem: Gold) -> Iterator[tuple[str, str]]:
    """Effects and roles that say the same of an amount.

    What opens a stock may be told as the stock, as what was gained or as what was done; a flow
    where no stock is told is an activity; of a whole and its parts it does not matter whether they
    are or are done, and a whole with parts is a total.
    """
    effect, role = gold["effect"], gold["role"]
    yield effect, role
    same = [one for one in problem["quantities"] if one["unit"] == gold["unit"]]
    parts = any(one["role"] == "part" for one in problem["quantities"])
    stock = (gold["unit"], gold["kind"], gold["holder"])
    first = all((one["unit"], one["kind"], one["holder"]) != stock for one in before(same, gold))
    opens = first and effect != "lose" and not (effect == "state" and gold["verb"] in _COPULAS)
    if opens and role in ("change", "state", "activity"):
        yield "gain", "change"
        yield "none", "activity"
        yield "state", "state"
    moved = {one["effect"] for one in same} - {"none"}
    asked = problem["question"]
    changing = asked["asks"] == "change" or asked["time"] in PHASES
    if len(moved) < 2 and "state" not in moved and not changing:
        if role in ("change", "activity"):
            yield "none", "activity"
            yield (effect if effect != "none" else "gain"), "change"
            yield (effect if effect != "none" else "lose"), "change"
        if role == "other":
            yield from ((one, role) for one in ("none", "gain", "lose") if effect in ("none", one))
            yield "none", role
    if role == "age" and any(one["role"] == "total" for one in problem["quantities"]):
        yield effect, "part"
    if role in ("total", "part"):
        yield "state", role
        yield "none", role
    if role in ("total", "state") and parts:
        yield "state", "total"
        yield "state", "state"
        yield "none", "activity"


def before(same: list[Gold], gold: Gold) -> list[Gold]:
    return same[: next(place for place, one in enumerate(same) if one is gold)]


def _words(text: str) -> list[str]:
    plain = text.lower().replace("（", "(").replace("）", ")").replace("'s ", " ")
    thing, _, whose = plain.partition(" of the ")  # "the choir of the school" is the school's
    single = [lemmatise(word, "NNS") for word in f"{whose} {thing}".split()]
    return [_SAME.get(word, word) for word in single]


def _same_name(gold: str, ours: str) -> bool:
    """By the head word and what the gold name says before it, with or without the possessive mark;
    Chinese by containment.
    """
    mine, theirs = _words(gold), _words(ours)
    if len(theirs) > 1 and theirs[-1][:1].isdigit() and not mine[-1][:1].isdigit():
        theirs.pop()  # "room 8" for a room
    if not mine or not theirs:
        return False
    if not gold.isascii() and not ours.isascii():
        return mine[-1] in theirs[-1] or theirs[-1] in mine[-1]
    return mine[-1] == theirs[-1] and set(mine) <= set(theirs)


def _dimension(unit: str, heads: frozenset[str] = frozenset()) -> tuple[str, Fraction | None]:
    if unit in ("year", "month", "岁"):
        return "age", None
    if unit == "pound" and "money" in heads:
        return "money", Fraction(100)
    known = english_unit(unit)
    return known if known is not None else (dimensions().get(unit, ""), None)


def _unit(gold: str | None, told: Told, scale: Fraction | None) -> bool:
    kind = told.kind
    heads = frozenset(
        {_SAME.get(kind.head, kind.head)}.union(*[k.ups for k in (kind, *kind.parts)])
    )
    if not gold:
        return not told.kind.head
    word = _SAME.get(gold, gold)
    if word == told.kind.head or f"#{gold}" in heads or _SAME.get(told.kind.head) == word:
        return True
    dimension, size = _dimension(gold, heads)
    if told.shifts and not told.kind.head:
        return dimension in ("age", "time")
    if not dimension or dimension not in heads:
        return dimension == "length" and bool({"height", "depth", "width"} & heads)
    return size is None or scale is None or size == scale


def _kind(gold: Gold, told: Told) -> bool:
    kind = gold["kind"]
    head, measured = told.kind.head, told.kind.measure
    if isinstance(kind, list):
        return _marks(gold, kind, told)
    bare = measured or head.startswith("#") or head in ("", "人")
    if not kind:
        return bare and not (told.kind.marks and head.startswith("#"))
    plain = kind.replace("的", "")
    coloured = plain.replace("色", "")  # 红色的花 is 红花
    if measured:
        return kind == told.verb or any(_same_name(kind, one) for one in told.measured)
    said = "".join(sorted(told.kind.marks)) + ("" if head.startswith("#") else head)
    named = "和".join(part.head for part in told.kind.parts)
    return plain in (said, head, named) or coloured in (said, head)


def _marks(gold: Gold, kind: list[str], told: Told) -> bool:
    """Modifiers; a measured substance is the kind, and its verb is no modifier of it."""
    said = {word for mark in told.kind.marks | told.kind.lacks for word in mark.split()}
    if told.kind.lacks or told.negated:
        said.add("not")
    dimension, _ = _dimension(gold["unit"] or "")
    if dimension in told.kind.ups and not told.kind.measure:
        said.add(told.kind.head)
    verb = told.verb.split(" ")[0]
    own = {verb, gold["verb"] or ""}
    done = {word for mark in told.kind.marks if mark.split()[0] == verb for word in mark.split()}
    return set(kind) - own in (said - own, said - own - done)


def _holder_is(gold: Any, ours: str, telling: Telling) -> bool:
    if isinstance(gold, list):
        members = telling.members(ours)
        return len(members) == len(gold) and all(
            any(_same_name(one, member) for member in members) for one in gold
        )
    return bool(gold) and _same_name(gold, ours)


def _holder(gold: Gold, told: Told, names: list[str], telling: Telling) -> bool:
    if not gold["holder"]:
        measured = told.kind.measure and isinstance(gold["kind"], str)
        return not told.own or told.shifts or (measured and _kind(gold, told))
    return any(_holder_is(gold["holder"], name, telling) for name in names)


def _verb(gold: str | None, told: Told) -> bool:
    ours = told.verb
    if not gold:
        return not ours or ours in _COPULAS | _NOMINAL or told.shifts
    if not gold.isascii():
        directed = bool(told.more or told.less or told.kind.measure)
        if gold in _PREDICATES and directed and (not ours or ours in _COPULAS):
            return True
        return bool(ours) and (gold in ours or ours in gold)
    return gold.split()[0] == ours.split(" ")[0]


def _time(gold: str | None, told: Told) -> bool:
    if not gold:
        return not told.times
    if told.shifts:
        return gold not in PHASES
    return any(one == gold or _same_name(gold.split()[-1], one) for one in told.times)


def _than(gold: Gold | None, told: Told) -> bool:
    if gold is None:
        return not told.more and not told.less
    ways = [(told.more, told.less)] + ([(told.less, told.more)] if told.either else [])
    return any(
        any(_same_name(gold["more"], one) for one in more)
        and any(_same_name(gold["less"], one) for one in less)
        for more, less in ways
    )
