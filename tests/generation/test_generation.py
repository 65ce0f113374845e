"""Generated problems: their world gives the signs, our reader reads them, a seed repeats them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import accumulate, islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quantity_tagger import cli
from quantity_tagger.datasets import Record, check
from quantity_tagger.datasets.convert.expression import parse_equation
from quantity_tagger.datasets.jsonl import dump, parse
from quantity_tagger.errors import MissingExtraError, QuantityTaggerError, ReadingError
from quantity_tagger.generation import (
    DISTRACTORS,
    FAMILIES,
    KINDS,
    compose,
    generate,
    worksheet,
)
from quantity_tagger.languages.chinese.numerals import numeral_value
from quantity_tagger.languages.chinese.telling import number_characters
from quantity_tagger.languages.english.telling import number_words
from quantity_tagger.languages.lexicon import load
from quantity_tagger.languages.telling.chance import Chance
from quantity_tagger.languages.telling.grammar import compiled
from quantity_tagger.languages.telling.scene import Scene
from quantity_tagger.languages.telling.situation import Fact, Situation, signs
from quantity_tagger.languages.telling.vocabulary import sections
from quantity_tagger.reading import read

LANGUAGES = ("en", "zh")
languages = st.sampled_from(LANGUAGES)
seeds = st.integers(0, 2**32)


def used(record: Record) -> int:
    assert record.signs is not None
    return sum(sign != 0 for sign in record.signs)


def as_read(record: Record) -> str | None:
    """What the reader sees differently from the generator; None where they agree."""
    assert record.quantities is not None
    try:
        problem = read(record.text, record.lang)
    except ReadingError as error:
        return str(error)
    mine = [(q.end, q.value) for q in problem.quantities]
    theirs = [(q.end, q.value) for q in record.quantities]
    if mine != theirs:
        return f"{mine} != {theirs} in {record.text}"
    asking = problem.tokens[problem.unknown.token].text.lower()
    if not re.match(r"how|what|find|多|几", asking):
        return f"x sits at {asking!r} in {record.text}"
    return None


class TestSigns:
    def test_what_is_left_is_what_was_there_less_what_went(self) -> None:
        before, gone, left = 0, 1, 2
        relations = [((-1, left), (1, before), (-1, gone))]
        assert signs(relations, {before, gone}, left) == {before: 1, gone: -1}
        assert signs(relations, {left, gone}, before) == {left: 1, gone: 1}
        assert signs(relations, {before, left}, gone) == {before: 1, left: -1}

    def test_amounts_that_are_not_needed_have_no_sign(self) -> None:
        relations = [((-1, 2), (1, 0), (1, 1)), ((-1, 3), (1, 2), (1, 4))]
        assert signs(relations, {0, 1, 4, 9}, 2) == {0: 1, 1: 1}

    def test_what_cannot_be_told_is_none(self) -> None:
        assert signs([((-1, 2), (1, 0), (1, 1))], {0}, 2) is None

    def test_what_needs_a_multiple_is_none(self) -> None:
        # Both together, where one has five more than the other, is twice the other and five.
        relations = [((-1, 1), (1, 0), (1, 2)), ((-1, 3), (1, 0), (1, 1))]
        assert signs(relations, {0, 2}, 3) is None


class TestGrammar:
    def test_choices_and_slots(self) -> None:
        pattern = compiled("{A} [had|has] (a (big|small) cat|a dog|)")
        assert pattern.slots == {"A"}
        found = {pattern.expand(str.lower, Chance(seed), past=seed % 2 == 0) for seed in range(80)}
        assert found == {
            f"a {verb} {what}"
            for verb in ("had", "has")
            for what in ("a big cat", "a small cat", "a dog", "")
        }

    @pytest.mark.parametrize("wording", ["(a|b", "a)", "[a|b)", "a|b"])
    def test_brackets_must_match(self, wording: str) -> None:
        with pytest.raises(QuantityTaggerError):
            compiled(wording)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_wording_compiles(self, language: str) -> None:
        for section in sections(language, "wordings"):
            assert re.fullmatch("(own|place|deed|purchase|overlap) [a-z ]+", section)
            for line in load(language, "generate_wordings")[section]:
                assert compiled(line).pieces, line


class TestNumbers:
    @given(st.integers(3, 100))
    def test_characters_are_read_back(self, number: int) -> None:
        assert numeral_value(number_characters(number)) == number

    @given(st.integers(2, 100))
    def test_words_are_read_back(self, number: int) -> None:
        problem = read(f"Ann has {number_words(number)} pens. How many has she?")
        assert [quantity.value for quantity in problem.quantities] == [number]


class TestGenerate:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("kind", KINDS)
    def test_every_kind(self, language: str, kind: str) -> None:
        records = list(generate(language, 20, kinds=[kind], seed=1))  # type: ignore[arg-type]
        assert {record.extra["kind"] for record in records} == {kind}
        assert len({record.text for record in records}) == 20

    @settings(max_examples=40)
    @given(
        languages,
        seeds,
        st.sampled_from(DISTRACTORS),
        st.booleans(),
        st.sampled_from((10, 20, 100, 3000)),
        st.sampled_from(((1, 1), (2, 2), (3, 3), (1, 3))),
    )
    def test_records_hold_together(  # type: ignore[no-untyped-def]
        self, language, seed, distractors, decimals, largest, steps
    ) -> None:
        for record in generate(
            language,
            34,
            seed=seed,
            distractors=distractors,
            decimals=decimals,
            largest=largest,
            steps=steps,
        ):
            assert check(record) == ()
            assert record.answer > 0
            assert record.signs is not None
            assert record.quantities is not None
            values = [quantity.value for quantity in record.quantities]
            assert len(set(values)) == len(values)
            assert steps[0] <= used(record) - 1 <= steps[1], record.text
            if not decimals:
                assert all(value.denominator == 1 for value in values)
            if distractors == "none":
                assert 0 not in record.signs
            if distractors == "heavy":
                assert 0 in record.signs
            terms = parse_equation(record.equation or "")
            assert sum(term.sign * term.value for term in terms) == record.answer
            assert parse(dump(record)) == record
            assert not re.search(r"[{}\[\]()|\ue000-\uf8ff]|  | [.,?]", record.text), record.text

    @settings(max_examples=15)
    @given(languages, seeds)
    def test_the_same_seed_gives_the_same_bytes(self, language, seed) -> None:  # type: ignore[no-untyped-def]
        one, two = (
            [dump(r) for r in generate(language, 20, seed=seed, decimals=True)] for _ in range(2)
        )
        assert one == two

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_longer_run_begins_like_a_shorter_one(self, language: str) -> None:
        short = list(generate(language, 30, seed=5))  # type: ignore[arg-type]
        assert list(islice(generate(language, 90, seed=5), 30)) == short  # type: ignore[arg-type]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_other_seeds_give_other_problems(self, language: str) -> None:
        texts = {r.text for s in range(10) for r in generate(language, 50, seed=s)}  # type: ignore[arg-type]
        assert len(texts) > 495

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("distractors", DISTRACTORS)
    def test_the_reader_finds_the_quantities_and_the_question(
        self, language: str, distractors: str
    ) -> None:
        records = list(
            generate(language, 400, seed=11, distractors=distractors, decimals=True)  # type: ignore[arg-type]
        )
        differing = [seen for record in records if (seen := as_read(record)) is not None]
        assert len(differing) <= 0.005 * len(records), differing[:5]

    def test_families_stand_for_their_kinds(self) -> None:
        records = generate("en", 60, kinds="change")
        assert {record.extra["kind"] for record in records} == set(FAMILIES["change"])
        assert {kind for kinds in FAMILIES.values() for kind in kinds} == set(KINDS)

    def test_decimals_come_only_where_asked(self) -> None:
        records = generate("en", 200, decimals=True)
        assert any(q.value.denominator > 1 for r in records for q in r.quantities or ())

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"kinds": ["jion-result"]}, "There is no kind 'jion-result'; there are change, "),
            ({"kinds": ["overlap-both"], "steps": (1, 1)}, "take 2 steps"),
            ({"kinds": []}, "No kind of problem is named"),
            ({"steps": (2, 1)}, "Steps from 2 to 1 cannot be made"),
            ({"steps": (0, 2)}, "Steps from 0 to 2 cannot be made"),
            ({"steps": (1, 4)}, "Steps from 1 to 4 cannot be made"),
            ({"distractors": "many"}, "Distractors cannot be 'many'"),
            ({"largest": 9}, "The largest number cannot be 9; give one from 10 "),
            ({"language": "fr"}, "The language 'fr' is not known"),
            ({"count": -1}, "must not be negative"),
        ],
    )
    def test_what_cannot_be_made_is_said_at_once(
        self, wrong: dict[str, object], sentence: str
    ) -> None:
        arguments: dict[str, object] = {"language": "en", "count": 1, **wrong}
        with pytest.raises(QuantityTaggerError, match=re.escape(sentence)):
            generate(**arguments)  # type: ignore[arg-type]


class TestOneAnswer:
    """Whoever reads a problem carefully finds the key's answer and no other."""

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("distractors", DISTRACTORS)
    def test_nothing_else_that_happens_is_of_the_kind_asked_for(
        self, language: str, distractors: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told: list[Situation] = []

        plain = compose.compose

        def watched(scene: Scene, beside: int, name: str) -> Record:
            record = plain(scene, beside, name)
            told.append(scene.situation)
            return record

        monkeypatch.setattr(compose, "compose", watched)
        for seed in range(20):
            list(
                generate(
                    language,  # type: ignore[arg-type]
                    40,
                    seed=seed,
                    kinds=["join-change", "separate-change"],
                    steps=(1, 3),
                    distractors=distractors,  # type: ignore[arg-type]
                )
            )
        assert len(told) == 800
        for situation in told:
            _, form = situation.question.form.split()
            assert form in ("gain", "lose")
            facts = [fact for block in situation.blocks for fact in block]
            alike = [f for f in facts if f.form == form and f.who == situation.question.who]
            assert [fact.amounts for fact in alike] == [situation.question.amounts]
        assert any(len(situation.stated) > 2 for situation in told)

    def test_a_situation_with_two_such_events_is_not_clear(self) -> None:
        facts = (Fact("before", "A", (0,)), Fact("lose", "A", (1,)), Fact("lose", "A", (2,)))
        two = Situation(
            "separate-change", "own", (9, 2, 3), (), (facts,), Fact("ask lose", "A", (2,)), 20
        )
        assert not two.is_clear
        assert replace(two, blocks=((facts[0], facts[2]),)).is_clear
        assert replace(two, question=Fact("ask left", "A", (2,))).is_clear


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("largest", [10, 20, 50])
@pytest.mark.parametrize("distractors", DISTRACTORS)
def test_no_number_passes_the_largest(language: str, largest: int, distractors: str) -> None:
    for seed in range(4):
        for record in generate(
            language,  # type: ignore[arg-type]
            85,
            seed=seed,
            largest=largest,
            distractors=distractors,  # type: ignore[arg-type]
            decimals=seed == 3,
        ):
            assert record.answer <= largest
            assert all(q.value <= largest for q in record.quantities or ()), record.text
            terms = parse_equation(record.equation or "")
            steps = list(accumulate(term.sign * term.value for term in terms))
            assert all(0 <= step <= largest for step in steps), record.equation


@cache
def texts(language: str, **options: Hashable) -> list[str]:
    """Many problems, with and without distractors, made once for all who look at them."""
    return [
        record.text
        for seed in range(4)
        for record in generate(language, 340, seed=seed, **options)  # type: ignore[arg-type]
    ]


class TestWording:
    @pytest.mark.parametrize(
        "odd",
        [
            r"(boats|ships)( \w+)* (drove|drive) off",
            r"^[^.?]*\b(also|too|as well)\b",  # nothing is told yet that it adds to
            r"The next day[^.]*(passengers|people|tourists|children)",
            r"[Hh]ow much [a-z ]+ (were|are)\b",
            r"\bsome (more )?(grain|water) (were|are)\b|\bthere (were|are) some (grain|water)",
            r"plant (is|was) \d+ (meters|feet)|song",
            r"\b(owns?|owned) \$",
            r"\band (it (is|was) (May|June)|\w+ is \S+ years old\.)",
            r"If (now|then|in the end|after that|that|this) ",
            r"than (he|she) (did|does) \w+ have|than (he|she)[.,]",
            r"\ban? [a-z]+( [a-z]+)? and an? [a-z ]+ for (\$|\d)",  # both, or the last alone?
        ],
    )  # fmt: skip
    def test_nothing_odd_is_said_in_english(self, odd: str) -> None:
        found = [text for text in texts("en", distractors="heavy") if re.search(odd, text)]
        assert found == []

    @pytest.mark.parametrize(
        "odd",
        [
            r"[,.?!;:](?!\d)",  # marks of half width; a decimal point stands before a digit
            r"一些[，。]",
            r"[渡游轮客]船上[^。]*[上下]车|船上[^。]*到站",
            r"手里",
            r" |多少.*多少",
            r"(问|请问|那么)[^，。？]*(都|就)[^？]*，",
            r"[运送]来\d克",
            r"^[^，。？]*还有",
            r"鱼缸里[^。，]*(天鹅|小船)",
            r"的(\w+)(跑了|又添了)一些\1",  # the thing is told twice
        ],
    )  # fmt: skip
    def test_nothing_odd_is_said_in_chinese(self, odd: str) -> None:
        found = [text for text in texts("zh", distractors="heavy") if re.search(odd, text)]
        assert found == []

    def test_left_is_what_remains_and_never_what_went(self) -> None:
        # "There were 60 swans and 13 swans left" can be read both ways.
        remains = r"[Tt]hat left|(was|is|are|have) left|(had|has) .*left"
        told = texts("en", distractors="none") + texts("en", distractors="heavy")
        sentences = [one for text in told for one in re.split(r"(?<=[.?,]) ", text)]
        found = [one for one in sentences if re.search(r"\b(left|leave)\b", one)]
        assert found
        assert [one for one in found if not re.search(rf"\b({remains})\b", one)] == []

    def test_a_name_is_seldom_told_again_and_again_in_chinese(self) -> None:
        told = texts("zh", kinds="change", distractors="none")
        thrice = r"(^|[，。])(\w\w)(\w*[，。]\2){2}"  # three clauses running begin with it
        assert sum(bool(re.search(thrice, text)) for text in told) < len(told) / 25

    def test_a_few_are_few(self) -> None:
        records = list(generate("en", 1500, kinds="change", seed=3))
        few = [record for record in records if " a few " in record.text]
        assert few
        assert all(record.answer < 10 for record in few)

    def test_what_would_be_equal_is_told_in_the_present(self) -> None:
        told = texts("en", kinds="equalise", distractors="none")
        assert [text for text in told if re.search(r"\b(had|owned|gave|bought)\b", text)] == []

    def test_what_happened_is_told_and_asked_in_the_past(self) -> None:
        told = texts("en", kinds=("join-change", "separate-start"), distractors="none")
        assert [text for text in told if re.search(r"\b(gives|buys|gets|takes)\b", text)] == []


class TestWorksheet:
    def records(self, language: str = "en") -> list[Record]:
        return list(generate(language, 6, seed=2))  # type: ignore[arg-type]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_problems_first_and_answers_on_their_own_page(self, language: str) -> None:
        records = self.records(language)
        page = worksheet.html(records, language).decode()  # type: ignore[arg-type]
        problems, _, answers = page.partition('<section class="answers">')
        assert page.count("<li>") == 12
        for record in records:
            assert record.text.replace("'", "&#x27;") in problems
            key = (record.equation or "").removeprefix("x = ").replace("-", "−")
            assert f"<li>{key} = <b>{record.answer}</b></li>" in answers
            assert f"<b>{record.answer}</b>" not in problems
        assert all(f"<small>{language}-2</small>" in part for part in (problems, answers))
        assert ('lang="zh-CN"' in page) == (language == "zh")
        assert ("姓名" in page) == (language == "zh")

    def test_text_is_escaped(self) -> None:
        record = replace(self.records()[0], text="<script>alert('&')</script>")
        page = worksheet.html([record], "en").decode()
        assert "<script" not in page
        assert "&lt;script&gt;alert(&#x27;&amp;&#x27;)" in page

    def test_nothing_is_fetched(self) -> None:
        page = worksheet.html(self.records(), "en").decode()
        assert not re.search(r"https?:|//|<link|<script|<img|@import|url\(", page)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_pdf(self, language: str) -> None:
        pytest.importorskip("reportlab", reason="the extra [pdf] is not installed")
        records = self.records(language)
        one, two = (worksheet.pdf(records, language) for _ in range(2))  # type: ignore[arg-type]
        assert one == two
        assert one.startswith(b"%PDF-")
        assert len(re.findall(rb"/Type /Page\b", one)) >= 2

    def test_pdf_without_its_library(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "reportlab", None)
        with pytest.raises(MissingExtraError, match=r"quantity-tagger\[pdf\]"):
            worksheet.pdf([], "en")


class TestCommand:
    def outcome(self, capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
        status = cli.main(["generate", *argv])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    def test_help_lists_every_kind(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, _ = self.outcome(capsys, "--help")
        assert status == 0
        assert all(f"  {kind} " in out for kind in KINDS)

    def test_json_is_the_projects_format(self, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = ("--json", "--count", "8", "--lang", "zh", "--seed", "4", "--steps", "2")
        status, out, err = self.outcome(capsys, *arguments)
        assert (status, err) == (0, "")
        records = [parse(line) for line in out.splitlines()]
        assert records == list(generate("zh", 8, seed=4, steps=(2, 2)))
        assert json.loads(out.splitlines()[0])["lang"] == "zh"
        assert self.outcome(capsys, *arguments)[1] == out

    def test_a_list_to_read(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, _ = self.outcome(capsys, "--count", "2", "--kinds", "compare-difference")
        assert status == 0
        lines = out.splitlines()
        assert lines[0].startswith("1. ")
        assert lines[2].startswith("2. ")
        assert re.fullmatch(r"   x = .* = [\d.]+", lines[1])

    def test_worksheet(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        sheet = tmp_path / "sheet.html"
        status, out, _ = self.outcome(capsys, "--count", "3", "--worksheet", str(sheet))
        assert (status, out) == (0, f"{sheet}: 3 problems, seed 0\n")
        assert sheet.read_bytes() == worksheet.html(list(generate("en", 3)), "en")

    @pytest.mark.parametrize(
        "argv",
        [
            ["--kinds", "nonsense"],
            ["--steps", "one"],
            ["--steps", "3-1"],
            ["--worksheet", "sheet.doc"],
            ["--worksheet", "no-such-folder/sheet.html"],
            ["--count", "0"],
            ["--distractors", "many"],
            ["--json", "--worksheet", "sheet.html"],
        ],
    )
    def test_what_is_wrong_is_one_sentence(
        self, capsys: pytest.CaptureFixture[str], argv: list[str]
    ) -> None:
        status, out, err = self.outcome(capsys, *argv)
        assert (status, out) == (2, "")
        assert err.startswith("quantity-tagger: ")
        assert err.count("\n") == 1
        assert ".part" not in err


def test_answers_are_exact() -> None:
    records = generate("en", 100, decimals=True)
    assert all(isinstance(record.answer, Fraction) for record in records)
