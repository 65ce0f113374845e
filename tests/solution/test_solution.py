"""A solution tells the answer in numbers, words, plain values and HTML, and loses nothing."""

from __future__ import annotations

import json
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger import Equation, QuantityTaggerError, Solution, read
from quantity_tagger.batch.results import Asked, results
from quantity_tagger.cli.show.solution import show
from quantity_tagger.confidence.verdict import OK, Code, Scope
from quantity_tagger.languages import get
from quantity_tagger.model.decoding import Tagging
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.solution.html import html, percent
from quantity_tagger.solution.solution import SURE, Alternative, SolvedQuantity, SolvedUnknown
from quantity_tagger.solution.steps import answer_with_unit

ENGLISH = "Ida had 15 plums and 3 jars. She ate 6 plums. How many plums are left?"
CHINESE = "园里有30棵桃树，5个工人，又种了12棵桃树，砍了4棵，现在有多少棵桃树？"


def solution(text: str, signs: tuple[int, ...], reach: int = 4) -> Solution:
    """A solution by hand: every span reaches so many characters to each side."""
    problem = read(text)
    token = problem.tokens[problem.unknown.token]
    question = problem.unknown.question
    flipped = (1,) * len(signs)
    return Solution(
        problem=problem,
        facts=analyse(problem),
        tagging=Tagging(((signs, 0.75), (flipped, 0.25)), ()),
        equation=Equation.of(problem.quantities, signs),
        quantities=tuple(
            SolvedQuantity(
                one.text,
                one.value,
                one.start,
                one.end,
                one.unit,
                sign,
                0.75,
                (max(one.start - reach, 0), min(one.end + reach, len(text))),
            )
            for one, sign in zip(problem.quantities, signs, strict=True)
        ),
        unknown=SolvedUnknown(
            token.text,
            token.start,
            token.end,
            text[problem.tokens[question[0]].start : problem.tokens[question[-1]].end],
            problem.unknown.head,
            (token.start, token.end),
            problem.unknown.unit,
        ),
        confidence=0.75,
        model="by hand",
        alternatives=(Alternative(Equation.of(problem.quantities, flipped), 0.25),),
    )


class TestValues:
    def test_the_answer_is_exact_and_written_as_the_text_writes(self) -> None:
        found = solution("Tea costs $3.50 and a bun $1.20. How much do both cost?", (1, 1))
        assert found.answer == Fraction(47, 10)
        assert found.answer_text == "4.70"
        assert str(found) == "4.70  (3.50 + 1.20 − x = 0)"

    def test_plain_values_hold_everything_a_program_needs(self) -> None:
        found = solution(ENGLISH, (1, 0, -1))
        shown = json.loads(json.dumps(found.to_dict()))
        assert shown["answer"] == "9"
        assert shown["equation"] == "15 - 6 - x = 0"
        assert [one["sign"] for one in shown["quantities"]] == [1, 0, -1]
        for one in shown["quantities"]:
            assert ENGLISH[one["start"] : one["end"]] == one["text"]
            assert one["span"][0] <= one["start"] < one["end"] <= one["span"][1]
        assert shown["unknown"]["question"] == "How many plums are left?"
        assert ENGLISH[slice(*shown["unknown"]["span"])] == "How"
        assert shown["alternatives"] == [
            {
                "answer": "24",
                "equation": "15 + 3 + 6 - x = 0",
                "signs": [1, 1, 1],
                "probability": 0.25,
            }
        ]
        assert shown["confidence"] == 0.75
        assert (shown["language"], shown["model"]) == ("en", "by hand")

    def test_for_latex_there_is_the_way_to_the_answer(self) -> None:
        assert solution(ENGLISH, (1, 0, -1)).latex == "x = 15 - 6 = 9"
        assert solution(ENGLISH, (1, 0, 0)).latex == "x = 15"
        thirds = solution("Al ate 2/3 of a pie and Bo ate 1/6. How much more did Al eat?", (1, -1))
        assert thirds.latex == r"x = \frac{2}{3} - \frac{1}{6} = \frac{1}{2}"

    def test_an_answer_that_is_given_is_no_guess(self) -> None:
        shown = solution(ENGLISH, (1, 0, -1)).to_dict()
        assert (shown["sure"], shown["guess"]) == (True, None)

    def test_fractions_stay_exact_in_plain_values(self) -> None:
        found = solution("Al ate 1/3 of a pie and Bo ate 1/3. How much did both eat?", (1, 1))
        assert found.to_dict()["answer"] == "2/3"


