"""``quantity-tagger read``: what is read from a word problem."""

from __future__ import annotations

import argparse

from quantity_tagger import languages
from quantity_tagger.cli import source
from quantity_tagger.cli.show import problem as display

HELP = "Shows what is read from a word problem: its quantities, exact, and what it asks for."

EXAMPLES = """\
examples:
  quantity-tagger read "Ann had 9 pens and lost 4. How many pens has she left?"
  quantity-tagger read problem.txt --tokens
  echo "小明有9支铅笔,送给小红4支,还剩多少支?" | quantity-tagger read - --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("text", metavar="TEXT|FILE|-", help=source.HELP)
    parser.add_argument(
        "--language",
        choices=languages.codes(),
        help="the text's language (found by itself if not told)",
    )
    parser.add_argument(
        "--tokens", action="store_true", help="also list the tokens with their tags"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Reads the text and prints what was found."""
    from quantity_tagger.reading import read

    problem = read(source.text_of(arguments.text), arguments.language)
    if arguments.json:
        import json

        shown = display.as_dict(problem, tokens=arguments.tokens)
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        display.show(problem, tokens=arguments.tokens)
    return 0
