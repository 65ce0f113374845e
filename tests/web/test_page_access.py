"""Whether everybody can use the page: by keys, by ear, on a phone, in the dark, on paper."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from web_page import DESKTOP, NARROW, PHONE, Language, Reader, Readers, Theme

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXTS = {
    "en": "Tess picked 25 plums and 8 figs. She ate 5 plums. How many plums are left?",
    "zh": "书架上有40本书，旁边放着2盆花，借走22本书，还剩多少本书？",
}
BEYOND = {
    "en": "A tray holds 6 buns. How many buns are on 4 trays?",
    "zh": "每盘有6个包子，4盘一共有多少个包子？",
}
GRAVE = ("serious", "critical")


def violations(page: Page) -> list[str]:
    """What axe-core finds that keeps people out."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    response = axe.run(page).response
    assert response["passes"]  # it did look
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in response["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("language", "width"), [("en", DESKTOP), ("zh", NARROW)])
def test_axe_finds_nothing_grave_in_any_state(
    reader: Readers, language: Language, width: int, theme: Theme
) -> None:
    one = reader(language, width, theme).open()
    assert violations(one.page) == []  # empty
    one.write(TEXTS[language])
    one.press("#why summary")
    one.page.locator("#lattice svg").wait_for()
    assert violations(one.page) == []  # solved, with how it decided
    one.press(one.quantity(1))
    names = one.page.locator("#compare option").evaluate_all("all => all.map((one) => one.value)")
    if len(names) > 1:
        with one.page.expect_response("**/api/solve"):
            one.page.locator("#compare").select_option(names[1])
        one.settled()
    assert violations(one.page) == []  # what if, and two models
    one.write(BEYOND[language])
    one.page.locator("#guess summary").click()
    assert violations(one.page) == []  # out of scope
    one.write("?")
    assert one.page.locator("#trouble").is_visible()
    assert violations(one.page) == []  # trouble


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_grave_on_the_pages_beside(reader: Readers, theme: Theme) -> None:
    one = reader(theme=theme)
    for name in ("docs", "api/worksheet?language=zh&count=3&seed=1"):
        one.page.goto(f"{one.address}{name}")
        assert violations(one.page) == []


@pytest.mark.parametrize(
    ("language", "width"), [("en", NARROW), ("zh", NARROW), ("en", PHONE), ("zh", 768)]
)
def test_nothing_sticks_out_at_any_width(reader: Readers, language: Language, width: int) -> None:
    one = reader(language, width).open()
    assert one.overflow() <= 0
    one.write(TEXTS[language])
    one.press("#why summary")
    one.press(one.quantity(0))
    assert one.overflow() <= 0
    sizes = one.page.locator("button:visible, select:visible, summary:visible").evaluate_all(
        """all => all.map((one) => {
            const { width, height } = one.getBoundingClientRect();
            return Math.min(width, height);
        })"""
    )
    assert min(sizes) >= 24  # what a finger can meet (WCAG 2.2, 2.5.8)


def test_a_keyboard_is_enough(reader: Readers) -> None:
    one = reader().open()
    keys = one.page.keyboard

    def focused() -> str:
        name: str = one.page.evaluate(
            "document.activeElement.id || document.activeElement.dataset.key || ''"
        )
        return name

    keys.press("Tab")
    assert focused() == "skip"
    assert one.page.locator("#skip").bounding_box()["y"] >= 0  # type: ignore[index]
    keys.press("Enter")
    assert focused() == "problem"
    with one.page.expect_response("**/api/solve"):
        keys.type(TEXTS["en"])
    one.settled()
    for _ in range(30):
        keys.press("Tab")
        if focused() == "quantity-0":
            break
    assert focused() == "quantity-0"
    outline = one.quantity(0).evaluate("one => getComputedStyle(one).outlineStyle")
    assert outline == "solid"
    with one.page.expect_response("**/api/solve"):
        keys.press("Enter")
    one.settled()
    assert one.signs[0] == "−"
    assert focused() == "quantity-0"  # though the text was written anew
    with one.page.expect_response("**/api/solve"):
        keys.press("Space")
    one.settled()
    assert one.signs[0] == "0"
    with one.page.expect_response("**/api/solve"):
        one.page.locator("#reset").press("Enter")
    one.settled()
    assert focused() == "told-title"  # what had the focus is gone
    with one.page.expect_response("**/api/solve"):
        one.page.locator("#why summary").press("Enter")
    one.settled()
    assert one.page.locator("#lattice svg").is_visible()


def test_a_screen_reader_is_told(reader: Readers) -> None:
    one = reader().open().write(TEXTS["en"])
    page = one.page
    assert page.get_by_role("status").inner_text().startswith("The answer is 20 plums.")
    assert page.get_by_role("textbox", name="The problem").is_visible()
    assert page.get_by_role("button", name="25: plus").is_visible()
    meter = page.get_by_role("meter", name="Confidence")
    assert page.locator(".sure-words").inner_text() in str(meter.get_attribute("aria-valuetext"))
    levels = page.get_by_role("heading").evaluate_all("all => all.map((one) => +one.localName[1])")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert page.get_by_role("main").count() == page.get_by_role("banner").count() == 1
    one.press(one.quantity(0))
    assert page.get_by_role("status").inner_text().startswith("What if")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_speaks_the_language_of_the_browser_and_can_be_switched(
    reader: Readers, language: Language
) -> None:
    one = reader(language).open(text=TEXTS[language])
    other: Language = "zh" if language == "en" else "en"
    heading = one.page.locator("h1")
    assert heading.inner_text() == one.said("headline")
    assert (one.page.locator("html").get_attribute("lang") or "").startswith(language)
    label = one.quantity(0).get_attribute("aria-label")
    one.page.locator("#language").click()
    assert heading.inner_text() != one.said("headline")
    assert (one.page.locator("html").get_attribute("lang") or "").startswith(other)
    assert one.quantity(0).get_attribute("aria-label") != label
    one.page.reload()
    one.settled()
    assert heading.inner_text() != one.said("headline")  # remembered
    one.page.locator("#language").click()
    assert heading.inner_text() == one.said("headline")


def ground(one: Reader) -> str:
    colour: str = one.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_that_of_the_system_until_it_is_switched(
    reader: Readers, theme: Theme
) -> None:
    one = reader(theme=theme).open()
    switch = one.page.locator("#theme")
    before = ground(one)
    assert switch.get_attribute("aria-pressed") == ("true" if theme == "dark" else "false")
    switch.click()
    after = ground(one)
    assert after != before
    one.page.reload()
    one.settled()
    assert ground(one) == after  # remembered
    one.page.locator("#theme").click()
    assert ground(one) == before


def test_who_wants_no_motion_gets_none(reader: Readers) -> None:
    def moving(one: Reader) -> list[str]:
        found: list[str] = one.page.locator("*").evaluate_all(
            """all => all.filter((one) => {
                const { transitionDuration, animationName } = getComputedStyle(one);
                return transitionDuration !== "0s" || animationName !== "none";
            }).map((one) => one.tagName)"""
        )
        return found

    assert moving(reader().open(text=TEXTS["en"]))
    assert moving(reader(reduced_motion="reduce").open(text=TEXTS["en"])) == []


def test_on_paper_stand_the_problem_the_answer_and_the_steps(reader: Readers) -> None:
    one = reader().open(text=TEXTS["en"])
    one.page.locator("#theme").click()  # dark, which paper is not
    one.page.emulate_media(media="print")
    for name in ("#told", "#answer", "#equation", "#steps"):
        assert one.page.locator(name).is_visible(), name
    for name in (".ask", "form#worksheet", "header.site", ".take", "#why", "#models"):
        assert one.page.locator(name).is_hidden(), name
    assert ground(one) == "rgb(255, 255, 255)"


def test_features_are_told_in_the_language_of_the_page(reader: Readers) -> None:
    one = reader("en").open(text=TEXTS["en"], why="1")
    features = one.page.locator("#reasons tbody th")
    in_english = features.all_text_contents()
    assert any("the whole equation" in told for told in in_english)
    one.press(one.page.locator("#language"))
    assert features.count() == len(in_english)
    assert not any("the whole equation" in told for told in features.all_text_contents())
