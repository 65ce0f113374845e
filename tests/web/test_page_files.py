"""The page's files, without a browser: complete, translated, and nothing from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from quantity_tagger.generation import DISTRACTORS, FAMILIES, generate

STATIC = Path(__file__).parents[2] / "src" / "quantity_tagger" / "web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
FILES = sorted(path for path in STATIC.rglob("*.*") if path.suffix != ".ico")
LOCALES = ("en", "zh")
# Names of things, not addresses to load from.
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML")


class Elements(HTMLParser):
    """Every start tag of a page with its attributes, and what stands in scripts and styles."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem in ("script", "style"):
            self.inline += data.strip()


@pytest.fixture(scope="module")
def index() -> Elements:
    parsed = Elements()
    parsed.feed((STATIC / "index.html").read_text("utf-8"))
    return parsed


def sentences(locale: str) -> dict[str, str]:
    """The keys of a locale with their lines."""
    text = (STATIC / "locale" / f"{locale}.js").read_text("utf-8")
    return dict(re.findall(r'^  "?([\w-]+)"?: "(.*)",$', text, re.MULTILINE))


def test_both_languages_say_the_same_things_with_the_same_values() -> None:
    english, chinese = (sentences(locale) for locale in LOCALES)
    assert len(english) > 100
    extra = chinese.keys() - english.keys()  # what the server says in English alone
    assert all(key.startswith("trouble_") for key in extra)
    assert english.keys() <= chinese.keys()
    for key, line in english.items():
        assert set(re.findall(r"\{\w+\}", line)) == set(re.findall(r"\{\w+\}", chinese[key])), key


def test_every_text_of_the_markup_is_translated(index: Elements) -> None:
    names = ("data-i18n", "data-i18n-label", "data-i18n-placeholder")
    used = {
        attributes[name] for _, attributes in index.found for name in names if name in attributes
    }
    assert used
    for locale in LOCALES:
        assert used <= sentences(locale).keys()


def test_the_markup_says_in_english_what_the_english_locale_says() -> None:
    text = (STATIC / "index.html").read_text("utf-8")
    english = sentences("en")
    shown = re.findall(r'data-i18n="(\w+)"[^>]*>([^<]*)<', text)
    assert shown
    assert {(key, line) for key, line in shown if english[key] != line} == set()


def test_scripts_ask_for_sentences_that_exist() -> None:
    used = {
        key
        for script in SCRIPTS
        for key in re.findall(r'\bt\(\s*"([\w-]+)"', script.read_text("utf-8"))
    }
    assert used
    assert used <= sentences("en").keys()


def test_nothing_runs_or_is_styled_inline(index: Elements) -> None:
    assert index.inline == ""
    for tag, attributes in index.found:
        assert "style" not in attributes, tag
        assert not any(name.startswith("on") for name in attributes), tag


def test_no_file_names_another_host() -> None:
    for path in FILES:
        text = path.read_text("utf-8")
        for namespace in NAMESPACES:
            text = text.replace(f'"{namespace}"', "")
        assert not re.search(r"(https?:)?//[a-z0-9-]+\.[a-z]", text), path.name


def test_everything_the_page_loads_is_there(index: Elements) -> None:
    linked = [attributes.get("src") or attributes.get("href") for tag, attributes in index.found
              if tag in ("script", "link", "img")]  # fmt: skip
    assert linked
    for name in linked:
        assert name is not None
        assert (STATIC / name).is_file()
    for script in SCRIPTS:
        for name in re.findall(r'(?:from|import) "(\.[^"]+)"', script.read_text("utf-8")):
            assert (script.parent / name).is_file(), f"{script.name} imports {name}"


def test_every_module_is_fetched_at_once(index: Elements) -> None:
    preloaded = {
        attributes["href"]
        for _, attributes in index.found
        if attributes.get("rel") == "modulepreload"
    }
    imported = {
        str((script.parent / name).resolve().relative_to(STATIC))
        for script in SCRIPTS
        for name in re.findall(r' from "(\.[^"]+)"', script.read_text("utf-8"))
    }
    assert preloaded == imported


def test_text_never_becomes_markup() -> None:
    for script in SCRIPTS:
        text = script.read_text("utf-8")
        for risk in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert risk not in text, script.name


def test_the_worksheet_offers_what_the_generator_makes(index: Elements) -> None:
    boxes = [attributes for tag, attributes in index.found
             if tag == "input" and attributes.get("type") == "checkbox"]  # fmt: skip
    kinds = [str(box["value"]) for box in boxes if "name" not in box]
    assert set(kinds) == FAMILIES.keys() - {"change"}  # which is join and separate
    values = [attributes.get("value") for tag, attributes in index.found if tag == "option"]
    assert set(DISTRACTORS) < set(values)
    for kind in kinds:
        assert len(list(generate("en", 2, kinds=kind))) == 2
