"""What requests and answers look like; the OpenAPI document is made from this."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from quantity_tagger import languages
from quantity_tagger.generation import FAMILIES, KINDS, MOST_STEPS
from quantity_tagger.lattice import best_first
from quantity_tagger.web.settings import Limits

if TYPE_CHECKING:
    Language = str
    Variant = str
else:
    Language = Literal[languages.codes()]
    Variant = Literal[best_first()]


def _whole_number(value: object) -> object:
    """JSON has one kind of number: 3.0 is whole."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole_number)]
Sign = Annotated[Whole, Field(ge=-1, le=1)]
LARGEST_SEED = 2**53 - 1  # the largest whole number that is exact in every language's JSON

_DEFAULTS = Limits()


def _whole(text: str) -> str:
    """JSON can hold half of a surrogate pair, which no text has."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PydanticCustomError("string_unicode", "Input should be whole characters") from None
    return text


Text = Annotated[str, AfterValidator(_whole)]


class _Request(BaseModel):
    """A request is taken to the letter: a field that is not known is a mistake, not a wish."""

    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class SolveRequest(_Request):
    """A problem to solve."""

    text: Text = Field(
        description=f"The problem, at most {_DEFAULTS.text:,} characters.",
        examples=["Ann had 9 pens and lost 4. How many pens has she left?"],
    )
    language: Language | None = Field(None, description="Found by script where it is not told.")
    model: Variant | None = Field(None, description="The language's default where it is not told.")
    why: bool = Field(False, description="Adds what moved each sign.")
    lattice: bool = Field(False, description="Adds a drawing of the lattice, as SVG.")
    words: Language | None = Field(
        None,
        description="What features, headings, the doubt and errors are told in: English, for "
        "errors the language of the text, where it is not told.",
    )
    signs: list[Sign] | None = Field(
        None, description="What if: the signs of the quantities, in text order.", examples=[[1, -1]]
    )


def _one_or_many(value: object) -> str:
    return "many" if isinstance(value, list) else "one"


class Malformed(NamedTuple):
    """What stands in a list where a problem should: pydantic's errors of it."""

    errors: list[ErrorDetails]


def _or_malformed(value: object, check: ValidatorFunctionWrapHandler) -> object:
    """One that is wrong must not refuse the others of its list."""
    try:
        return check(value)
    except ValidationError as error:
        return Malformed(error.errors())


SolveBody = Annotated[
    Annotated[SolveRequest, Tag("one")]
    | Annotated[
        list[Annotated[SolveRequest, WrapValidator(_or_malformed)]],
        Field(max_length=_DEFAULTS.batch),
        Tag("many"),
    ],
    Discriminator(_one_or_many),
]

Kind = Annotated[Text, Field(json_schema_extra={"enum": [*FAMILIES, *KINDS]})]
Steps = Annotated[str, Field(pattern=rf"^[1-{MOST_STEPS}](-[1-{MOST_STEPS}])?$")]


class _Make(BaseModel):
    """What problems to make; the same seed gives the same problems."""

    language: Language = Field(languages.DEFAULT, description="What it is told in.")
    count: Whole = Field(1, ge=1, le=_DEFAULTS.generate, description="How many.")
    seed: Whole | None = Field(
        None, ge=0, le=LARGEST_SEED, description="Drawn where it is not told, and told back."
    )
    steps: Steps = Field(f"1-{MOST_STEPS}", description="Additions and subtractions: 2 or 1-3.")
    distractors: Literal["none", "some", "heavy"] = Field(
        "some", description="How much is told beside the point."
    )
    largest: Whole = Field(
        100, ge=10, le=1_000_000, description="No number of a problem or its solution is larger."
    )
    decimals: bool = Field(False, description="Whether prices and lengths may have decimals.")


class GenerateRequest(_Make, _Request):
    """Problems to make; the same seed gives the same problems."""

    kinds: list[Kind] | None = Field(
        None, max_length=40, description="Kinds or families, as /api/models lists them; else all."
    )


