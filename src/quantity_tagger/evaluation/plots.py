"""The reliability plot, by matplotlib: confidence against how often it was right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from quantity_tagger.errors import MissingExtraError, QuantityTaggerError

if TYPE_CHECKING:
    from quantity_tagger.evaluation.reliability import Reliability

FORMATS = ("svg", "png", "pdf")
INK, BLUE, RED = "#1d2430", "#3b7dd8", "#d8523b"


def check(path: Path) -> None:
    """Refuse, before any work is done, what cannot be drawn."""
    if path.suffix.removeprefix(".") not in FORMATS:
        raise QuantityTaggerError(
            f"{path} is no picture that can be drawn; name a file that ends in "
            f"{', '.join(f'.{name}' for name in FORMATS)}"
        )
    try:
        import matplotlib  # noqa: F401
    except ImportError:  # pragma: no cover - the test environment has the extra
        raise MissingExtraError("drawing plots", "plot") from None


def draw(reliability: Reliability, path: Path, title: str) -> None:
    """Write the plot: a bar for each bin, the diagonal of perfect confidence, and below how many
    problems each bin has.
    """
    check(path)
    import matplotlib
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.2, 5.6), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(4, 1))
    _accuracies(upper, reliability)
    upper.set_title(title, color=INK, pad=22)
    upper.text(
        0.5,
        1.015,
        f"expected calibration error {reliability.error:.3f}, "
        f"with even bins {reliability.even_error:.3f}",
        transform=upper.transAxes,
        ha="center",
        fontsize="small",
        color=INK,
    )
    bins = reliability.bins
    lower.bar(
        [one.low for one in bins],
        [one.problems for one in bins],
        [one.high - one.low for one in bins],
        align="edge",
        color=INK,
        alpha=0.35,
        edgecolor="white",
    )
    lower.set_xlabel("confidence")
    lower.set_ylabel("problems")
    for axis in (upper, lower):
        axis.set_xlim(0, 1)
        axis.spines[["top", "right"]].set_visible(False)
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": "reliability"}
    with matplotlib.rc_context(settings):
        metadata = {"Date": None} if path.suffix == ".svg" else None
        figure.savefig(path, facecolor="white", dpi=150, metadata=metadata)


def _accuracies(axis: Any, reliability: Reliability) -> None:
    axis.plot(
        [0, 1], [0, 1], color=INK, linewidth=1, linestyle="--", zorder=3, label="as sure as right"
    )
    axis.bar(
        [one.low for one in reliability.bins],
        [one.accuracy for one in reliability.bins],
        [one.high - one.low for one in reliability.bins],
        align="edge",
        color=BLUE,
        alpha=0.75,
        edgecolor="white",
        label="right answers",
    )
    axis.plot(
        [one.confidence for one in reliability.bins],
        [one.accuracy for one in reliability.bins],
        color=RED,
        marker="o",
        markersize=4,
        linewidth=0,
        label="at the bin's mean confidence",
    )
    axis.set_ylim(0, 1)
    axis.set_ylabel("share of right answers")
    axis.legend(loc="upper left", edgecolor="none", framealpha=0.85, labelcolor=INK)
