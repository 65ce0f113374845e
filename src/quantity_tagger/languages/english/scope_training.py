"""What is known of the scope of English problems before any is seen, and how one loses a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from quantity_tagger.languages import rates
from quantity_tagger.problem.problem import Quantity

#: Prior weights for a multiplication; half of them, always negative, for a missing number: what
#: speaks against a multiplication speaks for a problem that signs can write.
PRIOR: Final[Mapping[str, float]] = {
    "times as": 3.5,
    "times more": 3.5,
    "times the": 3.5,
    "multiple told": 2.0,
    "multiple asked": 2.0,
    "ratio told": 5.0,
    "ratio asked": 5.0,
    "part of": 3.0,
    "part told": 1.0,
    "part asked": 1.5,
    "share told": 1.0,
    "share asked": 1.0,
    "equal told": 1.0,
    "equal asked": 1.0,
    "rate told": 0.5,
    "rate asked": 1.5,
    "average told": 1.0,
    "average asked": 5.0,
    "figure asked": 1.0,
    "long and wide": 3.0,
    "area asked": 4.0,
    "operation": 5.0,
    "choice asked": 3.0,
    "limb asked": 2.0,
    "alike told": 1.0,
    "alike asked": 1.0,
    "a share of what is told": 4.0,
    "every so many": 2.0,
    "so long by so wide": 3.0,
    "done in so much time": 0.5,
    "a riddle of more than sums": 4.0,
    "so many asked for, others told": 2.0,
    **rates.PRIOR,
    "no word for another operation": -1.5,
    "coins for money": 4.0,
    "a number within what is asked for": 7.0,
    "squares asked": 3.0,
    "held in those counted": 1.5,
    "units of time within each other": 1.5,
    "the same amount": 1.0,
    "a unit of time asked": 0.5,
    "seats for those counted": -1.5,
}

_VAGUE: Final = ("some", "several", "a few", "some", "many")


def blur(text: str, quantity: Quantity, choose: Callable[[Sequence[str]], str]) -> str | None:
    """The text with a vague word for the quantity."""
    word, start = choose(_VAGUE), quantity.start
    if text[start - 1 : start] == "$":
        start -= 1
    if text[start] == "$":
        word = "some money"
    return text[:start] + word + text[quantity.end :]
