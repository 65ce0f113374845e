"""``quantity-tagger demo``: one English and one Chinese problem, each with a quantity too many."""

from __future__ import annotations

import argparse

from quantity_tagger.cli import display

HELP = "Goes through one English and one Chinese problem and shows what is read from each."

PROBLEMS = (
    "Mia picked 52 apples while her brother filled 7 baskets with pears. "
    "She gave 34 of the apples to her neighbours. How many apples does Mia have now?",
    "班级图书角原来有78本书,墙上挂着12幅画。同学们借走了35本书,老师又添了20本。"
    "现在图书角有多少本书?",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The demonstration takes no arguments."""


def run(arguments: argparse.Namespace) -> int:
    """Reads the problems and prints what was found."""
    from quantity_tagger.reading import read

    for number, text in enumerate(PROBLEMS):
        if number:
            print("\n")
        display.show(read(text))
    return 0
