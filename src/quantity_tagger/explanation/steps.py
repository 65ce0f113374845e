"""The way to an answer in sentences a child can follow, in the language of the problem."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from quantity_tagger.problem.notation import MINUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.solution.solution import Solution, SolvedQuantity


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences of one language; ``{}`` takes what they speak of."""

    question: str
    unused: str
    unused_many: str
    first: str
    add: str
    take_away: str
    nothing: str
    answer: str
    perhaps: str
    unsure: str
    rivals: str
    guess: str
    space: str
    comma: str
    last_comma: str
    noun_last: bool  # a unit ends with what is counted; else it begins with the measure word


WORDS = {
    "en": Words(
        question="The question is: {question}",
        unused="We do not need {quantities} for it.",
        unused_many="We do not need {quantities} for it.",
        first="Start with {quantity}.",
        add="Add {quantity}: {step}.",
        take_away="Take away {quantity}: {step}.",
        nothing="Nothing has to be added or taken away.",
        answer="The answer is {answer}.",
        perhaps="Perhaps the answer is {answer}.",
        unsure="Not sure: perhaps {answer}.",
        rivals="What else it could be",
        guess="With adding and taking away alone I would have said {equation}, x = {answer}.",
        space=" ",
        comma=", ",
        last_comma=" and ",
        noun_last=True,
    ),
    "zh": Words(
        question="题目问的是：{question}",
        unused="{quantities}用不上。",
        unused_many="{quantities}都用不上。",
        first="先看{quantity}。",
        add="加上{quantity}：{step}。",
        take_away="减去{quantity}：{step}。",
        nothing="不用加也不用减。",
        answer="答案是{answer}。",
        perhaps="答案也许是{answer}。",
        unsure="没有把握：也许是{answer}。",
        rivals="也可能是",
        guess="如果只用加法和减法，我会这样算：{equation}，x = {answer}。",
        space="",
        comma="、",
        last_comma="和",
        noun_last=False,
    ),
}


def steps(solution: Solution) -> tuple[str, ...]:
    """The question, what is not needed, every addition or subtraction, the answer; nothing where
    there is no answer.
    """
    answer = answer_with_unit(solution)
    if answer is None:
        return ()
    words = WORDS[solution.language]
    equation = solution.equation.canonical()
    order = equation.order()
    lines = [words.question.format(question=" ".join(solution.unknown.question.split()))]
    unused = [one for one in solution.quantities if one.sign == 0]
    if unused:
        sentence = words.unused if len(unused) == 1 else words.unused_many
        lines.append(sentence.format(quantities=_listed(words, solution, unused)))
    named = [_named(words, solution, solution.quantities[place]) for place in order]
    # Only where nothing is added does a number that is taken away come first.
    minus = "" if equation.signs[order[0]] > 0 else MINUS
    lines.append(words.first.format(quantity=minus + named[0]))
    if len(order) == 1:
        lines.append(words.nothing)
    for place, quantity, step in zip(order[1:], named[1:], equation.steps(), strict=False):
        sentence = words.add if equation.signs[place] > 0 else words.take_away
        lines.append(sentence.format(quantity=quantity, step=step))
    last = words.answer if solution.sure else words.perhaps
    lines.append(last.format(answer=answer))
    return tuple(lines)


def doubt(solution: Solution) -> str:
    """What is said first where the answer is unsure."""
    return WORDS[solution.language].unsure.format(answer=answer_with_unit(solution))


def guess(solution: Solution) -> str:
    """The reading of a problem that is out of scope, told as the guess it is."""
    equation = solution.equation
    return WORDS[solution.language].guess.format(equation=equation, answer=equation.answer())


def answer_with_unit(solution: Solution) -> str | None:
    """The answer and of what, where the text is plain about it; None where there is no answer."""
    words = WORDS[solution.language]
    answer = solution.answer_text
    if answer is None:
        return None
    unit = _unit_of_answer(solution)
    # One language's plural is not the other's: "1 apples" is worse than "1".
    if not unit or (solution.language == "en" and solution.answer == 1):
        return answer
    return words.space.join((answer, *unit))


def _unit_of_answer(solution: Solution) -> tuple[str, ...]:
    """The unit that the question names, where a quantity in use has it, else what the units of
    the quantities in use have in common: "how much money" is answered in dollars. No unit is
    better than a wrong one.
    """
    words = WORDS[solution.language]
    units = [_unit(words, solution, one) for one in solution.quantities if one.sign and one.unit]
    asked = solution.unknown.unit
    if asked:
        return asked if any(not set(unit).isdisjoint(asked) for unit in units) else ()
    if not words.noun_last:
        return _common(units)
    return _common([unit[::-1] for unit in units])[::-1]


def _common(units: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The words with which all begin."""
    alike = takewhile(lambda those: len(set(those)) == 1, zip(*units, strict=False))
    return tuple([those[0] for those in alike])


def _unit(words: Words, solution: Solution, quantity: SolvedQuantity) -> tuple[str, ...]:
    """The unit's words as they can stand after the number: "15 kg of rice" are 15 kg."""
    unit = quantity.unit
    if not words.noun_last:
        return unit
    text = solution.text.lower()
    last = text.find(unit[-1], quantity.end)
    return tuple([word for word in unit if text.find(word, quantity.end) <= last])


def _named(words: Words, solution: Solution, quantity: SolvedQuantity) -> str:
    unit = quantity.unit
    if words.noun_last or not unit:
        return words.space.join(
            (quantity.text, *(_unit(words, solution, quantity) if unit else ()))
        )
    after = solution.text[quantity.end :].lstrip()
    if not after.startswith(unit[0]):  # 12元5角 has its units in it
        return quantity.text
    measure, noun = unit[0], "".join(unit[1:])
    if after.removeprefix(measure).lstrip().startswith(noun):
        return f"{quantity.text}{measure}{noun}"
    return f"{quantity.text}{measure}"  # a noun before the number may belong to something else


def _listed(words: Words, solution: Solution, quantities: Sequence[SolvedQuantity]) -> str:
    *before, last = [_named(words, solution, quantity) for quantity in quantities]
    return words.last_comma.join((words.comma.join(before), last)) if before else last
