"""Features in words."""

from __future__ import annotations

import pytest

from quantity_tagger.explanation.feature_words import in_words
from quantity_tagger.model import bundled as models


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("w-1+0=gave_#", "“gave #”"),
        ("w+1=¿", "“x”"),
        ("w-1=·", "“(end of text)”"),
        ("t+1=NNS", "tag NNS 1 after"),
        ("t-2=VBD", "tag VBD 2 before"),
        ("t+0=CD", "tag CD here"),
        ("t-3=·", "tag (end of text) 3 before"),
        ("e-1=N1", "tag N…, also in the question, 1 before"),
        ("e+2=V0", "tag V…, not in the question, 2 after"),
        ("world:first=-", "from the story follows −"),
        ("relation:unit=other", "counts something else"),
        ("relation:same/other/unsaid", "counts what is asked for, of somebody else"),
        ("relation:unrelated", "little to do with the question"),
        ("question:cue=remainder", "a word for “remainder” in the question"),
        ("something:new=1", "something: new=1"),
    ],
)
def test_attributes_in_words(attribute: str, words: str) -> None:
    assert in_words(attribute) == words


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("relation:unit=other", "数的是别的东西"),
        ("question:x cue=verb:give", "问题里提示“给出”的词"),
        ("g-answer:size=small", "整个算式：答案的大小"),
        ("t+1=n", "后面第 1 个词的词性是 n"),
        ("something:new=1", "something: new=1"),
    ],
)
def test_attributes_in_chinese(attribute: str, words: str) -> None:
    assert in_words(attribute, "zh") == words


@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_that_a_bundled_model_sees_of_a_quantity_has_words(language: str) -> None:
    families = ("relation:", "question:", "world:")
    seen = models.load(language, "qt").encoder.quantities
    names = [name for name in seen if name.startswith(families)]
    assert len(names) > 60
    raw = [one for one in names if in_words(one, language) == one.replace(":", ": ", 1)]
    assert not [name for name in raw if not name.startswith("question:x")]
