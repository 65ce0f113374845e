"""Every sentence that is said to a person: what a language has to have words for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of one language; names in ``{}`` take what they speak of."""

    # a text that cannot be read, by the code of the error; and one in another language
    unreadable: Mapping[str, str]
    use_it: str

    # why there is no answer, by the code of the verdict
    verdicts: Mapping[str, str]

    # the way to an answer
    question: str
    unused: str
    unused_many: str
    convert: str
    first: str
    add: str
    take_away: str
    nothing: str
    answer: str
    perhaps: str
    unsure: str
    guess: str

    # the story: what its kinds of lines are called
    headings: Mapping[str, str]

    # headings of a solution that is shown
    rivals: str
    confidence_label: str
    others_label: str
    steps_label: str
    reasons_label: str
    story_label: str
    guess_label: str

    # a worksheet
    sheet_title: str
    sheet_name: str
    sheet_date: str
    sheet_answer: str
    sheet_answers: str

    # a problem with a number too many, to show what is done here
    example: str

    # how words are put together
    comma: str
    last_comma: str
    noun_last: bool  # a unit ends with what is counted; else it begins with the measure word
    plural_units: bool  # a unit after 1 would need another form than that of the text

    # why a number is added that the text does not say, by the reason of a statement
    reasons: Mapping[str, str]

    def reason(self, reason: str) -> str:
        """A reason in words; a name after a colon is the text's own."""
        name, _, said = reason.partition(":")
        return self.reasons[name].format(said=said)

    def listed(self, words: list[str]) -> str:
        """Words as a list: "7, 8 and 9"."""
        *before, last = words
        return self.last_comma.join((self.comma.join(before), last)) if before else last


@dataclass(frozen=True, slots=True)
class FeatureWords:
    """Words for what a feature says, by the names that features have for it."""

    # what a quantity counts, whose, where and when it is, against what is asked
    unit: Mapping[str, str]
    owner: Mapping[str, str]
    place: Mapping[str, str]
    time: Mapping[str, str]
    unrelated: str
    # what is asked and what happens
    question: Mapping[str, str]
    verb: Mapping[str, str]
    cued: Mapping[str, str]  # what the question asks to do with a quantity
    # words of the text that are cues
    cue: Mapping[str, str]
    cue_in_question: str
    # the sign that follows from the story as it was understood, by how far it is trusted; what the
    # statement of a number says
    world: Mapping[str, str]
    statement: str
    # the equation as a whole
    equation: Mapping[str, str]
    whole: str
    # what stands around a quantity
    text_end: str
    quoted: str
    tag: str
    tag_in_question: str
    tag_not_in_question: str
    here: str
    before: str
    after: str
    comma: str
