"""Converters: small files of our own, written as the authors of each data set write theirs."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger.datasets import check
from quantity_tagger.datasets.convert import (
    NO_ANSWER,
    NO_SIGNS,
    OUT_OF_SCOPE,
    UNREAD,
    convert,
)
from quantity_tagger.datasets.convert.expression import (
    OutOfScopeError,
    Term,
    UnreadableEquationError,
    parse_equation,
)
from quantity_tagger.datasets.convert.signs import align, from_annotation, is_ambiguous
from quantity_tagger.errors import DataError


def terms(*pairs):
    return tuple(Term(sign, Fraction(value)) for sign, value in pairs)


class TestEquations:
    @pytest.mark.parametrize(
        ("equation", "expected"),
        [
            ("X = 70 - 27", terms((1, 70), (-1, 27))),
            ("X=(63.0+7.0)", terms((1, 63), (1, 7))),
            ("7 - x = 3", terms((1, 7), (-1, 3))),
            ("5 + 3 = x + 2", terms((1, 5), (1, 3), (-1, 2))),
            ("46-(12+23-5)", terms((1, 46), (-1, 12), (-1, 23), (1, 5))),
            ("7+2=9", terms((1, 7), (1, 2))),
            ("9 = 7 + 2", terms((1, 7), (1, 2))),
            ("x = -(3 - 1,200.50)", terms((-1, 3), (1, "1200.5"))),
            ("x=0.1+007", terms((1, "0.1"), (1, 7))),
            ("x = 3 − [1/2]", terms((1, 3), (-1, "1/2"))),
            ("x=2(1/3)+1", terms((1, "7/3"), (1, 1))),
            ("x=1-25%", terms((1, 1), (-1, "1/4"))),
        ],
    )
    def test_signed_constants_in_the_order_written(self, equation, expected):
        assert parse_equation(equation) == expected

    @pytest.mark.parametrize(
        "equation",
        [
            "x = 2 * 3",
            "x=6/2",
            "x = 6÷2+1",
            "2x = 8",
            "x + x = 8",
            "x + y = 8",
            "x=3(2+1)",
            "2^3",
            "x = 1e9999999 + 1",
        ],
    )
    def test_more_than_plus_and_minus(self, equation):
        with pytest.raises(OutOfScopeError):
            parse_equation(equation)

    @pytest.mark.parametrize(
        "equation",
        [
            "",
            "x",
            "x = ",
            "1 = 2 = 3",
            "x = 3 +",
            "x = 1/0",
            "x = __import__('os')",
            "x = 3 + .",
            "x = " + "(" * 400 + "1" + ")" * 400,
            "x = " + "1+" * 600 + "1",
        ],
    )
    def test_what_is_no_equation(self, equation):
        with pytest.raises(UnreadableEquationError):
            parse_equation(equation)

    @given(st.text(st.sampled_from("x=+-*/()%.,0123456789 e_'\"[]yif"), max_size=30))
    def test_any_string_gives_constants_or_our_error(self, equation):
        try:
            found = parse_equation(equation)
        except DataError:
            return
        assert all(term.sign in (1, -1) for term in found)

    @given(st.lists(st.tuples(st.sampled_from((1, -1)), st.integers(0, 999)), min_size=2))
    def test_sums_are_read_back(self, pairs):
        written = "x = " + " ".join(f"{'+' if sign > 0 else '-'} {value}" for sign, value in pairs)
        if len(written) < 1000:
            assert parse_equation(written) == terms(*pairs)


class TestAlignment:
    def test_the_equation_may_have_another_order_than_the_text(self):
        values = [Fraction(3), Fraction(9), Fraction(4)]
        assert align(terms((1, 9), (-1, 3)), values, Fraction(6)) == (-1, 1, 0)

    def test_of_equal_numbers_the_first_unless_another_counts_what_is_asked(self):
        values = [Fraction(5), Fraction(9), Fraction(5)]
        wanted = terms((1, 9), (-1, 5))
        assert align(wanted, values, Fraction(4)) == (-1, 1, 0)
        assert align(wanted, values, Fraction(4), [2, 0, 0]) == (0, 1, -1)

    def test_equal_numbers_of_both_signs_follow_the_text(self):
        values = [Fraction(5), Fraction(9), Fraction(5)]
        wanted = terms((1, 5), (1, 9), (-1, 5))
        assert align(wanted, values, Fraction(9), [2, 0, 0]) == (1, 1, -1)

    def test_a_constant_that_the_text_lacks_or_another_answer(self):
        values = [Fraction(5), Fraction(9)]
        assert align(terms((1, 9), (-1, 4)), values, Fraction(5)) is None
        assert align(terms((1, 9), (-1, 5)), values, Fraction(14)) is None
        assert align((), values, Fraction(0)) is None

    def test_ambiguity(self):
        values = [Fraction(5), Fraction(9), Fraction(5)]
        assert is_ambiguous((0, 1, -1), values)
        assert not is_ambiguous((1, 0, 1), values)

    def test_annotated_signs_may_hold_one_for_x(self):
        values = [Fraction(9), Fraction(4)]
        assert from_annotation((1, -1), values, Fraction(5)) == (1, -1)
        assert from_annotation((1, -1, -1), values, Fraction(5)) == (1, -1)
        assert from_annotation((-1, 1, -1), values, Fraction(5)) == (1, -1)
        assert from_annotation((1, 1), values, Fraction(5)) is None


def write_json(path, items):
    path.write_text(json.dumps(items, ensure_ascii=False), encoding="utf-8")
    return path


ADDSUB = [
    {
        "iIndex": 1,
        "lEquations": ["X = 9 - 4"],
        "lSolutions": ["5"],
        "sQuestion": "Mia 's jar holds 9 plums ( red ) . She eats 4 plums . How many are left ?",
    },
    {
        "iIndex": 2,
        "lEquations": ["X = 8 + 6"],
        "lSolutions": ["14.0"],
        "lSigns": ["zero plus plus minus"],
        "sQuestion": "Bo has 8 kites . Al has 8 kites and 6 kites . How many kites has Al ?",
    },
]
AS_CN = [
    {
        "iIndex": 1,
        "lEquations": "x = 30 - 12",
        "lSolutions": "18",
        "original_text": "书架上有30本书，借走12本，还剩多少本？",
        "sQuestion": "书架 上 有 30 本 书 ， 借走 12 本 ， 还 剩 多少 本 ？",
    }
]


class TestFormats:
    def test_addsub_with_folds(self, tmp_path):
        path = write_json(tmp_path / "AddSub.json", ADDSUB)
        folds = [tmp_path / "test0.txt", tmp_path / "test1.txt"]
        folds[0].write_text("2\n")
        folds[1].write_text("1\n")
        (first, second), report = convert("addsub", path, folds=folds)
        assert first.text == "Mia's jar holds 9 plums (red). She eats 4 plums. How many are left?"
        assert (first.id, first.lang, first.fold, first.answer) == ("addsub-1", "en", 1, 5)
        assert first.tokens == tuple(ADDSUB[0]["sQuestion"].split())
        assert first.signs == (1, -1)
        assert second.fold == 0
        assert second.signs == (0, 1, 1)  # as annotated, not the first 8
        assert (report.problems, report.kept, report.signed, report.searched) == (2, 2, 2, 0)
        assert not check(first)
        assert not check(second)

    def test_as_cn(self, tmp_path):
        (record,), _ = convert("as_cn", write_json(tmp_path / "zh.json", AS_CN))
        assert record.text == AS_CN[0]["original_text"]
        assert (record.id, record.lang, record.signs) == ("as_cn-1", "zh", (1, -1))
        assert [q.text for q in record.quantities or ()] == ["30", "12"]

    def test_mawps_official_and_mirrors(self, tmp_path):
        text = "Sam had 9 pens and lost 4 . How many pens has he now ?"
        official = {
            "iIndex": 7,
            "sQuestion": text,
            "lEquations": ["X=(9.0-4.0)"],
            "lSolutions": [5.0],
        }
        like_math23k = {
            "id": "7",
            "original_text": "Sam had 9 pens and lost 4. How many pens has he now?",
            "segmented_text": text,
            "equation": "x=9-4",
            "ans": "5",
        }
        template = text.replace("9", "N_00").replace("4", "N_01")
        with_places = {
            "Question": template,
            "Numbers": "9.0 4.0",
            "Equation": "( N_00 - N_01 )",
            "Answer": 5.0,
        }
        prefix = dict(with_places, Equation="- N_00 N_01")
        for item in (official, like_math23k, with_places, prefix):
            (record,), _ = convert("mawps", write_json(tmp_path / "m.json", [item]))
            assert record.text == "Sam had 9 pens and lost 4. How many pens has he now?"
            assert (record.answer, record.signs) == (5, (1, -1))

    def test_mawps_as_csv(self, tmp_path):
        path = tmp_path / "dev.csv"
        path.write_text(
            "Question,Numbers,Equation,Answer\n"
            '"Sam had number0 pens , and lost number1 . How many are left ?",9 4.5,'
            "- number0 number1,4.5\n"
        )
        (record,), report = convert("mawps", path)
        assert record.text == "Sam had 9 pens, and lost 4.5. How many are left?"
        assert (record.answer, record.signs, report.searched) == (Fraction(9, 2), (1, -1), 0)

    def test_math23k_as_objects_one_after_another(self, tmp_path):
        path = tmp_path / "Math_23K.json"
        item = {"segmented_text": "", "original_text": "小红有3/4米布，用去1/2米，还剩多少米？"}
        items = [item | {"id": i, "equation": "x=(3/4)-(1/2)", "ans": "((1)/(4))"} for i in "12"]
        path.write_text("\n".join(json.dumps(i, indent=2) for i in items), encoding="utf-8")
        records, _ = convert("math23k", path)
        assert [(r.id, r.lang, r.answer) for r in records] == [
            ("math23k-1", "zh", Fraction(1, 4)),
            ("math23k-2", "zh", Fraction(1, 4)),
        ]
        assert records[0].signs == (1, -1)

    def test_svamp(self, tmp_path):
        item = {
            "ID": "chal-1",
            "Body": "Lee picked 12 figs and 5 dates",
            "Question": "How many more figs than dates did Lee pick?",
            "Equation": "( 12.0 - 5.0 )",
            "Answer": 7.0,
            "Type": "Subtraction",
        }
        (record,), _ = convert("svamp", write_json(tmp_path / "SVAMP.json", [item]))
        assert record.text == f"{item['Body']}. {item['Question']}"
        assert (record.id, record.signs) == ("svamp-chal-1", (1, -1))
        assert record.extra == {"type": "Subtraction"}

    def test_asdiv(self, tmp_path):
        path = tmp_path / "ASDiv.xml"
        problem = (
            "<Problem ID='own-{n}' Grade='2' Source='us'><Body>Seven ducks &amp; two geese swim."
            "</Body><Question>How many birds swim?</Question><Solution-Type>Sum</Solution-Type>"
            "<Answer>{answer}</Answer><Formula>7+2=9</Formula></Problem>"
        )
        problems = "".join(
            problem.format(n=n, answer=answer)
            for n, answer in enumerate(["9 (birds)", "7 (ducks); 2 (geese)", "9"])
        )
        declaration = "<?xml version='1.0' encoding='UTF-8'?>"
        path.write_text(f"{declaration}\n<Corpus><Set>{problems}</Set></Corpus>")
        records, report = convert("asdiv", path)
        assert [record.id for record in records] == ["asdiv-own-0", "asdiv-own-2"]
        assert records[0].text == "Seven ducks & two geese swim. How many birds swim?"
        assert records[0].signs == (1, 1)
        assert records[0].extra == {"grade": "2", "type": "Sum"}
        assert report.unsigned == {NO_ANSWER: 1}


class TestWhatIsLeftOut:
    ITEMS = (
        ("Tea costs 3 coins. How much are 4 cups of tea?", "( 3 * 4 )", 12),
        ("Eve had 9 nuts and ate 4. How many nuts are left?", "( 9 - 4 )", 6),
        ("Nothing to see here.", "( 1 + 1 )", 2),
        ("Eve had 9 nuts and ate 4. How many nuts are left?", "nine minus four", 5),
        ("Eve had 9 nuts and ate 4. How many nuts are left?", "( 9 - 4 )", 5),
    )

    @pytest.fixture
    def path(self, tmp_path):
        return write_json(
            tmp_path / "s.json",
            [
                {"ID": str(i), "Body": "", "Question": text, "Equation": equation, "Answer": answer}
                for i, (text, equation, answer) in enumerate(self.ITEMS)
            ],
        )

    def test_is_counted_by_reason(self, path):
        records, report = convert("svamp", path)
        assert [record.id for record in records] == ["svamp-3", "svamp-4"]
        assert report.unsigned == {OUT_OF_SCOPE: 1, NO_SIGNS: 1, UNREAD: 1}
        assert (report.problems, report.kept, report.signed, report.searched) == (5, 2, 2, 1)

    def test_is_kept_without_signs_if_all_are_asked_for(self, path):
        records, report = convert("svamp", path, everything=True)
        assert [record.signs for record in records] == [None, None, None, (1, -1), (1, -1)]
        assert report.kept == 5


class TestErrors:
    @pytest.mark.parametrize(
        ("format_name", "content", "sentence"),
        [
            ("addsub", "[1]", "problem 1: an object is needed"),
            ("addsub", "[{]", "line 1: no valid JSON"),
            ("addsub", '[\n{"iIndex": 1}]', "problem 1: the field sQuestion is missing"),
            ("addsub", '[{"sQuestion": "a", "iIndex": "x"}]', "iIndex must be a whole number"),
            ("addsub", '[{"sQuestion": ["a", "b"]}]', "the field sQuestion must be a string"),
            ("mawps", '[{"q": "a"}]', "neither of the fields sQuestion, original_text and Que"),
            (
                "mawps",
                '[{"Question": "N_01", "Numbers": "3", "Equation": "N_00", "Answer": 3}]',
                "problem 1: N_01 is not among the field Numbers",
            ),
            ("svamp", '[{"Body": "a"}]', "the field Question is missing"),
            ("asdiv", "<a><b></a>", "line 1: no valid XML"),
            ("asdiv", "<!DOCTYPE a []><a/>", "a document type declaration is not accepted"),
            ("asdiv", "<a><Problem/></a>", "problem 1: the attribute ID is missing"),
            ("asdiv", "<a><Problem ID='7'/></a>", "problem 7: the element Question is missing"),
            ("none", "", "there is no format none; there are addsub, as_cn, mawps"),
        ],
    )
    def test_one_sentence(self, tmp_path, format_name, content, sentence):
        path = tmp_path / "in"
        path.write_text(content)
        with pytest.raises(DataError, match=sentence):
            convert(format_name, path)

    def test_files_that_are_not_there_or_not_text(self, tmp_path):
        path = tmp_path / "in"
        with pytest.raises(DataError, match="in cannot be opened"):
            convert("svamp", path)
        path.write_bytes(b"[\xff]")
        with pytest.raises(DataError, match="byte 2 is not UTF-8"):
            convert("svamp", path)

    @pytest.mark.parametrize(
        ("lists", "sentence"),
        [
            (["1", "2\n1"], "test1, line 2: problem 1 is in another fold too"),
            (["one"], "test0, line 1: an index is needed"),
            (["1"], "problem addsub-2 is in none of the fold lists"),
        ],
    )
    def test_fold_lists(self, tmp_path, lists, sentence):
        folds = [tmp_path / f"test{i}" for i in range(len(lists))]
        for path, content in zip(folds, lists, strict=True):
            path.write_text(content)
        with pytest.raises(DataError, match=sentence):
            convert("addsub", write_json(tmp_path / "AddSub.json", ADDSUB), folds=folds)


@pytest.mark.parametrize("format_name", ["addsub", "mawps", "svamp"])
def test_half_a_character_is_refused(tmp_path, format_name):
    path = tmp_path / "half.json"
    path.write_text(
        '[{"iIndex": 1, "ID": "1", "sQuestion": "Ann has 3 \\ud83d pens", "lEquations": "X=3",'
        ' "Body": "\\ud83d", "Question": "?", "Equation": "3", "lSolutions": [3], "Answer": 3}]'
    )
    with pytest.raises(DataError, match=r"problem 1: the field .* holds half a surrogate pair"):
        convert(format_name, path)
