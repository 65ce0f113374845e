"""What a person sees at a terminal: hints, words that stay whole, a clean line after Ctrl-C."""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import struct
import sys
import termios
from collections.abc import Sequence
from fcntl import ioctl
from select import select

import pytest

from quantity_tagger.support.columns import fitted, width

ENGLISH = (
    "Mia picked 52 apples while her brother filled 7 baskets with pears. "
    "She gave 34 of the apples to her neighbours. How many apples does Mia have now?"
)
CHINESE = (
    "班级图书角原来有78本书,墙上挂着12幅画。同学们借走了35本书,老师又添了20本。"
    "现在图书角有多少本书?"
)
CTRL_C = b"\x03"
STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_a_terminal(
    argv: Sequence[str], talk: Sequence[tuple[str, bytes]] = (), columns: int = 40
) -> tuple[int, str]:
    """The exit status and what was seen; ``talk``: what is waited for, and what is then typed."""
    process, screen = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm"
        os.environ.pop("COLUMNS", None)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests in the background are deaf to Ctrl-C
        # The window has its size before anything looks at it.
        ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.execv(sys.executable, [sys.executable, "-m", "quantity_tagger", *argv])
    seen, waiting, at = "", list(talk), 0
    try:
        while True:
            if (
                not waiting
                and not select([screen], [], [], 5)[0]
                and talk
                and CTRL_C in talk[-1][1]
            ):
                os.write(screen, CTRL_C)  # it came before the prompt listened: a person repeats it
            seen += os.read(screen, 4096).decode("utf-8", "replace")
            if waiting and waiting[0][0] in seen[at:]:
                at = len(seen)
                os.write(screen, waiting.pop(0)[1])
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(screen)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return status, STYLE.sub("", seen).replace("\r\n", "\n")


class TestWrap:
    @pytest.fixture(autouse=True)
    def narrow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "20")

    def test_a_line_ends_between_words(self) -> None:
        assert fitted("the neighbours had apples", Terminal()) == "the neighbours had\napples"

    def test_what_is_no_terminal_gets_it_as_it_is(self) -> None:
        assert fitted(ENGLISH, io.StringIO()) == ENGLISH

    def test_a_word_longer_than_a_line_stands_alone(self) -> None:
        assert fitted(f"ab {'c' * 25} de", Terminal()) == f"ab\n{'c' * 25}\nde"

    def test_its_own_line_ends_stay(self) -> None:
        assert fitted("ab\ncd", Terminal()) == "ab\ncd"

    def test_styles_take_no_room(self) -> None:
        styled = "\x1b[1mthe\x1b[0m \x1b[4mneighbours\x1b[0m had apples"
        assert STYLE.sub("", fitted(styled, Terminal())) == "the neighbours had\napples"

    def test_chinese_ends_anywhere_but_before_a_mark(self) -> None:
        lines = fitted("一二三四五六七八九十。一二三", Terminal()).split("\n")
        assert lines == ["一二三四五六七八九十。", "一二三"]
        assert width("一二") == 4

    @pytest.mark.parametrize("text", [ENGLISH, CHINESE, "  two  blanks", "", "a "])
    def test_nothing_is_lost_but_the_blanks_at_a_break(self, text: str) -> None:
        assert "".join(fitted(text, Terminal()).split()) == "".join(text.split())


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_no_word_of_an_answer_breaks_at_the_edge(text: str) -> None:
    _, seen = at_a_terminal(["solve", text])
    prose = seen.split("\n\n", 2)[2]
    assert max(width(line) for line in prose.splitlines()) <= 42
    if text == ENGLISH:
        assert set(re.findall("[a-z]+", ENGLISH)) <= set(re.findall("[a-z]+", prose))


def test_solve_says_what_it_waits_for() -> None:
    status, seen = at_a_terminal(
        ["solve", "--json"], [("Ctrl-D", ENGLISH.encode() + b"\n"), ("now?", b"\x04")], 400
    )
    assert status == 0
    assert seen.startswith("Type a problem")
    assert '"answer": "18"' in seen


def test_ctrl_c_leaves_a_clean_line() -> None:
    status, seen = at_a_terminal(
        ["solve", "--interactive"], [("problem> ", b"Ann had" + CTRL_C)], 400
    )
    assert status == 130
    assert seen.endswith("\n")
