"""Many texts are read as each of them is; what cannot be read spoils none of the others."""

from __future__ import annotations

import pytest

from quantity_tagger import read
from quantity_tagger.errors import QuantityTaggerError, ReadingError
from quantity_tagger.problem.document import Token
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read_all
from quantity_tagger.reading.analysis import analyse

ENGLISH = "Ivo had 14 maps. He lost 5 maps. How many maps does he have now?"
OTHER = "Mia picked one hundred and four figs and a dozen pears. How many more figs than pears?"
CHINESE = "小芳有14张地图，丢了5张，还剩多少张？"


def test_they_are_what_each_is_by_itself() -> None:
    texts = [ENGLISH, CHINESE, OTHER, ENGLISH]
    assert list(read_all(texts)) == [read(text) for text in texts]
    assert list(read_all(texts, chunk=1)) == [read(text) for text in texts]


def test_an_error_stands_where_a_text_cannot_be_read() -> None:
    endless = f"Ivo has {'9' * 200} maps. How many maps has he?"
    found = list(read_all([ENGLISH, "", endless, "Ivo has maps.", OTHER]))
    assert [isinstance(one, Problem) for one in found] == [True, False, False, False, True]
    assert [one.code for one in found if isinstance(one, ReadingError)] == [
        "empty",
        "unreadable",
        "no_number",
    ]


def test_a_language_that_is_not_known_is_an_error_of_each() -> None:
    (found,) = read_all([ENGLISH], "tlh")
    assert isinstance(found, ReadingError)


def test_a_lone_text_is_refused() -> None:
    with pytest.raises(QuantityTaggerError, match="put it in a list"):
        list(read_all(ENGLISH))


class Own:
    """An annotator from elsewhere: it cuts and tags, and has no trees."""

    def annotate(self, text: str, words: object = None) -> list[Token]:
        ours = read(text).tokens
        return [token._replace(tag=token.tag if token.text != "maps" else "NNP") for token in ours]


def test_words_that_were_tagged_elsewhere_keep_their_tags_and_get_our_trees() -> None:
    problem = read(ENGLISH, annotator=Own())
    assert {token.tag for token in problem.tokens if token.text == "maps"} == {"NNP"}
    assert problem.document.columns.heads is None
    assert analyse(problem).worlds[0].signs == (1, -1, -1)


def test_the_tree_is_kept_with_the_words() -> None:
    columns = read(ENGLISH).document.columns
    assert columns.heads is not None
    assert columns.relations is not None
    maps = columns.texts.index("maps")
    assert (columns.texts[columns.heads[maps]], columns.relations[maps]) == ("had", "obj")


def test_what_is_mended_is_the_tag_and_not_the_text() -> None:
    problem = read("Ann has 9 beads in her left hand and 4 in her right hand. How many has she?")
    left = next(token for token in problem.tokens if token.text == "left")
    assert problem.text[left.start : left.end] == "left"
    assert (left.tag, left.lemma) == ("JJ", "left-hand")