PERHAPS = "Perhaps the answer is 9 plums."
SENTENCES = get("en").sentences.verdicts
CODES = [code for code in SENTENCES if code != OK]


def beyond(code: Code) -> Solution:
    """A problem that is out of scope, by hand; the signs would make it 26."""
    text = "A crate holds 19 melons. How many melons are in 7 crates?"
    return solution(text, (1, 1))._replace(scope=Scope(code, 0.02, "en"))


@pytest.mark.parametrize("code", CODES)
class TestOutOfScope:
    def test_there_is_no_answer_and_no_step(self, code: Code) -> None:
        found = beyond(code)
        assert found.answer is found.answer_text is answer_with_unit(found) is found.latex is None
        assert (found.confidence, found.sure) == (0, False)
        assert (found.steps, found.alternatives) == ((), ())
        assert str(found) == SENTENCES[code]

    def test_plain_values_keep_the_guess_apart(self, code: Code) -> None:
        shown = beyond(code).to_dict()
        assert shown["answer"] is shown["equation"] is None
        assert (shown["confidence"], shown["alternatives"]) == (0, [])
        assert shown["guess"] == {"answer": "26", "equation": "19 + 7 - x = 0"}

    def test_a_what_if_is_a_guess_too(self, code: Code) -> None:
        found = beyond(code).with_signs((1, -1))
        assert found.answer is None
        assert found.guess is not None
        assert found.guess.solution == 12

    def test_a_terminal_says_why_and_nothing_else(
        self, code: Code, capsys: pytest.CaptureFixture[str]
    ) -> None:
        show(beyond(code))
        assert capsys.readouterr().out == f"{SENTENCES[code]}\n\n{beyond(code).text}\n"
        show(beyond(code), why=True)
        shown = capsys.readouterr().out
        assert "I would have said 19 + 7 − x = 0, x = 26." in shown
        assert "The answer is" not in shown

    def test_a_notebook_folds_the_guess_away(self, code: Code) -> None:
        open_part, folded = beyond(code)._repr_html_().split("<details>")
        assert SENTENCES[code] in open_part
        assert "26" not in open_part
        assert "x = 26" in folded

    def test_a_row_of_a_file_has_no_answer(self, code: Code) -> None:
        (row,) = results([Asked(1, "?")], lambda _: [beyond(code)], full=False)
        assert row["answer"] is row["equation"] is row["error"] is None
        assert (row["confidence"], row["in_scope"], row["scope"]) == (0, False, code)


