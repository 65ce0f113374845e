"""The slowest text: ``python -m benchmarks.longest``.

Texts of 20,000 characters, the most that are read, made to be slow: each repeats one piece between
the beginning and the question of a problem. Processor time of the whole answer, reasons included;
exit status 1 where one takes more than a second.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import suppress

from quantity_tagger import solver
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.reading import MAX_CHARACTERS

MOST_SECONDS = 1.0
FRAMES = {
    "en": ("Ida had 15 plums. ", " She ate 6 plums. How many plums are left?"),
    "zh": ("小方有15个梨，", "吃了6个，还剩多少个梨？"),
}
PIECES = {
    "en": (",", "a", "a ", "plums ", "the red ", "Ida saw Ann. ", "total ", "1st ", "x-", "n't",
           "A.", "half ", "and ", "twenty-", "(", "'", "½ of ", "than ", "How ", "?", "\n",
           "Ida gave Ann ", "in 2019 ", "1/", "9,", "9", "each ", "more than ", "Mrs. ", "😀"),
    "zh": ("，", ",", "：", "；", "《", "共", "今天，", "在学校", "天气很好，", "梨和", "的", "比",
           "小方比小红多", "吃了，", "第", "三", "百", "1万", "。", "？", "多少", "一", "\u3000",
           "每", "又", "分之", "买了", "元", "𠀀", "几"),
}  # fmt: skip


def seconds(text: str, language: str) -> float:
    start = time.process_time()
    with suppress(QuantityTaggerError):
        solver.solve(text, language, why=True).to_dict(why=True)
    return time.process_time() - start


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.longest", description=__doc__)
    parser.parse_args(argv)
    found = {}
    for language, pieces in PIECES.items():
        begin, end = FRAMES[language]
        seconds(begin + end, language)  # what is loaded once
        room = MAX_CHARACTERS - len(begin) - len(end)
        for piece in pieces:
            text = begin + piece * (room // len(piece)) + end
            found[f"{language} {piece!r}"] = seconds(text, language)
    slowest = sorted(found.items(), key=lambda one: -one[1])[:5]
    print(json.dumps({"texts": len(found), "slowest": dict(slowest)}, ensure_ascii=False, indent=2))
    return 1 if slowest[0][1] > MOST_SECONDS else 0


if __name__ == "__main__":
    raise SystemExit(main())
