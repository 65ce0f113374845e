"""Sums told in words: operands and results, as they are and as they were changed or misread."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World, plus, times
from quantity_tagger.situation.understand import Candidate

Operation = Literal["+", "-"]


@dataclass(slots=True)
class Sum:
    """Statements about the operands of one sum. An operand is ("n", name, version): version 0 is
    the true one, 1 what it became or was taken for.
    """

    operation: Operation
    world: World = field(default_factory=World)
    changed: set[str] = field(default_factory=set)
    asked: Form | None = None
    absolute: bool = False
    spoken: str = ""  # the operand spoken of last

    def operand(self, name: str, version: int) -> Form:
        return {("n", name, version): Fraction(1)}

    def equal(
        self, form: Form, quantity: int | None, words: tuple[int, ...] = (), sign: int = 1
    ) -> None:
        """A form is a number of the text, or what is asked."""
        if quantity is None:
            self.asked = times(sign, form)
        else:
            self.world.say(form, Given({quantity: Fraction(sign)}), "number", words)

    def solve(self, values: tuple[Fraction, ...]) -> Candidate | None:
        """The asked number; both versions of the sum hold, operands that nobody changed are one."""
        if self.asked is None:
            return None
        sign = 1 if self.operation == "+" else -1
        for version in (0, 1):
            parts = plus(
                self.operand("first", version), times(sign, self.operand("second", version))
            )
            self.world.say(plus(parts, times(-1, self.operand("result", version))), None, "sum")
        for name in ("first", "second"):
            if name not in self.changed:
                same = plus(self.operand(name, 0), times(-1, self.operand(name, 1)))
                self.world.say(same, None, "unchanged")
        return answer(
            self.world, values, self.asked, "number talk", absolute=self.absolute, signed=True
        )
