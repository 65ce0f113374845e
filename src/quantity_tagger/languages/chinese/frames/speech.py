"""Who speaks and to whom: 我 and 你 in what is quoted are the speaker and the one spoken to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.frames.retelling import ASKED, NUMBER, Told, said
from quantity_tagger.languages.chinese.frames.words import any_of

_QUOTED: Final = re.compile("[“「][^“”「」]*[”」]")
_NAME: Final = f"[^，。！？；：:,“”{NUMBER}{ASKED}]"


@dataclass(slots=True)
class _Speech:
    """A quoted text: where it and the words that name its speaker begin and end, and who speaks."""

    start: int
    end: int
    first: int
    last: int
    who: str = ""
    whom: str = ""


@cache
def _introduced() -> tuple[re.Pattern[str], ...]:
    """Words before a quoted text that say who speaks, the surest first."""
    say = any_of("speech", "say").pattern
    tell = any_of("speech", "tell").pattern
    manner = any_of("speech", "manner").pattern
    to = any_of("speech", "to").pattern
    lets = any_of("speech", "let").pattern
    first = f"(?:^|(?<=[，。！？；”]))(?:{any_of('speech', 'then').pattern})?"
    who = f"{first}(?P<who>{_NAME}{{1,8}}?)"
    whom = f"(?P<whom>{_NAME}{{1,6}}?)"
    return (
        re.compile(f"{who}(?:{to}){whom}(?:{manner})*(?:{say})了?[：:，,]?$"),
        re.compile(f"{who}(?:{manner})*(?:{tell}){whom}[：:，,]?$"),
        re.compile(f"{who}(?:{manner})*(?:{say})[：:，,]?$"),
        re.compile(f"{first}(?P<who>{_NAME}{{1,4}}?)(?:{lets})[^。！？“”{NUMBER}]{{0,20}}[：:]$"),
    )


@cache
def _followed() -> re.Pattern[str]:
    """Words after a quoted text that say who spoke."""
    say = any_of("speech", "say").pattern
    to = any_of("speech", "to").pattern
    return re.compile(
        f"(?P<who>{_NAME}{{1,6}}?)(?:(?:{to})(?P<whom>{_NAME}{{1,6}}?))?(?:{say})[，。,]"
    )


def spoken(told: Told) -> Told:
    """The text without its quotation marks where all speakers are known."""
    speeches = _speeches(told.text)
    if not speeches or not all(one.who for one in speeches):
        return told
    found, at = said(""), 0
    for number, one in enumerate(speeches):
        found = found + told.part(at, one.first)
        inside = told.part(one.start + 1, one.end - 1)
        asks = inside.text.endswith(("？", "?")) and ASKED not in inside.text
        if not (asks and NUMBER not in inside.text):
            found = found + _named(inside, one.who, _hearer(speeches, number))
            if inside.text[-1:] not in "。！？!?":
                found = found + said("。" if one.last >= len(told.text) else "，")
        at = one.last
    return found + told.part(at, len(told.text))


def _speeches(text: str) -> list[_Speech]:
    found: list[_Speech] = []
    at = 0
    for match in _QUOTED.finditer(text):
        before = text[at : match.start()]
        one = _Speech(match.start(), match.end(), match.start(), match.end())
        named = next((m for p in _introduced() if (m := p.search(before))), None)
        after = _followed().match(text, match.end()) if named is None else None
        if named is not None:
            one.first = at + named.start()
        elif after is not None:
            named, one.last = after, after.end()
        if named is not None:
            one.who = named["who"]
            one.whom = named.groupdict().get("whom") or ""
        elif not before and found and text[at - 1 : at] in ("，", ","):  # “…”爷爷说，“…”
            one.who, one.whom = found[-1].who, found[-1].whom
        elif match.group()[-2] not in "，。！？!?," and NUMBER not in match.group():
            continue  # “六一”节: a name
        found.append(one)
        at = one.last
    return found


def _hearer(speeches: list[_Speech], number: int) -> str:
    """Whom a speaker speaks to: as told, else who spoke before, else who speaks next."""
    one = speeches[number]
    others = [s.who for s in [*reversed(speeches[:number]), *speeches[number:]] if s.who != one.who]
    return one.whom or (others[0] if others else "")


def _named(told: Told, who: str, whom: str) -> Told:
    """What was said with names for 我 and 你."""
    found, at = said(""), 0
    for match in re.finditer("[我你您](?!们)|我们俩|咱们俩?|我们(?![班家校组队])", told.text):
        name = who if match.group() == "我" else whom
        if len(match.group()) > 1:
            name = f"{who}和{whom}" if whom else ""
        if not name:
            continue
        found = found + told.part(at, match.start()) + said(name)
        at = match.end()
    return found + told.part(at, len(told.text))
