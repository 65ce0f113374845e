"""Words that are said in another way, brought to the one that the frames know."""

from __future__ import annotations

import re
from typing import Final

from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.words import dimensions

#: Names of the days of the week, and those of them that have another.
_DAY: Final = re.compile("^(?:周|礼拜|星期)[一二三四五六日]$")
_WEEKDAY: Final = re.compile("^(?:周|礼拜)([一二三四五六日])$")


def reword(found: list[Word]) -> None:
    """Days of the week that have two names get one, and 和 that sums up is no joiner."""
    ways = {word.text[:-1] for word in found if word.role == "time" and _DAY.search(word.text)}
    for place, word in enumerate(found):
        if word.role == "time" and ways - {"周"}:
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
