"""A place in the words of a clause, and what can be told by looking ahead from it."""

from __future__ import annotations

from dataclasses import replace

from quantity_tagger.languages.chinese.frames.mention import HOLDING, NOMINAL, Mention, Phrase, Word
from quantity_tagger.languages.chinese.frames.slots import size_of
from quantity_tagger.languages.chinese.frames.words import (
    effect_of,
    is_listed_noun,
    listed_effect,
    role,
    ups,
)
from quantity_tagger.languages.chinese.frames.words import words as listed

LONGEST_RELATIVE = 40
"""Words within which 的 ends a clause that modifies."""


#: Roles of words that tell which side of a comparison is meant.
_OF_SIDES = frozenset(
    ["de", "joiner", "time", "start", "now", "verb", "total", "left", "rest", "compare", "span"]
)


class Cursor:
    """Reads the words of a clause; ``at`` is the place of the next one."""

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self.at = 0

    @staticmethod
    def _counts(after: Word | None) -> bool:
        return after is None or after.role in (
            "amount",
            "some",
            "verb",
            "particle",
            "verb object",
            "det",
            "compare",
            "adverb",
        )

    def _role(self, word: Word, phrase: Phrase) -> str:
        after = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        owned = bool(phrase.words) and phrase.words[-1].role == "de"
        if word.role == "verb" and owned and listed_effect(word.text) != "cost":
            there = after is not None and (after.role == "than" or after.text in role("copula"))
            if there or (after is not None and after.text in ("有", "共有")):
                return "noun"  # 林林家的藏书有230本
        if word.role == "inside" and word.text in "上下" and not phrase.words:
            return "verb"
        if word.role == "among" and word.text in role("inside"):
            done = [one.role for one in self.words[1:3]] == ["adverb", "verb"]
            if phrase.words or (done and not self.at):  # 里面已经装了8千克
                return "inside" if phrase.words else "particle"
        if word.role == "verb" and after is not None and after.role == "de" and not phrase.words:
            return "verb"
        if word.role == "compare" and after is not None and after.role == "de":
            return "adjective"
        return word.role

    def _verb_follows(self, place: int) -> bool:
        """Whether a verb comes before the amount, so that 给 only says for whom."""
        seen = False
        for word in self.words[place:]:
            if word.role in NOMINAL:
                seen = True
            elif word.role in ("verb", "verb object"):
                return seen
            elif word.role in ("amount", "some"):
                return False
        return False

    def _given(self, verb: str) -> bool:
        """Whether who gets it stands between the verb and the amount: 送小红5个, 喂猫8条."""
        rest = self.words[self.at + 1 : self.at + 3]
        if effect_of(verb) not in ("lose", "give") or len(rest) < 2 or rest[1].role != "amount":
            return False
        animal = rest[0].role == "noun" and "动物" in ups(rest[0].text)
        return rest[0].role in ("person", "pronoun") or (animal and verb == "喂")

    def _in_relative(self, word: Word) -> bool:
        """Whether a verb stands in a clause that 的 makes a modifier: 报名唱歌的有26人."""
        if word.text.endswith("给") and word.text != "给":
            return False  # 送给邻居家的弟弟11颗
        doer = False
        for after in self.words[self.at + 1 : self.at + 1 + LONGEST_RELATIVE]:
            if after.role == "de":
                return not self._done_to(after)
            if doer and after.role == "verb":
                return False  # 收到志愿者送来的月饼
            doer = after.role in HOLDING or after.text in listed("kinds", "people")
            if after.role in ("amount", "some", "than", "compare") or (
                after.role == "verb"
                and after.text in ("有", "是", "共有", "还有", "剩下", "剩", "还剩", "比")
            ):
                return False
        return False

    def _done_to(self, de: Word) -> bool:
        """拆除了老化的4间: a deed that is done, and 的 before the amount."""
        place = self.words.index(de) + 1
        done = self.words[self.at + 1].text == "了" and self.words[self.at + 2] is not de
        return done and place < len(self.words) and self.words[place].role == "amount"

    @staticmethod
    def _says_which(phrase: Phrase) -> bool:
        """Whether a phrase has no noun of its own: 新的, 合格的."""
        return all(
            word.role in ("adjective", "de", "adverb")
            or (word.role in ("noun", "person") and not is_listed_noun(word.text))
            for word in phrase.words
        )

    @staticmethod
    def _holds(phrase: Phrase) -> bool:
        """Whether a phrase may name who has things, or where they are."""
        return bool(phrase.inside) or any(
            word.role in HOLDING
            or word.text in listed("kinds", "people")
            or "动物" in ups(word.text)
            for word in phrase.words
        )

    @staticmethod
    def _went(relative: list[Word]) -> bool:
        """Whether verbs without an object tell by their end that something went: 风吹|落."""
        text = "".join([word.text for word in relative])
        verbs = all(word.role in ("verb", "particle") for word in relative)
        return verbs and text[-1] in listed("effects", "lose ends") and effect_of(text) == "lose"

    @staticmethod
    def _which(mention: Mention, text: str) -> None:
        """What is said of those counted; new ones are some more of them."""
        if text == "新":
            mention.flags.add("new")
        else:
            mention.flags.add("which")
            mention.relative = mention.relative or text

    def _noun_phrase(self) -> Phrase:
        """The noun phrase that begins here; the place stays after it."""
        phrase = Phrase()
        while self.at < len(self.words):
            word = self.words[self.at]
            if word.role == "inside" and phrase.words:
                phrase.inside = word.text
                self.at += 1
                break
            if word.role == "located":
                phrase.words.append(replace(word, text=word.text[:-1], role="place"))
                phrase.inside = word.text[-1]
                self.at += 1
                break
            if (
                word.role in NOMINAL
                or (word.role in ("de", "joiner") and phrase.words)
                or (word.role == "compare" and self._is_modifier())
            ):
                phrase.words.append(word)
            elif word.role not in ("det", "particle"):
                break
            self.at += 1
        while phrase.words and phrase.words[-1].role in ("de", "joiner"):
            phrase.words.pop()
        return phrase

    def _before_amount(self) -> bool:
        """Whether only particles stand between a verb and the amount: 比计划节约 5 吨."""
        rest = self.words[self.at + 1 :]
        rest = [word for word in rest if word.role not in ("particle", "det", "adverb")]
        return (
            bool(rest)
            and rest[0].role in ("amount", "some")
            and (self.words[self.at].text.rstrip("了") in role("more than") | role("less than"))
        )

    def _noun_like_verb(self, phrase: Phrase) -> bool:
        """Whether a verb right after the measure word is (part of) a noun: 42张贴纸, 5盆花."""
        word = self.words[self.at]
        if phrase.words or word.role != "verb" or word.text in role("copula"):
            return False
        rest = self.words[self.at + 1 :]
        if len(word.text) > 1:  # 38个包裹和80封信
            listing = (bool(rest) and rest[0].role == "joiner") or (not rest and self._a_thing())
            return listing and len(word.text) == 2 and not listed_effect(word.text)
        noun = bool(rest) and rest[0].role == "noun"
        return not rest or (noun and (len(rest) == 1 or rest[1].role == "joiner"))

    def _arrive(self, mention: Mention) -> None:
        """到站下去5人: when; 来到操场, 放到桌上: where to; 甲地到乙地的公路长24千米: the way."""
        self.at += 1
        found = self._noun_phrase()
        self.at -= 1
        if mention.verb and found:
            mention.at = found
        elif mention.subject:
            mention.flags.add("arrive")
            cut = [place for place, word in enumerate(found.words) if word.role == "de"]
            if cut and [word.role for word in self.words[self.at + 1 :][:1]] == ["compare"]:
                mention.subject = [Phrase(found.words[cut[-1] + 1 :])]

    def _is_object(self, mention: Mention, word: Word, phrase: Phrase) -> bool:
        """Whether what may be a verb is a thing before its amount: 收到包裹38个, 有花23盆."""
        after = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        if after is None or after.role != "amount" or phrase.words or mention.object:
            return False
        listed = listed_effect(word.text)
        if len(word.text) == 2:
            return not listed and listed_effect(mention.verb) != "need"  # 一共要批改48本
        there = effect_of(mention.verb) == "state" != listed
        return len(word.text) == 1 and there and not size_of(after.unit)

    def _a_thing(self) -> bool:
        """57副跳棋: whether the measure word before counts no people, who may do something."""
        return self.words[self.at - 1].unit not in ("", "人", "名", "位")

    def _joins(self, mention: Mention, phrase: Phrase) -> bool:
        """Whether 和 joins two things that are asked for as one: 多少个瓶子和易拉罐."""
        if not (mention.word.asked and phrase.words and self.words[self.at].role == "joiner"):
            return False
        rest = self.words[self.at + 1 :]
        return bool(rest) and all(word.role in ("noun", "adjective", "place") for word in rest)

    def _is_modifier(self) -> bool:
        after = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        return after is not None and after.role in ("de", "noun")

    def _phrases_until(self, stops: tuple[str, ...]) -> list[Phrase]:
        """The noun phrases up to a word of one of the roles; times and relatives among them."""
        found: list[Phrase] = []
        phrase = Phrase()
        while self.at < len(self.words):
            word = self.words[self.at]
            if word.role in stops and not (
                word.role == "compare"
                and self.at + 1 < len(self.words)
                and not self._counts(self.words[self.at + 1])
            ):
                break
            if word.role in ("verb", "verb object") and self._before_amount():
                break
            if word.role == "located":
                phrase.words.append(replace(word, text=word.text[:-1], role="place"))
                phrase.inside = word.text[-1]
            elif word.role in NOMINAL or word.role in _OF_SIDES:
                phrase.words.append(word)
            elif word.role == "inside" and phrase.words:
                phrase.inside = word.text
            self.at += 1
        if phrase.words:
            found.append(phrase)
        return found

    def _receiver(self, mention: Mention) -> None:
        """The noun phrase after 给 is whoever gets it."""
        place = self.at + 1
        while place < len(self.words) and self.words[place].role in ("particle", "det", "rest"):
            place += 1
        if place < len(self.words) and self.words[place].role in NOMINAL | {"compare"}:
            others = self.words[place - 1].role == "rest"  # 送给别的学校: none of the story's
            self.at = place
            mention.to = self._noun_phrase()
            mention.to = Phrase() if others else mention.to
            self.at -= 1

    def _prepositional(self, mention: Mention, role_: str) -> None:
        found = self._noun_phrase()
        if role_ == "by":
            mention.flags.add("by")
        if not found:
            if role_ == "object":  # 把9块积木搭在下面
                mention.flags.add("disposed")
            after = self.words[self.at] if self.at < len(self.words) else None
            self.at += role_ == "toward" and after is not None and after.text in role("inside")
            if role_ == "object":
                mention.flags.add("acts")  # 牧羊人把16只赶回羊圈
            if role_ == "from" and after is not None and after.role == "amount":
                mention.flags.add("level from")  # 从20人增加到35人
            return
        if role_ == "from":
            mention.source = found
        elif role_ == "object" and found.inside:  # 把花盘里的3块端给客人
            mention.at = found
            mention.flags |= {"disposed", "acts"}
            if self.at < len(self.words) and self.words[self.at].role == "de":
                self.at += 1
        elif role_ == "object":
            mention.object = found
        elif role_ == "toward":
            mention.flags.add("toward")
            mention.source = found
        elif role_ != "by":
            mention.at = found
