"""Sums told in words: operands by their names, operands misread, the wrong operation done."""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation.facts import Amount, Effect, Fact, Kind, Question, Side, Story, Time

_NUMBER = Kind("number")
Values = tuple[Fraction, ...]


def number_fact(effect: Effect, quantity: int | None, phase: str = "") -> Fact:
    """What happens to the one number that is spoken of, or what it is."""
    time = Time(phase=phase)  # type: ignore[arg-type]
    return Fact(Amount(quantity), effect, _NUMBER, "be", "number", time=time)


def told_of_number(facts: list[Fact], effect: Effect, values: Values, *, start: bool) -> Story:
    """A story of one number, and whether it or what is done to it is asked for."""
    cues = frozenset(["start"]) if start else frozenset[str]()
    return Story(tuple(facts), Question(number_fact(effect, None), "amount", cues), values)


def misreckoned(tree: Tree, told: dict[int, int], asked: int, values: Values) -> Story | None:
    """As in "wrote 39 instead of 36 and got 93. What is the correct sum?"."""
    lemmas = tree.lemmas
    result = [k for k in told if words("resulting") & set(lemmas[max(0, k - 2) : k])]
    operands = [k for k in told if k not in result]
    if len(result) != 1 or len(operands) != 2 or not words("rightly") & set(lemmas[asked:]):
        return None
    one, other = operands
    between, before = lemmas[one + 1 : other], lemmas[:one]
    if "instead" in between or "not" in between:
        right, wrong = other, one
    elif "instead" in before or {"as", "for"} & set(between):
        right, wrong = one, other
    else:
        return None
    signs = {k: _sign(tree, k, asked) for k in operands}
    if "instead" in between and not _operates(lemmas[one + 1 : other]):
        signs[other] = signs[one]
    if not all(signs.values()):
        return None
    undo: Effect = "fall" if signs[wrong] > 0 else "rise"
    redo: Effect = "rise" if signs[right] > 0 else "fall"
    changes = [number_fact(undo, told[wrong]), number_fact(redo, told[right])]
    changes.sort(key=lambda fact: fact.effect == "fall")  # nothing falls below nothing on the way
    facts = [number_fact("state", told[result[0]], "start"), *changes]
    return told_of_number(facts, "state", values, start=False)


def _operates(lemmas: list[str]) -> bool:
    return bool((words("adding") | words("subtracting")) & set(lemmas))


def _sign(tree: Tree, place: int, asked: int) -> int:
    """Whether an operand is added or subtracted: by its name, the verb before it, or the sum."""
    lemmas = tree.lemmas
    for lemma in reversed(lemmas[max(0, place - 6) : place]):
        if lemma in ("minuend", "addend") or lemma in words("adding"):
            return 1
        if lemma == "subtrahend" or lemma in words("subtracting") - {"take"}:
            return -1
    text = set(lemmas[:place]) | set(lemmas[asked:])
    return 1 if text & {"addition", "sum", "add", "addend"} else 0


def by_operands(tree: Tree, told: dict[int, int], asked: int, values: Values) -> Story | None:
    """As in "The minuend is 92 and the difference is 35. What is the subtrahend?"."""
    names = table("operands")
    lemmas = tree.lemmas
    wanted = next((lemma for lemma in lemmas[asked:] if lemma in names), "")
    found: dict[int, str] = {}
    floor = 0
    for place in sorted(told):
        near = [lemma for lemma in lemmas[floor:place] if lemma in names]
        found[place] = near[-1] if near else ""
        floor = place + 1
    named = {*found.values(), wanted}
    plain = named & {"minuend", "subtrahend", "addend"}
    if not wanted or not all(found.values()) or not plain or len(told) < 2:
        return None
    order = {"minuend": 0, "addend": 1, "subtrahend": 1, "sum": 2, "difference": 2, "total": 2}
    inside = sorted(told, key=lambda k: order[found[k]])
    facts = [_operand(found[place], told[place]) for place in inside]
    if "addend" in plain:
        facts.insert(0, Fact(Amount(None, Fraction(0)), "state", _NUMBER, "be", "number"))
    question = _operand(wanted, None)
    start = wanted == "minuend"
    return told_of_number(facts, question.effect, values, start=start)


def _operand(name: str, quantity: int | None) -> Fact:
    effect, _, phase = table("operands")[name].partition(" ")
    return number_fact(effect, quantity, phase)  # type: ignore[arg-type]


def third_of_sum(tree: Tree, told: dict[int, int], asked: int, values: Values) -> Story | None:
    """As in "The sum of three numbers is 90. Two of them are 25 and 38. What is the third?"."""
    lemmas = tree.lemmas
    counts = {"two", "three", "four", "2", "3", "4"}
    places = [k for k in sorted(told) if lemmas[k] not in counts]
    if len(places) < 3 or "sum" not in lemmas[: places[0]]:
        return None
    if not {"third", "other", "last", "fourth", "remaining"} & set(lemmas[asked:]):
        return None
    facts = [number_fact("state", told[places[0]], "start")]
    facts += [number_fact("fall", told[k]) for k in places[1:]]
    story = told_of_number(facts, "state", values, start=False)
    names = frozenset(told[k] for k in told if k not in places)
    return Story(story.facts, story.question, values, names=names)


def set_against(tree: Tree, told: dict[int, int], asked: int, values: Values) -> Story | None:
    """As in "What number is 19 less than 60?", "By how much is 83 greater than 45?"."""
    lemmas = tree.lemmas
    if len(told) != 2 or "than" not in lemmas:
        return None
    one, other = sorted(told)
    than = lemmas.index("than")
    measure = next((table("measures")[w] for w in lemmas[:than] if w in words("numerically")), "")
    if not one < than < other or other != than + 1 or not measure:
        return None
    sign = int(measure.split()[-1])
    if asked < one and lemmas[asked] == "how":
        first = number_fact("state", told[one]).but(holder="one")
        second = number_fact("state", told[other]).but(holder="other")
        fact = number_fact("state", None).but(holder="one", than=Side(holder="other"), sign=sign)
        return Story((first, second), Question(fact, "difference"), values)
    facts = [
        number_fact("state", told[other], "start"),
        number_fact("rise" if sign > 0 else "fall", told[one]),
    ]
    return told_of_number(facts, "state", values, start=False)
