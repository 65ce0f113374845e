"""Progress bars on stderr: drawn on a terminal, one last line elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quantity_tagger.learning.monitor import Step

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
def training(max_iterations: int) -> Iterator[Callable[[Step], None]]:
    """A bar over the iterations of a search, with the objective and its gradient's norm."""
    with bar("training", max_iterations) as show:
        yield lambda step: show(
            step.iteration, f"objective {step.objective:.4g} gradient {step.gradient_norm:.2g}"
        )


@contextmanager
def counting(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is told how many are done."""
    with bar(title, total) as show:
        yield lambda done: show(done, "")
