"""Every language has what the protocol asks for; a new one needs nothing but its folder."""

from __future__ import annotations

import dataclasses
import re
import shutil
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import quantity_tagger
from quantity_tagger import QuantityTagger, ReadingError, read, solve
from quantity_tagger.confidence import classifier
from quantity_tagger.errors import ModelFileError, QuantityTaggerError
from quantity_tagger.languages import codes, detect, get, known
from quantity_tagger.languages.language import Language as Protocol
from quantity_tagger.languages.language import Part, ScopeRules
from quantity_tagger.languages.lexicon import load
from quantity_tagger.model import bundled
from quantity_tagger.solution.story import KINDS

LANGUAGES = ("en", "zh")
PARTS = {name: part for name, part in vars(Protocol).items() if isinstance(part, Part)}
#: Files that only one language needs: a tagger of its own, forms of words.
OWN_FILES = {
    "en": {"cutting.py", "grammar.py", "lemmas.py", "number_tokens.py", "number_words.py"},
    "zh": {"amounts.py", "number_patterns.py", "unknown.py", "vocabulary.py"},
}


class TestProtocol:
    def test_both_are_found_the_default_first(self) -> None:
        assert codes() == LANGUAGES

    @pytest.mark.parametrize("code", LANGUAGES)
    @pytest.mark.parametrize("name", PARTS)
    def test_every_part_is_there(self, code: str, name: str) -> None:
        assert getattr(get(code), name) is getattr(get(code), name)

    @pytest.mark.parametrize("code", LANGUAGES)
    def test_the_rules_of_scope_are_complete(self, code: str) -> None:
        asked = {name for name in vars(ScopeRules) if not name.startswith("_")}
        asked |= ScopeRules.__annotations__.keys()
        assert {name for name in asked if not hasattr(get(code).scope_rules, name)} == set()

    def test_the_folders_have_the_same_files(self) -> None:
        first, second = (
            {path.name for path in get(code).folder.glob("*.py")} - OWN_FILES[code]
            for code in LANGUAGES
        )
        assert first == second

    @pytest.mark.parametrize("code", LANGUAGES)
    def test_every_sentence_is_said_with_the_same_values(self, code: str) -> None:
        for field in dataclasses.fields(get(code).sentences):
            own, english = (getattr(get(one).sentences, field.name) for one in (code, "en"))
            if isinstance(own, dict):
                assert own.keys() == english.keys(), field.name
            elif isinstance(own, str):
                assert own or field.name in ("comma", "last_comma")
                assert slots(own) == slots(english), field.name
        assert get(code).sentences.headings.keys() == set(KINDS)

    @pytest.mark.parametrize("code", LANGUAGES)
    def test_features_have_the_same_names_everywhere(self, code: str) -> None:
        for field in dataclasses.fields(get(code).feature_words):
            own, english = (getattr(get(one).feature_words, field.name) for one in (code, "en"))
            if isinstance(own, str):
                assert slots(own) == slots(english), field.name
            elif field.name not in ("cue", "role"):  # some need more words than others
                assert own.keys() == english.keys(), field.name

    @pytest.mark.parametrize("code", LANGUAGES)
    def test_its_example_can_be_solved(self, code: str) -> None:
        found = solve(get(code).sentences.example)
        assert (found.language, found.in_scope) == (code, True)
        assert 0 in [one.sign for one in found.quantities]

    def test_no_sentence_stands_on_the_page_too(self) -> None:
        page = Path(quantity_tagger.__file__).parent / "web" / "static" / "locale"
        for code in LANGUAGES:
            lines = set(re.findall(r': "(.*)",$', (page / f"{code}.js").read_text("utf-8"), re.M))
            said = dataclasses.asdict(get(code).sentences).values()
            whole = {one for one in said if isinstance(one, str) and one.endswith((".", "。"))}
            assert not whole & lines

    def test_a_language_that_nobody_knows(self) -> None:
        with pytest.raises(QuantityTaggerError, match="'fr' is not known: say 'en' or 'zh'"):
            get("fr")


def slots(sentence: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", sentence))


TOY = Path(__file__).parents[1] / "toy_languages"
PROBLEMS = [
    ("Ana havas 9 pomojn. Poste ili perdas 4 pomojn. Kiom da pomoj restas?", 5),
    ("Petro havas 6 librojn. Ili ricevas 8 librojn. Kiom da libroj estas?", 14),
    ("Maria havas 7 florojn kaj 3 hundojn. Ili donas 2 florojn. Kiom da floroj restas?", 5),
]


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Protocol]:
    """A language that is there because its folder is."""
    shutil.copytree(TOY, tmp_path / "toys")
    package = sys.modules["quantity_tagger.languages"]
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path / "toys")])
    forget()
    yield get("eo")
    monkeypatch.undo()
    forget()


def forget() -> None:
    for cached in (known, detect._scripts, detect._function_words, load, classifier.bundled):
        cached.cache_clear()
    for name in [name for name in sys.modules if ".languages.esperanto" in name]:
        del sys.modules[name]


class TestNewLanguage:
    def test_it_is_found_by_its_folder(self, esperanto: Protocol) -> None:
        assert set(codes()) == {*LANGUAGES, "eo"}
        assert esperanto.folder.name == "esperanto"

    def test_its_texts_are_told_from_others(self, esperanto: Protocol) -> None:
        assert {detect.detect(text) for text, _ in PROBLEMS} == {"eo"}
        assert detect.detect("Ann had 9 pens and lost 4. How many has she left?") == "en"
        assert detect.detect("小明有9支铅笔，还剩多少支？") == "zh"

    def test_it_reads(self, esperanto: Protocol) -> None:
        problem = read(PROBLEMS[2][0])
        assert [(str(one.value), one.unit) for one in problem.quantities] == [
            ("7", ("florojn",)),
            ("3", ("hundojn",)),
            ("2", ("florojn",)),
        ]
        with pytest.raises(ReadingError, match="Mankas demando"):
            read("Ana havas 9 pomojn.", "eo")

    def test_it_learns_and_solves(self, esperanto: Protocol) -> None:
        texts, answers = zip(*PROBLEMS, strict=True)
        with pytest.raises(ModelFileError, match="no bundled model for the language 'eo'"):
            solve(texts[0])
        tagger = QuantityTagger(max_iterations=30).fit(texts, answers)
        tagger.save(bundled.path("eo"))
        found = [solve(text, why=True) for text in texts]
        assert [one.answer for one in found] == [Fraction(answer) for answer in answers]
        assert found[0].steps[-1] == "La respondo estas 5."
        assert found[0].clearness == ("Neniu rakonto.",)
        assert found[0].reasons == ("Diveno: komencu per 9 pomojn.", "Diveno: forprenu 4 pomojn.")
        assert found[2].quantities[1].sign == 0

    def test_a_language_without_weights_for_its_scope(self, esperanto: Protocol) -> None:
        (esperanto.folder / "models" / "scope.json").unlink()
        with pytest.raises(ModelFileError, match=r"no weights for the scope of the language 'eo'"):
            classifier.bundled("eo")
