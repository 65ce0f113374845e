"""When something happened: days and parts of days, rows of them, some of those told before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.mention import Mention
from quantity_tagger.languages.chinese.frames.words import time_order
from quantity_tagger.situation.facts import Time

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.reader import Reader


def told_time(reader: Reader, mention: Mention) -> Time:
    """A part of a day or year belongs to the day or year that was spoken of."""
    time = slots.time_of(mention.times, mention.flags)
    labels = [word.text for word in mention.times if word.role == "time"]
    spans = any(word.role == "span" for word in mention.times)
    if spans and (some := _some_times(reader, mention)):
        return Time(parts=some)
    if spans and mention.flags & {"total"}:  # 周末两天一共: all the days of the story
        return Time(phase=time.phase)
    if len(labels) > 1 and not time.parts:
        reader.times = labels
    elif len(labels) == 1 and len(reader.times) > 1 and not mention.word.asked:
        row = time_order().get(labels[0])
        last = time_order().get(reader.times[-1])
        if row is not None and last is not None and row[0] == last[0]:
            return Time(
                "".join([*reader.times[:-1], labels[0]]),
                frozenset([*reader.times[:-1], labels[0]]),
                time.rank,
                time.phase,
            )
        reader.times = []
    return time


def _some_times(reader: Reader, mention: Mention) -> tuple[Time, ...]:
    """前两天, 后两天: the first or last of the times that were told one after another."""
    span = next(word.text for word in mention.times if word.role == "span")
    number = "一两三四五".find(span[1:2]) + 1
    told = list(dict.fromkeys([f.time for f in reader.facts if f.time.label]))
    if span[0] not in "前后" or not 0 < number < len(told):
        return ()
    return tuple(told[:number] if span[0] == "前" else told[-number:])


def told_order(reader: Reader) -> None:
    """早上有9个，第一天卖了3个: times of several calendars follow each other as they are told."""
    ranked = [fact.time.label for fact in reader.facts if fact.time.rank is not None]
    rows = {time_order().get(label, (label[-1], 0))[0] for label in ranked}
    if len(rows) > 1:
        reader.facts = [fact.but(time=fact.time._replace(rank=None)) for fact in reader.facts]
