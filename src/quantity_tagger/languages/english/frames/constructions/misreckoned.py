"""Sums that went wrong: an operand misread, the wrong operation done."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import Amount, Effect, Fact, Kind, Question, Story, Time

_NUMBER = Kind("number")
Values = tuple[Fraction, ...]


def number_fact(effect: Effect, quantity: int | None, phase: str = "") -> Fact:
    """What happens to the one number that is spoken of, or what it is."""
    time = Time(phase=phase)  # type: ignore[arg-type]
    return Fact(Amount(quantity), effect, _NUMBER, "be", "number", time=time)


def misreckoned(tree: Tree, told: dict[int, int], asked: int, values: Values) -> Story | None:
    """As in "wrote 39 instead of 36 and got 93. What is the correct sum?"."""
    lemmas = tree.lemmas
    if any(one == "too" and after in words("too") for one, after in pairwise(lemmas[asked:])):
        return _off(tree, told, values)
    result = [k for k in told if words("resulting") & set(lemmas[max(0, k - 2) : k])]
    operands = [k for k in told if k not in result]
    if len(result) != 1 or len(operands) != 2 or not words("rightly") & set(lemmas[asked:]):
        return None
    one, other = operands
    between, before = lemmas[one + 1 : other], lemmas[:one]
    if "instead" in between or "not" in between:
        right, wrong = other, one
    elif "instead" in before or {"as", "for", "mistake"} & set(between):
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
    return Story(tuple(facts), Question(number_fact("state", None)), values)


def _off(tree: Tree, told: dict[int, int], values: Values) -> Story | None:
    """As in "added 64 and not 46: by how much is the sum too large": the two numbers' difference,
    whatever was done with them; of "75 + 28 instead of 57 + 28" those that differ.
    """
    places = sorted(told)
    sizes = [values[told[k]] for k in places]
    different = [k for k, size in zip(places, sizes, strict=True) if sizes.count(size) == 1]
    swapped = {"instead", "but", "as", "become", "mistake", "not", "for"} & set(tree.lemmas)
    if not swapped or len(different) not in (2, 3):
        return None
    pair = [different[0], different[-1]]
    pair.sort(key=lambda k: values[told[k]], reverse=True)
    facts = (number_fact("state", told[pair[0]], "start"), number_fact("fall", told[pair[1]]))
    names = frozenset(q for k, q in told.items() if k not in pair)
    return Story(facts, Question(number_fact("state", None)), values, names=names)


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
