"""The command ``quantity-tagger``: one module per command, loaded only when it is asked for.

A command's module has ``HELP`` (what it does, shown by its ``--help``), ``configure(parser)`` and
``run(arguments)``, which returns the exit status. Whatever a user can get wrong ends as one
sentence on stderr and exit status 2.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, Protocol, cast

from quantity_tagger import __version__
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.support.columns import fitted

PROGRAM = "quantity-tagger"

# Name, the module that holds it, and its line in the list: nothing is imported for the list.
COMMANDS = {
    "solve": ("quantity_tagger.cli.solve", "solve word problems and show why"),
    "batch": ("quantity_tagger.cli.batch", "solve every row of a file, of millions too"),
    "read": ("quantity_tagger.cli.read", "show what is read from a word problem"),
    "data": ("quantity_tagger.cli.data", "list, fetch and convert published data sets"),
    "train": ("quantity_tagger.cli.train", "train a model on files of problems"),
    "evaluate": ("quantity_tagger.cli.evaluate", "score a model on a file of problems"),
    "cross-validate": (
        "quantity_tagger.cli.cross_validate",
        "train and test on the folds of a data set",
    ),
    "reproduce": (
        "quantity_tagger.cli.reproduce",
        "re-make the tables and the figure of the paper",
    ),
    "generate": ("quantity_tagger.cli.generate", "write word problems and worksheets"),
    "serve": ("quantity_tagger.cli.serve", "serve the web page and its API"),
    "demo": ("quantity_tagger.cli.demo", "go through one English and one Chinese problem"),
}

EXAMPLES = """\
examples:
  quantity-tagger solve "Ann had 9 pens and lost 4. How many pens has she left?"
  quantity-tagger read "Ann had 9 pens and lost 4. How many pens has she left?"
  quantity-tagger read problem.txt --json
  quantity-tagger demo
  quantity-tagger COMMAND --help
"""

USER_ERROR = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it
BROKEN_PIPE = 141  # 128 + SIGPIPE


class Command(Protocol):
    """What a command's module offers."""

    HELP: str

    def configure(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise QuantityTaggerError(f"{message}; see '{self.prog} --help'.")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command that ``argv`` names and returns its exit status."""
    _stand_in_for_closed_streams()
    _make_output_safe()
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()  # so that a broken pipe shows here, not when Python ends
    except QuantityTaggerError as error:
        return _complain(str(error))
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # so that the shell's prompt has a line of its own
        return INTERRUPTED
    except OSError as error:
        _drop_output()
        if error.errno == errno.EBADF:
            return _complain("Standard input or output is closed: open it, or name files.")
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}.")
    return status


def _run(argv: list[str]) -> int:
    try:
        if not argv or argv[0].startswith("-"):
            return _without_command(argv)
        name, *rest = argv
        command = _command(name)
        parser = Parser(
            prog=f"{PROGRAM} {name}",
            description=command.HELP,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.configure(parser)
        return command.run(parser.parse_args(rest))
    except SystemExit as stop:  # --help and --version of argparse
        return stop.code if isinstance(stop.code, int) else 0


def _without_command(argv: list[str]) -> int:
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:{width}}  {line}" for name, (_, line) in COMMANDS.items())
    parser = Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [-h] [--version] COMMAND ...",
        description="Reads and solves addition-subtraction word problems in English and Chinese.",
        epilog=f"commands:\n{commands}\n\n{EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.parse_args(argv)
    parser.print_help()
    return 0


def _command(name: str) -> Command:
    if name not in COMMANDS:
        from difflib import get_close_matches

        close = get_close_matches(name, COMMANDS, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(COMMANDS)}."
        raise QuantityTaggerError(f"There is no command {name!r}; {hint}")
    module, _ = COMMANDS[name]
    return cast(Command, import_module(module))


def _stand_in_for_closed_streams() -> None:
    """A stream that the shell has closed is None, and its number goes to the next file opened.

    In its place comes one that cannot be read or written, so that who needs it is told.
    """
    # In the order of their numbers, which the lowest free one each time gives them back.
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_WRONLY), "r")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:  # nobody wants to be told
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _drop_output() -> None:
    """Python flushes standard output once more at exit: what could not be written goes nowhere."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_output_safe() -> None:
    """A terminal that cannot show −, 中 or a stray byte gets an escape, never a stack trace."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _complain(sentence: str) -> int:
    print(fitted(f"{PROGRAM}: {sentence}", sys.stderr), file=sys.stderr)
    return USER_ERROR
