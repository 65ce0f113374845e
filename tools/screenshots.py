"""Take the pictures of the web page that the README shows: ``make screenshots``.

    python tools/screenshots.py [FOLDER]

FOLDER is docs/images where it is not told. Needs Chromium and, for the Chinese page, a font with
Chinese characters (Debian: ``apt-get install chromium fonts-noto-cjk``).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the browser is started as the tests start it

import browser  # noqa: E402
from quantity_tagger.model import bundled  # noqa: E402
from serving import serving  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ENGLISH = (
    "Mia picked 52 apples while her brother filled 7 baskets with pears. "
    "She gave 34 of the apples to her neighbours. How many apples does Mia have now?"
)
CHINESE = "图书角有58本故事书和6盆花，同学们借走了23本故事书，还剩多少本故事书？"
MOST_BYTES = 300_000


@dataclass(frozen=True)
class Picture:
    """A state of the page: where it is looked at, what the link to it holds, what is taken."""

    name: str
    width: int
    height: int
    locale: str = "en-GB"
    theme: Literal["light", "dark"] = "light"
    state: tuple[tuple[str, str], ...] = ()
    element: str | None = None
    path: str = ""


PICTURES = (
    Picture("page", 1280, 1100, state=(("text", ENGLISH),)),
    Picture("page-zh-dark", 1280, 1060, "zh-CN", "dark", (("text", CHINESE), ("signs", "1,1,-1"))),
    # Tall, so that nothing scrolls: else the bar with the answer stands across the picture.
    Picture("why", 1280, 4000, state=(("text", ENGLISH), ("why", "1")), element="#why"),
    Picture(
        "compare", 1280, 900, state=(("text", ENGLISH), ("compare", "qt-fix")), element="#models"
    ),
    Picture("phone", 390, 844, state=(("text", ENGLISH),)),
    Picture("phone-zh-dark", 390, 844, "zh-CN", "dark", (("text", CHINESE),)),
    Picture(
        "worksheet",
        800,
        600,
        path="api/worksheet?language=en&count=5&seed=7&steps=1-2",
        element=None,
    ),
)


def take(chromium: Browser, address: str, picture: Picture, folder: Path) -> Path:
    """Writes one picture."""
    context = chromium.new_context(
        viewport={"width": picture.width, "height": picture.height},
        locale=picture.locale,
        color_scheme=picture.theme,
        reduced_motion="reduce",
        has_touch=picture.width < 600,
    )
    page = context.new_page()
    page.goto(f"{address}{picture.path}{f'#{urlencode(picture.state)}' if picture.state else ''}")
    if not picture.path:
        page.locator("html[data-ready=true] #reply[aria-busy=false]").wait_for()
        page.locator("#model option").first.wait_for(state="attached")
    file = folder / f"{picture.name}.png"
    if picture.element is None:
        if picture.width < 600:
            page.locator("#reply-title").scroll_into_view_if_needed()
            page.evaluate("scrollTo(0, document.querySelector('#reply-title').offsetTop - 12)")
        page.screenshot(path=file)
    else:
        page.locator(picture.element).screenshot(path=file)
    context.close()
    return file


def main(arguments: list[str]) -> int:
    """Takes all pictures."""
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "images"
    executable = browser.chromium()
    if executable is None:
        print("There is no Chromium to take pictures with: install one.", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with serving("--quiet") as (_, address), browser.launched(executable) as chromium:
        for picture in PICTURES:
            if (other := dict(picture.state).get("compare")) and other not in bundled.available(
                "en"
            ):
                print(f"{picture.name}.png is left out: the model {other} is not bundled.")
                continue
            file = take(chromium, f"{address}/", picture, folder)
            size = file.stat().st_size
            print(f"{file.name}  {size / 1000:.0f} kB")
            if size > MOST_BYTES:
                print(f"{file.name} is too large for a README.", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
