"""``quantity-tagger solve``: the answer, the equation, and how it comes about."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.cli import source
from quantity_tagger.errors import QuantityTaggerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from quantity_tagger.errors import ReadingError
    from quantity_tagger.solution.solution import Solution

HELP = "Solves word problems: answer, equation, the part of every quantity, the steps in words."

EXAMPLES = """\
examples:
  quantity-tagger solve "Ann had 9 pens and lost 4. How many pens has she left?"
  quantity-tagger solve --why "小明有9支铅笔,送给小红4支,还剩多少支?"
  quantity-tagger solve homework.txt --json
  quantity-tagger solve --interactive

A file or standard input may hold several problems with blank lines between them.
"""

PROMPT = "problem> "
MORE = "     ... "


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("texts", metavar="TEXT|FILE|-", nargs="*", help=source.HELP)
    parser.add_argument(
        "--why",
        action="store_true",
        help="also show the features that moved each sign most, and other readings",
    )
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line for each problem, for programs"
    )
    parser.add_argument("--model", metavar="MODEL", help=source.MODEL_HELP)
    parser.add_argument(
        "--language",
        choices=languages.codes(),
        help="the text's language (found by itself if not told)",
    )
    parser.add_argument(
        "--interactive", action="store_true", help="ask for one problem after the other"
    )


def run(arguments: argparse.Namespace) -> int:
    """Solves every problem; 1 if one could not be read, which does not stop the others."""
    if arguments.interactive and arguments.texts:
        raise QuantityTaggerError(
            "--interactive asks for the problems itself: leave the text out, or --interactive."
        )
    solve = _solver(arguments)
    if arguments.interactive:
        return _converse(arguments, solve)
    texts = [text for argument in arguments.texts or ["-"] for text in _problems(argument)]
    outcomes = solve(texts)
    if len(outcomes) == 1 and isinstance(outcomes[0], Exception):
        raise outcomes[0]
    _show(arguments, texts, outcomes)
    return int(any(isinstance(outcome, Exception) for outcome in outcomes))


def _solver(
    arguments: argparse.Namespace,
) -> Callable[[list[str]], list[Solution | ReadingError]]:
    from quantity_tagger import solver

    chosen = solver.chosen(arguments.model)
    return lambda texts: solver.solve_each(texts, chosen, arguments.language, why=arguments.why)


def _problems(argument: str) -> list[str]:
    """The problems that an argument means: a text is one, what is read may have blank lines."""
    text = source.text_of(argument)
    if text == argument:
        return [text]
    problems: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            problems[-1].append(line)
        elif problems[-1]:
            problems.append([])
    return ["\n".join(lines) for lines in problems if lines] or [text]


def _show(
    arguments: argparse.Namespace, texts: list[str], outcomes: Iterable[Solution | ReadingError]
) -> None:
    if arguments.json:
        import json

        for text, outcome in zip(texts, outcomes, strict=True):
            shown = (
                {"text": text, "error": str(outcome)}
                if isinstance(outcome, Exception)
                else outcome.to_dict(why=arguments.why)
            )
            print(json.dumps(shown, ensure_ascii=False))
        return
    from quantity_tagger.cli.show import solution as answer

    for number, outcome in enumerate(outcomes):
        if number:
            print("\n")
        if isinstance(outcome, Exception):
            sys.stdout.flush()
            print(f"problem {number + 1}: {outcome}", file=sys.stderr)
        else:
            answer.show(outcome, why=arguments.why)


def _converse(
    arguments: argparse.Namespace, solve: Callable[[list[str]], list[Solution | ReadingError]]
) -> int:
    """A prompt that keeps the model loaded; it ends with the input."""
    if sys.stdin.isatty():
        with suppress(ImportError):  # some systems have none
            import readline  # noqa: F401 - its import gives the prompt history and editing
        print("An empty line ends a problem, Ctrl-D ends all.", file=sys.stderr)
    while True:
        try:
            text = _asked(arguments)
        except EOFError:
            if sys.stdin.isatty():
                print(file=sys.stderr)  # so that the shell's prompt has a line of its own
            return 0
        outcome = solve([text])[0]
        if isinstance(outcome, Exception) and not arguments.json:
            print(outcome)
        else:
            _show(arguments, [text], [outcome])
        if not arguments.json:
            print()
        sys.stdout.flush()


def _asked(arguments: argparse.Namespace) -> str:
    """The next problem of standard input: of a program a line, of a person lines up to an empty
    one, since a problem that is pasted may have several. Empty lines before it are passed over.
    """
    lines: list[str] = []
    while True:
        try:
            line = _line(arguments, MORE if lines else PROMPT)
        except EOFError:
            if not lines:
                raise
            line = ""
        if line.strip():
            lines.append(line)
        if lines and not (line.strip() and sys.stdin.isatty()):
            return "\n".join(lines)


def _line(arguments: argparse.Namespace, prompt: str) -> str:
    """The next line; a person is asked for it, a program that writes it not."""
    if not sys.stdin.isatty():
        return input()
    if sys.stdout.isatty() and not arguments.json:
        return input(prompt)  # only so does line editing know where the line begins
    print(prompt, end="", file=sys.stderr, flush=True)
    return input()
