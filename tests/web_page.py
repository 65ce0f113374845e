"""Fixtures for the tests of the page: a reader in front of a browser, watched all the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode, urlsplit

import pytest

import browser as machine

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

PHONE, NARROW, DESKTOP = 390, 320, 1280
LOCALES = {"en": "en-GB", "zh": "zh-CN"}

Language = Literal["en", "zh"]
Theme = Literal["light", "dark"]


@dataclass
class Reader:
    """Somebody at the page: what they see, by the names that the page's markup gives."""

    page: Page
    address: str
    language: Language
    words: dict[str, str] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)

    def open(self, **state: str) -> Reader:
        """Goes to the page; ``state`` is what a link to a problem holds."""
        fragment = f"#{urlencode(state)}" if state else ""
        self.page.goto(f"{self.address}{fragment}")
        self.words = self.page.evaluate(
            "language => import(`./locale/${language}.js`).then((module) => module.default)",
            self.language,
        )
        return self.settled()

    def settled(self) -> Reader:
        """Waits until no question is under way."""
        self.page.locator("html[data-ready=true] #reply[aria-busy=false]").wait_for()
        return self

    def write(self, text: str) -> Reader:
        """Types a problem and waits for what the page says to it."""
        with self.page.expect_response("**/api/solve"):
            self.page.locator("#problem").fill(text)
        return self.settled()

    def press(self, what: str | Locator) -> Reader:
        """Presses something that asks the server, and waits for the answer."""
        target = self.page.locator(what) if isinstance(what, str) else what
        with self.page.expect_response("**/api/solve"):
            target.click()
        return self.settled()

    def quantity(self, place: int) -> Locator:
        return self.page.locator(f'#told [data-key="quantity-{place}"]')

    @property
    def signs(self) -> list[str]:
        """The signs on show, as people write them."""
        return self.page.locator("#told button .badge").all_inner_texts()

    @property
    def answer(self) -> str:
        return self.page.locator("#answer").inner_text()

    def said(self, key: str, **values: str) -> str:
        """The page's own words."""
        text = self.words[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def in_sight(self, text: str) -> bool:
        """Whether an element that says ``text`` lies within the window."""
        return bool(
            self.page.evaluate(
                """text => [...document.querySelectorAll("#answer, #scope, #peek")].some((one) => {
                    const { top, bottom, height } = one.getBoundingClientRect();
                    const inside = height > 0 && top >= 0 && bottom <= innerHeight;
                    return inside && one.textContent.includes(text);
                })""",
                text,
            )
        )

    def copied(self, form: str) -> str:
        """What the button of a form puts onto the clipboard."""
        self.page.locator(f"[data-copy={form}]").click()
        self.page.locator("#toast", has_text=self.said(f"copied_{form}")).wait_for()
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        return text

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        width: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return width


Readers = Callable[..., Reader]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the page is served."""
    from serving import serving  # needs the extra [web], which other tests go without

    with serving("--quiet") as (_, found):
        yield f"{found}/"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser; it ends with the module, and its event loop with it."""
    if find_spec("playwright") is None:
        pytest.skip("playwright is not installed, so the page cannot be tried in a browser")
    executable = machine.chromium()
    if executable is None:
        pytest.skip("there is no Chromium to try the page in (apt-get install chromium)")
    with machine.launched(executable) as browser:
        yield browser


@pytest.fixture
def reader(chromium: Browser, address: str) -> Iterator[Readers]:
    """Makes readers; afterwards none may have seen an error or asked another host."""
    contexts: list[BrowserContext] = []
    made: list[Reader] = []

    def make(
        language: Language = "en",
        width: int = DESKTOP,
        theme: Theme = "light",
        height: int = 800,
        **more: Any,
    ) -> Reader:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            locale=LOCALES[language],
            color_scheme=theme,
            has_touch=width < DESKTOP,
            permissions=["clipboard-read", "clipboard-write"],
            **more,
        )
        contexts.append(context)
        one = Reader(context.new_page(), address, language)
        made.append(one)
        _watch(context, one)
        return one

    yield make
    for context in contexts:
        context.close()
    for one in made:
        assert one.troubles == []
        assert one.strangers == []


def _watch(context: BrowserContext, one: Reader) -> None:
    host = urlsplit(one.address).netloc

    def told(message: Any) -> None:
        if message.type in ("error", "warning"):
            one.troubles.append(f"{message.type}: {message.text}")

    def asked(request: Any) -> None:
        where = urlsplit(request.url)
        if where.scheme not in ("data", "blob") and where.netloc != host:
            one.strangers.append(request.url)

    context.on("console", told)
    context.on("weberror", lambda failed: one.troubles.append(str(failed.error)))
    context.on("request", asked)
