"""How right tags and trees are, on trees that the parser was not trained on."""

from __future__ import annotations

from pathlib import Path

from quantity_tagger.languages.english.syntax import parse_all

FOLDER = Path(__file__).parents[2] / "curriculum" / "trees"
PARTS = ("unread", "stories", "unusual")
_CORE = ("nsubj", "obj", "iobj", "nummod")


def measure(part: str) -> dict[str, float]:
    """Shares of right tags, heads, and links of verb, subject, object and amount."""
    text = (FOLDER / f"{part}.tsv").read_text(encoding="utf-8")
    gold = [[line.split("\t") for line in tree.split("\n")] for tree in text.strip().split("\n\n")]
    tags: list[bool] = []
    heads: list[bool] = []
    links: list[bool] = []
    parsed = parse_all([[row[0] for row in rows] for rows in gold])
    for rows, tree in zip(gold, parsed, strict=True):
        for row, node in zip(rows, tree, strict=True):
            right = int(row[4]) - 1 == node.head
            tags.append(row[3] == node.xpos)
            heads.append(right)
            if row[3] == "CD" or row[5].partition(":")[0] in _CORE:
                links.append(right and row[5] == node.relation)
    shares = {"tags": tags, "heads": heads, "links": links}
    return {name: sum(hits) / len(hits) for name, hits in shares.items()}
