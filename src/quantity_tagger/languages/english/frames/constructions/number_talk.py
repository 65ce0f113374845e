"""Puzzles about bare numbers: "I add 14 and get 40. What is my number?".

The words of sums become letters (``[number talk]`` of the lexicon), other words are left out. What
is left is rewritten until each sentence is an equation of two expressions:

    What must be added to the sum of 36 and 41 to make 90?
    ?=AtSoE&Et=E  →  ?AtEt=E  →  E=E
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final

from quantity_tagger.languages.english.frames.constructions.misreckoned import (
    Values,
    misreckoned,
    number_fact,
)
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.frames.words import lines
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.facts import Question, Story
from quantity_tagger.situation.statements import Form, Given, Number, World, plus, times

#: What is asked for, the one number that is thought of, and the two of a sum or difference.
_UNKNOWN: Final[dict[str, Form]] = {
    "?": {"asked": 1}, "x": {"number": 1}, "u": {"first": 1}, "U": {"first": 1},
    "v": {"second": 1}, "w": {"third": 1},
}  # fmt: skip
_PAIRED: Final[dict[str, Form]] = {
    "S": {"first": 1, "second": 1}, "D": {"first": 1, "second": -1},
}  # fmt: skip

#: Letters that say nothing where they stand, or something else, in order.
_PLAINER: Final = (
    (r"(?<=\?)[GL](?==[uvwx])", ""),  # "how big is the minuend"
    (r"(?<=[GLuvw?])u|(?<=W)x", ""),  # "the other one"
    (r"S(?=E[PM])", ""),  # "in the sum 35 + 48"
    (r"([SD])E(?![,&]*E)", r"\1=E"),  # "the difference 47"
    (r"W=(?=[SD]=)", ""),  # "two numbers have the sum"
    (r"(?<=\?)=x(?==)", ""),  # "write the number that is"
    (r"[ft]r(?=[AB])", ""),  # "from the result subtract"
    (r"=+", "="),
    (r"=?t?=?(?=[AB])", ""),  # "must be added", "have to add"
    (r"(?<![?SD])G(?!h)", "u"),  # "the larger one"
    (r"(?<![?SD])L(?!h|E)", "v"),
    (r"(?<=\?)[xr]|(?<=[uvwU])o?[xW]*", ""),  # "which number", "one of the numbers"
    (r"(?<![SDA])o", ""),
    (r"[t&]=", "="),  # "to make", "and get"
    (r",(?=[&.=]|[^E][^=])|(?<=\.),", ""),  # but "14, 22 and 31", "is 23, the larger being 61"
    (r"(?<=[Ex]),?r(?==)|(?<=[Ex]),(?==)", ""),  # "the result is"
    (r"(?:^|(?<=\.))[=&,.]+", ""),
)

#: Expressions, and how they are made of those in them.
_RULES: Final = tuple(
    (re.compile(pattern), meaning)
    for pattern, meaning in (
        (r"S[oA]?E(?:,E)*,?&E|AE(?:,E)*,?&E|(?<![PM])EPE", "sum"),
        (r"Do?E&E", "apart"),
        (r"E[ML]E", "first less second"),
        (r"b\?=?EGhE|\?G=?EhE|E=GhE\.b?\?G?", "first less second"),  # asked for
        (r"b\?=?ELhE|\?L=?EhE|E=LhE\.b?\?L?", "second less first"),
        (r"AEtE|AtEE|EAtE|EAbE|AEbE|tEAE|tEEA|EGhE", "sum"),
        (r"fEBE|BfEE|EBbE|BEbE|fEEB", "first less second"),
        (r"BEfE|EBfE|ELhE", "second less first"),
        (r"(?<![AB])E[.&,]*A(?:E(?:tr)?|rbE)", "sum"),  # "a number. I add 14"
        (r"(?<![AB])E[.&,]*B(?:E(?:fr)?|rbE)", "first less second"),
        (r"(?<=U=)E(?:,E)*,?&E", "sum"),  # "two of them are 25 and 38"
        (r"(?<!=)E&E(?==E)", "sum"),
    )
)


def number_story(
    tree: Tree, quantities: dict[int, int], asked: int, values: Values
) -> Story | None:
    """The story of a number, None where the text is about something else."""
    if _counts_things(tree) or tree.lemmas[asked : asked + 2] == ["how", "many"]:
        return None
    bare = {place: q for place, q in quantities.items() if not _is_number(tree, place + 1)}
    story = misreckoned(tree, bare, asked, values)
    if story is not None:
        return story
    letters, forms = _letters(tree, quantities)
    if "?" not in letters or re.search(r"[SDPMABGL]|&\?", letters) is None:
        return None
    world = World()
    for form in _equations(*_reduced(*_named(letters, forms), values)):
        named = {name: share for name, share in form.items() if not isinstance(name, int)}
        told = {name: -share for name, share in form.items() if isinstance(name, int)}
        world.say(named, Given(told), "number")
    found = answer(world, values, _UNKNOWN["?"], "number")
    if found is None or found.doubts:
        return None
    numbers = {name for form in forms for name in form}
    return _told(found.coefficients, values, frozenset(set(quantities.values()) - numbers))


def _counts_things(tree: Tree) -> bool:
    """Whether anything but numbers is spoken of in the plural, or money."""
    return any(
        tag in ("NNS", "NNPS", "$") and tree.texts[place] != '"' and not _is_number(tree, place)
        for place, tag in enumerate(tree.tags)
    )


def _is_number(tree: Tree, place: int) -> bool:
    return _alphabet().get(tree.lemmas[place]) == "x"


@cache
def _alphabet() -> dict[str, str]:
    """The letters of words."""
    found = {}
    for line in lines("number talk"):
        letter, entries = line.split(maxsplit=1)
        found.update({word.strip(): letter for word in entries.split(",")})
    return found


def _letters(tree: Tree, quantities: dict[int, int]) -> tuple[str, list[Form]]:
    """The text in letters, and what each E of it stands for."""
    letters: list[str] = []
    forms: list[Form] = []
    for place in range(len(tree.heads)):
        if place not in quantities:
            letters.append(_letter(tree, place))
        elif _is_number(tree, place + 1):
            letters.append("W")  # "two numbers"
        elif tree.lemmas[place + 1] == "of" and tree.tags[place + 2] in ("PRP", "DT"):
            letters.append("U")  # "two of them"
        else:
            letters.append("E")
            forms.append({quantities[place]: 1})
    text = "".join(letters)
    text = text if "?" in text or text[:1] not in ("A", "B") else f"{text}.?"  # a command
    if "v" not in text:
        text = text.replace("w", "v")  # "two of them are 25 and 38. Find the third"
    for pattern, instead in _PLAINER:
        text = re.sub(pattern, instead, text)
    return text, forms


def _letter(tree: Tree, place: int) -> str:
    """The letter of a word, or of the punctuation that it is."""
    lemma, tag = tree.lemmas[place], tree.tags[place]
    before, after = (
        "".join(tree.tags[max(0, place - 1) : place]),
        tree.lemmas[place + 1 : place + 2],
    )
    inner = place - tree.sentences[tree.sentence_of(place)].start > 1
    if lemma == "which" and before == "IN" and inner:
        return "."  # "a sum in which"
    if lemma == "what" and after == ["remain"] and inner:
        return "r"
    mark = {".": ".", ":": ".", ",": ",", "``": ".", "''": "."}.get(tag, "")
    mark = "." if tree.texts[place] in (";", '"') else mark
    return _alphabet().get(lemma, mark)


def _named(letters: str, forms: list[Form]) -> tuple[str, list[Form]]:
    """Unknown numbers, their sum and their difference as expressions."""
    told = iter(forms)
    found: list[Form] = []
    text = ""
    compared = re.search(r"b\?|\?[GL]", letters) is not None
    pair = r"[SD](?:oW|(?=[=.&]))" if re.search("[uvU]", letters) else "[SD]oW"
    for match in re.finditer(f"(?P<pair>{pair})|.", letters):
        letter = match[0][0]
        if letter == "E":
            found.append(next(told))
        elif match["pair"]:
            found.append(_PAIRED[letter])
        elif letter in _UNKNOWN and not (letter == "?" and compared):
            found.append(_UNKNOWN[letter])
        else:
            text += letter.replace("W", "")
            continue
        text += "EU" if letter == "U" else "E"
    return text, found


def _reduced(letters: str, forms: list[Form], values: Values) -> tuple[str, list[Form]]:
    """The letters with each sum as one expression."""
    while True:
        tries = ((pattern.search(letters), meaning) for pattern, meaning in _RULES)
        match, meaning = next((one for one in tries if one[0] is not None), (None, ""))
        if match is None:
            return letters, forms
        first = letters[: match.start()].count("E")
        last = first + match[0].count("E")
        made = [_MEANINGS[meaning](forms[first:last], values)]
        made = [_UNKNOWN["?"], *made] if "?" in match[0] else made
        letters = f"{letters[: match.start()]}{'='.join('E' * len(made))}{letters[match.end() :]}"
        forms = [*forms[:first], *made, *forms[last:]]


def _apart(forms: list[Form], values: Values) -> Form:
    """The smaller taken from the larger; the second from the first where one is unknown."""
    form = plus(forms[0], times(-1, forms[1]))
    told = [values[name] * share for name, share in form.items() if isinstance(name, int)]
    size = sum(told, Fraction())
    known = all(isinstance(name, int) for name in form)
    return times(-1, form) if known and size < 0 else form


_MEANINGS: Final[dict[str, Callable[[list[Form], Values], Form]]] = {
    "sum": lambda forms, _: plus(*forms),
    "first less second": lambda forms, _: plus(forms[0], times(-1, forms[1])),
    "second less first": lambda forms, _: plus(forms[1], times(-1, forms[0])),
    "apart": _apart,
}


def _equations(letters: str, forms: list[Form]) -> list[Form]:
    """Forms that are nothing, one for each sentence; none where letters are left over."""
    found: list[Form] = []
    said: list[Form] = []
    asks = False
    todo = iter(forms)
    for sentence in re.split(r"[.&,]", letters.replace("U", "")):
        mine = [next(todo) for _ in range(sentence.count("E"))]
        if sentence == "E=E":
            found.append(plus(mine[0], times(-1, mine[1])))
        elif sentence in ("E", "E=", "E=r"):
            asks = asks or mine == [_UNKNOWN["?"]]
            said += mine if mine != [_UNKNOWN["?"]] else []
        elif sentence.strip("=r"):
            return []
    reached = len(said) == 2 and "number" in said[0] and len(said[0]) > 1
    if reached and all(isinstance(name, int) for name in said[1]):  # "I add 20. I end with 64"
        found.append(plus(said[0], times(-1, said[1])))
    elif asks and said:  # "What do you get?"
        found.append(plus(said[-1], times(-1, _UNKNOWN["?"])))
    elif asks and any("number" in form for form in found):  # "Which number is it?"
        found.append(plus(_UNKNOWN["x"], times(-1, _UNKNOWN["?"])))
    return found


def _told(shares: tuple[Number, ...], values: Values, names: frozenset[int]) -> Story | None:
    """The same as a story of one number that grows, then shrinks to what is asked for."""
    added = [q for q, share in enumerate(shares) for _ in range(int(share))]
    taken = [q for q, share in enumerate(shares) for _ in range(-int(share))]
    if not added or any(Fraction(share).denominator != 1 for share in shares):
        return None
    facts = [number_fact("state", added[0], "start")]
    facts += [number_fact("rise", quantity) for quantity in added[1:]]
    facts += [number_fact("fall", quantity) for quantity in taken]
    return Story(tuple(facts), Question(number_fact("state", None)), values, names=names)