class WorksheetQuery(_Make):
    """A worksheet to make: the fields of a query are text, so they are read more freely."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    count: int = Field(10, ge=1, le=_DEFAULTS.generate, description="How many.")
    kinds: str | None = Field(
        None, max_length=1_000, description="Kinds or families, with commas between; else all."
    )


class ErrorDetail(BaseModel):
    """Why there is no answer."""

    code: str = Field(description="For programs.")
    message: str = Field(description="One sentence for people.")


class ErrorAnswer(BaseModel):
    """The shape of every error."""

    error: ErrorDetail


class QuantityAnswer(BaseModel):
    """A number of the text and its part in the equation; offsets count characters."""

    model_config = ConfigDict(extra="allow")

    text: str
    value: str
    start: int
    end: int
    sign: Sign
    probability: float
    shares: dict[str, float] = Field(description="The probability of each sign.")
    span: tuple[int, int] = Field(description="The part of the text that the lattice gives it.")


class AlternativeAnswer(BaseModel):
    """Another reading."""

    answer: str
    equation: str
    signs: list[Sign]
    probability: float


class GuessAnswer(BaseModel):
    """What adding and subtracting alone would make of a problem that is out of scope."""

    answer: str
    equation: str


class ConstantAnswer(BaseModel):
    """A number that goes unsaid."""

    value: str
    reason: str


class BeyondAnswer(BaseModel):
    """What an equation has beyond signs."""

    coefficients: list[str] = Field(description="What one of each quantity adds to x.")
    constants: list[ConstantAnswer]
    conversions: list[str] = Field(description="As `2 m = 200 cm`.")


class ScopeAnswer(BaseModel):
    """Whether the problem is of the kind that is solved here, and if not, why."""

    code: str
    message: str = Field(description="One kind sentence; empty where it is.")
    probability: float


class UnknownAnswer(BaseModel):
    """What is asked, and where."""

    model_config = ConfigDict(extra="allow")

    text: str
    start: int
    end: int
    span: tuple[int, int]
    question: str


class SolveAnswer(BaseModel):
    """A solved problem; numbers are strings, since they are exact.

    Where the problem is out of scope there is no answer, no equation and no step, and the signs of
    the quantities are those of the `guess`.

    With `why` each quantity also has `reason`, `words`, `rival`, `why` and `members`, the unknown
    has `members`, and there are the `story`, its `clearness`, the `world` that won and all
    `worlds`; with `lattice` there is the `lattice`.
    """

    model_config = ConfigDict(extra="allow")

    text: str
    answer: str | None
    answer_text: str | None = Field(description="The answer as the text writes its numbers.")
    answer_with_unit: str | None = Field(description="The answer and of what.")
    equation: str | None
    beyond_signs: BeyondAnswer | None = Field(
        None, description="Only where the equation is one that signs alone do not write."
    )
    notes: list[str] = Field(description="What there is to it beside signs, in words.")
    latex: str | None
    steps: list[str]
    quantities: list[QuantityAnswer]
    unknown: UnknownAnswer
    confidence: float = Field(
        description="The probability that the answer is right, 0 where there is none."
    )
    sure: bool = Field(description="Whether the answer may be told without a warning.")
    doubt: str | None = Field(
        description="The answer told as an unsure one, in the language of `words`; null where it "
        "is sure or out of scope."
    )
    in_scope: bool
    scope: ScopeAnswer | None
    guess: GuessAnswer | None = Field(description="Only where the problem is out of scope.")
    language: Language
    model: str
    variant: Variant
    alternatives: list[AlternativeAnswer]


class MadeProblem(BaseModel):
    """A problem of the generator."""

    model_config = ConfigDict(extra="allow")

    text: str
    answer: str
    equation: str
    signs: list[Sign]


class GenerateAnswer(BaseModel):
    """Problems, and the seed that makes them again."""

    problems: list[MadeProblem]
    seed: int


class ModelEntry(BaseModel):
    """A bundled model."""

    name: Variant
    title: str
    default: bool


class ModelsAnswer(BaseModel):
    """What there is to choose from, and how much may be asked for."""

    version: str
    languages: dict[Language, list[ModelEntry]]
    limits: dict[str, int]
    kinds: dict[str, str] = Field(description="Kinds of problems that can be made.")
    families: dict[str, list[str]]


class Health(BaseModel):
    """How the server is."""

    status: str
