"""What the paper takes from its external tools, as one cue for each quantity.

The paper's features are whether a quantity is related to the question (by its unit, its modifiers,
its subject), whether the question compares, asks for a whole or for a change, what the verb does,
and which of the related quantities is the larger and which the smaller. A cue joins them, because
one fold shows comparisons and another changes: that the smaller is taken from the larger is the
same in both, and so what is learnt from the one is known of the other.

A cue is told of each quantity by itself, from its unit, verb and role and from the kind of the
question; no statement is tied to another, and no answer is worked out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts

Cue = Literal["unrelated", "larger", "smaller", "together", "gain", "loss", "base"]

#: Questions that take one quantity from another, always.
_APART: Final = frozenset(["difference", "need", "part"])
#: Questions that do so where a total is told: the rest of it is asked for.
_REST_OF_A_TOTAL: Final = frozenset(["change", "state", "", "whole"])
#: Questions about a stock, to which events add and from which they take.
_STOCKS: Final = frozenset(["end", "state", "remainder", "start"])
#: Questions in which another kind of the same thing counts, too.
_OF_TWO_KINDS: Final = frozenset(["difference", "part", "change"])
#: Questions about all there are, of which "9 of them were torn" says nothing.
_OF_ALL: Final = frozenset(["end", "state", "whole", "start"])


def cues(facts: Facts) -> list[Cue | None]:
    """The cue of each entry; the unknown has none."""
    kind = facts.question.kind
    related = _related(facts)
    found: list[Cue | None] = ["unrelated"] * len(facts.quantities)
    found[facts.unknown] = None
    if _takes_apart(facts, related):
        largest = max(related, key=lambda index: facts.quantities[index].size)
        for index in related:
            found[index] = "larger" if index == largest else "smaller"
        return found
    for index in related:
        effect = facts.relations[index].effect if kind in _STOCKS else None
        if effect is None:
            found[index] = "together"
        elif effect == 0:
            found[index] = "base"
        else:  # what was there before the events is had by undoing them
            found[index] = "gain" if (effect > 0) != (kind == "start") else "loss"
    return found


def _related(facts: Facts) -> list[int]:
    """The constants that the question is about."""
    kind = facts.question.kind
    found = []
    for index, quantity in enumerate(facts.quantities):
        relation = facts.relations[index]
        other_kind = kind in _OF_TWO_KINDS and relation.unit == "rival"
        aside = quantity.role == "part" and kind in _OF_ALL
        if index != facts.unknown and (relation.related or other_kind) and not aside:
            found.append(index)
    return found


def _takes_apart(facts: Facts, related: list[int]) -> bool:
    """Whether the question asks for the larger without the smaller."""
    kind = facts.question.kind
    if len(related) < 2:
        return False
    if kind in _APART or (kind == "remainder" and len(related) == 2):
        return True
    if kind not in _REST_OF_A_TOTAL:
        return False
    told = [facts.quantities[index] for index in related]
    if max(told, key=lambda one: one.size).role in ("total", "goal"):
        return True
    # a change is what lies between two states
    return kind == "change" and sum(one.role == "state" for one in told) > 1
