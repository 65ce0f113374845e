"""Clauses as mentions: for each amount who, what, where, when, and what is done to it.

A clause is read from left to right: what stands before its verb is whom or what it tells of,
what stands between the verb and the amount is what the verb is about. Several amounts in one
clause share what stands before the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quantity_tagger.languages.chinese.frames.cursor import Cursor
from quantity_tagger.languages.chinese.frames.mention import (
    HOLDING,
    NOMINAL,
    Mention,
    Phrase,
    Word,
    clauses,
    inherit,
    trail,
)
from quantity_tagger.languages.chinese.frames.slots import size_of
from quantity_tagger.languages.chinese.frames.words import (
    dimensions,
    effect_of,
    is_listed_noun,
    listed_effect,
    moves,
    role,
    words,
)

#: What names the things after their number.
_COUNTED = frozenset(["noun", "adjective", "de", "person", "place", "ordinal"])


def mentions(words: Sequence[Word]) -> list[list[Mention]]:
    """The amounts of each clause; a clause without one gives an empty mention for its topic."""
    found = []
    for clause, sentence, parts in clauses(words):
        found.append(_Clause(clause, sentence, parts).read())
    return found


class _Clause(Cursor):
    def __init__(self, clause: int, sentence: int, words: list[Word]) -> None:
        super().__init__(words)
        self.clause, self.sentence = clause, sentence

    def read(self) -> list[Mention]:
        found: list[Mention] = []
        first: Mention | None = None
        while self.at < len(self.words):
            mention = Mention(Word("", "none", -1, -1), self.clause, self.sentence)
            start = self.at
            counted = self._left(mention)
            if not counted:
                mention.words = tuple([word.first for word in self.words[start:]])
                if first is None:
                    found.append(mention)
                elif mention.verb or mention.flags:
                    trail(found[-1], mention, self.words[start:])
                break
            self._right(mention)
            mention.words = tuple([word.first for word in self.words[start : self.at]])
            if first is not None:
                inherit(mention, found[-1])
            else:
                first = mention
            found.append(mention)
        if found and "disposed" in found[0].flags:  # 把12颗红珠子和15颗蓝珠子装进盒子
            for mention in found:
                mention.after = found[-1].after
                mention.flags |= found[0].flags & {"disposed", "acts"}
        return found

    # ---- before the amount -----------------------------------------------------------------------
    def _left(self, mention: Mention) -> bool:
        """Reads up to and with the next amount; False where the clause ends before it."""
        phrase = Phrase()
        while self.at < len(self.words):
            word = self.words[self.at]
            if word.role in ("amount", "some"):
                headless = bool(phrase.words) and phrase.words[-1].role == "de"
                if headless and mention.verb and not mention.object and self._says_which(phrase):
                    self._which(mention, phrase.text[:-1])  # 拆了旧的4间
                    phrase = Phrase()
                self._close(mention, phrase, before_amount=True)
                mention.word = word
                mention.unknown = word.role == "some"
                self.at += 1
                return True
            phrase = self._step(mention, word, phrase)
            self.at += 1
        self._close(mention, phrase)
        return False

    def _step(self, mention: Mention, word: Word, phrase: Phrase) -> Phrase:
        role_ = self._role(word, phrase)
        if role_ in NOMINAL or role_ == "de":
            if role_ == "located":
                phrase.words.append(replace(word, text=word.text[:-1], role="place"))
                phrase.inside = word.text[-1]
                return self._close(mention, phrase)
            phrase.words.append(word)
            return phrase
        if role_ == "joiner":
            if not phrase.words and mention.times:
                mention.flags.add("times joined")
            if not phrase.words and mention.subject and mention.subject[-1].inside:
                mention.flags.add("places joined")
            if phrase.words:
                phrase.words.append(word)
            return phrase
        if role_ == "inside":
            phrase.inside = word.text
            return self._close(mention, phrase)
        if role_ in ("time", "span", "clock"):
            if not phrase.words or phrase.words[-1].role != "de":
                phrase = self._close(mention, phrase)
            mention.times.append(word)
            return phrase
        if role_ == "than":
            phrase = self._close(mention, phrase)
            mention.standard = []
            self.at += 1
            mention.standard = self._phrases_until(("compare", "amount", "equal"))
            self.at -= 1
            return Phrase()
        if role_ == "compare":
            return self._compare(mention, word, phrase)
        if role_ in ("from", "at", "toward", "by", "object"):
            self._close(mention, phrase)
            self.at += 1
            self._prepositional(mention, role_)
            self.at -= 1
            return Phrase()
        if role_ in ("verb", "verb object"):
            return self._verb(mention, word, phrase)
        if role_ == "arrive":
            self._close(mention, phrase)
            self._arrive(mention)
            return Phrase()
        if role_ == "each":
            mention.flags.add("each")
        elif role_ == "when":  # 上课时, 到站后: when it was, not who
            if mention.verb and word.text not in ("时", "时候"):
                self._close(mention, phrase)
            if mention.verb:  # 大风刮过之后: what the wind does says nothing of who has
                mention.purpose = mention.verb + (mention.object or phrase).text
                mention.verb, mention.object = "", Phrase()
                told = mention.subject if self.clause == 0 else []
                mention.subject = told or [one for one in mention.subject if self._holds(one)]
            elif phrase.words and phrase.words[0].role not in ("person", "place"):
                phrase = Phrase()
            elif len(phrase.words) > 1:  # 登山队上山时
                phrase.words.pop()
            mention.flags.add(
                "before" if "前" in word.text else "after" if "后" in word.text else "when"
            )
            mention.flags -= {"negative"}  # 没用之前: before it was used
            return Phrase()
        elif role_ == "particle":
            if word.text in ("着", "了") and mention.verb:
                mention.flags.add("lasting" if word.text == "着" else "done")
        elif role_ != "det":
            self._close(mention, phrase)
            mention.flags.add(role_ if role_ not in ("adverb", "if") else word.text)
            if word.text[1:] == "有" and not mention.verb:  # 原有
                mention.verb, mention.verb_first = "有", word.first
            return Phrase()
        return phrase

    def _close(self, mention: Mention, phrase: Phrase, before_amount: bool = False) -> Phrase:
        """Puts a finished noun phrase where it belongs."""
        while phrase.words and phrase.words[-1].role == "joiner":
            phrase.words.pop()
        if not phrase.words:
            return Phrase()
        if mention.verb and not mention.sign:
            if phrase.inside:
                mention.at = phrase
            elif mention.object.words:
                mention.object.words.extend(phrase.words)
            else:
                mention.object = phrase
        elif mention.verb or (mention.sign and before_amount):
            mention.object = phrase
        else:
            mention.subject.append(phrase)
        return Phrase()

    def _verb(self, mention: Mention, word: Word, phrase: Phrase) -> Phrase:
        after = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        if self._in_relative(word):
            return self._relative(mention, phrase)
        if (
            mention.verb
            and len(word.text) == 2
            and effect_of(word.text) == "do"
            and after is not None
            and after.role == "noun"
            and not mention.object
            and not phrase.words
            and mention.verb not in ("去", "来", "参加", "进行")
        ):
            phrase.words.append(replace(word, role="adjective"))  # 卖出游泳票
            return phrase
        if (
            after is not None
            and after.role == "noun"
            and len(word.text) == 1
            and effect_of(mention.verb or "做") == "state" != listed_effect(word.text)
            and not (mention.object or phrase.words)
        ):
            phrase.words.append(replace(word, role="adjective"))  # 有烂苹果5个
            return phrase
        if mention.verb and self._is_object(mention, word, phrase):
            phrase.words.append(replace(word, role="noun"))
            return phrase
        if word.text in ("给", "为", "替") and self._verb_follows(self.at + 1):
            self._close(mention, phrase)
            self.at += 1
            found = self._noun_phrase()
            self.at -= 1
            mention.to = found
            return Phrase()
        phrase = self._close(mention, phrase)
        if word.text in words("speech", "say") and not any(map(self._holds, mention.subject)):
            mention.subject.clear()  # 天气预报说
            return Phrase()
        told = "relative verb" in mention.flags and word.text in ("有", "是", "为", "共有")
        if told and mention.object and any(one.asked for one in self.words[self.at :]):
            return Phrase()  # 运来的水果一共有多少千克
        goes = effect_of(mention.verb) in ("come", "leave")
        if told and (goes or (mention.object and moves(mention.verb))):
            return Phrase()  # 下车的有9人, 借走的书有23本
        if mention.verb and (
            mention.object or mention.verb not in ("有", "是", "去", "来", "要", "想")
        ):
            if effect_of(mention.verb) == "do" and effect_of(word.text) == "state":
                holds = mention.object.words and mention.object.words[0].role in HOLDING
                if holds and not mention.subject:  # 量得小树的高度是3米
                    mention.subject, mention.object = [mention.object], Phrase()
            mention.purpose = mention.verb + mention.object.text
            if mention.object and not phrase:
                mention.object = Phrase()
        text = word.text.rstrip("了过着") or word.text
        if word.text[1:].endswith("着"):  # 放着
            mention.flags.add("lasting")
        if word.role == "verb object":
            mention.verb, mention.verb_first = text[0], word.first
            mention.object = Phrase([replace(word, text=text[1:], role="noun")])
            return Phrase()
        if listed_effect(mention.verb) == "need":
            mention.flags |= {"need", "more"} if mention.verb[0] == "还" else {"need"}
        mention.verb, mention.verb_first = text, word.first
        if (
            after is not None
            and after.role == "verb"
            and listed_effect(text) not in ("need", "come", "leave")
            and after.text in ("来", "去", "走", "出", "掉", "进", "回", "到", "给", "回来")
        ):
            mention.verb = text + after.text
            self.at += 1
        away = "by" in mention.flags and mention.verb.endswith("到")  # 被送到外地5只
        gives = mention.verb.endswith("给") or (text[-1] == "到" and listed_effect(text) == "give")
        # 补给飞船送来30个: a ship, and what it does
        gives = gives and (bool(listed_effect(text)) or not self._verb_follows(self.at + 1))
        if gives or away or self._given(mention.verb):
            self._receiver(mention)
        return Phrase()

    def _relative(self, mention: Mention, phrase: Phrase) -> Phrase:
        """Takes the words up to 的 as one modifier."""
        start = self.at
        while self.words[self.at].role != "de":
            self.at += 1
        text = "".join([w.text for w in self.words[start : self.at] if w.role != "particle"])
        text = "会" + text if start and self.words[start - 1].text in ("会", "不会") else text
        done = mention.verb and not (mention.object or mention.relative)
        if done and phrase and phrase.words[-1].role in HOLDING | {"noun"}:
            return Phrase()  # 收到志愿者送来的月饼: of the things, by the way
        stays = self.words[start + 1]
        if stays.role == "at" and effect_of(self.words[start].text) in ("state", "put", "do"):
            end, self.at = self.at, start + 2  # 住在老城区的居民有560户
            found = self._noun_phrase()
            self.at = end
            if found:
                found.words = [one for one in found.words if one in self.words[:end]]
                mention.at, mention.verb = found, self.words[start].text
                mention.verb_first = self.words[start].first
                mention.flags |= {"relative verb", "lasting"}
                return phrase
        verb, size = self.words[start].text.rstrip("了过着"), self.at - start
        after = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        noun = after is not None and after.role in ("noun", "person", "place", "adjective")
        if noun and after is not None and after.text in role("numbers"):
            self.at += 1
            noun = False
        if size == 1 and self.words[start].role == "verb object" and not noun:  # 养鸭的只数
            mention.verb, mention.verb_first = verb[0], self.words[start].first
            if effect_of(verb[0]) != "do":
                mention.subject.append(
                    Phrase([replace(self.words[start], text=verb[1:], role="noun")])
                )
                return phrase
            mention.verb = ""
        people = not noun and after is not None and after.role in ("verb", "total")
        counts = [word.unit for word in self.words[self.at :] if word.role == "amount"]
        people = people and effect_of(verb) == "do" and counts[:1] in (["人"], ["名"], ["位"])
        if size == 1 and listed_effect(verb) and not people:  # 养的灰兔: what it is told with
            mention.verb, mention.verb_first = verb, self.words[start].first
            mention.flags.add("relative verb")
            if phrase.words:  # 小李跳的比小张多
                mention.subject.append(phrase)
            return Phrase()
        goes = listed_effect(verb) or moves(verb)
        asked = any(word.asked for word in self.words[self.at :])
        if asked and size > 1 and self._went(self.words[start : self.at]):  # 被风吹落的衣服有几件
            mention.verb, mention.verb_first = text, self.words[start].first
            mention.flags.add("relative verb")
            return Phrase()
        if not noun and self.words[start].role == "verb" and size == 2 and goes:
            mention.verb, mention.verb_first = verb, self.words[start].first
            kept = self.words[start + 1]
            if listed_effect(verb) == "need" and kept.role == "verb":  # 还要走的比已经走的多
                mention.verb, mention.verb_first = kept.text, kept.first
                mention.flags |= {"need", "relative verb"}
                return Phrase()
            if "rest" in mention.flags:  # 其余是褐色的
                mention.object = Phrase([kept])
                return phrase
            if kept.role == "adjective" and self._counts(after):  # 删掉模糊的8张
                mention.subject += [phrase] if phrase else []
                return Phrase()
            goes = effect_of(verb) in ("come", "leave", "lose", "gain")
            if kept.role in NOMINAL and goes and not is_listed_noun(kept.text):
                return phrase  # 转去别院的4位: where to
            if kept.role in NOMINAL and effect_of(verb) != "do":
                mention.subject.append(Phrase([kept]))  # 养鸭的有5只
                return phrase
            mention.verb = ""
        if after is not None and after.role == "person":
            return Phrase()  # 卖报的李伯伯
        if phrase and mention.relative == text and phrase.words[-1].role == "joiner":
            return phrase  # 钓鱼的青年和钓鱼的老人
        mention.relative = text
        return self._close(mention, phrase)

    def _compare(self, mention: Mention, word: Word, phrase: Phrase) -> Phrase:
        after = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        if mention.sign:  # 多节约了8张: the way is told already
            return self._verb(mention, replace(word, role="verb"), phrase)
        above = after is not None and after.text == "于"
        if mention.standard is None and not above and not self._counts(after):
            phrase.words.append(replace(word, role="adjective"))
            return phrase
        if mention.standard is None and not above:
            if after is not None and after.text == "了":  # 重了2千克
                self._close(mention, phrase)
                mention.verb = "增加" if word.text in role("more than") else "减少"
                mention.verb_first, mention.purpose = word.first, word.text
                if word.text in ("多", "少"):
                    mention.purpose = ""
                return Phrase()
            if (
                word.text in ("长", "高", "重", "大", "深", "宽", "厚", "远", "贵")
                or listed_effect(word.text) == "state"
            ):
                self._close(mention, phrase)
                mention.verb, mention.verb_first = word.text, word.first
                return Phrase()
            if word.text not in ("多", "少"):
                return self._verb(mention, replace(word, role="verb"), phrase)
        self._close(mention, phrase)
        if above:  # 少于甲组36个
            self.at += 2
            mention.standard = self._phrases_until(("amount",))
            self.at -= 1
        text = word.text.rstrip("了")
        mention.sign = 1 if text in role("more than") else -1
        mention.flags.add("compare")
        mention.purpose = text if text not in ("多", "少") else mention.purpose
        return Phrase()

    # ---- after the amount ------------------------------------------------------------------------
    def _right(self, mention: Mention) -> None:
        """The counted noun after the amount and what is said of it up to the next amount."""
        phrase = Phrase()
        while self.at < len(self.words):
            word = self.words[self.at]
            before = word.role == "compare" or (word.role == "time" and not phrase)  # 生日贺卡
            named = word.role in _COUNTED or (before and self._is_modifier())
            if not (named or self._noun_like_verb(phrase) or self._joins(mention, phrase)):
                break
            phrase.words.append(word)
            self.at += 1
        sized = len(phrase.words) > 2 and phrase.words[1].role == "de"
        if sized and size_of(mention.word.unit) and phrase.words[0].text in dimensions():
            phrase.words.pop(0)  # 6千克重的鱼
        while phrase.words and phrase.words[0].role == "de":
            phrase.words.pop(0)
            mention.flags.add("de")
        headless = bool(phrase.words) and phrase.words[-1].role == "de"
        while phrase.words and phrase.words[-1].role == "de":
            phrase.words.pop()
        if headless and not mention.relative and self._says_which(phrase):  # 11个新的
            self._which(mention, phrase.text)
            phrase = Phrase()
        mention.noun = phrase
        if self.at < len(self.words) and self.words[self.at].role == "inside" and phrase:
            self.at += 1
        rest = self.words[self.at :]
        if not any(word.role in ("amount", "some") for word in rest):
            mention.after = rest
            for word in rest:
                if word.role == "verb" and "after negative" in mention.flags and not mention.undone:
                    mention.undone = word.text.rstrip("了过着")
                if word.role in ("negative", "rest", "total", "left", "more", "now"):
                    mention.flags.add("after " + word.role)
            self.at = len(self.words)
        elif rest and rest[0].role == "joiner":
            self.at += 1
