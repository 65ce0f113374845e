"""The plots of the page, by matplotlib: as SVG and PNG files, and as SVG to stand in the page."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quantity_tagger.errors import MissingExtraError

if TYPE_CHECKING:
    from quantity_tagger.evaluation.reliability import Reliability

INK = "#1d2430"
COLOURS = {
    "QT": "#3b7dd8",
    "QT(s)": "#d8523b",
    "QT(r)": "#2e9d63",
    "QT(g)": "#8a4fd0",
    "QT, none": "#7a8594",
}
MARKERS = {"QT": "o", "QT(s)": "D", "QT(r)": "^", "QT(g)": "s", "QT, none": "v"}


@dataclass(frozen=True, slots=True)
class Curve:
    """Accuracy of one model at some of the places of an axis, ours or the paper's."""

    model: str
    ours: bool
    places: tuple[int, ...]
    accuracies: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """One plot: files in two formats, and an element for a page of either colour scheme."""

    svg: bytes
    png: bytes
    inline: str


def check() -> None:
    """Refuse, before any work is done, to start without what draws."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtraError("drawing plots", "plot") from None


def curves(panels: Mapping[str, Sequence[Curve]], ticks: Sequence[str]) -> Drawing:
    """Accuracy over J: a panel for each data set, ours solid, the paper's dashed."""
    figure, axes = _figure(len(panels), (5.2 * len(panels), 4.2))
    for axis, (title, lines) in zip(axes, panels.items(), strict=True):
        for line in lines:
            axis.plot(
                line.places,
                line.accuracies,
                color=COLOURS[line.model],
                marker=MARKERS[line.model],
                markersize=5,
                linewidth=2 if line.ours else 1.3,
                linestyle="-" if line.ours else "--",
                alpha=1 if line.ours else 0.75,
                label=line.model if line.ours else f"{line.model}, paper",
            )
        axis.set_title(title)
        axis.set_xlabel("J")
        axis.set_xticks(range(len(ticks)), ticks)
        axis.set_ylabel("accuracy, %")
        axis.grid(axis="y", color=INK, alpha=0.15)
    lines, names = axes[0].get_legend_handles_labels()
    figure.legend(lines, names, loc="outside lower center", ncols=6, frameon=False, labelcolor=INK)
    return _drawn(figure, "curves")


def bars(panels: Mapping[str, Sequence[tuple[str, float]]], name: str = "ablation") -> Drawing:
    """Points lost or won without each thing: a panel for each data set."""
    rows = max(len(found) for found in panels.values())
    figure, axes = _figure(len(panels), (5.2 * len(panels), 0.8 + 0.34 * rows))
    for at, (axis, (title, found)) in enumerate(zip(axes, panels.items(), strict=True)):
        places = range(len(found))
        values = [value for _, value in found]
        axis.barh(
            places,
            values,
            color=[COLOURS["QT(s)"] if value < 0 else COLOURS["QT(r)"] for value in values],
            height=0.65,
        )
        axis.axvline(0, color=INK, linewidth=0.8)
        axis.set_title(title)
        axis.set_xlabel("points of accuracy")
        # The same names stand at every panel: once is enough.
        axis.set_yticks(places, [name if at == 0 else "" for name, _ in found])
        axis.invert_yaxis()
        axis.grid(axis="x", color=INK, alpha=0.15)
    return _drawn(figure, name)


def learning(panels: Mapping[str, Mapping[str, Sequence[tuple[int, float]]]]) -> Drawing:
    """Accuracy over the number of training problems: a panel for each data set."""
    figure, axes = _figure(len(panels), (5.2 * len(panels), 4.2))
    for axis, (title, lines) in zip(axes, panels.items(), strict=True):
        for model, points in lines.items():
            axis.plot(
                [size for size, _ in points],
                [value for _, value in points],
                color=COLOURS[model],
                marker=MARKERS[model],
                markersize=5,
                linewidth=2,
                label=model,
            )
        axis.set_title(title)
        axis.set_xscale("log", base=2)
        sizes = sorted({size for points in lines.values() for size, _ in points})
        axis.set_xticks(sizes, [str(size) for size in sizes])
        axis.minorticks_off()
        axis.set_xlabel("training problems")
        axis.set_ylabel("accuracy, %")
        axis.grid(axis="y", color=INK, alpha=0.15)
    axes[0].legend(loc="best", frameon=False, labelcolor=INK)
    return _drawn(figure, "learning")


def reliability(panels: Mapping[str, Reliability]) -> Drawing:
    """Confidence against the share of right answers: a panel for each data set."""
    figure, axes = _figure(len(panels), (5.2 * len(panels), 4.6))
    for axis, (title, found) in zip(axes, panels.items(), strict=True):
        axis.plot([0, 1], [0, 1], color=INK, linewidth=1, linestyle="--")
        axis.bar(
            [one.low for one in found.bins],
            [one.accuracy for one in found.bins],
            [one.high - one.low for one in found.bins],
            align="edge",
            color=COLOURS["QT"],
            alpha=0.75,
        )
        for one in found.bins:
            axis.annotate(
                str(one.problems),
                ((one.low + one.high) / 2, one.accuracy),
                ha="center",
                va="bottom",
                fontsize="x-small",
                color=INK,
            )
        axis.set_xlim(0, 1)
        axis.set_ylim(0, 1.08)
        axis.set_title(f"{title}: calibration error {found.error:.3f}")
        axis.set_xlabel("confidence")
        axis.set_ylabel("share of right answers")
    return _drawn(figure, "reliability")


def _figure(panels: int, size: tuple[float, float]) -> tuple[Any, list[Any]]:
    check()
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    axes = list(figure.subplots(1, panels, squeeze=False)[0])
    for axis in axes:
        axis.set_facecolor("none")
        axis.set_axisbelow(True)
        axis.title.set_color(INK)
        axis.xaxis.label.set_color(INK)
        axis.yaxis.label.set_color(INK)
        axis.tick_params(colors=INK)
        for side, spine in axis.spines.items():
            spine.set_color(INK)
            spine.set_visible(side in ("left", "bottom"))
    return figure, axes


def _drawn(figure: Any, name: str) -> Drawing:
    # Letters stay letters, and names within the drawing are the same at every run.
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": name, "font.family": "sans-serif"}
    svg = _saved(figure, settings, format="svg", facecolor="white", metadata={"Date": None})
    clear = _saved(figure, settings, format="svg", facecolor="none", metadata={"Date": None})
    png = _saved(figure, settings, format="png", facecolor="white", dpi=150)
    element = clear.decode()[clear.decode().index("<svg") :]
    return Drawing(svg, png, element.replace(INK, "currentColor"))


def _saved(figure: Any, settings: Any, **told: Any) -> bytes:
    import matplotlib

    file = io.BytesIO()
    with matplotlib.rc_context(settings):
        figure.savefig(file, **told)
    return file.getvalue()
