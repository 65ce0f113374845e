"""A grammar of sums told in words: 比76多29的数再减去15得几, 从90里减去25，把差与4相加.

A text is number talk where all of it belongs to the grammar; what stands before its first number
may tell a story. What was said last (``current``) is what a later step changes and what 和, 差 and
结果 stand for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.frames.words import words
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World, plus, times
from quantity_tagger.situation.understand import Candidate

#: The parts of speech, in the order in which they are tried for words of the same length.
_PARTS: Final = (
    *("unknown", "result", "add", "subtract", "sum", "difference", "together", "apart", "gap"),
    *("and", "of", "than", "more", "less", "number", "from", "inside", "is", "skipped", "stop"),
)
_NUMBER: Final = re.compile(r"\{(\d+|x)\}")
_ASKED: Final[Form] = {"x": 1}

Token = tuple[str, str]


def read_number_talk(
    text: str, values: Sequence[Fraction], *, story: bool = True
) -> Candidate | None:
    """The asked number; None where the text is no number talk. Numbers stand as {0}, {1}, … in the
    text, and what is asked as {x}; a story may go before it.
    """
    starts = [0, *[stop.end() for stop in re.finditer("[，,。：:“！]", text)]] if story else [0]
    first = text.find("{")
    for start in starts:
        tokens = _tokens(text[start:]) if start <= first else None
        if tokens is not None:
            known = any(word in text[:start] for word in words("number_talk", "unknown"))
            return _Talk(tokens, values, {"number": 1} if known else None).read()
    return None


def _tokens(text: str) -> list[Token] | None:
    """The tokens of a text; None where some of it is no number talk."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        number = _NUMBER.match(text, at)
        if number is not None:
            found.append(("amount", number.group(1)))
            at = number.end()
            continue
        word = next((w for n in (4, 3, 2, 1) if (w := text[at : at + n]) in _parts()), "")
        if not word:
            return None
        if _parts()[word] != "skipped":
            found.append((_parts()[word], word))
        at += len(word)
    return found


@cache
def _parts() -> dict[str, str]:
    found: dict[str, str] = {}
    for part in _PARTS:
        for word in words("number_talk", part):
            found.setdefault(word, part)
    return found


class _NotTalkError(Exception):
    """The tokens make no sense as number talk."""


class _Talk:
    """Reads the tokens from left to right; every statement is a form that is zero."""

    def __init__(
        self, tokens: list[Token], values: Sequence[Fraction], current: Form | None
    ) -> None:
        self.tokens, self.values, self.current = tokens, tuple(values), current
        self.orders = tokens[:1] == [("amount", "x")] and tokens[1:2] == [("stop", "：")]
        self.at = 1 if self.orders else 0  # 请口答：…
        self.statements: list[Form] = []

    def read(self) -> Candidate | None:
        try:
            while self.at < len(self.tokens):
                self._step()
        except _NotTalkError:
            return None
        if self.orders and self.current is not None:
            self._say(_ASKED, self.current)
        told = {name for form in self.statements for name in form}
        if "x" not in told or not told.issuperset(range(len(self.values))):
            return None
        world = World()
        for form in self.statements:
            given = {n: -share for n, share in form.items() if isinstance(n, int)}
            unknown = {n: share for n, share in form.items() if not isinstance(n, int)}
            world.say(unknown, Given(given), "number")
        return answer(world, self.values, _ASKED, "number talk", signed=True)

    # ---- tokens ----------------------------------------------------------------------------------
    def _part(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.tokens[place][0] if place < len(self.tokens) else "stop"

    def _take(self, *parts: str) -> str:
        """The part of the next token, which is passed, where it is one of these."""
        part = self._part()
        if part not in parts or self.at >= len(self.tokens):
            return ""
        self.at += 1
        return part

    def _expect(self, *parts: str) -> str:
        part = self._take(*parts)
        if not part:
            raise _NotTalkError
        return part

    # ---- steps -----------------------------------------------------------------------------------
    def _step(self) -> None:
        if self._take("stop"):
            return
        if self.current is not None and self._part() in ("add", "subtract"):
            self.current = self._changed(self.current)
        elif self._asks() and self._part(1) in ("unknown", "result", "sum", "difference"):
            self.at += 1  # 求这个数
            self._say(_ASKED, self._sum())
        elif self.current is not None and (self._take("is") or self._asks()):
            self._say(self.current, self._sum())
        elif self.current is not None and self._part() == "than":
            self._say(self.current, self._than())  # …比85多20
        else:
            self.current = self._sum()

    def _asks(self) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at] == ("amount", "x")

    def _say(self, one: Form, other: Form) -> None:
        self.statements.append(plus(one, times(-1, other)))

    def _changed(self, form: Form) -> Form:
        return plus(form, times(self._sign("add", "subtract"), self._term()))

    def _sign(self, up: str, down: str) -> int:
        return 1 if self._expect(up, down) == up else -1

    def _sum(self) -> Form:
        form = self._term()
        while self._part() in ("add", "subtract"):
            form = self._changed(form)
        return form

    def _than(self) -> Form:
        """比76多29: how much that is."""
        self._expect("than")
        standard = self._sum()
        return plus(standard, times(self._sign("more", "less"), self._one()))

    # ---- terms -----------------------------------------------------------------------------------
    def _term(self) -> Form:
        """One number, or several with their sum or difference."""
        several = [self._one()]
        while self._part() in ("and", "sum") and self._joins():
            self.at += 1
            several.append(self._one())
        if self._part(1) in ("sum", "difference"):
            self._take("of")
        made = self._take("sum", "difference", "together", "apart", "gap")
        if len(several) == 1 and made != "gap":  # 80减去35的差 is said of all of it
            return several[0]
        if made in ("sum", "together"):
            return plus(*several)
        if made not in ("difference", "apart", "gap") or len(several) != 2:
            raise _NotTalkError
        apart = plus(several[0], times(-1, several[1]))
        apart = times(-1, apart) if self._below_nothing(apart) else apart
        if made == "gap":
            self._say(apart, self._one())
        return apart

    def _joins(self) -> bool:
        """Whether 和 joins numbers here and does not stand for their sum."""
        return self._part(1) in ("amount", "unknown", "than", "result", "difference")

    def _below_nothing(self, form: Form) -> bool:
        told = [share * self.values[n] for n, share in form.items() if isinstance(n, int)]
        return len(told) == len(form) and sum(told) < 0

    def _one(self) -> Form:
        if self._part() == "amount":
            self.at += 1
            name = self.tokens[self.at - 1][1]
            return {name if name == "x" else int(name): 1}
        if self._take("unknown"):
            return {"number": 1}
        if self._take("result", "sum", "difference") and self.current is not None:
            return self.current
        if self._take("from"):
            whole = self._one()
            self._take("inside")
            return self._changed(whole)
        compared = self._than()  # 比76多29的数
        self._expect("of")
        self._expect("number")
        return compared
