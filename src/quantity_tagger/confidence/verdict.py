"""What the scope room says of a problem, and the sentences for it."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from quantity_tagger.problem.document import Language
from quantity_tagger.values import Record

Code = Literal["ok", "multiplication", "missing_number"]

OK: Final = "ok"
MULTIPLICATION: Final = "multiplication"
MISSING_NUMBER: Final = "missing_number"

#: In the order of the classifier's weights. That a text asks nothing, or has no number at all, is
#: found when it is read (`quantity_tagger.errors.ReadingError`).
VERDICTS: Final[tuple[Code, ...]] = (OK, MULTIPLICATION, MISSING_NUMBER)

#: A problem is in scope where at least so much of the probability says that it is.
THRESHOLD: Final = 0.5

SENTENCES: Final[dict[Language, dict[Code, str]]] = {
    "en": {
        OK: "",
        MULTIPLICATION: "This needs multiplication or division, and I only add and subtract.",
        MISSING_NUMBER: "A number is missing: without it I cannot work out the answer.",
    },
    "zh": {
        OK: "",
        MULTIPLICATION: "这道题要用乘法或除法，我只会加法和减法。",
        MISSING_NUMBER: "题目里少了一个数，没有它算不出答案。",
    },
}


class Scope(Record):
    """Whether a problem is one of addition and subtraction.

    ``probability`` is that of its being one; ``code`` says what else it is.
    """

    FIELDS: ClassVar = ("code", "probability", "language")
    __slots__ = FIELDS

    def __init__(self, code: Code, probability: float, language: Language) -> None:
        self.code = code
        self.probability = probability
        self.language = language

    @property
    def in_scope(self) -> bool:
        return self.code == OK

    @property
    def message(self) -> str:
        """A kind sentence in the language of the problem; empty where it is in scope."""
        return SENTENCES[self.language][self.code]

    def to_dict(self) -> dict[str, str | float]:
        """Plain values for JSON."""
        return {"code": self.code, "message": self.message, "probability": self.probability}
