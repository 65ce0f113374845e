"""What is known of the scope of Chinese problems before any is seen, and how one loses a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from quantity_tagger.languages import rates
from quantity_tagger.problem.problem import Quantity

#: Prior weights for a multiplication; half of them, always negative, for a missing number: what
#: speaks against a multiplication speaks for a problem that signs can write.
PRIOR: Final[Mapping[str, float]] = {
    "multiple told": 2.0,
    "multiple asked": 2.0,
    "ratio told": 4.0,
    "part told": 1.0,
    "part asked": 1.5,
    "share told": 1.0,
    "share asked": 1.0,
    "rate told": 0.5,
    "rate asked": 1.5,
    "figure asked": 1.0,
    "choice asked": 3.0,
    "alike told": 0.5,
    "alike asked": 0.5,
    "operation told": 2.0,
    "operation asked": 3.0,
    "average told": 2.0,
    "average asked": 5.0,
    **rates.PRIOR,
    "no word for another operation": -1.5,
    "so many of a number": 5.0,
    "area asked": 4.0,
    "a share of amounts asked for": 6.0,
    "a share of what is told": 6.0,
    "one of what is asked for, two of another kind": 1.5,
    "seats asked for": -1.5,
    "plus and minus alone": -2.0,
}

_VAGUE: Final = ("一些", "若干", "几")


def blur(text: str, quantity: Quantity, choose: Callable[[Sequence[str]], str]) -> str | None:
    """The text with a vague word for the quantity; None where that is a part of one."""
    word, end = choose(_VAGUE), quantity.end
    if quantity.value.denominator > 1:
        return None
    if word == "一些" and quantity.unit and text.startswith(quantity.unit[0], end):
        end += len(quantity.unit[0])  # 一些 takes no measure word
    return text[: quantity.start] + word + text[end:]
