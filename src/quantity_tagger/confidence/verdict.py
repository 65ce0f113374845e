"""What the scope room says of a problem, and the sentences for it."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from quantity_tagger.problem.document import Language
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

SENTENCES: Final[dict[Language, dict[Code, str]]] = {
    "en": {
        OK: "",
        MULTIPLICATION: "This needs multiplication or division, and I only add and subtract.",
        MISSING_NUMBER: "A number is missing: without it I cannot work out the answer.",
        NUMBER_TWICE: "A number is needed twice here, and I use each number only once.",
        UNSAID_NUMBER: "This needs a number that goes unsaid, and I only use those that are said.",
        MIXED_UNITS: "The numbers are in different units, and I do not convert units.",
        CLOCK_TIMES: "This asks about times on the clock, and I do not count with those.",
        SEVERAL_QUESTIONS: "This asks more than one question: give me one at a time.",
        SEVERAL_PROBLEMS: "This is more than one problem: give me one at a time.",
        NO_PROBLEM: "This does not look like a word problem: it asks for no amount.",
    },
    "zh": {
        OK: "",
        MULTIPLICATION: "这道题要用乘法或除法，我只会加法和减法。",
        MISSING_NUMBER: "题目里少了一个数，没有它算不出答案。",
        NUMBER_TWICE: "这道题有一个数要用两次，而我每个数只用一次。",
        UNSAID_NUMBER: "这道题要用到题目里没有写出的数，而我只用写出的数。",
        MIXED_UNITS: "题目里的单位不一样，我不会换算单位。",
        CLOCK_TIMES: "这道题问的是钟表上的时刻，我不会用时刻来算。",
        SEVERAL_QUESTIONS: "这里问了不止一个问题，请一次只问一个。",
        SEVERAL_PROBLEMS: "这里不止一道题，请一次只给一道。",
        NO_PROBLEM: "这不像一道应用题：它没有问数量。",
    },
}


class Scope(Value):
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
