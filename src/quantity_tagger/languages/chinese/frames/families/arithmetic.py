"""Sums told in Chinese words: 被减数, 减数, 加数, 和, 差, and what was misread or changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.number_talk import read_number_talk
from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.words import any_of
from quantity_tagger.languages.chinese.tokenizer import measures, plain
from quantity_tagger.situation.direct import answer, signed_sum
from quantity_tagger.situation.families.operands import Sum
from quantity_tagger.situation.statements import Form, Given, World, plus, times
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

_TALK = re.compile(
    "被减数|减数|加数|两数|两个数|个数|[甲乙]数|减法|加法|一个数|这个数|的数|的和|的差|之和|之差|得数|某数|年龄[加减]"
)
_NAMES = (
    (
        "first",
        "被减数|第一个加数|一个加数|其中一个加数|甲数|较大的?数|大数|第一个数|其中一个数|甲|前一个数",
    ),
    (
        "second",
        "(?<!被)减数|第二个加数|另一个加数|乙数|较小的?数|小数(?!减|加|点)|第二个数|另一个数|另一个|乙|后一个数",
    ),
    (
        "result",
        "正确的?(?:结果|得数|答案|差|和)|原来的?(?:差|和)|结果|得数|答案|差|和|总和|相加|相减|算出来|算得",
    ),
)
_IS = "(?:应该是|应该|应是|应为|就是|等于|变为|变成|则?是|为|得到?|=|＝|算得的?|算出)+"
_UP = any_of("number_talk", "grows").pattern
_DOWN = any_of("number_talk", "shrinks").pattern
_LEFT_OUT = any_of("number_talk", "left out").pattern
_TAKEN = f"错?(?:误地?)?(?:{any_of('number_talk', 'taken for').pattern})"
_Q = r"\{(\d+)\}"
_NAMED = (
    (
        rf"三个加?数的?和是{_Q}[，,].*?(?:是|分别是){_Q}(?:[和与、，,]|.*?是){_Q}[，,].*第三个",
        (1, -1, -1),
    ),
    (rf"(?:两个?|这两个?)数?相差{_Q}[，,].*?较?大的?数?是{_Q}[，,].*?较?小的", (-1, 1)),
    (rf"(?:两个?|这两个?)数?相差{_Q}[，,].*?较?小的?数?是{_Q}[，,].*?较?大的", (1, 1)),
)


def read_arithmetic(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """The asked number of a sum told in words; None where the text is no such talk."""
    values = problem.values
    text = marked(problem)
    numbers = _without_units(text)
    written = _expression(numbers, values)
    if written is not None:
        return written
    found = read_number_talk(text, values) or read_number_talk(numbers, values, story=False)
    if found is not None or not _TALK.search(text):
        return found
    return _mistaken(text, values) or _by_name(text, values) or _told(text, values)


def _mistaken(text: str, values: tuple[Fraction, ...]) -> Candidate | None:
    """把一个数减去{0}错算成加上{1}，结果得{2}: what the right sum comes to."""
    match = re.search(
        rf"([加减])[上去]?{_Q}{_TAKEN}了?([加减])[上去]?{_Q}[，,]?(?:结果)?(?:得到?|是|为){_Q}",
        text,
    )
    if match is None:
        return None
    right, wrong = [Fraction(1 if way == "加" else -1) for way in match.group(1, 3)]
    places = [int(place) for place in match.group(2, 4, 5)]
    return _number(dict(zip(places, (right, -wrong, Fraction(1)), strict=True)), values)


def _by_name(text: str, values: tuple[Fraction, ...]) -> Candidate | None:
    """The third of three addends, or one of two numbers that lie so far apart."""
    for pattern, signs in _NAMED:
        match = re.search(pattern, text)
        if match is not None and len(signs) == len(values):
            places = [int(place) for place in match.groups()]
            return _number(dict(zip(places, map(Fraction, signs), strict=True)), values)
    return None


def _number(given: dict[int, Fraction], values: tuple[Fraction, ...]) -> Candidate | None:
    """The asked number as this sum, where all that is told is in it."""
    if len(given) != len(values):
        return None
    return signed_sum(given, values, "number talk", "number", signed=True)


def _without_units(text: str) -> str:
    """The text of a sum without the measure words after its numbers: 90米比35米长多少米."""
    return _unit().sub(r"\1", text)


@cache
def _unit() -> re.Pattern[str]:
    units = "|".join(sorted(measures(), key=len, reverse=True))
    return re.compile(rf"(\}})(?:{units})(?=[比加减和与再得是才就多少大小，,+=＝?？.．。-]|$)")


def marked(problem: Problem) -> str:
    """The text with its numbers as {0}, {1}, … and the unknown as {x}."""
    text = plain(problem.text)
    spans = [(q.start, q.end, f"{{{n}}}") for n, q in enumerate(problem.quantities)]
    unknown = problem.tokens[problem.unknown.token]
    spans.append((unknown.start, unknown.end, "{x}"))
    found, at = "", 0
    for start, end, name in sorted(spans):
        if start < at:
            continue
        found += text[at:start] + name
        at = end
    return re.sub(r"\s", "", found + text[at:])


def _expression(text: str, values: tuple[Fraction, ...]) -> Candidate | None:
    """A sum written out: {0}-({1}-{2})=."""
    match = re.fullmatch(
        r"(?:计算|简算|口算|直接写出得数|用简便方法计算|巧算|\{x\})?[:：]?([+-]?\(*\{\d+\}(?:[+-]\(*\{\d+\}\)*)*)[=＝]?(?:的简便算法)?[=＝]?(?:\{x\})?[?？.．。]*",
        text,
    )
    if match is None or not re.search(r"\}[+-]\(*\{", match.group(1)):
        return None
    form: Form = {"asked": Fraction(1)}
    given: dict[int, Fraction] = {}
    around, sign = [1], 1  # the signs of the brackets that are open, and the one before what comes
    for piece in re.findall(r"[-+()]|\d+", match.group(1)):
        if piece == "(":
            around.append(around[-1] * sign)
        elif piece == ")":
            around = around[:-1] or [1]
        elif piece in "+-":
            sign = -1 if piece == "-" else 1
            continue
        else:
            given[int(piece)] = Fraction(around[-1] * sign)
        sign = 1
    world = World()
    world.say(form, Given(given), "expression")
    return answer(world, values, form, "expression", signed=True)


def _told(text: str, values: tuple[Fraction, ...]) -> Candidate | None:
    taking = bool(re.search("减数|减法|相减|的差|差是|之差", text))
    adding = bool(re.search("加数|加法|相加|的和|和是|之和", text))
    if taking and adding:
        return None
    book = Sum("+" if adding else "-")
    version = 0
    if not re.search("减|加|和|差|[甲乙]数", text):
        return None
    for clause in re.split("[，。；,;?？!！．:：.]", text):
        right = bool(re.search("正确|原来的|原题|应该|应是|应为", clause))
        if (
            re.search(_TAKEN + f"|{_UP}|{_DOWN}|{_LEFT_OUT}", clause)
            and "{" in clause
            and not re.search("减数(?:是|为|=)", clause)
        ) and _changes(book, clause):
            version = 1
            continue
        if re.search("这时|结果|算出|算得|得到|所得|新的", clause) and book.changed:
            version = 1
        if not _statement(book, clause, 0 if right else version) and "{" in clause:
            return None
    used = {quantity for one in book.world.statements for quantity in one.given.quantities}
    if len(used) < len(values):
        return None
    return book.solve(values)


def _name(text: str) -> str:
    for name, words in reversed(_NAMES):
        if re.search(f"(?:{words})$", text):
            return name
    return ""


#: Which digit of a number is meant: 个位上的.
_DIGIT = re.compile("的?([个十百千])位(?:数字|数)?(?:上)?(?:的)?(?:数字|数)?(?:是)?$")


def _changes(book: Sum, clause: str) -> bool:
    """把减数{0}看成{1}; 被减数增加{0}, 减数减少{1}."""
    for match in re.finditer(
        rf"(?P<who>[^{{}}]*?)(?:是|的)?\{{(?P<old>\d+)\}}(?:{_TAKEN})了?\{{(?P<new>\d+)\}}", clause
    ):
        digit = _DIGIT.search(match["who"])
        if digit is not None and digit[1] != "个":
            return False
        who = match["who"] if digit is None else match["who"][: digit.start()]
        name = _name(re.sub("(?:是|的)$", "", who)) or "second"
        book.changed.add(name)
        if digit is not None:  # 把被减数个位上的2看成7
            change = plus(book.operand(name, 1), times(-1, book.operand(name, 0)))
            given = Given({int(match["new"]): Fraction(1), int(match["old"]): Fraction(-1)})
            book.world.say(change, given, "misread")
            return True
        book.equal(book.operand(name, 0), int(match["old"]))
        book.equal(book.operand(name, 1), int(match["new"]))
        return True
    for match in re.finditer(
        rf"(?P<who>[^{{}}]*?)(?:{_LEFT_OUT})?了?\{{(?P<old>\d+)\}}(?:{_LEFT_OUT})?了?$", clause
    ):
        if re.search(_LEFT_OUT, match.group()):  # 把加数41漏掉了
            name = _name(re.sub(f"(?:{_LEFT_OUT}|是|的)+$", "", match["who"])) or "second"
            book.changed.add(name)
            book.equal(book.operand(name, 0), int(match["old"]))
            book.world.say(book.operand(name, 1), None, "left out")
            return True
    done = False
    for match in re.finditer(
        rf"(?P<who>[^{{}}]*?)(?:(?P<up>{_UP})|(?P<down>{_DOWN}))了?\{{(?P<by>\d+)\}}", clause
    ):
        name = _name(match["who"])
        if not name or name == "result":
            return False
        book.changed.add(name)
        change = plus(book.operand(name, 1), times(-1, book.operand(name, 0)))
        book.equal(change, int(match["by"]), sign=1 if match["up"] else -1)
        done = True
    return done


def _statement(book: Sum, clause: str, version: int) -> bool:
    """{name}是{n}, {name}比{name}大{n}."""
    compared = re.search(r"(.*?)比(.*?)(多|大|少|小)了?\{(\d+|x)\}", clause)
    if compared is not None:
        one, other = _name(compared[1]), _name(compared[2])
        if not compared[1] or compared[1] in ("又", "还", "而"):
            one = book.spoken
        book.spoken = one
        if not one or not other or one == other:
            return False
        form = plus(book.operand(one, version), times(-1, book.operand(other, version)))
        quantity = None if compared[4] == "x" else int(compared[4])
        book.equal(form, quantity, sign=1 if compared[3] in "多大" else -1)
        return True
    done = False
    for name_text, number in _equalities(clause):
        name = _name(name_text)
        if not name:
            return False
        book.spoken = name
        right = bool(re.search("正确|原来的|原题|原", name_text))
        wrong = bool(re.search("错误|这时|新的|现在", name_text))
        at = 0 if right else 1 if wrong and book.changed else version
        book.equal(book.operand(name, at), None if number == "x" else int(number))
        done = True
    return done


def _equalities(clause: str) -> Iterator[tuple[str, str]]:
    if re.search(r"相差\{|差多少", clause):
        return
    if clause.startswith("{x}") and "{" not in clause[1:]:  # 求减数
        yield clause.removeprefix("{x}"), "x"
        return
    for match in re.finditer(rf"([^{{}}]*?)(?:{_IS})?\{{(\d+|x)\}}", clause):
        yield re.sub(f"(?:{_IS}|应该|应|的|是|大?约)+$", "", match[1]), match[2]
    if clause.endswith(("=", "＝", "是")) and re.search("[和差数]", clause):
        name = re.sub(f"(?:{_IS}|=)+$", "", clause)
        if "{" not in name:
            yield name, "x"
