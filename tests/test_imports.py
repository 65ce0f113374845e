"""Nothing is loaded before it is needed: checked by module names, in a new process."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import quantity_tagger

HEAVY = {
    "joblib",
    "matplotlib",
    "nltk",
    "numpy",
    "pooch",
    "pyarrow",
    "ray",
    "requests",
    "rich",
    "rjieba",
    "scipy",
    "sklearn",
    "spacy",
    "textblob",
    "tqdm",
}
ENGLISH = "Ann had 9 pens and lost 4. How many pens has she left?"
CHINESE = "小红有9支铅笔,送给小明4支,还剩多少支铅笔?"


def loaded_after(code: str) -> set[str]:
    """The modules that a new Python has loaded after running ``code``."""
    report = "import json, sys; sys.stderr.write(json.dumps(sorted(sys.modules)))"
    process = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True
    )
    return set(json.loads(process.stderr))


def heavy_after(code: str) -> set[str]:
    """The heavy libraries that a new Python has loaded after running ``code``."""
    return HEAVY & {name.partition(".")[0] for name in loaded_after(code)}


def command(*argv: str) -> str:
    return f"from quantity_tagger.cli import main; main({list(argv)!r})"


def test_the_check_sees_what_is_loaded() -> None:
    assert heavy_after("import numpy") == {"numpy"}


@pytest.mark.parametrize(
    "code",
    [
        "import quantity_tagger",
        "import quantity_tagger.reading.annotators, quantity_tagger.reading",
        "import quantity_tagger.solution.equation",
        "import quantity_tagger.datasets",
        "from quantity_tagger import Problem, QuantityTaggerError, read",
        command(),
        command("--version"),
        command("read", "--help"),
        command("batch", "--help"),
    ],
)
def test_light_work_loads_no_heavy_library(code: str) -> None:
    assert heavy_after(code) == set()


@pytest.mark.parametrize(
    "code",
    [
        f"import quantity_tagger; quantity_tagger.read({ENGLISH!r})",
        command("read", ENGLISH),
        command("read", ENGLISH, "--json"),
    ],
)
def test_english_text_loads_what_its_parser_needs_alone(code: str) -> None:
    assert heavy_after(code) == {"numpy"}


def test_chinese_text_loads_the_segmenter_alone() -> None:
    assert heavy_after(f"import quantity_tagger; quantity_tagger.read({CHINESE!r})") == {"rjieba"}


@pytest.mark.parametrize(
    ("text", "used", "other"), [(ENGLISH, "english", "chinese"), (CHINESE, "chinese", "english")]
)
def test_a_text_loads_the_files_of_its_own_language_alone(text: str, used: str, other: str) -> None:
    code = f"import sys, quantity_tagger; quantity_tagger.solve({text!r})"
    report = "print(*[name for name in sys.modules if '.languages.' in name])"
    process = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True
    )
    files = {name.partition(".languages.")[2] for name in process.stdout.split()}
    assert f"{used}.facts" in files
    assert [name for name in files if name.startswith(f"{other}.")] == []


@pytest.mark.parametrize("name", quantity_tagger.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(quantity_tagger, name).__name__ == name
    assert name in dir(quantity_tagger)


def test_public_names_and_their_homes_are_the_same() -> None:
    assert sorted(quantity_tagger._HOMES) == quantity_tagger.__all__


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solve_everything'"):
        quantity_tagger.solve_everything  # noqa: B018


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_solving_loads_no_part_of_numpy_that_it_does_not_use(text: str) -> None:
    assert "numpy.ma" not in loaded_after(command("solve", text))
