"""What is known of texts: each is read and analysed once, however often it is learnt from."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.errors import ReadingError
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read_all
from quantity_tagger.reading.analysis import analyse_all


class Analyses:
    """Remembers problems and their facts by language and text."""

    def __init__(self) -> None:
        self._problems: dict[tuple[str | None, str], Problem | None] = {}
        self._facts: dict[str, Facts] = {}

    def read(self, texts: Sequence[str], language: str | None) -> list[Problem | None]:
        """Each text as a problem, None where it is none."""
        new = [*dict.fromkeys(text for text in texts if (language, text) not in self._problems)]
        for text, one in zip(new, read_all(new, language), strict=True):
            self._problems[language, text] = None if isinstance(one, ReadingError) else one
        return [self._problems[language, text] for text in texts]

    def facts(self, problems: Sequence[Problem]) -> list[Facts]:
        """What the analysis finds of each problem."""
        new = {one.text: one for one in problems if one.text not in self._facts}
        self._facts.update(zip(new, analyse_all([*new.values()]), strict=True))
        return [self._facts[one.text] for one in problems]

    def update(self, other: Analyses) -> None:
        """Remember what another one does."""
        self._problems |= other._problems
        self._facts |= other._facts
