"""ASDiv.xml as published: Problem elements with Body, Question, Solution-Type, Answer, Formula."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from quantity_tagger.datasets.convert.source import Source, read_text
from quantity_tagger.datasets.values import parse_value
from quantity_tagger.errors import DataError

# "9 (apples)", "$3.50", "1/2 (cup)"; two answers ("3 (cats); 4 (dogs)") are none.
_ANSWER = re.compile(r"\$?\s*(-?[\d.,/]+%?)\s*(?:\([^()]*\))?")


def asdiv(path: Path) -> Iterator[Source]:
    """An ASDiv file; body and question make one text."""
    text = read_text(path)
    # The published file declares no entities; a file that does could swell without end.
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise DataError(f"{path}: a document type declaration is not accepted")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise DataError(f"{path}, line {error.position[0]}: no valid XML") from None
    for position, problem in enumerate(root.iter("Problem"), start=1):
        name = problem.get("ID")
        if not name:
            raise DataError(f"{path}, problem {position}: the attribute ID is missing")
        fields = {child.tag: (child.text or "").strip() for child in problem}
        if "Question" not in fields:
            raise DataError(f"{path}, problem {name}: the element Question is missing")
        grade, kind = problem.get("Grade"), fields.get("Solution-Type")
        yield Source(
            id=f"asdiv-{name.lower()}",
            lang="en",
            text=f"{fields.get('Body', '')} {fields['Question']}".strip(),
            answer=_answer(fields.get("Answer", "")),
            equation=fields.get("Formula") or None,
            extra={k: v for k, v in (("grade", grade), ("type", kind)) if v},
        )


def _answer(written: str) -> Fraction | None:
    match = _ANSWER.fullmatch(written)
    return parse_value(match[1].replace(",", "")) if match else None
