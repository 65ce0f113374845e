"""Words that are said in another way, brought to the one that the frames know."""

from __future__ import annotations

import re
from typing import Final

from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.words import dimensions

#: Other names of the days of the week.
_WEEKDAY: Final = re.compile("^(?:周|礼拜)([一二三四五六日])$")


def reword(found: list[Word]) -> None:
    """Days of the week have one name, and 和 that sums up is no joiner."""
    for place, word in enumerate(found):
        if word.role == "time":
            word.text = _WEEKDAY.sub(r"星期\1", word.text)
        elif word.text == "和" and place and _sums_up(found, place):
            word.role = "total"
            if found[place - 1].text == "之":
                found[place - 1].role = "drop"


def _sums_up(found: list[Word], place: int) -> bool:
    """Whether 和 is the sum of what stands before it: 年龄之和是, 体重和是."""
    before, after = found[place - 1], found[place + 1 : place + 2]
    measured = before.text == "之" or dimensions().get(before.text) is not None
    return measured and (not after or after[0].role in ("verb", "amount", "stop"))
