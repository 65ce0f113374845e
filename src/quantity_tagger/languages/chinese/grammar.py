"""Closed classes of Chinese grammar that several modules look words up in."""

from __future__ import annotations

from typing import Final

#: Between names that go together: 苹果、梨和桃.
JOINING: Final = frozenset(("和", "与", "、", "及", "以及", "跟"))
#: Aspect and direction after a verb: 用去, 拿走了.
PARTICLES: Final = frozenset("了去出来走掉")
PRONOUNS: Final = frozenset(("他", "她", "它"))
NUMERALS: Final = frozenset("一二三四五六七八九十")
#: The heavenly stems, which name in turn: 甲数, 乙仓库.
STEMS: Final = frozenset("甲乙丙丁")
#: The measures of a thing that stand where its verb would: 长5米.
SIDES: Final = frozenset("长宽高深厚")
