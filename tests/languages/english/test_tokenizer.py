"""Tokens, tags, lemmas, sentences and clauses of English texts."""

import pickle
import sys

import pytest

from quantity_tagger.errors import MissingExtraError, ReadingError
from quantity_tagger.languages.english.cutting import cut
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.problem.document import Token
from quantity_tagger.reading.annotators import annotate, locate


def words(text: str) -> list[str]:
    return [text[start:end] for start, end in cut(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ida's kite", ["Ida", "'s", "kite"]),
        ("Ida’s kite", ["Ida", "’s", "kite"]),
        ("They didn't, can't.", ["They", "did", "n't", ",", "ca", "n't", "."]),
        ("Mrs. Oak met Mr. Elm.", ["Mrs.", "Oak", "met", "Mr.", "Elm", "."]),
        ("a 90-minute film", ["a", "90", "-", "minute", "film"]),
        ("a three-year-old", ["a", "three", "-", "year-old"]),
        ("$3.50!", ["$", "3.50", "!"]),
        ("7,341 of 2,5", ["7,341", "of", "2", ",", "5"]),
        ("15kg and 2nd", ["15", "kg", "and", "2nd"]),
        ("an mp3 player", ["an", "mp3", "player"]),
        ("twenty-five T-shirts", ["twenty-five", "T-shirts"]),
        ("3-5 days", ["3", "-", "5", "days"]),
        ("-3 degrees", ["-3", "degrees"]),
        ("O'Hara at 5 o'clock", ["O'Hara", "at", "5", "o'clock"]),
        ("at 5 p.m. today", ["at", "5", "p.m.", "today"]),
        ("“Go,” she said", ["“", "Go", ",", "”", "she", "said"]),
        ("the dogs' bowls", ["the", "dogs", "'", "bowls"]),
        ("½ and 2½", ["½", "and", "2½"]),
        ("It cost .5 today. 5 left", ["It", "cost", ".5", "today", ".", "5", "left"]),
        ("on 1/2/2003", ["on", "1", "/", "2", "/", "2003"]),
        ("Ida has ___ left", ["Ida", "has", "___", "left"]),
    ],
)
def test_tokens_are_cut_as_people_read_them(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_every_token_is_a_slice_of_the_text() -> None:
    document = annotate("  Ida's\t3-year-old dog —\n“Rex” — ate $3.50!  ")
    position = 0
    for token in document.tokens:
        assert document.text[token.start : token.end] == token.text
        assert not document.text[position : token.start].strip()
        position = token.end
    assert not document.text[position:].strip()


def test_the_same_word_is_cut_by_what_stands_around_it() -> None:
    for _ in range(2):  # the first may be remembered
        assert words("I met Mr. Elm, no other Mr.") == [
            *("I", "met", "Mr.", "Elm", ",", "no", "other", "Mr", "."),
        ]
        assert words("it fell -3 then 5 -3") == ["it", "fell", "-3", "then", "5", "-", "3"]


def test_documents_are_equal_and_travel_by_what_they_hold() -> None:
    document, same = annotate("Ida has 3 cats."), annotate("Ida has 3 cats.")
    assert document == same
    assert hash(document) == hash(same)
    assert document != annotate("Ida has 3 dogs.")
    copy = pickle.loads(pickle.dumps(document))
    assert copy == document
    assert copy.tokens == document.tokens
    assert "Columns(texts=['Ida', 'has', '3', 'cats', '.']" in repr(document)


def sentences(text: str) -> list[str]:
    document = annotate(text, "en")
    return [" ".join(document.tokens[i].text for i in s) for s in document.sentences]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Mr. Elm has 3 kites. Two are red.", 2),
        ("The rope is 5 ft. long and thin.", 1),
        ("The rope is 5 ft. It is thin.", 2),
        ("He came at 5 p.m. on foot.", 1),
        ("He came at 5 p.m. She left.", 2),
        ("“Stop!” said Ida. “Why?”", 3),
        ("What?! No.", 2),
        ("First line\nsame sentence\n\nNext paragraph", 2),
        ("It cost 3.50 today.", 1),
    ],
)
def test_sentences(text: str, count: int) -> None:
    assert len(sentences(text)) == count, sentences(text)


def test_clauses_divide_sentences() -> None:
    document = annotate("If Ida eats 3, how many are left? None.")
    assert [len(s) for s in document.sentences] == [10, 2]
    assert [len(c) for c in document.clauses] == [5, 5, 2]


def tags(text: str) -> dict[str, str]:
    return {token.text: token.tag for token in annotate(text, "en").tokens}


@pytest.mark.parametrize(
    ("text", "word", "tag"),
    [
        ("Ida planted 3 trees.", "planted", "VBD"),
        ("Ida planted 3 trees.", "trees", "NNS"),
        ("Ida planted 3 trees.", "Ida", "NNP"),
        ("How many trees did Ida plant?", "plant", "VB"),
        ("The plant has 3 leaves.", "plant", "NN"),
        ("He bought seven green glurbs.", "glurbs", "NNS"),
        ("He bought seven green glurbs.", "seven", "CD"),
        ("He glurbed the ball.", "glurbed", "VBD"),
        ("She gave her kite to him.", "her", "PRP$"),
        ("There are 7,341 of them.", "7,341", "CD"),
        ("There are 7,341 of them.", "There", "EX"),
    ],
)
def test_tags(text: str, word: str, tag: str) -> None:
    assert tags(text)[word] == tag


