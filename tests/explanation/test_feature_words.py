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


@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_that_a_bundled_model_sees_of_a_quantity_has_words(language: str) -> None:
    families = ("relation:", "event:", "role:", "rank:", "match:", "question:")
    names = [name for name in models.load(language).encoder.quantities if name.startswith(families)]
    assert len(names) > 100
    raw = [name for name in names if in_words(name) == name.replace(":", ": ", 1)]
    assert not [name for name in raw if not name.startswith("question:x")]
