"""What the scope room says of a problem."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from quantity_tagger import languages
from quantity_tagger.values import Value

Code = Literal[
    "ok",
    "multiplication",
    "missing_number",
    "number_twice",
    "unsaid_number",
    "mixed_units",
    "clock_times",
    "several_questions",
    "several_problems",
    "no_problem",
]

OK: Final = "ok"
MULTIPLICATION: Final = "multiplication"
MISSING_NUMBER: Final = "missing_number"
NUMBER_TWICE: Final = "number_twice"
UNSAID_NUMBER: Final = "unsaid_number"
MIXED_UNITS: Final = "mixed_units"
CLOCK_TIMES: Final = "clock_times"
SEVERAL_QUESTIONS: Final = "several_questions"
SEVERAL_PROBLEMS: Final = "several_problems"
NO_PROBLEM: Final = "no_problem"

#: Those that are weighed, in the order of the classifier's weights; the others are found by rule.
#: That a text asks nothing, has no number at all or is in another language is found when it is read
#: (`quantity_tagger.errors.ReadingError`).
WEIGHED: Final[tuple[Code, ...]] = (OK, MULTIPLICATION, MISSING_NUMBER)
VERDICTS: Final[tuple[Code, ...]] = (
    *WEIGHED,
    NUMBER_TWICE,
    UNSAID_NUMBER,
    MIXED_UNITS,
    CLOCK_TIMES,
    SEVERAL_QUESTIONS,
    SEVERAL_PROBLEMS,
    NO_PROBLEM,
)

#: A problem is in scope where at least so much of the probability says that it is.
THRESHOLD: Final = 0.5


class Scope(Value):
    """Whether a problem is one of addition and subtraction.

    ``probability`` is that of its being one; ``code`` says what else it is.
    """

    FIELDS: ClassVar = ("code", "probability", "language")
    __slots__ = FIELDS

    def __init__(self, code: Code, probability: float, language: str) -> None:
        self.code = code
        self.probability = probability
        self.language = language

    @property
    def in_scope(self) -> bool:
        return self.code == OK

    @property
    def message(self) -> str:
        """A kind sentence in the language of the problem; empty where it is in scope."""
        return languages.get(self.language).sentences.verdicts[self.code]

    def to_dict(self) -> dict[str, str | float]:
        """Plain values for JSON."""
        return {"code": self.code, "message": self.message, "probability": self.probability}
