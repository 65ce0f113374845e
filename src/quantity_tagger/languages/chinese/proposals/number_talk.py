"""Talk about numbers themselves: 一个数减去17得29, 减数是4，差是11，被减数=, 比61多13的数.

Each clause is read into values, joined by plus, minus, 与…的和 and 比…多, and set equal; a number
called 被减数, 减数, 差, 加数 or 和 obeys minuend − subtrahend = difference, addend + addend = sum.
Where one of them is changed or misread, the same holds between the changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from quantity_tagger.languages.chinese.facts.mentions import Mention
from quantity_tagger.languages.chinese.grammar import STEMS
from quantity_tagger.languages.chinese.proposals.statements import Form, add, solve
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Token

# Entities: negative variables. Each has a change of its own, further down.
_MINUEND, _SUBTRAHEND, _DIFFERENCE, _SUM, _FIRST, _SECOND, _NUMBER = range(-1, -8, -1)
_CHANGE: Final = -100  # _CHANGE + entity: by how much it changes
_RESULT: Final = -9
_OTHERS: Final = -10
_LAWS: Final[tuple[Form, ...]] = (
    {_MINUEND: 1, _SUBTRAHEND: -1, _DIFFERENCE: -1},
    {_SUM: 1, _FIRST: -1, _SECOND: -1},
)
_NAMES: Final = {
    "minuend": _MINUEND,
    "subtrahend": _SUBTRAHEND,
    "difference": _DIFFERENCE,
    "sum": _SUM,
}
_DIRECTIONS: Final = {"多": 1, "大": 1, "少": -1, "小": -1}


class _Item(NamedTuple):
    kind: str  # "value", "plus", "minus", "equals", "and", "than", "by", "raise", …
    form: Form
    place: int = 0


@cache
def _classes() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for section, words in load("zh", "arithmetic").items():
        for word in words:
            found.setdefault(word, set()).add(section)
    return {word: frozenset(sections) for word, sections in found.items()}


def arithmetic(tokens: Sequence[Token], mentions: Sequence[Mention], asked: int) -> Form | None:
    """The unknown as it follows from what is said about numbers, if that is the talk."""
    words = {token[0] for token in tokens}
    if _TRIGGERS.isdisjoint(words) and not ("和" in words and _sums(tokens)):
        return None
    return _Talk(tokens, mentions, asked, _classes()).answer()


def _sums(tokens: Sequence[Token]) -> bool:
    """Whether a 和 is a sum and joins nothing: 21与14的和, 和是35."""
    last = len(tokens) - 1
    return any(
        token[0] == "和"
        and (
            (index and tokens[index - 1][0] == "的")
            or (index < last and tokens[index + 1][0] in ("是", "=", "比"))
        )
        for index, token in enumerate(tokens)
    )


_TRIGGERS: Final = frozenset("+-＋－−数差加减") | {
    *("加数", "减数", "被减数", "之和", "之差", "减去", "加上", "添上", "甲数", "乙数")
}


class _Talk:
    def __init__(
        self,
        tokens: Sequence[Token],
        mentions: Sequence[Mention],
        asked: int,
        known: Mapping[str, frozenset[str]],
    ) -> None:
        self.tokens = tokens
        self.at = {mention.token: index for index, mention in enumerate(mentions)}
        self.asked = asked
        self.known = known
        self.named: dict[str, int] = {}
        self.statements: list[Form] = []
        self.changes: dict[int, Form] = {}
        self.misread: dict[int, Form] = {}
        self.pending: Form | None = None  # an operation whose result is still to be named
        self.subject: Form | None = None

    def answer(self) -> Form | None:
        clause: list[_Item] = []
        for index in range(len(self.tokens)):
            item = self._item(index)
            if item is None:
                continue
            if item.kind == "end":
                self._clause(clause)
                clause = []
            else:
                clause.append(item)
        self._clause(clause)
        if self.changes or self.misread:
            return self._changed()
        if not self.statements:
            return None
        target: Form = {self.asked: 1}
        if not any(self.asked in statement for statement in self.statements) and self.subject:
            target = self.subject  # 求这个数
        return solve([*self.statements, *_LAWS], target, self.asked)

    def _item(self, index: int) -> _Item | None:
        text = self.tokens[index].text
        mention = self.at.get(index)
        if mention is not None:
            if mention == self.asked and text in ("=", "＝"):
                return _Item("ask", {mention: 1}, index)
            if mention == self.asked and text not in ("多少", "几", "（", "(", "□", "__"):
                return None
            return _Item("value", {mention: 1}, index)
        if text in "，。．；;,.？?！!：:" and text:
            return _Item("end", {})
        before = self.tokens[index - 1].text if index else ""
        after = self.tokens[index + 1].text if index + 1 < len(self.tokens) else ""
        classes = self.known.get(text)
        if text == "比":
            return _Item("than", {})
        if text in _DIRECTIONS and (index + 1 in self.at or after == "了") and before != "较":
            return _Item("by", {0: _DIRECTIONS[text]})
        if text == "数" or text in ("某数",):
            return self._number(index, before, after)
        if text[0] in STEMS and (len(text) <= 2 or text[-1] == "数"):
            return _Item("value", {self._name(text[0]): 1}, index)
        if not classes:
            return _Item("of", {}) if text == "的" else None
        if text in ("大", "小") or text in ("较大", "较小"):
            return None
        if "addend" in classes:
            if before in ("两个", "两"):
                return None
            entity = (
                _SECOND if before in ("另一个", "第二个") or self._said(index, "另") else _FIRST
            )
            return _Item("value", {entity: 1}, index)
        if "minuend" in classes or "subtrahend" in classes:
            entity = _MINUEND if "minuend" in classes else _SUBTRAHEND
            return _Item("value", {entity: 1}, index)
        if text in ("和", "差"):
            noun = (
                before in ("的", "得", "", "，", ",", "比", "正确")
                or after in ("比", "")
                or "equals" in self.known.get(after, ())
                or (index + 1 in self.at and text == "差")
                or "raise" in self.known.get(after, ())
                or "lower" in self.known.get(after, ())
                or after in ("应该", "大约", "应", "约")
            )
            if not noun:
                return _Item("and", {}) if text == "和" else None
            entity = _SUM if text == "和" else _DIFFERENCE
            return _Item("total" if before == "的" else "value", {entity: 1}, index)
        for kind in ("sum", "difference"):
            if kind in classes:
                return _Item("total", {_NAMES[kind]: 1}, index)
        return _Item(next(iter(sorted(classes))), {}, index)

    def _said(self, index: int, word: str) -> bool:
        return any(
            self.tokens[place].text.startswith(word) for place in range(max(0, index - 3), index)
        )

    def _number(self, index: int, before: str, after: str) -> _Item | None:
        if before in ("两", "两个") or after in ("的", "位"):
            return None
        if before == "的":
            adjective = self.tokens[index - 2].text if index > 1 else ""
            earlier = self.tokens[index - 3].text if index > 2 else ""
            if adjective in ("大", "较大") or (earlier == "较" and adjective == "大"):
                return _Item("value", {_MINUEND: 1}, index)
            if adjective in ("小", "较小") or (earlier == "较" and adjective == "小"):
                return _Item("value", {_SUBTRAHEND: 1}, index)
            return _Item("thing", {}, index)  # 比3多2的数
        if before and before[0] in STEMS:
            return None
        return _Item("value", {_NUMBER: 1}, index)

    def _name(self, text: str) -> int:
        return self.named.setdefault(text, _OTHERS - len(self.named))

    def _clause(self, items: list[_Item]) -> None:
        items = _joined(items)
        kinds = [item.kind for item in items]
        if "raise" in kinds or "lower" in kinds:
            self._change(items)
            return
        if "mistaken" in kinds:
            self._mistake(items)
            return
        if "than" in kinds:
            items = self._compared(items)
        sides = _sides(items)
        forms = [form for form in map(_evaluated, sides) if form is not None]
        if items and items[0].kind in ("plus", "minus") and self.pending and forms:
            forms[0] = add(dict(self.pending), forms[0], 1 if items[0].kind == "plus" else -1)
        if len(sides) >= 2 and len(forms) == 1 and "result" in kinds and self.misread:
            forms.insert(0, {_RESULT: 1})
        if len(sides) >= 2 and len(forms) == 1 and self.pending and not _names(sides[0]):
            forms.insert(0, self.pending)  # 一个数减去8，得5
        if len(forms) >= 2:
            left, right = forms[0], forms[-1]
            named = next(iter(left)) if len(left) == 1 else 0
            if self.pending and named in (_DIFFERENCE, _SUM):
                left = self.pending  # 一个数减去8，差是5
                self.pending = None
            self.statements.append(add(dict(left), right, -1))
            self.subject = left
        elif forms:
            self.subject = forms[0]
            if any(item.kind in ("plus", "minus") for item in items):
                self.pending = forms[0]

    def _compared(self, items: list[_Item]) -> list[_Item]:
        """S 比 A 多 B: a statement; 比 A 多 B 的数: a value."""
        than = next(place for place, item in enumerate(items) if item.kind == "than")
        by = next((i for i in range(than, len(items)) if items[i].kind == "by"), -1)
        if by < 0 or by + 1 >= len(items) or items[by + 1].kind != "value":
            return items
        standard = _evaluated(items[than + 1 : by])
        if standard is None:
            return items
        value = add(dict(standard), items[by + 1].form, items[by].form[0])
        subject = _evaluated([item for item in items[:than] if item.kind != "equals"])
        rest = items[by + 2 :]
        if any(item.kind == "thing" for item in rest):
            rest = [item for item in rest if item.kind not in ("thing", "of")]
            return [*items[:than], _Item("value", value), *rest]
        if subject is None:
            subject = self.pending or self.subject
        if subject is not None:
            self.statements.append(add(dict(subject), value, -1))
            self.subject = subject
            return []
        return [_Item("value", value), *rest]

    def _change(self, items: list[_Item]) -> None:
        sign = 1 if any(item.kind == "raise" for item in items) else -1
        values = [item for item in items if item.kind in ("value", "total")]
        if len(values) < 2 or len(values[0].form) != 1:
            return
        entity = next(iter(values[0].form))
        amount = values[1].form
        if entity < 0:
            self.changes[entity] = {variable: sign * size for variable, size in amount.items()}

    def _mistake(self, items: list[_Item]) -> None:
        values = [item.form for item in items if item.kind == "value"]
        numbers = [form for form in values if next(iter(form)) >= 0]
        if len(numbers) != 2:
            return
        entity = next((next(iter(form)) for form in values if next(iter(form)) < 0), 0)
        words = {token.text for token in self.tokens}
        if not entity and ("加法" in words or "减法" not in words):
            entity = _FIRST
        self.misread[entity or _SUBTRAHEND] = add(dict(numbers[1]), numbers[0], -1)

    def _changed(self) -> Form | None:
        """What is asked after a change, or before a mistake."""
        statements = [dict(law) for law in _LAWS]
        statements.extend({_CHANGE + entity: size for entity, size in law.items()} for law in _LAWS)
        moved = self.misread or self.changes
        asked = _DIFFERENCE
        for statement in self.statements:
            if self.asked in statement:
                asked = next((v for v in statement if v < 0), asked)
        if self.misread:
            asked = _SUM if any(entity in (_FIRST, _SECOND) for entity in moved) else _DIFFERENCE
        for entity, form in moved.items():
            statements.append(add({_CHANGE + entity: 1}, form, -1))
        law = _LAWS[1] if asked in (_SUM, _FIRST, _SECOND) else _LAWS[0]
        statements.extend(
            {_CHANGE + entity: 1} for entity in law if entity not in moved and entity != asked
        )
        if any(self.asked in form for form in moved.values()):
            statements = [s for s in statements if s != {_CHANGE + asked: 1}]
            return solve(statements, {self.asked: 1}, self.asked)
        stated = [s for s in self.statements if self.asked not in s]
        numbers = [abs(v) for s in stated for v in s if v >= 0]
        if not numbers:
            return None
        base: Form = {numbers[-1]: 1}
        effect = solve(statements, {_CHANGE + asked: 1}, self.asked)
        if effect is None:
            return None
        return add(base, effect, -1 if self.misread else 1)


def _joined(items: list[_Item]) -> list[_Item]:
    """A与B的和 made one value."""
    result: list[_Item] = []
    for item in items:
        if item.kind == "total":
            members = _members(result)
            if len(members) > 1:
                sign = -1 if _DIFFERENCE in item.form else 1
                form = dict(members[0].form)
                for member in members[1:]:
                    add(form, member.form, sign)
                del result[-(2 * len(members) - 1) - (result[-1].kind == "of") :]
                result.append(_Item("value", form))
            else:
                if result and result[-1].kind == "of":
                    result.pop()
                if any(before.kind in ("plus", "minus") for before in result):
                    continue  # 一个数减去8的差 is what was just said
                result.append(_Item("value", item.form, item.place))
        else:
            result.append(item)
    return result


def _members(items: list[_Item]) -> list[_Item]:
    """The values at the end of ``items`` that 与 joins."""
    found: list[_Item] = []
    rest = items[:-1] if items and items[-1].kind == "of" else items
    wanted = "value"
    for item in reversed(rest):
        if item.kind != wanted:
            break
        if wanted == "value":
            found.insert(0, item)
        wanted = "and" if wanted == "value" else "value"
    return found


def _sides(items: list[_Item]) -> list[list[_Item]]:
    sides: list[list[_Item]] = [[]]
    for item in items:
        if item.kind == "equals":
            sides.append([])
        elif item.kind == "ask":
            sides.append([_Item("value", item.form)])
        elif item.kind == "result":
            continue
        else:
            sides[-1].append(item)
    return sides


def _names(side: list[_Item]) -> bool:
    return any(item.kind == "value" for item in side)


def _evaluated(side: list[_Item]) -> Form | None:
    """The value of one side, from left to right; None where it has none."""
    form: Form | None = None
    sign = 1
    for item in side:
        if item.kind == "value":
            form = add(form or {}, item.form, sign) if form is not None else dict(item.form)
            sign = 1
        elif item.kind in ("plus", "minus"):
            sign = 1 if item.kind == "plus" else -1
    return form
