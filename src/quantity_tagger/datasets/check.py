"""The strict check of a record: do its offsets, values, signs and answer agree?"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from quantity_tagger.datasets.record import Record
from quantity_tagger.datasets.values import agree, parse_value
from quantity_tagger.problem.notation import write_value


def check(record: Record) -> tuple[str, ...]:
    """What does not agree within a record, one sentence each; empty where all is well.

    Offsets must fit the text and follow each other, values what is written (where it is written in
    digits), the signs the quantities in number and the answer in sum (see `agree`), tags the tokens
    in number. A field that is absent is not at fault.
    """
    found = [*_check_quantities(record), *_check_signs(record)]
    if record.pos is not None and record.tokens is None:
        found.append("the field pos needs the field tokens")
    # Published tags that do not fit their tokens are left out as an empty list.
    elif record.pos and record.tokens is not None and len(record.pos) != len(record.tokens):
        found.append(f"the field pos has {len(record.pos)} tags for {len(record.tokens)} tokens")
    return tuple(found)


def _check_quantities(record: Record) -> Iterator[str]:
    quantities = record.quantities or ()
    for i, quantity in enumerate(quantities):
        name = f"quantities[{i}]"
        if not 0 <= quantity.start < quantity.end <= len(record.text):
            yield (
                f"the field {name} lies at {quantity.start}:{quantity.end}, "
                f"outside the text of {len(record.text)} characters"
            )
        elif (there := record.text[quantity.start : quantity.end]) != quantity.text:
            yield f'the field {name}.text is "{quantity.text}" but the text has "{there}" there'
        written = _written_value(quantity.text)
        if written is not None and not agree(written, quantity.value):
            yield (f'the field {name}.value is {write_value(quantity.value)} for "{quantity.text}"')
    for i, (one, next_one) in enumerate(pairwise(quantities)):
        if next_one.start < one.end:
            yield f"the field quantities[{i + 1}] begins before quantities[{i}] ends"


def _written_value(text: str) -> Fraction | None:
    """The value of digits in plain sight; a percentage may be meant either way, so it has none."""
    return None if "%" in text else parse_value(text.replace(",", "").lstrip("$"))


def _check_signs(record: Record) -> Iterator[str]:
    if record.signs is None:
        return
    if record.quantities is None:
        yield "the field signs needs the field quantities"
        return
    if len(record.signs) != len(record.quantities):
        yield f"the field signs has {len(record.signs)} for {len(record.quantities)} quantities"
        return
    result = sum(
        (
            sign * quantity.value
            for sign, quantity in zip(record.signs, record.quantities, strict=True)
        ),
        start=Fraction(0),
    )
    if not agree(result, record.answer):
        yield (
            f"the field signs gives {write_value(result)}, "
            f"not the answer {write_value(record.answer)}"
        )
