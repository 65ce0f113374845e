"""The way to an answer in sentences a child can follow, in the language of the problem."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.problem.notation import MINUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.languages.sentences import Sentences
    from quantity_tagger.solution.equation import Term
    from quantity_tagger.solution.solution import Solution, SolvedQuantity


def steps(solution: Solution) -> tuple[str, ...]:
    """The question, what is not needed, every addition or subtraction, the answer; nothing where
    there is no answer.
    """
    answer = answer_with_unit(solution)
    if answer is None:
        return ()
    words = _sentences(solution)
    equation = solution.equation.canonical()
    lines = [words.question.format(question=" ".join(solution.unknown.question.split()))]
    unused = [one for one in solution.quantities if one.sign == 0]
    if unused:
        sentence = words.unused if len(unused) == 1 else words.unused_many
        listed = words.listed([named(solution, one) for one in unused])
        lines.append(sentence.format(quantities=listed))
    space = languages.get(solution.language).space
    lines += [words.convert.format(step=step) for step in equation.converted(space)]
    terms = equation.terms()
    used = [_term(words, solution, term) for term in terms]
    # Only where nothing is added does a number that is taken away come first.
    minus = "" if terms[0].sign > 0 else MINUS
    lines.append(words.first.format(quantity=minus + used[0]))
    if len(terms) == 1:
        lines.append(words.nothing)
    for term, quantity, step in zip(terms[1:], used[1:], equation.steps(), strict=False):
        sentence = words.add if term.sign > 0 else words.take_away
        lines.append(sentence.format(quantity=quantity, step=step))
    last = words.answer if solution.sure else words.perhaps
    lines.append(last.format(answer=answer))
    return tuple(lines)


def doubt(solution: Solution) -> str:
    """What is said first where the answer is unsure."""
    return _sentences(solution).unsure.format(answer=answer_with_unit(solution))


def guess(solution: Solution) -> str:
    """The equation of a problem that is out of scope, told as the guess it is."""
    equation = solution.equation
    return _sentences(solution).guess.format(equation=equation, answer=equation.answer())


def answer_with_unit(solution: Solution) -> str | None:
    """The answer and of what, where the text is plain about it; None where there is no answer."""
    words = _sentences(solution)
    answer = solution.answer_text
    if answer is None:
        return None
    unit = _unit_of_answer(solution)
    # "1 apples" is worse than "1".
    if not unit or (words.plural_units and solution.answer == 1):
        return answer
    return languages.get(solution.language).space.join((answer, *unit))


def _unit_of_answer(solution: Solution) -> tuple[str, ...]:
    """The unit that the question names, where a quantity in use has it, else what the units of
    the quantities in use have in common: "how much money" is answered in dollars. No unit is
    better than a wrong one.
    """
    words = _sentences(solution)
    to = {change.to for change in solution.equation.changes().values()}
    if to:
        return solution.unknown.unit or tuple(to)
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


def _unit(words: Sentences, solution: Solution, quantity: SolvedQuantity) -> tuple[str, ...]:
    """The unit's words as they can stand after the number: "15 kg of rice" are 15 kg."""
    unit = quantity.unit
    if not words.noun_last:
        return unit
    text = solution.text.lower()
    last = text.find(unit[-1], quantity.end)
    return tuple([word for word in unit if text.find(word, quantity.end) <= last])


def _term(words: Sentences, solution: Solution, term: Term) -> str:
    """A number with what it is of, in the unit of the answer, or why it goes unsaid."""
    equation = solution.equation
    if term.place is None:
        return f"{term.digits} ({words.reason(equation.constants[term.constant].reason)})"
    change = equation.changes().get(term.place)
    if change is not None:
        return languages.get(solution.language).space.join((term.digits, change.to))
    return named(solution, solution.quantities[term.place])


def named(solution: Solution, quantity: SolvedQuantity) -> str:
    """A quantity with its unit, as it can stand in a sentence."""
    words = _sentences(solution)
    unit = quantity.unit
    if words.noun_last or not unit:
        space = languages.get(solution.language).space
        return space.join((quantity.text, *(_unit(words, solution, quantity) if unit else ())))
    after = solution.text[quantity.end :].lstrip()
    if not after.startswith(unit[0]):  # 12元5角 has its units in it
        return quantity.text
    measure, noun = unit[0], "".join(unit[1:])
    if after.removeprefix(measure).lstrip().startswith(noun):
        return f"{quantity.text}{measure}{noun}"
    return f"{quantity.text}{measure}"  # a noun before the number may belong to something else


def _sentences(solution: Solution) -> Sentences:
    return languages.get(solution.language).sentences
