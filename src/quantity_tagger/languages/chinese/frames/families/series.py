"""Number series in Chinese: 按规律填数：2，3，5，8，多少."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.arithmetic import marked
from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.situation.families.series import continued
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

_ITEM = r"\(?\{(\d+|x)\}\)?"
_SERIES = re.compile(rf"(?:^|[:：数律]){_ITEM}(?:[，、,]{_ITEM}){{3,}}[?？.．。]*$")


def read_series(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """The missing number of a series; None where the text is none."""
    found = _SERIES.search(marked(problem))
    if found is None:
        return None
    items = re.findall(r"\{(\d+|x)\}", found.group())
    if len(items) != len(problem.quantities) + 1:
        return None
    return continued([None if item == "x" else int(item) for item in items], problem.values)
