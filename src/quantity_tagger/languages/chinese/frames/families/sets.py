"""Overlapping sets in Chinese: who can, likes, takes part in one thing and another.

Clauses that count people say by their words which sets they speak of. Two plain clauses that differ
in one word (会下象棋的, 会下围棋的) name the sets; 都, 既…又, 只, 都不 say which atoms are meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.pieces import same_count
from quantity_tagger.languages.chinese.frames.mention import Word, clauses
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.situation.families.atoms import Count, Mode, overlap
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

_JOINT = re.compile("都|均|既|同时|双优|双科|全对|也")
_NEGATIVE = re.compile("没|不|未|错")
_POLAR = re.compile(r"做对|答对|做错|答错|没有|没|不|未|错|对|会|了")
#: Two kinds that some have, and those who have one and the other.
_BOTH = re.compile("两[种样项门科题]")
_EITHER_OR = re.compile("既.*[又也]")
_RELATIVE = re.compile("的(?:有|是)?[0-9]")
_ONLY = re.compile("只|仅|单独")
_ANY = re.compile("或|至少|一共|共有|总共|合计")
_UNION = re.compile("共|参加|或|全|这|总|合")
_TWO = re.compile("两|二者|双|三[样种项科门个]")
_NAMED_BOTH = re.compile(
    "^(?:那么|请问|问|其中|又知|已知)?(?P<one>[^0-9会都既也有]{1,6})[和与跟、](?P<other>[^0-9都既也有两]{1,6})"
    "(?:这?两[样种项门科题])?[都均]"
)
_IGNORED = frozenset(
    [
        "有",
        "共",
        "一共",
        "总共",
        "其中",
        "已知",
        "另外",
        "还有",
        "共有",
        "是",
        "的",
        "人",
        "名",
        "个",
        "位",
        "全班",
        "全校",
        "同学",
        "学生",
        "就",
        "那么",
        "这",
        "中",
        "里",
        "在",
        "又",
        "也",
        "既",
        "都",
        "均",
        "同时",
        "只",
        "仅",
        "为",
        "则",
        "至少",
        "或",
        "或者",
        "结果",
        "发现",
        "问",
        "最多",
        "每人",
        "有的",
    ]
)

_NAMING = frozenset(["noun", "place", "verb"])
#: Where the name of a set ends.
_ENDS = frozenset(["de", "amount", "stop"])
_GROUP = re.compile("[0-9)一二三四五六某个]班$|年级|^班|^全|^学校$|小学$|里$|我们|某")
_NO_KEY = frozenset(
    [
        "amount",
        "particle",
        "stop",
        "det",
        "person",
        "plural",
        "pronoun",
        "time",
        "among",
        "if",
        "total",
        "more",
        "span",
        "when",
        "now",
    ]
)


@dataclass(slots=True)
class _Clause:
    text: str
    key: tuple[str, ...]
    quantity: int | None
    asked: bool
    words: tuple[int, ...]
    person: bool = False


def read_sets(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """The asked count; None where the text tells of no overlapping sets."""
    text = problem.text.replace("平均", "")
    if not (_JOINT.search(text) or _BOTH.search(text)):
        return None
    found = _clauses(words)
    names = _listed(found)
    if names is not None:  # what is told of a person by name is told of no set
        found = [one for one in found if not one.person or any(name in one.text for name in names)]
    if sum(not clause.asked for clause in found) < 2 or not any(c.asked for c in found):
        return None
    names = names or _paired(found, words) or _names(found)
    if names is None:
        return None
    counts = []
    for clause in found:
        mode = _mode(clause, names)
        if mode is None:
            return None
        counts.append(
            Count(mode[0], mode[1], None if clause.asked else clause.quantity, clause.words)
        )
    if not any(count.mode in ("joint", "none", "only") for count in counts):
        return None
    if any(c.mode == "joint" and c.quantity is not None for c in counts):
        # 参加这两个班的有多少人: those in both are told
        counts = [
            Count("any", c.sets, None, c.words) if c.mode == "joint" and c.quantity is None else c
            for c in counts
        ]
    if any(count.mode == "none" for count in counts):
        counts = [
            Count("all", c.sets, c.quantity, c.words) if c.mode == "any" else c for c in counts
        ]
    told = {count.mode for count in counts if count.quantity is not None}
    if "all" in told and any(c.mode == "all" and c.quantity is None for c in counts):
        if not _UNION.search(next(clause.text for clause in found if clause.asked)):
            return None
        counts = [Count("any", c.sets, None, c.words) if c.quantity is None else c for c in counts]
        outside = True
    else:
        outside = any(count.mode in ("none", "out") for count in counts)
    reading = overlap(counts, len(names), problem.values, everybody_in=not outside)
    told_alone = reading is not None and sum(share != 0 for share in reading.coefficients) < 2
    return None if told_alone else reading


def _clauses(words: Sequence[Word]) -> list[_Clause]:
    """Clauses that count people or kinds; one without an amount is part of the next."""
    found: list[_Clause] = []
    before: list[Word] = []
    unit = next((word.unit for word in words if word.asked), "")
    for _, _, parts in clauses(words):
        told_ = [word for word in parts if word.role == "amount"]
        if told_ and unit and not any(_may_count(word.unit, unit) for word in told_):
            continue
        amounts = [w for w in told_ if w.asked or w.unit == unit or w.text not in "一二两三四"]
        if not amounts:
            told = "".join([word.text for word in parts])
            if found and told[:1] in ("又", "也") and not before:  # 既喜欢…，也喜欢…
                found[-1].text += told
                continue
            before = [*before, *parts] if len(before) < 12 else list(parts)
            continue
        if len(amounts) > 2 or (len(amounts) == 2 and amounts[0].asked):
            return []
        if len(amounts) == 2:  # 50个学生中带铅笔的有45人
            first = parts.index(amounts[0]) + 1
            told = "".join([word.text for word in parts[:first]])
            places = tuple([word.first for word in parts[:first]])
            found.append(_Clause(told, (), amounts[0].quantity, False, places))
            parts = parts[first:]
        one = amounts[-1]
        use = parts
        if before and "既" in "".join([word.text for word in before]):
            use = [*before, *use]
        text = "".join([word.text for word in use])
        key = tuple(
            [
                word.text
                for word in use
                if word.role not in _NO_KEY
                and word.text not in _IGNORED
                and not _GROUP.search(word.text)
            ]
        )
        if not key and before and not found:
            key = ()
        before = []
        person = any(word.role == "person" for word in use)
        places = tuple([word.first for word in use])
        found.append(_Clause(text, key, one.quantity, one.asked, places, person))
    return found


def _may_count(unit: str, asked: str) -> bool:
    """Whether two units may count the same people or kinds; 个 counts whatever there is."""
    general = "个" in (unit, asked) and same_count(asked if unit == "个" else unit, "人")
    return not unit or general or same_count(unit, asked)


def _listed(found: list[_Clause]) -> list[str] | None:
    """The sets by name where those in both are told so: 语文和数学都喜欢的."""
    for clause in found:
        match = _NAMED_BOTH.search(clause.text)
        if match is None:
            continue
        names = [match["one"], match["other"]]
        others = [other.text for other in found if other is not clause]
        known = [any(name in text for text in others) for name in names]
        if all(known) and names[0] not in names[1] and names[1] not in names[0]:
            return names
    return None


def _paired(found: list[_Clause], words: Sequence[Word]) -> list[str] | None:
    """The sets by name where two of them are told side by side and each is counted."""
    for one, other in _side_by_side(words):
        if not one or not other or _TWO.search(one + other):
            continue
        heads = [other[n:] for n in range(1, len(other))]  # 语文或数学书: of both
        head = next((h for h in heads if any(one + h in c.text for c in found)), "")
        names, _ = _differences((one, other.removesuffix(head)))
        alone = [{name for name in names if name in clause.text} for clause in found]
        if names and all({name} in alone for name in names):
            return names
    return None


def _side_by_side(words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """书法组或航模组; 既不养猫也不养狗; 猫狗都养."""
    for at, word in enumerate(words):
        if word.text in ("或", "或者"):
            yield "".join(_nouns(words[:at][::-1])[::-1]), "".join(_nouns(words[at + 1 :]))
        elif word.text == "既":
            ends = [n for n in range(at, len(words)) if words[n].text in ("又", "也")]
            if ends:
                rest = takewhile(lambda one: one.role not in _ENDS, words[ends[0] + 1 :])
                yield _positive(words[at + 1 : ends[0]]), _positive(rest)
        elif word.text in ("都", "均") and len(_nouns(words[max(at - 2, 0) : at])) == 2:
            yield words[at - 2].text, words[at - 1].text


def _nouns(words: Sequence[Word]) -> list[str]:
    return [word.text for word in takewhile(lambda one: one.role in _NAMING, words)]


def _positive(words: Iterable[Word]) -> str:
    return "".join([word.text for word in words if word.role not in ("negative", "stop")])


def _plain(clause: _Clause) -> bool:
    return not re.search(
        "都|均|既|同时|双优|只|仅|或|至少|两[样种项科门题个组]|三[样种项]", clause.text
    )


def _names(found: list[_Clause]) -> list[str] | None:
    """What tells the sets apart: the words in which the plain clauses differ."""
    joint = "".join([c.text for c in found if re.search("都|既|同时|又|和|、|或", c.text)])
    best: tuple[float, list[str]] | None = None
    if len(found) > 1 and found[1].text.startswith("其中"):
        found = found[1:]  # the first clause tells of all
    relative = [c for c in found if not c.asked or "的" in c.text]
    for plain in ([c for c in found if not c.asked], relative):
        said = _aligned([_said(clause.key) for clause in plain if _plain(clause)])
        cores = [_POLAR.sub("", one) for one in said]
        cores = _aligned(list(dict.fromkeys([core for core in cores if core])))
        for size in (3, 2):
            for group in combinations(cores, size):
                names, shared = _differences(group)
                if not names or any(re.search("和|、|或", name) for name in names):
                    continue
                if any(one != other and one in other for one in names for other in names):
                    continue
                spoken = sum((name in joint) * min(2, len(name)) for name in names) / 2
                apart = max(map(len, names)) - min(map(len, names))
                score = 3 * shared + 2 * size + 3 * spoken - apart
                if best is None or score > best[0]:
                    best = (score, names)
        if best is not None and best[0] > 6:
            break
    return best[1] if best else None


def _said(key: tuple[str, ...]) -> str:
    return "".join([word for word in key if word not in listed("kinds", "people")])


def _aligned(cores: list[str]) -> list[str]:
    """The cores without what only the first one says of all: 兴趣班里会下棋, 会游泳."""
    for other in filter(None, cores[1:]):
        size = next((n for n in (2, 1) if cores[0].find(other[:n], 1) > 0), 0)
        if size and len(other) > size and cores[0][:1] != other[0]:
            return [cores[0][cores[0].index(other[:size], 1) :], *cores[1:]]
    return cores


def _differences(cores: Sequence[str]) -> tuple[list[str], int]:
    """The cores without the beginning and the end that all of them share."""
    start = 0
    while (
        all(len(core) > start + 1 for core in cores) and len({core[start] for core in cores}) == 1
    ):
        start += 1
    end = 0
    while (
        all(len(core) > start + end + 1 for core in cores)
        and len({core[-1 - end] for core in cores}) == 1
    ):
        end += 1
    names = [core[start : len(core) - end] for core in cores]
    names = [("第" + name) if name in "一二三1234" else name for name in names]
    if len(set(names)) < len(names) or max(map(len, names)) > 8:
        return [], 0
    return names, start + end


def _mode(clause: _Clause, names: list[str]) -> tuple[Mode, frozenset[int]] | None:
    text = clause.text
    inside = frozenset(
        [n for n, name in enumerate(names) if name in text or _short(name, text, names)]
    )
    everything = frozenset(range(len(names)))
    if clause.asked and _ONLY.search(text) and not inside:
        return None
    if clause.asked and _BOTH.search(text) and re.search("总|一共|共", text):
        return "any", everything
    if _EITHER_OR.search(text) and len(names) == 2 and not _NEGATIVE.search(text):
        return "joint", everything
    if not clause.asked and not inside and _BOTH.search(text) and not _NEGATIVE.search(text):
        return "joint", everything
    negative = bool(_NEGATIVE.search(re.sub("差不多|不同", "", text)))
    if len(inside) == 1 and not (re.search("两|二者", text) and _JOINT.search(text)):
        if _ONLY.search(text):
            return "only", inside
        if text.startswith("其中") and re.search("同时|也", text) and len(names) == 2:
            return "joint", everything  # of those in the other set
        return ("out", inside) if negative else ("in", inside)
    joint = bool(re.search("都|均|既|同时|双优|全对|也", text)) or (
        len(inside) > 1 and bool(re.search("又|且", text))
    )
    if joint or (clause.asked and _TWO.search(text) and not _ANY.search(text)):
        if re.search("没有人", text):
            return "all", everything
        return (
            ("none", everything)
            if negative
            else ("joint", inside if len(inside) > 1 else everything)
        )
    if negative and clause.asked and (len(inside) > 1 or _TWO.search(text)):
        return "none", everything
    if len(inside) > 1 and not clause.asked and _RELATIVE.search(text) and not _ANY.search(text):
        return "joint", inside  # 含甲、乙的48种
    if len(inside) > 1 or (_TWO.search(text) and _ANY.search(text)):
        return "any", everything
    if (
        clause.asked
        and not inside
        and re.search("全班|全校|这个班|班[上级]?[一共]|年级|学生|一共有|共有", text)
    ):
        return "all", everything
    return "all", everything


def _short(name: str, text: str, names: list[str]) -> bool:
    """Whether the first characters of the names stand for them: 语数 for 语文 and 数学."""
    firsts = [one[0] for one in names]
    if len(set(firsts)) < len(firsts) or any(one in text for one in names):
        return False
    return bool(re.search("、?".join(firsts), text)) and name[0] in firsts
