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
        ("proposal:first=-", "the story as a whole suggests −"),
        ("proposal:stock=+", "the story, read as stock, suggests +"),
        ("relation:unit=other", "counts something else"),
        ("relation:same/other/unsaid", "counts what is asked for, of somebody else"),
        ("relation:unrelated", "little to do with the question"),
        ("event:give/gain", "asked about giving, getting"),
        ("event:end/-", "what there is in the end is asked, makes less of it"),
        ("event:unreal", "did not really happen"),
        ("role:statestart", "says what there is at first"),
        ("role:cue=rest", "a word for “rest” beside it"),
        ("question:cue=remainder", "a word for “remainder” in the question"),
        (
            "rank:remainder/change/smallest",
            "what is left is asked, comes or goes, the smallest",
        ),
        ("match:most", "the question's words point at it"),
        ("match:whole/none", "the whole is asked, the question's words point elsewhere"),
        ("something:new=1", "something: new=1"),
    ],
)
def test_attributes_in_words(attribute: str, words: str) -> None:
    assert in_words(attribute) == words


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("proposal:first=-", "整个故事支持 −"),
        ("relation:unit=other", "数的是别的东西"),
        ("rank:remainder/change/smallest", "问还剩多少，是来去的数，最小的"),
        ("event:give/gain", "问的是给出，得到"),
        ("event:end/-", "问最后有多少，使它变少"),
        ("role:statestart", "说原来有多少"),
        ("role:partend", "是一部分（在最后）"),
        ("role:cue=rest", "旁边提示“其余”的词"),
        ("question:x cue=verb:give", "问题里提示“给出”的词"),
        ("match:whole/most", "问总数，问题的词指向它"),
        ("g-answer:size=small", "整个算式：答案的大小"),
        ("t+1=n", "后面第 1 个词的词性是 n"),
        ("something:new=1", "something: new=1"),
    ],
)
def test_attributes_in_chinese(attribute: str, words: str) -> None:
    assert in_words(attribute, "zh") == words


@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_that_a_bundled_model_sees_of_a_quantity_has_words(language: str) -> None:
    families = ("relation:", "event:", "role:", "rank:", "match:", "question:")
    names = [name for name in models.load(language).encoder.quantities if name.startswith(families)]
    assert len(names) > 100
    raw = [one for one in names if in_words(one, language) == one.replace(":", ": ", 1)]
    assert not [name for name in raw if not name.startswith("question:x")]
