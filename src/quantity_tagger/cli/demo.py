"""``quantity-tagger demo``: one English and one Chinese problem, each with a quantity too many."""

from __future__ import annotations

import argparse

from quantity_tagger.cli.show import problem as display
from quantity_tagger.cli.show import solution as answer

HELP = "Solves one English and one Chinese problem and shows why."

PROBLEMS = {
    "en": "Mia picked 52 apples while her brother filled 7 baskets with pears. "
    "She gave 34 of the apples to her neighbours. How many apples does Mia have now?",
    "zh": "班级图书角原来有78本书,墙上挂着12幅画。同学们借走了35本书,老师又添了20本。"
    "现在图书角有多少本书?",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """The demonstration takes no arguments."""


def run(arguments: argparse.Namespace) -> int:
    """Solves the problems with reasons; without bundled models shows what is read from them."""
    from quantity_tagger.model import bundled
    from quantity_tagger.reading import read
    from quantity_tagger.solver import solve

    for number, (language, text) in enumerate(PROBLEMS.items()):
        if number:
            print("\n")
        print(f"{display.LANGUAGES[language]}\n")
        if bundled.path(language).exists():
            answer.show(solve(text, why=True), why=True)
        else:
            display.show(read(text))
    return 0
