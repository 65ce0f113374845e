"""When: the time of a mention, and the moment that a question asks about (第一天看完以后还剩多少页,
卡车运来以前有多少箱).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.mention import Mention, Word
from quantity_tagger.languages.chinese.frames.words import role, time_order, words
from quantity_tagger.situation.facts import DIRECTION, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.reader import Reader

#: Roles of words that say which event is meant, and what it counts that an event has them.
_NAMES = frozenset(["time", "ordinal", "person", "place", "located"])
_WEIGHT = {**dict.fromkeys(_NAMES, 2.0), "verb": 1.5, "verb object": 1.5, "noun": 1.0}
_HOLDING = frozenset(["person", "place", "pronoun", "located"])
#: What at least says that an event is meant.
_LEAST = 1.5


class Moment(NamedTuple):
    """The told amount after which (or before which) it is asked, and the words that say so."""

    quantity: int
    before: bool
    words: tuple[Word, ...]


def asked_moment(found: Sequence[Word]) -> Moment | None:
    """None where the question names no event of the story, or all that is told comes before."""
    place = next((place for place, word in enumerate(found) if word.asked), None)
    if place is None:
        return None
    start = max(
        (
            n + 1
            for n, w in enumerate(found[:place])
            if w.role == "stop" and w.text in "。？！?!．."
        ),
        default=0,
    )
    marks = [n for n in range(start + 1, place) if _is_mark(found, n)]
    told = _events(found[:start])
    if not marks or len(told) < 2:
        return None
    mark = marks[-1]
    first = max((n + 1 for n in range(start, mark) if found[n].role == "stop"), default=start)
    said = tuple(found[first : mark + 1])
    counted = {word.unit for word in said if word.quantity is not None}
    if first == mark or not counted <= words("names", "time units"):
        return None
    if _tells_asked(found[:start], said):
        return None
    before = found[mark].text in role("before")
    event = _event(said[:-1], told, last=not before)
    if event is None or (event == len(told) - 1 and not before):
        return None
    named = [w for w in found[mark + 1 : place] if w.role in _HOLDING]
    subject = said[0].role in _HOLDING and not named  # 小冬送出以前有多少张: also of whom
    return Moment(told[event][0], before, said[1:] if subject else said)


def _tells_asked(told: Sequence[Word], said: Sequence[Word]) -> bool:
    """到站后有一些人上车，…，到站后有多少人上车: whether the asked event was told to be then."""
    names = {word.text for word in said}
    clause: list[Word] = []
    for word in told:
        clause = [] if word.role == "stop" else [*clause, word]
        if word.role == "some" and names <= {one.text for one in clause}:
            return True
    return False


def _is_mark(found: Sequence[Word], place: int) -> bool:
    """Whether a word ends the name of a moment: 送走以后, 第二轮结束时, 到星期六为止."""
    if found[place].text in role("moment"):
        return True
    said = {word.text for word in found[max(0, place - 2) : place]}
    return found[place].text == "时" and not said.isdisjoint(role("ending"))


def _events(found: Sequence[Word]) -> list[tuple[int, list[Word]]]:
    """Each told amount with the words that tell of it: those of its clause, and when or where it
    was where that was told before.
    """
    events: list[tuple[int, list[Word]]] = []
    current: list[Word] = []
    kept: list[Word] = []  # times and places that go on
    for word in found:
        if word.role == "stop":
            if current and events and any(w.quantity is not None for w in current):
                kept = [w for w in events[-1][1] if w.role in ("time", "place", "ordinal")]
            current = []
            continue
        current.append(word)
        if word.quantity is not None:
            own = [w for w in current if w.quantity is None]
            roles = {w.role for w in own}
            events.append((word.quantity, [*own, *(w for w in kept if w.role not in roles)]))
        elif events and any(w.quantity is not None for w in current):
            events[-1][1].append(word)
    return events


def _event(said: Sequence[Word], told: list[tuple[int, list[Word]]], *, last: bool) -> int | None:
    """The place of the event that is meant; of several the last one, or the first."""
    count = next((w.text for w in said if w.quantity is not None or w.role == "span"), "")
    if count:
        return _counted(count, told)
    named = [word for word in said if word.role in _NAMES - {"place"}]
    if last and not named and said[-1].text[-1] in role("finished"):
        return None  # 修完以后: after all that is told
    scores = [sum([_met(word, event) for word in said]) for _, event in told]
    best = max(scores)
    names = [word for word in said if word.role in ("time", "ordinal", "place")]
    places = [place for place, score in enumerate(scores) if score == best]
    place = places[-1 if last else 0]
    event = told[place][1]
    unmet = any(not _met(name, event) and _differs(name, event) for name in names)
    return None if best < _LEAST or unmet else place


def _differs(name: Word, event: Sequence[Word]) -> bool:
    """Whether an event is told of another time, place or number; 晚上 may be when it was told of
    the day alone.
    """
    row = time_order().get(name.text, ("", 0))[0]
    rows = [time_order().get(word.text, ("", 0))[0] for word in event if word.role == "time"]
    return not row or row in rows or not any(rows)


def _counted(count: str, told: list[tuple[int, list[Word]]]) -> int | None:
    """两天以后: after all that was told of the second day."""
    number = _number(count)
    times = [next((w.text for w in own if w.role == "time"), "") for _, own in told]
    named = list(dict.fromkeys(filter(None, times)))
    if not number or len(named) < number:
        return None
    return max(place for place, time in enumerate(times) if time == named[number - 1])


def _number(text: str) -> int:
    return next((n for n, character in enumerate("一两三四五", 1) if character in text), 0)


def _met(word: Word, event: Sequence[Word]) -> float:
    """How much a word says for an event."""
    weight = _WEIGHT.get(word.role, 0.0)
    if not weight or (word.role == "verb" and word.text in role("copula")):
        return 0.0
    verb = word.role.startswith("verb")
    for other in event:
        same = other.text == word.text
        if verb and other.role.startswith("verb"):
            same = same or other.text[0] == word.text[0]
        if not verb and min(len(word.text), len(other.text)) > 1:
            same = same or word.text in other.text or other.text in word.text
        if same:
            return weight
    return 0.0


def time_of(reader: Reader, mention: Mention) -> Time:
    """A part of a day or year belongs to the day or year that was spoken of."""
    time = slots.time_of(mention.times, mention.flags)
    if not time.label and not time.phase and _after_change(reader, mention):
        time = time._replace(phase="end")
    labels = [word.text for word in mention.times if word.role == "time"]
    spans = any(word.role == "span" for word in mention.times)
    if spans and (some := _some_times(reader, mention)):
        return Time(parts=some)
    if spans and mention.flags & {"total"} and not time.parts:  # 周末两天一共: all the days
        time, labels = Time(phase=time.phase), []
    if spans and mention.word.asked and not time.label:
        named = [w.text for w in mention.times if w.text[0] in words("names", "pointing")]
        return time._replace(ups=frozenset(named))
    if len(labels) > 1 and not time.parts:
        reader.spoken_times = labels
    elif len(labels) == 1 and len(reader.spoken_times) > 1 and not mention.word.asked:
        row = time_order().get(labels[0])
        last = time_order().get(reader.spoken_times[-1])
        if row is not None and last is not None and row[0] == last[0]:
            return Time(
                "".join([*reader.spoken_times[:-1], labels[0]]),
                frozenset([*reader.spoken_times[:-1], labels[0]]),
                time.rank,
                time.phase,
            )
        reader.spoken_times = []
    return time


def _after_change(reader: Reader, mention: Mention) -> bool:
    """赢了8张后有33张: what there is once the told change has happened."""
    if mention.word.asked or mention.sign or "total" in mention.flags or not reader.facts:
        return False
    if mention.verb not in ("有", "还有", "共有", "是", "为"):
        return False  # what is left says so itself
    last, said = reader.facts[-1], reader.said
    trailing = said is not None and said.after[-1:] and "后" in said.after[-1].text
    follows = "after" in mention.flags or bool(trailing)
    return follows and bool(DIRECTION.get(last.effect))


def _some_times(reader: Reader, mention: Mention) -> tuple[Time, ...]:
    """前两天, 后两天: the first or last of the times that were told one after another."""
    span = next(word.text for word in mention.times if word.role == "span")
    number = _number(span[1:2])
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
