"""Progress bars on stderr: drawn on a terminal, one last line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

NOTE = "{task.fields[note]}"


class Count(Protocol):
    """Takes how many are done, and a note on them."""

    def __call__(self, done: int, note: str = "") -> None: ...


@contextmanager
def counting(title: str, total: int) -> Iterator[Count]:
    """A bar that is told how many are done."""
    from rich.progress import MofNCompleteColumn, TextColumn, TimeElapsedColumn

    with _bar(title, MofNCompleteColumn(), TextColumn(NOTE), TimeElapsedColumn()) as update:
        yield lambda done, note="": update(total=total, completed=done, note=note)


@contextmanager
def flowing(title: str) -> Iterator[Callable[[int, int, int | None], None]]:
    """A bar over a stream of rows, with their rate and the time left.

    It is told how many rows are done, where the input stands, and where it ends (None where nobody
    knows).
    """
    from rich.progress import TaskProgressColumn, TextColumn

    first: tuple[float, int, int] | None = None
    with _bar(title, TaskProgressColumn(), TextColumn(NOTE), refresh_per_second=2) as update:

        def show(rows: int, at: int, end: int | None) -> None:
            nonlocal first
            if first is None:
                # The first chunk has paid for starting up: the rate is that of what follows.
                first = time.monotonic(), rows, at
            seconds, fresh, done = time.monotonic() - first[0], rows - first[1], at - first[2]
            left = None if end is None else end - at
            update(completed=at, total=end, note=pace(rows, fresh, done, left, seconds))

        yield show


@contextmanager
def _bar(title: str, *columns: ProgressColumn, **options: Any) -> Iterator[Callable[..., None]]:
    """A bar that appears when it is first told something, so that what fails at once draws none."""
    # Here, because rich takes longer to load than most commands take to run.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    drawn = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        *columns,
        console=Console(stderr=True, highlight=False),
        **options,
    )
    task = drawn.add_task(title, total=None, note="")

    def update(**fields: Any) -> None:
        drawn.start()
        drawn.update(task, **fields)

    try:
        yield update
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
