"""The hand-written problems in curriculum/: well formed, right, and read as they are marked."""

import importlib.util
import json
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from operator import mul
from pathlib import Path
from typing import Any, Literal

import pytest

from quantity_tagger.errors import ReadingError
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read, read_all
from quantity_tagger.signs import SIGNS

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "curriculum"
TERM = r"(\d+(\.\d+)?|\(1\))"
Lang = Literal["en", "zh"]
LANGUAGES: tuple[Lang, ...] = ("en", "zh")


def rows_of(pattern: str) -> list[dict[str, Any]]:
    """The lines of all files of the curriculum that are called so."""
    return [
        json.loads(line)
        for file in sorted(FOLDER.glob(pattern))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]


PROBLEMS: dict[Lang, list[dict[str, Any]]] = {lang: rows_of(f"{lang}.jsonl") for lang in LANGUAGES}
FAMILIES = [
    (lang, family)
    for lang in LANGUAGES
    for family in sorted({problem["family"] for problem in PROBLEMS[lang]})
]


def members_of(lang: Lang, family: str) -> list[dict[str, Any]]:
    return [problem for problem in PROBLEMS[lang] if problem["family"] == family]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_has_the_fields_of_the_format(lang: Lang) -> None:
    for problem in PROBLEMS[lang]:
        assert set(problem) == {"id", "family", "change", "lang", "text", "signs", "answer"}
        assert problem["lang"] == lang
        assert problem["id"][:-1] == f"cur-{lang}-{problem['family']}"
        assert problem["change"] in {"base", "question", "order", "distractor", "wording"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("field", ["id", "text"])
def test_no_problem_stands_there_twice(field: str, lang: Lang) -> None:
    counts = Counter(problem[field] for problem in PROBLEMS[lang])
    assert [value for value, n in counts.items() if n > 1] == []


@pytest.mark.parametrize(("lang", "family"), FAMILIES)
def test_a_family_is_a_base_and_four_variants_with_several_sign_patterns(
    lang: Lang, family: str
) -> None:
    members = members_of(lang, family)
    assert [member["change"] for member in members].count("base") == 1
    assert len(members) == 5
    assert len({tuple(member["signs"]) for member in members}) > 1


@pytest.mark.parametrize(("lang", "family"), FAMILIES)
def test_the_numbers_are_read_as_marked_and_their_signs_give_the_answer(
    lang: Lang, family: str
) -> None:
    for problem in members_of(lang, family):
        values = [quantity.value for quantity in read(problem["text"], lang).quantities]
        signs = problem["signs"]
        assert len(values) == len(signs), problem["id"]
        assert set(signs) <= {-1, 0, 1}, problem["id"]
        assert any(signs), problem["id"]
        answer = sum((s * v for s, v in zip(signs, values, strict=True)), Fraction(0))
        assert answer == Fraction(problem["answer"]) >= 0, problem["id"]


EVERYDAY: dict[Lang, list[dict[str, Any]]] = {
    lang: [
        json.loads(line)
        for line in (FOLDER / f"everyday_{lang}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    for lang in LANGUAGES
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everyday_problems_are_well_formed_right_and_read_as_marked(lang: Lang) -> None:
    texts = Counter(problem["text"] for problem in EVERYDAY[lang])
    assert max(texts.values()) == 1
    assert not texts.keys() & {problem["text"] for problem in PROBLEMS[lang]}
    numbers: Counter[str] = Counter()
    for problem in EVERYDAY[lang]:
        assert set(problem) == {"id", "kind", "lang", "text", "signs", "answer"}
        source = problem["id"].partition("-")[0]
        numbers[source] += 1
        assert problem["id"] == f"{source}-{lang}-{numbers[source]:04d}"
        quantities = read(problem["text"], lang).quantities
        pairs = zip(problem["signs"], quantities, strict=True)
        total = sum((sign * quantity.value for sign, quantity in pairs), Fraction())
        assert total == Fraction(problem["answer"]) >= 0, problem["text"]
    assert set(numbers) == {"day", "varied"}


@pytest.mark.parametrize("lang", LANGUAGES)
class TestStories:
    """stories_en_*.jsonl and stories_zh_*.jsonl: what is asked of a story, and the arithmetic."""

    READ_EVERY = 40

    def rows(self, lang: Lang) -> list[dict[str, Any]]:
        return rows_of(f"stories_{lang}_*.jsonl")

    def test_every_line_has_the_fields_of_the_format(self, lang: Lang) -> None:
        for row in self.rows(lang):
            assert set(row) <= {"id", "story", "ask", "tell"}
            assert row["id"].startswith(f"{lang}-")
            assert ("story" in row) == ("ask" in row), row["id"]
            assert row.get("ask") or row.get("tell"), row["id"]
            for _, arithmetic in (*row.get("ask", ()), *row.get("tell", ())):
                assert re.fullmatch(rf"{TERM}([+-]{TERM})*", arithmetic), row["id"]

    def test_all_wordings_of_a_sentence_have_the_same_numbers(self, lang: Lang) -> None:
        for row in self.rows(lang):
            told = row.get("story", "")
            asked = [one for one, _ in (*row.get("ask", ()), *row.get("tell", ()))]
            for wordings in (*([] if isinstance(told, str) else told), *asked):
                if not isinstance(wordings, str):
                    numbers = {tuple(sorted(re.findall(r"\d+", one))) for one in wordings}
                    assert len(numbers) == 1, row["id"]
                    assert len(set(wordings)) == len(wordings), row["id"]

    def test_no_story_stands_there_twice(self, lang: Lang) -> None:
        rows = self.rows(lang)
        assert len({row["id"] for row in rows}) == len(rows)
        told = [json.dumps(row["story"]) for row in rows if "story" in row]
        assert len(set(told)) == len(told)

    def test_the_arithmetic_has_numbers_of_the_text(self, lang: Lang) -> None:
        spec = importlib.util.spec_from_file_location("stories", ROOT / "tools" / "stories.py")
        assert spec is not None
        assert spec.loader is not None
        tool = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(tool)
        problems = list(tool.stories(lang))[:: self.READ_EVERY]
        texts = read_all([one.text for one in problems], lang)
        found = [
            isinstance(problem, Problem) and one.signs(problem)
            for one, problem in zip(problems, texts, strict=True)
        ]
        assert sum(map(bool, found)) / len(found) >= 0.95


@pytest.mark.parametrize("lang", LANGUAGES)
class TestScope:
    """scope_en.jsonl and scope_zh.jsonl: what needs × or ÷, and what only looks like it."""

    def problems(self, lang: Lang) -> list[dict[str, Any]]:
        text = (FOLDER / f"scope_{lang}.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def test_every_line_has_the_fields_of_the_format(self, lang: Lang) -> None:
        for place, problem in enumerate(self.problems(lang), 1):
            assert set(problem) == {"id", "kind", "lang", "text", "answer", "scope"}
            assert problem["id"] == f"scope-{lang}-{place:04}"
            assert problem["lang"] == lang
            assert problem["scope"] in {"ok", "multiplication"}
            assert Fraction(problem["answer"]) >= 0

    def test_no_text_stands_there_twice(self, lang: Lang) -> None:
        texts = [problem["text"] for problem in self.problems(lang)]
        assert len(set(texts)) == len(texts)

    def test_both_sides_are_there(self, lang: Lang) -> None:
        counts = Counter(problem["scope"] for problem in self.problems(lang))
        assert counts == {"multiplication": 300, "ok": 150}


@pytest.mark.parametrize("lang", LANGUAGES)
class TestBeyond:
    """beyond_en*.jsonl and beyond_zh*.jsonl: a number that is needed twice or goes unsaid, and what
    is like it and does not need it.
    """

    def problems(self, lang: Lang) -> list[dict[str, Any]]:
        return rows_of(f"beyond_{lang}*.jsonl")

    def test_every_line_has_the_fields_of_the_format(self, lang: Lang) -> None:
        problems = self.problems(lang)
        for problem in problems:
            assert set(problem) == {"id", "kind", "lang", "text", "answer"}
            assert problem["kind"] in {"twice", "unsaid", "once", "plain"}, problem["id"]
            assert Fraction(problem["answer"]) >= 0
        for field in ("id", "text"):
            assert len({problem[field] for problem in problems}) == len(problems)

    def test_signs_write_the_answer_where_each_number_is_needed_once(self, lang: Lang) -> None:
        every = self.problems(lang)[::4]
        found = read_all([one["text"] for one in every], lang)
        as_told = 0
        for problem, one in zip(every, found, strict=True):
            values = [] if isinstance(one, ReadingError) else [q.value for q in one.quantities]
            choices = product(SIGNS, repeat=min(len(values), 7))
            can = Fraction(problem["answer"]) in {sum(map(mul, s, values)) for s in choices}
            as_told += can == (problem["kind"] in {"once", "plain"})
        assert as_told / len(every) >= 0.95
