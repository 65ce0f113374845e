"""Chinese, in simplified characters."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.language import Language

LANGUAGE: Final = Language(
    __name__,
    code="zh",
    name="Chinese",
    endonym="中文",
    tag="zh-CN",
    script="[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]",
    marks="[\u3000-\u303f\uff01-\uff5e]",  # full-width forms, ideographic punctuation
    space="",
    font="STSong-Light",
)
