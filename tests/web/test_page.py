"""The page in a real browser: what a reader does, and what follows from it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from quantity_tagger import solve
from quantity_tagger.languages import get
from quantity_tagger.languages.reasons import reasons
from test_shown_problems import SHOWN
from web_page import DESKTOP, NARROW, PHONE, Language, Reader, Readers

if TYPE_CHECKING:
    from playwright.sync_api import Route

LEFT = {
    "en": "Nora had 30 shells and gave 12 of them away. How many shells are left?",
    "zh": "小丽有30个贝壳，送给小明12个，还剩多少个贝壳？",
}
TIMES = {
    "en": "Ann bought 4 boxes with 6 pens in each box. How many pens does she have?",
    "zh": "小红买了4盒铅笔，每盒6支，一共有多少支铅笔？",
}
ANSWERED = ("#answer", "#equation", "#confidence", "#told", "#steps", "#story", "#why")
THREE = "Tess picked 25 plums and 8 figs. She ate 5 plums. How many plums are left?"

everywhere = pytest.mark.parametrize(
    ("language", "width"),
    [("en", DESKTOP), ("en", PHONE), ("zh", DESKTOP), ("zh", PHONE)],
)


crosswise = pytest.mark.parametrize(("language", "width"), [("en", DESKTOP), ("zh", PHONE)])


# --- asking --------------------------------------------------------------------------------------


@everywhere
def test_the_answer_appears_when_typing_stops(
    reader: Readers, language: Language, width: int
) -> None:
    one = reader(language, width).open()
    assert one.page.locator("#empty").is_visible()
    one.write(LEFT[language])
    assert one.answer.startswith("18")
    assert one.signs == ["+", "−"]
    steps = one.page.locator("#steps li").all_inner_texts()
    assert steps == list(solve(LEFT[language]).steps)
    assert "18" in one.page.locator("#status").inner_text()
    assert one.overflow() <= 0


@crosswise
def test_every_example_is_one_press_away(reader: Readers, language: Language, width: int) -> None:
    one = reader(language, width).open()
    sample = one.page.locator("#sample .badge").all_inner_texts()
    buttons = one.page.locator("#examples button")
    assert buttons.count() >= 4
    one.press(buttons.first)
    assert [*one.signs, "x"] == sample  # what the empty page shows is so
    for place in range(buttons.count()):
        one.press(buttons.nth(place))
        text = one.page.locator("#problem").input_value()
        assert one.answer.startswith(SHOWN[text] or "")
        assert one.page.locator("#told button").count() == len(solve(text).quantities)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_problem_is_made_in_the_language_of_the_page(
    reader: Readers, language: Language
) -> None:
    one = reader(language).open()
    problem = one.page.locator("#problem")
    one.press("#new")
    first = problem.input_value()
    one.press("#new")
    assert problem.input_value() != first
    chinese = bool(re.search("[一-鿿]", first))
    assert chinese == (language == "zh")
    assert one.answer


MADE = {
    "text": "There were 55 people on the bus. Some people got off. Then 45 more people got on. "
    "Now there are 80 people on the bus. How many people got off?",
    "signs": [1, 1, -1],
}


def test_what_is_known_of_a_new_problem_is_not_guessed(reader: Readers) -> None:
    one = reader().open()
    body = json.dumps({"problems": [MADE], "seed": 1})
    one.page.route("**/api/generate", lambda route: route.fulfill(json=json.loads(body)))
    one.press("#new")
    assert one.answer.startswith("20")
    assert one.signs == ["+", "+", "−"]
    assert one.page.locator("#confidence").inner_text() == one.said("known")
    assert not one.page.locator("#whatif").is_visible()
    with one.page.expect_response("**/api/solve"):
        one.page.reload()
    assert one.settled().answer.startswith("20")
    one.press(one.quantity(0))  # what if
    told = one.page.locator("#whatif-text").inner_text()
    assert told == one.said("whatif_known", answer="20 people")
    one.press("#reset")
    assert one.answer.startswith("20")
    one.write(LEFT["en"])  # a text of one's own is not known
    assert one.page.locator("#confidence").inner_text() != one.said("known")
    assert one.answer.startswith("18")


def test_only_the_latest_text_is_answered(reader: Readers) -> None:
    one = reader().open()
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    one.page.route("**/api/solve", hold_first)
    with one.page.expect_event("requestfailed") as failed:
        with one.page.expect_request("**/api/solve"):
            one.page.locator("#problem").fill("Ann had 9 pens and lost 4. How many are left?")
        one.write(LEFT["en"])
    assert failed.value.url.endswith("/api/solve")  # given up by the page
    assert one.answer.startswith("18")
    one.troubles.clear()  # a browser may note the request that was given up


def test_a_key_that_is_taken_back_changes_nothing(reader: Readers) -> None:
    one = reader().open(text=LEFT["en"])
    with one.page.expect_response("**/api/solve"):
        one.page.locator("#problem").press_sequentially("!")
        one.page.locator("#problem").press("Backspace")
    one.settled()
    assert one.page.locator("#problem").input_value() == LEFT["en"]
    assert one.answer == "18 shells"


@pytest.mark.parametrize(
    ("half", "rest"),
    [
        ("Nora had 30 shells and gave 12 away. How many ", "shells are left?"),
        ("小丽有30个贝壳，送给小明12个，还剩", "多少个？"),
    ],
)
def test_half_a_question_is_not_answered(reader: Readers, half: str, rest: str) -> None:
    one = reader()
    one.page.clock.install()
    one.open()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    problem = one.page.locator("#problem")
    problem.press_sequentially(half)
    one.page.clock.fast_forward(5000)
    assert one.page.locator("#waiting").is_visible()
    assert not any(url.endswith("/api/solve") for url in asked)
    problem.press_sequentially(rest)
    one.page.clock.fast_forward(1000)
    one.page.locator("#answer", has_text="18").wait_for()
    problem.press_sequentially(" 5")
    assert one.page.locator("#answer").is_hidden()  # it was to another text


def test_who_leaves_the_field_has_finished(reader: Readers) -> None:
    one = reader().open()
    problem = one.page.locator("#problem")
    problem.press_sequentially("Nora had 30 shells and gave 12 away. How many are left")
    assert one.page.locator("#waiting").is_visible()
    with one.page.expect_response("**/api/solve"):
        problem.press("Tab")
    one.settled()
    assert one.answer.startswith("18")


def test_what_is_being_typed_is_never_overwritten(reader: Readers) -> None:
    one = reader().open(text=LEFT["en"])
    typed = one.page.evaluate(
        """() => {
            const problem = document.querySelector("#problem");
            problem.value += " And";
            problem.dispatchEvent(new InputEvent("input"));
            document.querySelector("#language").click();  // everything is shown anew
            return problem.value;
        }"""
    )
    assert typed == LEFT["en"] + " And"


def test_letters_that_are_to_become_characters_are_not_asked_about(reader: Readers) -> None:
    one = reader("zh")
    one.page.clock.install()
    one.open()
    asked: list[str] = []
    one.page.on(
        "request",
        lambda request: request.url.endswith("solve") and asked.append(request.post_data or ""),
    )
    compose = """text => {
        const problem = document.querySelector("#problem");
        problem.value = text;
        problem.dispatchEvent(new InputEvent("input", { isComposing: true }));
    }"""
    one.page.evaluate(compose, "xiaoli you 30 ge")
    one.page.clock.fast_forward(1000)
    one.page.evaluate(compose, LEFT["zh"])
    one.page.locator("#problem").dispatch_event("compositionend")
    one.page.clock.fast_forward(1000)
    one.page.locator("#solved").wait_for()
    assert one.answer.startswith("18")
    assert len(asked) == 1


@crosswise
def test_what_is_no_problem_gets_a_sentence(
    reader: Readers, language: Language, width: int
) -> None:
    one = reader(language, width).open().write("Hello!")
    trouble = one.page.locator("#trouble")
    assert trouble.is_visible()
    assert one.page.locator("#status").inner_text() == trouble.inner_text()
    unreadable = get(language).sentences.unreadable["no_number"]
    assert trouble.inner_text() == unreadable.format(text="'Hello!'")
    one.write(LEFT[language])
    assert trouble.is_hidden()
    one.page.locator("#clear").click()
    assert one.page.locator("#empty").is_visible()
    assert one.page.locator("#problem").input_value() == ""


def test_a_server_that_is_gone_is_told(reader: Readers) -> None:
    one = reader().open()
    one.page.route("**/api/solve", lambda route: route.abort())
    one.page.locator("#problem").fill(LEFT["en"])
    one.page.get_by_text(one.said("trouble_offline")).and_(
        one.page.locator("#trouble p")
    ).wait_for()
    assert all("ERR_FAILED" in trouble for trouble in one.troubles)
    one.troubles.clear()


@crosswise
def test_what_lies_beyond_it_is_said_kindly(
    reader: Readers, language: Language, width: int
) -> None:
    one = reader(language, width).open(text=TIMES[language], signs="1,1", why="1")
    sentence = get(language).sentences.verdicts["multiplication"]
    assert one.page.locator("#scope").inner_text() == sentence
    assert one.page.locator("#status").inner_text() == sentence
    for part in ANSWERED:
        assert one.page.locator(part).is_hidden(), part
    assert one.copied("text") == f"{TIMES[language]}\n\n{sentence}"
    assert one.page.locator("[data-copy=latex]").is_hidden()
    assert json.loads(one.copied("json"))["answer"] is None
    guess = one.page.locator("#guess-equation")
    assert guess.is_hidden()
    one.page.locator("#guess summary").click()
    assert guess.is_visible()
    assert one.page.locator("#asked").is_hidden()
    one.page.emulate_media(media="print")
    assert one.page.locator("#asked").inner_text() == TIMES[language]
    assert one.page.locator("#scope").is_visible()
    assert guess.is_hidden()
    one.page.emulate_media(media="screen")
    one.write(LEFT[language])
    assert one.page.locator("#scope").is_hidden()
    assert one.page.locator("#guess").is_hidden()
    for part in ANSWERED:
        assert one.page.locator(part).is_visible(), part


@crosswise
def test_side_by_side_nobody_answers_what_lies_beyond(
    reader: Readers, language: Language, width: int
) -> None:
    one = reader(language, width).open(text=TIMES[language], compare="qt")
    columns = one.page.locator("#columns .column")
    assert columns.count() == 2
    for text in columns.all_inner_texts():
        assert text.endswith(get(language).sentences.verdicts["multiplication"])
    assert one.page.locator("#agree").inner_text() == ""


def be_unsure(one: Reader) -> None:
    """Lets the server say that it is not sure of any answer."""

    def doubt(route: Route) -> None:
        response = route.fetch()
        outcomes = [{**outcome, "sure": False, "doubt": "Hm."} for outcome in response.json()]
        route.fulfill(response=response, json=outcomes)

    one.page.route("**/api/solve", doubt)


@crosswise
def test_an_unsure_answer_is_told_as_such_with_its_rivals(
    reader: Readers, language: Language, width: int
) -> None:
    one = reader(language, width).open(text=LEFT[language])
    size = "answer => parseFloat(getComputedStyle(answer).fontSize)"
    plain = one.page.locator("#answer").evaluate(size)
    assert one.page.locator("#unsure").is_hidden()
    be_unsure(one)
    one.page.reload()
    one.settled()
    unsure = one.page.locator("#unsure")
    assert unsure.inner_text() == one.said("unsure_first")
    assert unsure.bounding_box()["y"] < one.page.locator("#answer").bounding_box()["y"]  # type: ignore[index]
    assert one.page.locator("#answer").evaluate(size) < plain
    status = one.page.locator("#status").inner_text()
    assert status.startswith("Hm.")
    others = solve(LEFT[language]).alternatives
    rivals = one.page.locator(".verdict #rivals button")
    assert rivals.count() == len(others)
    assert one.page.locator("#readings-card").is_hidden()
    text = one.copied("text")
    assert "Hm." in text
    assert one.said("answer_is", answer=one.answer) not in text
    assert one.said("rivals") in text
    one.press(rivals.first)
    assert one.answer.startswith(others[0].equation.answer())
    assert unsure.is_hidden()


# --- room ----------------------------------------------------------------------------------------


def figs(count: int) -> str:
    told = [f"{number} figs" for number in range(101, 101 + count)]
    return f"Tom got {', '.join(told[:-1])} and {told[-1]}. How many figs did he get?"


@pytest.mark.parametrize(
    ("numbers", "width"),
    [(8, NARROW), (20, NARROW), (10, PHONE), (20, 768), (20, DESKTOP), (43, DESKTOP)],
)
def test_long_equations_do_not_widen_the_page(reader: Readers, numbers: int, width: int) -> None:
    one = reader(width=width).open(text=figs(numbers))
    assert one.page.locator("#told button").count() == numbers
    assert one.overflow() <= 0
    within = """line => [...line.querySelectorAll("math")].every((part) =>
        part.getBoundingClientRect().right <= line.getBoundingClientRect().right + 1)"""
    for line in one.page.locator("#equation > div, .reading-equation").all():
        assert line.evaluate(within)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("width", "height"), [(PHONE, 844), (360, 640), (DESKTOP, 800)])
def test_the_answer_stays_on_the_screen(
    reader: Readers, language: Language, width: int, height: int
) -> None:
    one = reader(language, width, height=height).open()
    one.press("#new")
    if one.page.locator("#answer").is_visible():
        one.page.wait_for_timeout(100)
        assert one.in_sight(one.answer)
    one.write(LEFT[language])
    one.quantity(1).evaluate("number => number.scrollIntoView({ block: 'center' })")
    one.press(one.quantity(1))
    assert one.answer.startswith("30")
    one.page.wait_for_timeout(100)
    assert one.in_sight(one.answer)


def test_the_answer_is_not_said_twice_on_one_screen(reader: Readers) -> None:
    one = reader().open(text=LEFT["en"])
    assert one.page.locator("#peek").is_hidden()
    one.page.locator("#worksheet").scroll_into_view_if_needed()
    one.page.locator("#peek", has_text="18 shells").click()
    one.page.locator("#peek").wait_for(state="hidden")


def test_on_the_narrowest_screen_no_button_breaks_its_word(reader: Readers) -> None:
    one = reader("zh", NARROW).open()
    for name in ("#language", ".brand span"):
        lines = one.page.locator(name).evaluate(
            """element => {
                const words = document.createRange();
                words.selectNodeContents(element);
                return words.getClientRects().length;
            }"""
        )
        assert lines == 1
    assert one.overflow() <= 0


@crosswise
def test_the_story_is_told_as_it_was_understood(
    reader: Readers, language: Language, width: int
) -> None:
    one = reader(language, width).open(text=LEFT[language])
    story = one.page.locator("#story")
    lines = solve(LEFT[language]).story
    assert story.locator("dd > span").all_inner_texts() == [line.text for line in lines]
    headings = get(language).sentences.headings
    assert story.locator("dt").all_inner_texts() == [
        headings[kind] for kind in dict.fromkeys(line.kind for line in lines)
    ]
    assert sorted(story.locator(".badge:not(.x)").all_inner_texts()) == sorted(one.signs)
    clearness = one.page.locator("#clearness")
    assert clearness.inner_text() == reasons(language).world["clear"]
    one.press(one.quantity(1))
    assert story.locator("dd").count() == 0
    assert clearness.inner_text() == reasons(language).world["given"]
    assert one.overflow() <= 0


@crosswise
def test_every_number_has_a_reason(reader: Readers, language: Language, width: int) -> None:
    one = reader(language, width).open(text=LEFT[language])
    shown = one.page.locator("#because li > span")
    plain = [reason.replace("“", "").replace("”", "") for reason in solve(LEFT[language]).reasons]
    assert shown.all_inner_texts() == plain
    assert one.page.locator("#because .badge").all_inner_texts() == one.signs
    assert one.overflow() <= 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_worlds_are_shown_with_what_decided(reader: Readers, language: Language) -> None:
    one = reader(language).open(text=LEFT[language], why="1")
    solution = solve(LEFT[language], why=True)
    rows = one.page.locator("#worlds tbody tr")
    assert rows.count() == len(solution.worlds)
    assert rows.first.locator("th").inner_text().startswith(str(solution.answer))
    assert one.page.locator("#worlds .won").count() == 1
    assert one.page.locator("#worlds .decided").count() == len(solution.worlds) - 1


# --- number by number ----------------------------------------------------------------------------


def shown_text(reader_text: str) -> str:
    return re.sub(r"\s+", " ", reader_text).strip()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_text_is_all_there_with_its_quantities_marked(
    reader: Readers, language: Language
) -> None:
    one = reader(language).open(text=LEFT[language])
    pieces = one.page.locator("#told").evaluate(
        """told => [...told.children].map((piece) => {
            const copy = piece.cloneNode(true);
            copy.querySelectorAll(".badge").forEach((badge) => badge.remove());
            return copy.textContent;
        })"""
    )
    assert "".join(pieces) == LEFT[language]
    solution = solve(LEFT[language])
    for place, quantity in enumerate(solution.quantities):
        label = one.quantity(place).get_attribute("aria-label") or ""
        sign = {1: "plus", 0: "zero", -1: "minus"}[quantity.sign]
        assert label.startswith(quantity.text)
        assert one.said(sign) in label
        assert sign in (one.quantity(place).get_attribute("class") or "").split()
    telling = [piece.text for piece in solution.pieces() if piece.role == "words"]
    assert one.page.locator("#told .telling").all_inner_texts() == telling


@everywhere
def test_a_quantity_can_be_flipped_and_everything_follows(
    reader: Readers, language: Language, width: int
) -> None:
    one = reader(language, width).open(text=LEFT[language])
    banner = one.page.locator("#whatif")
    assert banner.is_hidden()
    own = one.answer
    one.press(one.quantity(1))
    assert one.signs == ["+", "0"]
    assert one.answer.startswith("30")
    assert banner.is_visible()
    assert one.said("whatif_text", answer=own) in banner.inner_text()
    one.press(one.quantity(1))
    assert one.signs == ["+", "+"]
    assert one.answer.startswith("42")
    assert one.page.locator("#equation .solved-for").text_content() == "x=30+12=42"
    assert "42" in one.page.locator("#steps li").last.inner_text()
    assert "42" in one.page.locator("#status").inner_text()
    one.press("#reset")
    assert banner.is_hidden()
    assert one.signs == ["+", "−"]
    assert one.answer == own


def test_flipping_round_comes_back_to_the_own_reading(reader: Readers) -> None:
    one = reader().open(text=LEFT["en"])
    seen = []
    for _ in range(3):
        one.press(one.quantity(0))
        seen.append(one.signs[0])
    assert seen == ["−", "0", "+"]
    assert one.page.locator("#whatif").is_hidden()


def test_an_answer_below_zero_is_noted(reader: Readers) -> None:
    one = reader().open(text=LEFT["en"], signs="-1,1")
    assert one.answer.startswith("−18")
    assert one.page.locator("#nothing").inner_text() == one.said("negative")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_with_every_sign_zero_the_page_says_what_is_missing(
    reader: Readers, language: Language
) -> None:
    one = reader(language).open(text=LEFT[language], signs="0,0")
    assert one.page.locator("#nothing").inner_text() == one.said("all_zero")
    assert one.page.locator("#equation").inner_text() == ""
    one.press(one.quantity(0))
    assert one.answer.startswith("30")


@crosswise
def test_another_reading_can_be_tried(reader: Readers, language: Language, width: int) -> None:
    one = reader(language, width).open(text=LEFT[language])
    others = solve(LEFT[language]).alternatives
    buttons = one.page.locator("#readings button")
    assert buttons.count() == len(others) > 0
    assert buttons.first.get_attribute("aria-pressed") == "false"
    one.press(buttons.first)
    assert one.page.locator("#whatif").is_visible()
    assert one.answer.startswith(others[0].equation.answer())
    assert one.page.locator("#readings button").first.get_attribute("aria-pressed") == "true"


# --- how it decided ------------------------------------------------------------------------------


@crosswise
def test_the_lattice_and_the_features_are_shown_on_demand(
    reader: Readers, language: Language, width: int
) -> None:
    one = reader(language, width).open(text=LEFT[language])
    assert one.page.locator("#lattice svg").count() == 0
    one.press("#why summary")
    drawing = one.page.locator("#lattice svg")
    assert drawing.is_visible()
    assert drawing.locator("path.best").count() > 0
    assert drawing.locator("circle.node").count() > 0
    tables = one.page.locator("#reasons > *")
    assert tables.count() == 2
    assert one.page.locator("#reasons tbody tr").count() > 2
    assert "30" in tables.first.inner_text()
    assert one.overflow() <= 0
    # Readable: its letters have a size of their own, the frame scrolls.
    assert drawing.locator("text.number").first.bounding_box()["height"] >= 12  # type: ignore[index]


def test_the_lattice_zooms_by_buttons_keys_and_wheel_and_can_be_dragged(reader: Readers) -> None:
    one = reader(width=PHONE).open(text=THREE, why="1")
    frame = one.page.locator("#lattice .frame")

    def scale() -> float:
        return float(frame.get_attribute("data-scale") or "nan")

    assert scale() == 1
    one.page.locator("[data-zoom=zoom_in]").click()
    assert scale() == pytest.approx(1.25, abs=0.01)
    one.page.locator("[data-zoom=zoom_out]").click()
    assert scale() == pytest.approx(1, abs=0.01)
    one.page.locator("[data-zoom=zoom_fit]").click()
    fitted = scale()
    assert fitted < 1
    frame.focus()
    frame.press("+")
    assert scale() > fitted
    frame.press("-")
    assert scale() == pytest.approx(fitted, abs=0.01)
    frame.press("+")
    frame.press("0")
    assert scale() == pytest.approx(fitted, abs=0.01)
    frame.hover()
    one.page.mouse.wheel(0, -500)
    one.page.wait_for_function(
        "before => Number(document.querySelector('#lattice .frame').dataset.scale) > before",
        arg=fitted,
    )
    box = frame.bounding_box()
    assert box is not None
    before: float = frame.evaluate("frame => frame.scrollLeft")
    one.page.mouse.move(box["x"] + 200, box["y"] + 60)
    one.page.mouse.down()
    one.page.mouse.move(box["x"] + 80, box["y"] + 60)
    one.page.mouse.up()
    assert frame.evaluate("frame => frame.scrollLeft") == pytest.approx(before + 120, abs=2)


# --- models --------------------------------------------------------------------------------------


@crosswise
def test_two_models_stand_side_by_side(reader: Readers, language: Language, width: int) -> None:
    one = reader(language, width).open(text=LEFT[language])
    names = one.page.locator("#compare option").evaluate_all(
        "options => options.map((option) => option.value).filter(Boolean)"
    )
    if not names:
        pytest.skip("one model is bundled, so there is none to compare with")
    for name in names:
        with one.page.expect_response("**/api/solve"):
            one.page.locator("#compare").select_option(name)
        one.settled()
        columns = one.page.locator("#columns .column")
        assert columns.count() == 2
        assert all("30" in column for column in columns.all_inner_texts())
        assert one.page.locator("#agree").inner_text()
        assert one.page.locator("#columns mark.mark").count() == 6  # two numbers and x, twice
        assert f"compare={name}" in one.page.url
        assert one.overflow() <= 0
    with one.page.expect_response("**/api/solve"):
        one.page.locator("#compare").select_option("")
    one.settled()
    assert one.page.locator("#side-by-side").is_hidden()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_model_can_be_chosen(reader: Readers, language: Language) -> None:
    one = reader(language).open(text=LEFT[language])
    names = one.page.locator("#model option").evaluate_all(
        "options => options.map((option) => option.value)"
    )
    assert "qt" in names
    chosen = one.page.locator("#model").input_value()
    for name in [*(name for name in names if name != chosen), chosen]:
        if len(names) > 1:
            with one.page.expect_response("**/api/solve") as response:
                one.page.locator("#model").select_option(name)
            one.settled()
            assert response.value.json()[0]["variant"] == name
        assert one.answer
        assert one.page.locator("#model-about").inner_text() == one.said(f"model_{name}")


# --- links, copies, worksheets -------------------------------------------------------------------


def test_the_address_is_a_link_to_what_is_seen(reader: Readers) -> None:
    one = reader().open().write(LEFT["en"])
    one.press(one.quantity(1))
    one.page.locator("[data-copy=link]").click()
    one.page.get_by_text(one.said("copied_link")).and_(one.page.locator("#toast")).wait_for()
    link = one.page.evaluate("navigator.clipboard.readText()")
    assert link == one.page.url
    other = reader("zh", PHONE)
    other.page.goto(link)
    other.settled()
    assert other.page.locator("#problem").input_value() == LEFT["en"]
    assert other.signs == ["+", "0"]
    assert other.page.locator("#whatif").is_visible()


def test_the_title_names_the_problem(reader: Readers) -> None:
    one = reader().open()
    plain = one.page.title()
    one.write(LEFT["en"])
    assert one.page.title() == f"{LEFT['en'][:60]} · {plain}"
    one.page.locator("#clear").click()
    assert one.page.title() == plain


def test_a_problem_in_a_link_is_not_sent_with_the_page(reader: Readers) -> None:
    one = reader()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    one.open(text=LEFT["en"])
    assert any(url.endswith("/api/solve") for url in asked)
    assert not any("Nora" in url for url in asked if not url.startswith(f"{one.address}#"))
    with one.page.expect_navigation():
        one.page.reload()
    one.settled()
    assert one.answer.startswith("18")


def test_the_back_button_goes_back_step_by_step(reader: Readers) -> None:
    one = reader().open()
    first = one.page.locator("#examples button").first
    one.press(first)
    one.press(first)  # the same again is no step
    example = one.page.locator("#problem").input_value()
    one.page.locator("#problem").clear()
    one.page.locator("#problem").press_sequentially(LEFT["en"])
    one.page.locator("#answer", has_text="18 shells").wait_for()
    one.write(LEFT["en"].replace("30", "50"))
    one.press(one.quantity(1))
    assert one.signs == ["+", "0"]

    def back() -> None:
        with one.page.expect_response("**/api/solve"):
            one.page.go_back()
        one.settled()

    back()
    assert one.signs == ["+", "−"]
    assert one.page.locator("#problem").input_value() == LEFT["en"].replace("30", "50")
    back()  # what was typed in one go is one step
    assert one.page.locator("#problem").input_value() == example
    one.page.go_back()
    one.page.locator("#empty").wait_for()
    with one.page.expect_response("**/api/solve"):
        one.page.go_forward()
    one.settled()
    assert one.page.locator("#problem").input_value() == example


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_answer_can_be_copied_in_three_forms(reader: Readers, language: Language) -> None:
    one = reader(language).open(text=LEFT[language], why="1")

    solution = solve(LEFT[language])
    text = one.copied("text")
    assert text.startswith(f"{LEFT[language]}\n\n{one.said('answer_is', answer=one.answer)}\n")
    assert "\n30 − 12 − x = 0\n" in text
    assert all(step in text for step in solution.steps)
    assert one.copied("latex") == "x = 30 - 12 = 18"
    data = json.loads(one.copied("json"))
    assert data["answer"] == "18"
    assert "lattice" not in data


@crosswise
def test_a_worksheet_is_made_to_measure(reader: Readers, language: Language, width: int) -> None:
    one = reader(language, width).open()
    form = one.page.locator("form#worksheet")
    form.locator("[name=count]").fill("7")
    form.locator("[name=steps]").select_option("1")
    form.locator("[name=distractors]").select_option("none")
    form.locator("input[value=join]").check()
    form.locator("input[value=compare]").check()
    with one.page.context.expect_page() as opened:
        form.locator("button[type=submit]").click()
    sheet = opened.value
    sheet.wait_for_load_state()
    query = parse_qs(urlsplit(sheet.url).query)
    assert query["kinds"] == ["join,compare"]
    assert sheet.locator("main li").count() == 7
    assert sheet.locator(".answers li").count() == 7
    assert (sheet.locator("html").get_attribute("lang") or "").startswith(language)
    width_of_name = sheet.locator(".who span").first.evaluate(
        "span => getComputedStyle(span).borderBottomStyle"
    )
    assert width_of_name == "solid"  # its own style sheet is in force


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_worksheet_that_cannot_be_made_is_not_asked_for(
    reader: Readers, language: Language
) -> None:
    one = reader(language).open()
    form = one.page.locator("form#worksheet")
    steps = form.locator("[name=steps]")
    steps.select_option("1")
    form.locator("input[value=overlap]").check()
    assert steps.evaluate("steps => steps.validationMessage") == one.said("overlap_steps")
    form.locator("button[type=submit]").click()
    assert len(one.page.context.pages) == 1
    steps.select_option("1-2")
    assert steps.evaluate("steps => steps.validationMessage") == ""


def test_the_description_of_the_api_is_one_press_away(reader: Readers) -> None:
    one = reader().open()
    one.page.locator("footer a").click()
    one.page.get_by_text("/api/solve").first.wait_for()


# --- texts that mean harm ------------------------------------------------------------------------

MARKUP = (
    'Eve had 30 <b onclick="alert(1)">shells</b><script>window.harmed = 1</script>'
    "<img src=x onerror='window.harmed=1'> & gave 12 shells away. How many shells are left?"
)
BIDI = (
    "Nora had 30 \u202eshells\u202c and \u2067gave\u2069 12 away\u200f. How many shells are left?"
)
EMOJI = (
    "👩‍👩‍👧 Nora 🐚 had 30 shells 🐚🐚 and gave 12 👍🏽 of them away. How many shells are left? 🤔"
)


@pytest.mark.parametrize("text", [MARKUP, BIDI, EMOJI], ids=["markup", "bidi", "emoji"])
def test_text_is_shown_as_text(reader: Readers, text: str) -> None:
    one = reader().open(text=text, why="1")
    quantities = one.page.locator("#told button bdi").all_inner_texts()
    assert quantities[:1] == ["30"]
    assert "12" in quantities
    shown = one.page.locator("#told").evaluate(
        """told => {
            const copy = told.cloneNode(true);
            copy.querySelectorAll(".badge").forEach((badge) => badge.remove());
            return copy.textContent;
        }"""
    )
    assert shown == text
    assert one.page.locator("main script, main img, main b[onclick]").count() == 0
    assert one.page.evaluate("window.harmed") is None
    assert one.overflow() <= 0
    one.page.locator("[data-copy=text]").click()
    one.page.locator("#toast").wait_for()
    assert one.page.evaluate("navigator.clipboard.readText()").startswith(text)


def test_half_an_emoji_and_endless_words_harm_nothing(reader: Readers) -> None:
    one = reader(width=NARROW).open()
    with one.page.expect_response("**/api/solve"):
        one.page.evaluate(
            """text => {
                const problem = document.querySelector("#problem");
                problem.value = text.replace("shells", "shells \\ud83d " + "x".repeat(2000));
                problem.dispatchEvent(new InputEvent("input"));
            }""",
            LEFT["en"],
        )
    one.settled()
    assert one.page.locator("#told button bdi").all_inner_texts() == ["30", "12"]
    assert one.overflow() <= 0


def test_a_hundred_kilobytes_harm_nothing(reader: Readers) -> None:
    one = reader(width=PHONE).open()
    text = "Nora had 30 shells <i>&amp; more</i> and so on. " * 2200
    assert len(text) > 100_000
    one.write(text)
    trouble = one.page.locator("#trouble")
    assert "characters" in trouble.inner_text()
    assert len(one.page.url) < 500
    assert one.page.locator("#problem").input_value() == text
    assert one.overflow() <= 0
    one.write(LEFT["en"])
    assert one.answer.startswith("18")
