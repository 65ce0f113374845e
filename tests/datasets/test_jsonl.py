"""The JSONL format: what is loaded is saved again, and what is wrong is said in one sentence."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger.datasets import GoldQuantity, Record, check, iterate, load, save
from quantity_tagger.datasets.jsonl import LONGEST_LINE, dump, faults, parse
from quantity_tagger.datasets.values import agree, parse_value
from quantity_tagger.errors import DataError
from quantity_tagger.problem.notation import write_value

FULL = (
    '{"id": "own-1", "lang": "en", "text": "Ann had $3.50 and spent 1/2. How much is left?", '
    '"answer": "3.00", "equation": "x = 3.50 - 1/2", "quantities": '
    '[{"text": "3.50", "value": "3.50", "start": 9, "end": 13}, '
    '{"text": "1/2", "value": "0.5", "start": 24, "end": 27, "unit": "dollar"}], '
    '"signs": [1, -1], "fold": 2, "tokens": ["Ann", "had"], "pos": ["NNP", "VBD"], '
    '"grade": "3", "near_duplicate_of": null, "weights": [1.5, {"é": "中"}]}'
)


def with_fields(**fields):
    return json.dumps(json.loads(FULL) | fields)


class TestRoundTrip:
    def test_every_field_comes_back_as_it_was_written(self):
        assert dump(parse(FULL)) == FULL

    def test_text_and_answer_are_enough(self):
        line = '{"text": "两个和三个,共几个?", "answer": "5"}'
        record = parse(line)
        assert record == Record(text="两个和三个,共几个?", answer=Fraction(5))
        assert dump(record) == line

    def test_a_file_is_saved_byte_for_byte(self, tmp_path):
        source, copy = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
        source.write_text(FULL + "\n" + '{"text": "t", "answer": "1/3"}\n', encoding="utf-8")
        assert save(load(source), copy) == 2
        assert copy.read_bytes() == source.read_bytes()

    @given(
        st.builds(
            Record,
            text=st.text(st.characters(exclude_categories=["Cs"])),
            answer=st.fractions(),
            id=st.none() | st.text(st.characters(exclude_categories=["Cs"])),
            lang=st.sampled_from([None, "en", "zh"]),
            quantities=st.none()
            | st.lists(
                st.builds(
                    GoldQuantity,
                    text=st.text(st.characters(exclude_categories=["Cs"])),
                    value=st.decimals(allow_nan=False, allow_infinity=False, places=3).map(
                        Fraction
                    ),
                    start=st.integers(0, 99),
                    end=st.integers(0, 99),
                    value_text=st.none(),
                    extra=st.just({}),
                )
            ).map(tuple),
            signs=st.none() | st.lists(st.sampled_from([-1, 0, 1])).map(tuple),
            fold=st.none() | st.integers(0, 9),
            answer_text=st.none(),
            extra=st.just({}),
        )
    )
    def test_any_record_comes_back(self, record):
        assert parse(dump(record)) == record

    def test_a_json_number_is_its_decimal(self):
        assert parse('{"text": "t", "answer": 0.1}').answer == Fraction(1, 10)
        assert parse('{"text": "t", "answer": 12}').answer == 12

    def test_line_ends_blank_lines_and_byte_order_marks_do_not_matter(self, tmp_path):
        path = tmp_path / "windows.jsonl"
        line = (
            b'{"text": "a \xe2\x80\xa8 b", "answer": 1}'  # a Unicode line separator is no line end
        )
        path.write_bytes(b"\xef\xbb\xbf" + line + b"\r\n\r\n  \n" + line)
        assert [record.text for record in iterate(path)] == ["a \u2028 b"] * 2

    def test_a_failing_save_leaves_the_old_file_and_nothing_else(self, tmp_path):
        path = tmp_path / "a.jsonl"
        path.write_text("old")

        def records():
            yield Record("t", Fraction(1))
            raise DataError("stop")

        with pytest.raises(DataError, match="stop"):
            save(records(), path)
        assert [p.name for p in tmp_path.iterdir()] == ["a.jsonl"]
        assert path.read_text() == "old"

    def test_a_folder_that_is_not_there_is_named(self, tmp_path):
        with pytest.raises(DataError, match=r"none/a\.jsonl cannot be written \(No such file"):
            save([], tmp_path / "none" / "a.jsonl")


class TestErrors:
    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("{", "no valid JSON at column 2"),
            ("[" * 100_000, "nested too deeply"),
            ("1" * 5000, "a number in it has too many digits"),
            ('{"text": "t", "answer": NaN}', r"no valid JSON \(NaN is no number\)"),
            ("[1]", "an object with the fields text and answer is needed, not a list"),
            ('"text"', "needed, not a string"),
            ('{"answer": 1}', "the field text is missing"),
            ('{"text": "t"}', "the field answer is missing"),
            ('{"text": 5, "answer": 1}', "the field text must be a string, not a number"),
            ('{"text": "\\ud800", "answer": 1}', "the field text holds half a surrogate pair"),
            ('{"text": "t", "answer": "five"}', r'the field answer is no number \("five"\)'),
            ('{"text": "t", "answer": "1/0"}', "the field answer is no number"),
            ('{"text": "t", "answer": "1e99"}', "the field answer is no number"),
            ('{"text": "t", "answer": "' + "9" * 999 + '"}', "the field answer is no number"),
            ('{"text": "t", "answer": 1e999}', "the field answer is too large"),
            ('{"text": "t", "answer": true}', "the field answer must be a number .* not true"),
            ('{"text": "t", "answer": null}', "the field answer must be a number .* not null"),
            (with_fields(id=7), "the field id must be a string, not a number"),
            (with_fields(lang="fr"), 'the field lang must be "en" or "zh", not "fr"'),
            (with_fields(equation=[]), "the field equation must be a string, not a list"),
            (with_fields(quantities={}), "the field quantities must be a list, not an object"),
            (with_fields(quantities=[3]), r"the field quantities\[0\] must be an object"),
            (
                with_fields(quantities=[{"text": "3", "value": "3", "start": 0}]),
                r"the field quantities\[0\]\.end is missing",
            ),
            (
                with_fields(quantities=[{"text": "3", "value": "x", "start": 0, "end": 1}]),
                r"the field quantities\[0\]\.value is no number",
            ),
            (
                with_fields(quantities=[{"text": "3", "value": 3, "start": "0", "end": 1}]),
                r"the field quantities\[0\]\.start must be a whole number, not a string",
            ),
            (with_fields(signs=[1, 2]), r"the field signs\[1\] must be -1, 0 or 1, not 2"),
            (with_fields(signs=[1, "+"]), r"the field signs\[1\] must be -1, 0 or 1, not a string"),
            (with_fields(fold="1"), "the field fold must be a whole number, not a string"),
            (with_fields(fold=-1), "the field fold must not be negative"),
            (with_fields(tokens="a b"), "the field tokens must be a list, not a string"),
            (with_fields(pos=["NN", 1]), r"the field pos\[1\] must be a string, not a number"),
        ],
    )
    def test_the_sentence_names_file_line_and_field(self, tmp_path, line, sentence):
        path = tmp_path / "bad.jsonl"
        path.write_text(f'{{"text": "t", "answer": 1}}\n\n{line}\n', encoding="utf-8")
        with pytest.raises(DataError, match=rf"bad\.jsonl, line 3: .*{sentence}") as caught:
            load(path)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 400

    def test_bytes_that_are_not_utf8(self, tmp_path):
        path = tmp_path / "latin.jsonl"
        path.write_bytes(b'{"text": "caf\xe9", "answer": 1}')
        with pytest.raises(DataError, match="line 1: byte 14 is not UTF-8; save the file as UTF-8"):
            load(path)

    def test_a_line_without_end(self, tmp_path):
        path = tmp_path / "long.jsonl"
        with path.open("wb") as file:
            file.truncate(LONGEST_LINE + 2)
        with pytest.raises(DataError, match=f"line 1: longer than {LONGEST_LINE} bytes"):
            load(path)

    def test_no_file_and_a_folder(self, tmp_path):
        with pytest.raises(DataError, match=r"none\.jsonl cannot be opened \(No such file"):
            load(tmp_path / "none.jsonl")
        with pytest.raises(DataError, match="cannot be opened"):
            load(tmp_path)

    @given(st.text(max_size=60) | st.from_regex(r'\{"text": .{0,9}, "answer": .{0,9}\}'))
    def test_any_line_is_a_record_or_our_error(self, line):
        try:
            record = parse(line)
        except DataError:
            return
        assert parse(dump(record)) == record


class TestCheck:
    def test_a_record_in_order_has_no_faults(self):
        assert check(parse(FULL)) == ()

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"answer": "4"}, "the field signs gives 3, not the answer 4"),
            ({"signs": [1]}, "the field signs has 1 for 2 quantities"),
            ({"quantities": None}, "the field signs needs the field quantities"),
            ({"pos": ["NNP"]}, "the field pos has 1 tags for 2 tokens"),
            ({"tokens": None}, "the field pos needs the field tokens"),
            (
                {"text": "Ann had 4.50 and spent"},
                'the field quantities[0].text is "3.50" but the text has ".50 " there',
            ),
            (
                {"text": "Ann"},
                "the field quantities[0] lies at 9:13, outside the text of 3 characters",
            ),
        ],
    )
    def test_faults(self, fields, sentence):
        assert sentence in check(parse(with_fields(**fields)))

    def test_values_must_be_those_written(self):
        quantity = {"text": "7,341", "value": "7314", "start": 0, "end": 5}
        record = parse(json.dumps({"text": "7,341 cats", "answer": 1, "quantities": [quantity]}))
        assert check(record) == ('the field quantities[0].value is 7314 for "7,341"',)

    def test_quantities_must_be_in_text_order(self):
        quantities = [
            {"text": "2", "value": "2", "start": 4, "end": 5},
            {"text": "1", "value": "1", "start": 0, "end": 1},
        ]
        record = parse(json.dumps({"text": "1 + 2", "answer": 1, "quantities": quantities}))
        assert check(record) == ("the field quantities[1] begins before quantities[0] ends",)

    def test_rounding_is_no_fault(self):
        assert check(parse(with_fields(answer="3.000002"))) == ()
        assert check(parse(with_fields(answer="3.000004"))) != ()

    def test_strict_loading_refuses_what_plain_loading_takes(self, tmp_path):
        path = tmp_path / "a.jsonl"
        path.write_text(FULL + "\n" + with_fields(answer="4"), encoding="utf-8")
        assert len(load(path)) == 2
        with pytest.raises(DataError, match="line 2: the field signs gives 3, not the answer 4"):
            load(path, strict=True)
        assert [(line, record.id) for line, record, _ in faults(path)] == [(2, "own-1")]


class TestValues:
    @pytest.mark.parametrize(
        ("written", "value"),
        [
            ("12", Fraction(12)),
            ("-0.50", Fraction(-1, 2)),
            (".5", Fraction(1, 2)),
            ("1/3", Fraction(1, 3)),
            ("((1)/(3))", Fraction(1, 3)),
            ("4((1)/(3))", Fraction(13, 3)),
            ("45%", Fraction(9, 20)),
            ("", None),
            ("1,000", None),
            ("٣", None),
            ("1 2", None),
            ("3((1)/(0))", None),
        ],
    )
    def test_numerals(self, written, value):
        assert parse_value(written) == value

    @given(st.fractions())
    def test_what_is_written_is_read(self, value):
        assert parse_value(write_value(value)) == value

    @given(st.fractions(), st.fractions())
    def test_agreement_is_symmetric_and_sharp_at_zero(self, a, b):
        assert agree(a, b) == agree(b, a)
        assert agree(a, a)
        assert agree(a, Fraction(0)) == (a == 0)


@pytest.mark.data
def test_the_benchmark_sets_load_are_in_order_and_come_back(data_dir, tmp_path):
    files = sorted(data_dir.glob("*.jsonl"))
    assert files
    for path in files:
        copy = tmp_path / path.name
        save(load(path, strict=True), copy)
        assert copy.read_bytes() == path.read_bytes()
