"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import shlex
from pathlib import Path

import pytest

from quantity_tagger import cli

README = Path(__file__).parents[1] / "README.md"


def shell_examples() -> list[tuple[str, str]]:
    """Each indented ``$ quantity-tagger …`` of the README with the output printed below it."""
    _, *blocks = README.read_text("utf-8").split("\n    $ quantity-tagger ")
    examples = []
    for block in blocks:
        command, *lines = block.split("\n")
        output = []
        for line in lines:
            if line and not line.startswith("    "):
                break
            output.append(line.removeprefix("    "))
        examples.append((command, "\n".join(output).strip()))
    return examples


@pytest.mark.parametrize(("command", "output"), shell_examples())
def test_commands_print_what_is_shown(
    capsys: pytest.CaptureFixture[str], command: str, output: str
) -> None:
    assert cli.main(shlex.split(command)) == 0
    assert capsys.readouterr().out.strip() == output


def test_there_are_commands_to_check() -> None:
    assert shell_examples()


@pytest.mark.parametrize("document", [README, README.parent / "docs" / "understanding.md"])
def test_python_examples_run(document: Path) -> None:
    failed, tried = doctest.testfile(str(document), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0
