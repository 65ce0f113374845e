"""Progress bars on stderr: drawn on a terminal, one last line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Show = Callable[[int, str], None]
"""Called with how much is done and a note on it."""


@contextmanager
def bar(title: str, total: int) -> Iterator[Show]:
    """A bar that appears when it is first told something, so that what fails at once draws none."""
    # Here, because rich takes longer to load than most commands take to run.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    drawn = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True, highlight=False),
    )
    task = drawn.add_task(title, total=total, note="")

    def show(done: int, note: str) -> None:
        drawn.start()
        drawn.update(task, completed=done, note=note)

    try:
        yield show
    finally:
        if drawn.live.is_started:
            drawn.stop()


@contextmanager
def counting(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is told how many are done."""
    with bar(title, total) as show:
        yield lambda done: show(done, "")


Flow = Callable[[int, int, "int | None"], None]
"""Called with rows done, where the input stands, and where it ends (None where nobody knows)."""


@contextmanager
def flowing(title: str) -> Iterator[Flow]:
    """A bar over a stream of rows, with their rate and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    drawn = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TaskProgressColumn(),
        TextColumn("{task.fields[note]}"),
        console=Console(stderr=True, highlight=False),
        refresh_per_second=2,
    )
    task = drawn.add_task(title, total=None, note="")
    first: tuple[float, int, int] | None = None

    def show(rows: int, at: int, end: int | None) -> None:
        nonlocal first
        if first is None:
            # The first chunk has paid for starting up: the rate is that of what follows.
            first = time.monotonic(), rows, at
            drawn.start()
        seconds, fresh, done = time.monotonic() - first[0], rows - first[1], at - first[2]
        left = None if end is None else end - at
        drawn.update(task, completed=at, total=end, note=pace(rows, fresh, done, left, seconds))

    try:
        yield show
    finally:
        if drawn.live.is_started:
            drawn.stop()


def pace(rows: int, fresh: int, done: int, left: int | None, seconds: float) -> str:
    """Rows so far, their rate, and the time left: ``12,000 rows, 4,000 a second, 0:01:30 left``.

    ``fresh`` rows took the seconds; ``done`` and ``left`` are the input's, in its own measure.
    """
    note = f"{rows:,} rows"
    if fresh <= 0 or seconds <= 0:
        return note
    note += f", {fresh / seconds:,.0f} a second"
    if left is None or done <= 0:
        return note
    return f"{note}, {_clock(seconds * left / done)} left"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