class TestUnsure:
    @pytest.mark.parametrize(("confidence", "sure"), [(SURE, True), (SURE - 0.001, False)])
    def test_one_threshold_tells(self, confidence: float, sure: bool) -> None:
        found = solution(ENGLISH, (1, 0, -1))._replace(confidence=confidence)
        assert found.sure is found.to_dict()["sure"] is sure
        assert found.steps[-1] == ("The answer is 9 plums." if sure else PERHAPS)
        assert (">9</div>" in html(found)) is sure

    def test_a_terminal_says_so_first_and_shows_the_rivals(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        show(solution(ENGLISH, (1, 0, -1))._replace(confidence=0.4))
        shown = capsys.readouterr().out
        assert "Not sure: perhaps 9 plums." in shown.splitlines()[0]
        assert "█" not in shown
        assert shown.index("24") < shown.index("jars")  # which is in the text

    def test_in_chinese_too(self) -> None:
        found = solution(CHINESE, (1, 0, 1, -1))._replace(confidence=0.4)
        assert "没有把握：也许是38棵桃树。" in html(found)
        assert found.steps[-1] == "答案也许是38棵桃树。"

    def test_a_notebook_says_so_first_and_shows_the_rivals(self) -> None:
        shown = html(solution(ENGLISH, (1, 0, -1))._replace(confidence=0.4))
        open_part = shown.split("<details")[0]
        assert open_part.index("Not sure: perhaps 9 plums.") < open_part.index("15 − 6 − x = 0")
        assert "24 · 25.0%" in open_part

    def test_a_row_of_a_file_keeps_the_number(self) -> None:
        unsure = solution(ENGLISH, (1, 0, -1))._replace(confidence=0.4)
        (row,) = results([Asked(1, ENGLISH)], lambda _: [unsure], full=False)
        assert (row["answer"], row["confidence"], row["in_scope"]) == ("9", 0.4, True)


class TestWhatIf:
    def test_equation_answer_and_steps_follow_the_signs(self) -> None:
        found = solution(ENGLISH, (1, 0, -1)).with_signs((1, 1, -1))
        assert found.answer == 12
        assert str(found.equation) == "15 + 3 − 6 − x = 0"
        assert [one.sign for one in found.quantities] == [1, 1, -1]
        assert "Add 3 jars: 15 + 3 = 18." in found.steps

    def test_what_the_model_said_stays_what_it_was(self) -> None:
        own = solution(ENGLISH, (1, 0, -1))
        unheard = own.with_signs((0, 0, 1))
        assert unheard.confidence == 0
        assert [one.equation for one in unheard.alternatives] == [
            own.equation,
            own.alternatives[0].equation,
        ]
        runner_up = own.with_signs((1, 1, 1))
        assert runner_up.confidence == 0.25
        assert [one.probability for one in runner_up.alternatives] == [0.75]

    def test_a_sign_that_is_changed_has_its_own_probability(self) -> None:
        own = solution(ENGLISH, (1, 0, -1))
        shared = own.quantities[1]._replace(shares=(0.125, 0.75, 0.125))
        own = own._replace(quantities=(own.quantities[0], shared, own.quantities[2]))
        changed = own.with_signs((1, -1, -1)).quantities
        assert [one.probability for one in changed] == [0.75, 0.125, 0.75]

    def test_the_same_signs_give_the_same_solution(self) -> None:
        own = solution(ENGLISH, (1, 0, -1))
        assert own.with_signs([1, 0, -1]) == own._replace(given=True)

    def test_signs_that_somebody_gave_are_not_doubted(self) -> None:
        unsure = solution(ENGLISH, (1, 0, -1))._replace(confidence=0.3)
        assert not unsure.sure
        given = unsure.with_signs((1, 0, -1))
        assert given.sure
        assert given.steps[-1] == "The answer is 9 plums."

    @pytest.mark.parametrize("signs", [(1, -1), (1, 0, -1, 0), (1, 2, 0), (0, 0, 0), ("+", 0, 0)])
    def test_what_are_no_signs_is_one_sentence(self, signs: tuple[int, ...]) -> None:
        with pytest.raises(QuantityTaggerError, match="sign"):
            solution(ENGLISH, (1, 0, -1)).with_signs(signs)


class TestPieces:
    @given(reach=st.integers(0, 40), text=st.sampled_from([ENGLISH, CHINESE]))
    def test_joined_they_are_the_text_wherever_spans_are(self, reach: int, text: str) -> None:
        found = solution(text, (1, 0, -1) if text == ENGLISH else (1, 0, 1, -1), reach)
        pieces = found.pieces()
        assert "".join(piece.text for piece in pieces) == text
        marked = [piece.text for piece in pieces if piece.role == "quantity"]
        assert marked == [one.text for one in found.quantities]
        assert [piece.text for piece in pieces if piece.role == "unknown"] == [found.unknown.text]

    def test_the_words_of_a_statement_go_with_their_quantity(self) -> None:
        pieces = solution(ENGLISH, (1, 0, -1)).pieces()
        own = [(piece.role, piece.text) for piece in pieces if piece.owner == 0]
        assert own == [("words", "had"), ("quantity", "15")]


class TestSteps:
    def test_english(self) -> None:
        assert solution(ENGLISH, (1, 0, -1)).steps == (
            "The question is: How many plums are left?",
            "We do not need 3 jars for it.",
            "Start with 15 plums.",
            "Take away 6 plums: 15 − 6 = 9.",
            "The answer is 9 plums.",
        )

    def test_chinese(self) -> None:
        assert solution(CHINESE, (1, 0, 1, -1)).steps == (
            "题目问的是：现在有多少棵桃树？",
            "5个工人用不上。",
            "先看30棵桃树。",
            "加上12棵桃树：30 + 12 = 42。",
            "减去4棵：42 − 4 = 38。",
            "答案是38棵桃树。",
        )

    def test_what_is_added_comes_first_where_a_sum_would_be_negative(self) -> None:
        found = solution("Al lost 6 caps. He had 15 caps. How many caps has he now?", (-1, 1))
        assert found.steps[1:3] == ("Start with 15 caps.", "Take away 6 caps: 15 − 6 = 9.")

    def test_several_numbers_too_many(self) -> None:
        text = "Ida has 2 cats, 3 dogs, 4 cows and 5 hens. How many cows and hens does she have?"
        assert "We do not need 2 cats and 3 dogs for it." in solution(text, (0, 0, 1, 1)).steps

    def test_money_is_answered_in_its_own_unit(self) -> None:
        found = solution("Tea costs $3.50 and a bun $1.20. How much money is that?", (1, 1))
        assert found.steps[-1] == "The answer is 4.70 dollars."

    def test_a_single_number_is_the_answer(self) -> None:
        found = solution("Ida has 15 plums and 3 jars. How many plums has Ida?", (1, 0))
        assert found.steps[-2] == "Nothing has to be added or taken away."
        assert found.steps[-1] == "The answer is 15 plums."

    @pytest.mark.parametrize(
        ("text", "signs", "answer"),
        [
            (
                "There are 31 ducks and hens. 12 are ducks. How many hens are there?",
                (1, -1),
                "19 hens",
            ),
            ("There are 31 ducks and hens. 12 are ducks. How many are hens?", (1, -1), "19 hens"),
            ("Of 31 birds 12 are ducks. How many hens are there?", (1, -1), "19"),
            ("One rose grew 86 cm, one 59 cm. How many cm higher is that?", (1, -1), "27 cm"),
            ("Eva had 12 tulips and got 11. How many tulips Eva has now?", (1, 1), "23 tulips"),
            ("Al made 9 phone calls, Bo 7. How many phone calls?", (1, 1), "16 phone calls"),
            ("Al ate 20 ml syrup, Bo 15 ml syrup. How much syrup?", (1, 1), "35 ml syrup"),
            ("Al ate 3 kg of rice, Bo 2 kg of rice. How much rice?", (1, 1), "5 kg"),
            ("4C has 20 boys and 4D 13 boys. How many boys?", (0, 1, 0, 1), "33 boys"),
            ("小雨有20元，买笔用去3元5角，还剩多少元？", (1, -1), "16.5元"),
            ("一把尺8角5分，一块橡皮6角，一共多少元？", (1, 1), "14.5"),
            ("奶奶买了8千克面粉，用了3千克，还剩多少？", (1, -1), "5千克"),
        ],
    )
    def test_the_answer_is_counted_in_what_is_asked_for_or_in_nothing(
        self, text: str, signs: tuple[int, ...], answer: str
    ) -> None:
        assert answer_with_unit(solution(text, signs)) == answer

    def test_quantities_keep_their_own_words(self) -> None:
        def named(text: str) -> list[str]:
            return [
                step.split(":")[0].split("：")[0] for step in solution(text, (1, -1)).steps[1:3]
            ]

        assert named("There are 31 ducks and hens. 12 are ducks. How many are hens?") == [
            "Start with 31 ducks and hens.", "Take away 12",
        ]  # fmt: skip
        assert named("Al had 3 kg of rice and ate 2 kg of rice. How much is left?") == [
            "Start with 3 kg.", "Take away 2 kg",
        ]  # fmt: skip
        assert named("小雨有20元，买笔用去3元5角，还剩多少元？") == ["先看20元。", "减去3元5角"]
        assert named("小雨有48张画片，送给同学16张，还剩多少张？")[1] == "减去16张"

    def test_one_thing_is_no_plural(self) -> None:
        found = solution("Al had 6 caps and lost 5 caps. How many caps are left?", (1, -1))
        assert found.steps[-1] == "The answer is 1."


class _Collector(HTMLParser):
    """The text and the tags that a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.open, self.tags = "", [], set()  # type: ignore[var-annotated]

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


class TestHtml:
    def test_text_cannot_become_markup(self) -> None:
        text = "<script>x</script> Ida & Al had 15 <b>plums</b>, ate 6. How many plums are left?"
        shown = solution(text, (1, -1))._repr_html_()
        assert "<script" not in shown
        seen = _Collector()
        seen.feed(shown)
        assert seen.open == []
        assert "script" not in seen.tags
        assert "<script>x</script> Ida & Al had " in seen.text

    def test_it_shows_answer_equation_signs_and_steps(self) -> None:
        found = solution(ENGLISH, (1, 0, -1))
        shown = unescape(html(found))
        assert ">9</div>" in shown
        assert "15 − 6 − x = 0" in shown
        assert shown.count("<mark") == 4
        for mark in ("+", "0", "−", "x"):
            assert f">{mark}</b></mark>" in shown
        assert all(step in shown for step in found.steps)
        assert "75.0%" in shown

    def test_letters_keep_the_colour_of_the_page(self) -> None:
        shown = html(solution(ENGLISH, (1, 0, -1)))
        assert "color: inherit" in shown
        assert "color: #" not in shown

    @given(st.floats(0, 1))
    def test_only_the_certain_is_certain(self, probability: float) -> None:
        shown = percent(probability)
        assert (shown == "100.0%") == (probability == 1)
        assert (shown == "0.0%") == (probability == 0)
