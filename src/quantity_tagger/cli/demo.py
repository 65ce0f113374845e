"""``quantity-tagger demo``: one problem of each language, each with a quantity too many."""

from __future__ import annotations

import argparse

from quantity_tagger import languages
from quantity_tagger.cli.show import problem as display
from quantity_tagger.cli.show import solution as answer

HELP = "Solves one problem of each language and shows why."


def configure(parser: argparse.ArgumentParser) -> None:
    """The demonstration takes no arguments."""


def run(arguments: argparse.Namespace) -> int:
    """Solves the problems with reasons; without bundled models shows what is read from them."""
    from quantity_tagger.model import bundled
    from quantity_tagger.reading import read
    from quantity_tagger.solver import solve

    for number, language in enumerate(languages.known().values()):
        text = language.sentences.example
        if number:
            print("\n")
        print(f"{language.name}\n")
        if bundled.path(language.code).exists():
            answer.show(solve(text, why=True), why=True)
        else:
            display.show(read(text))
    return 0
