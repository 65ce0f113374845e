"""A handful of word problems of our own, for tests that need something to learn from.

Each says in the order of its text which quantities are added (+1), subtracted (−1) or beside the
point (0); the answer follows.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from quantity_tagger.datasets.record import GoldQuantity, Record
from quantity_tagger.reading import read

if TYPE_CHECKING:
    from quantity_tagger.problem.document import Language

_ENGLISH: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("Nora had 14 shells and found 6 more. How many shells does Nora have now?", (1, 1)),
    ("Leo baked 20 rolls and sold 13 of them. How many rolls are left?", (1, -1)),
    ("A tram carried 31 people. At the park 12 got off. How many people are on it?", (1, -1)),
    ("Ida has 9 red caps and 4 blue caps. How many caps does Ida have in all?", (1, 1)),
    ("Omar ran 7 miles and Pia ran 3 miles. How many more miles did Omar run than Pia?", (1, -1)),
    ("Tess picked 25 plums and 8 figs. She ate 5 plums. How many plums are left?", (1, 0, -1)),
    ("There were 40 seats. 22 were taken. How many seats were free?", (1, -1)),
    ("Ben paid 3.50 dollars for tea and 1.25 dollars for a bun. How much did he pay?", (1, 1)),
    ("Una had 18 stamps. She gave 5 to Max and 4 to Eli. How many stamps are left?", (1, -1, -1)),
    ("A farmer has 16 hens. He buys 9 hens and 2 carts. How many hens has he now?", (1, 1, 0)),
    ("Gus wrote 11 pages on Monday and 15 pages on Friday. How many pages in all?", (1, 1)),
    ("A rope was 30 feet long. Jo cut off 12 feet. How many feet of rope remain?", (1, -1)),
    ("Rita read 45 pages. Sam read 38 pages. How many fewer pages did Sam read?", (1, -1)),
    ("Kim has 6 kites. Lou has 3 kites more than Kim. How many kites does Lou have?", (1, 1)),
    ("Zoe put 10 coins in a jar, took out 4 and put in 7. How many coins are in it?", (1, -1, 1)),
)
_CHINESE: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("小丽有14个贝壳,又捡了6个,现在有多少个贝壳?", (1, 1)),
    ("面包店烤了20个面包,卖出13个,还剩多少个?", (1, -1)),
    ("公园里有31只鸽子,飞走了12只,还有多少只?", (1, -1)),
    ("果园里有9棵桃树和4棵梨树,一共有多少棵树?", (1, 1)),
    ("绳子长30米,第一次用去12米,第二次用去5米,还剩多少米?", (1, -1, -1)),
    ("小刚跑了7圈,小明跑了3圈,小刚比小明多跑多少圈?", (1, -1)),
    ("书架上有40本书,旁边放着2盆花,借走22本书,还剩多少本书?", (1, 0, -1)),
    ("钢笔每支3.5元,本子每本1.5元,各买一样共要多少元?", (1, 1)),
)


def _record(name: str, language: Language, fold: int, text: str, signs: tuple[int, ...]) -> Record:
    quantities = read(text, language).quantities
    answer = sum(
        (sign * quantity.value for sign, quantity in zip(signs, quantities, strict=True)),
        Fraction(),
    )
    return Record(
        text,
        answer,
        id=name,
        lang=language,
        quantities=tuple(GoldQuantity(q.text, q.value, q.start, q.end) for q in quantities),
        signs=signs,
        fold=fold,
    )


ENGLISH = tuple(
    _record(f"en-{at}", "en", at % 3, text, signs) for at, (text, signs) in enumerate(_ENGLISH)
)
CHINESE = tuple(
    _record(f"zh-{at}", "zh", at % 2, text, signs) for at, (text, signs) in enumerate(_CHINESE)
)
ALL = ENGLISH + CHINESE


def texts(records: tuple[Record, ...] = ALL) -> list[str]:
    return [record.text for record in records]


def answers(records: tuple[Record, ...] = ALL) -> list[Fraction]:
    return [record.answer for record in records]
