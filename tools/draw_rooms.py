"""Draw the rooms of the package and the way of one problem through them: ``make picture``.

    python tools/draw_rooms.py

Writes docs/images/rooms.svg. The order of the rooms is that of tests/test_architecture.py, and what
each is for stands in the table of docs/architecture.md, so that neither is said twice.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ORDER = ROOT / "tests" / "test_architecture.py"
TABLE = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "images" / "rooms.svg"

#: What is handed on, and the room that makes the next of it.
WAY = (
    ("text", "reading", "finds its numbers and what it asks"),
    ("Problem", "languages", "says who has what, what happens, what is asked"),
    ("Facts", "features", "cuts the window, numbers what stands in it"),
    ("rows of integers", "model", "weighs them and asks the lattice"),
    ("scores", "lattice", "sums over all spans, finds the likely signs"),
    ("Tagging", "confidence", "in scope? how sure?"),
    ("Assessment", "solution", "solves the equation, tells it in steps"),
    ("Solution", "explanation", "which features moved each sign"),
    ("reasons, drawings", "", ""),
)

STYLE = """
.paper { fill: #fff; } text { fill: #1f2328; font: 14px system-ui, sans-serif; }
.title { font-weight: 600; font-size: 16px; } .room { font-weight: 600; }
.job { fill: #59636e; font-size: 12px; } .value { font: 13px ui-monospace, monospace; }
.box { fill: #eef4fb; stroke: #3b77b8; } .plain { fill: #f6f8fa; stroke: #b7c0c9; }
.way { stroke: #3b77b8; stroke-width: 1.5; fill: none; } .tip { fill: #3b77b8; }
@media (prefers-color-scheme: dark) {
.paper { fill: #15191f; } text { fill: #e6edf3; } .job { fill: #a3adb8; }
.box { fill: #16283c; stroke: #6aa5e8; } .plain { fill: #1e242c; stroke: #4c5661; }
.way { stroke: #6aa5e8; } .tip { fill: #6aa5e8; } }
"""

WIDTH, LEFT, MIDDLE = 1010, 20, 440
BOX, STEP, ROW, TOP = 46, 76, 31, 76


def layers() -> list[tuple[str, ...]]:
    """The order of the rooms."""
    for node in ast.parse(ORDER.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LAYERS":
            return [tuple(layer) for layer in ast.literal_eval(node.value)]
    raise SystemExit(f"{ORDER} has no LAYERS.")


def jobs() -> dict[str, str]:
    """What each room is for."""
    rows = re.findall(r"^\| (`.+?`) \| ([^|]+) \|", TABLE.read_text("utf-8"), re.MULTILINE)
    return {
        name: job.strip().replace("`", "")
        for names, job in rows
        for name in re.findall(r"`(\w+)(?:/|\.py)`", names)
    }


def draw() -> str:
    """The picture as SVG."""
    way, order = list(_way()), list(_order())
    height = TOP + max(STEP * (len(WAY) - 1), ROW * len(layers()) - 24) + 10
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            'aria-label="The rooms of the package and the way of one problem through them">',
            f"<style>{STYLE}</style>",
            '<rect class="paper" width="100%" height="100%" rx="8"/>',
            *way,
            *order,
            "</svg>\n",
        ]
    )


def _way() -> Iterator[str]:
    yield _text(LEFT, 32, "title", "The way of one problem")
    middle = LEFT + 30
    for number, (value, room, job) in enumerate(WAY):
        y = TOP + number * STEP
        yield _text(middle + 14, y - 10, "value", value)
        if not room:
            continue
        yield f'<path class="way" d="M{middle} {y - 24}V{y - 6}"/>'
        yield f'<path class="tip" d="M{middle - 4} {y - 8}h8l-4 8z"/>'
        yield f'<rect class="box" x="{LEFT}" y="{y}" width="370" height="{BOX}" rx="6"/>'
        yield _text(LEFT + 12, y + 19, "room", f"{room}/")
        yield _text(LEFT + 12, y + 37, "job", job)
    yield f'<path class="way" d="M{middle} {y - 24}V{y - 10}"/>'


def _order() -> Iterator[str]:
    known = jobs()
    yield _text(MIDDLE, 32, "title", "Who may import whom: a room only those above it")
    for number, layer in enumerate(layers()):
        y = TOP - 24 + number * ROW
        kind = "box" if set(layer) & {room for _, room, _ in WAY} else "plain"
        yield f'<rect class="{kind}" x="{MIDDLE}" y="{y}" width="550" height="{ROW - 5}" rx="5"/>'
        yield _text(MIDDLE + 10, y + 18, "room", ", ".join(layer))
        if len(layer) == 1:
            yield _text(MIDDLE + 125, y + 18, "job", known[layer[0]])


def _text(x: float, y: float, kind: str, words: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(words)}</text>'


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8")
    print(PICTURE)
