"""Sums written out: 21+14−6=, 21加14减去6."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quantity_tagger.languages.chinese.facts.mentions import Mention
from quantity_tagger.problem.document import Token

_SIGNS: Final = {
    "+": 1, "＋": 1, "加": 1, "加上": 1, "再加上": 1, "-": -1, "－": -1, "−": -1, "—": -1, "减": -1,
    "减去": -1, "再减去": -1,
}  # fmt: skip
_OPENING: Final = frozenset("([（【{")
_CLOSING: Final = frozenset(")]）】}")
_IGNORED: Final = frozenset((",", "，", "再", "然后"))


def expression(
    tokens: Sequence[Token], mentions: Sequence[Mention], asked: int
) -> dict[int, int] | None:
    """The signs of the longest run of numbers joined by plus and minus, if there is one."""
    if _SIGNS.keys().isdisjoint([token[0] for token in tokens]):
        return None
    best: dict[int, int] = {}
    run: dict[int, int] = {}
    stack = [1]
    pending = 1
    last = -1
    for index, mention in enumerate(mentions):
        if index == asked:
            continue
        sign = 0
        opened: list[str] = []
        if last >= 0:
            for text in (tokens[at].text for at in range(last + 1, mention.token)):
                if text in _OPENING:
                    opened.append(text)
                    stack.append(stack[-1] * (sign or pending))
                elif text in _CLOSING:
                    if len(stack) > 1:
                        stack.pop()
                elif text in _IGNORED:
                    continue
                elif text in _SIGNS and not sign:
                    sign = _SIGNS[text]
                else:
                    sign = 0
                    break
        if last >= 0 and sign:
            run[index] = stack[-1] * (1 if opened else sign)
        else:
            run, stack = {index: 1}, [1]
        last = mention.token
        if len(run) > len(best):
            best = dict(run)
    return best if len(best) > 1 else None