@pytest.mark.parametrize(
    ("form", "tag", "lemma"),
    [
        ("gave", "VBD", "give"),
        ("Bought", "VBD", "buy"),
        ("left", "VBN", "leave"),
        ("left", "JJ", "left"),
        ("planted", "VBD", "plant"),
        ("baked", "VBD", "bake"),
        ("planned", "VBD", "plan"),
        ("carried", "VBD", "carry"),
        ("hiked", "VBD", "hike"),
        ("used", "VBD", "use"),
        ("added", "VBD", "add"),
        ("filled", "VBN", "fill"),
        ("saved", "VBD", "save"),
        ("picking", "VBG", "pick"),
        ("running", "VBG", "run"),
        ("making", "VBG", "make"),
        ("riding", "VBG", "ride"),
        ("goes", "VBZ", "go"),
        ("has", "VBZ", "have"),
        ("washes", "VBZ", "wash"),
        ("flies", "VBZ", "fly"),
        ("'re", "VBP", "be"),
        ("children", "NNS", "child"),
        ("boxes", "NNS", "box"),
        ("berries", "NNS", "berry"),
        ("knives", "NNS", "knife"),
        ("cookies", "NNS", "cookie"),
        ("horses", "NNS", "horse"),
        ("buses", "NNS", "bus"),
        ("glasses", "NNS", "glass"),
        ("kites", "NNS", "kite"),
        ("Ida", "NNP", "ida"),
    ],
)
def test_lemmas(form: str, tag: str, lemma: str) -> None:
    assert lemmatise(form, tag) == lemma


def test_a_cut_made_elsewhere_is_kept() -> None:
    text = "Ida has ninety minute-long films ."
    given = ["Ida", "has", "ninety", "minute-long films", "."]
    assert [t.text for t in annotate(text, words=given).tokens] == given
    offsets = locate(text, given)
    assert [(t.start, t.end) for t in annotate(text, words=offsets).tokens] == offsets


def test_numbers_are_cut_out_of_a_cut_made_elsewhere() -> None:
    given = ["Ida", "has", "90-minute", "films", "."]
    found = annotate("Ida has 90-minute films .", words=given).tokens
    assert [t.text for t in found] == ["Ida", "has", "90", "-", "minute", "films", "."]


def test_a_number_of_several_words_is_one_token() -> None:
    found = annotate("Ida has one hundred and four eggs and a dozen figs.").tokens
    assert [t.text for t in found if t.tag == "CD"] == ["one hundred and four", "a dozen"]


@pytest.mark.parametrize(
    ("given", "place"),
    [
        (["Ida", "had"], "character 3"),
        (["Ida", "3"], "character 3"),
        (["Ida", "has"], "7 of 14"),
        ([(0, 3), (2, 7)], "character 3"),
        ([(0, 3), (8, 14)], "character 3"),
        ([(0, 3), (4, 40)], "character 3"),
    ],
)
def test_a_cut_that_does_not_fit_is_refused_with_its_place(given: list[str], place: str) -> None:
    with pytest.raises(ReadingError, match=place):
        annotate("Ida has 3 cats", words=given)


class Shouting:
    """An annotator of a user's own."""

    def annotate(self, text: str, words: object = None) -> list[Token]:
        return [Token(text, 0, len(text), "UH", text.lower())]


def test_an_annotator_may_be_given() -> None:
    assert annotate("Three!", annotator=Shouting()).tokens[0].tag == "UH"


class Careless:
    """An annotator that gives whatever it was told to."""

    def __init__(self, *tokens: Token) -> None:
        self.tokens = list(tokens)

    def annotate(self, text: str, words: object = None) -> list[Token]:
        return self.tokens


@pytest.mark.parametrize(
    "tokens",
    [
        (Token("", 0, 0, "X", ""), Token("Three!", 0, 6, "CD", "three")),
        (Token("Three!", 0, 6, "CD", "three"), Token("", 6, 6, ".", "")),
        (Token("three", 0, 5, "CD", "three"),),
        (Token("Three", 0, 5, "CD", "three"), Token("e!", 4, 6, ".", "!")),
        (),
    ],
)
def test_an_annotator_that_gives_no_pieces_of_the_text(tokens: tuple[Token, ...]) -> None:
    with pytest.raises(ReadingError, match="The annotator"):
        annotate("Three!", annotator=Careless(*tokens))


def test_an_annotator_may_be_named() -> None:
    with pytest.raises(ReadingError, match="'stanza'"):
        annotate("Three!", annotator="stanza")


def test_spacy_missing_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'quantity-tagger\[spacy\]'"):
        annotate("Three!", annotator="spacy")


def test_a_loaded_pipeline_tags_our_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    spacy = pytest.importorskip("spacy", reason="the extra [spacy] is not installed")
    from quantity_tagger.reading.spacy import SpacyAnnotator

    document = annotate("Ida paid $3.50.", annotator=SpacyAnnotator(spacy.blank("en")))
    assert [token.text for token in document.tokens] == ["Ida", "paid", "$", "3.50", "."]


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("The shop has 12 lamps and 8 work tables.", ["has"]),
        ("Nils has 16 pens, 4 paint boxes and 3 ink pots.", ["has"]),
        ("We saw 6 tents and 5 house boats.", ["saw"]),
        ("Of the guests, 21 dance and 8 knit socks.", ["dance", "knit"]),
        ("At dawn 13 more march off and 5 rest.", ["march", "rest"]),
        ("The mill saws 40 beams and stores 25.", ["saws", "stores"]),
        ("Ida ran 2 km to the pony rides and 3 km from the pony rides back home.", ["ran"]),
    ],
)
def test_what_is_a_noun_as_well_is_told_apart(text: str, verbs: list[str]) -> None:
    tokens = annotate(text, "en").tokens
    assert [token.text for token in tokens if token.tag[:1] == "V"] == verbs
