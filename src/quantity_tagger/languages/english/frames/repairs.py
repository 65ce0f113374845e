"""Tags that the rest of a sentence proves wrong."""

from __future__ import annotations

from functools import cache
from unicodedata import category

from quantity_tagger.languages.english.frames.tree import SIDE, Tree
from quantity_tagger.languages.english.frames.words import effects, table, unit, verbs, words
from quantity_tagger.languages.english.frames.words import names as first_names
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.languages.lexicon import load

#: Tags that may be wrong whatever the word is.
_DOUBTFUL = frozenset(["NNP", "NNPS", "NNS", "JJ", "MD", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"])


@cache
def verb_lemma(form: str) -> str:
    """The known verb that a form may be, "" for none."""
    tries = [lemmatise(form, tag) for tag in ("VBD", "VBZ", "VB")]
    if form.endswith("ed"):
        tries += [form[:-1], form[:-2], form[:-3]]
    return next((lemma for lemma in tries if lemma in effects()), "")


@cache
def _noted() -> frozenset[str]:
    """Words that may be tagged wrong whatever their tag is."""
    own = words("often mistagged") | words("lying")
    return own.union(table("times"), table("measures"), table("units"))


def repair(tree: Tree, numbers: set[int]) -> None:
    """Mends tags and lemmas in place."""
    noted = _noted()
    for place, text in enumerate(tree.texts):
        if tree.tags[place] in _DOUBTFUL or text.lower() in noted:
            _mend(tree, place, numbers)
    _misread(tree, numbers)
    _rests(tree)
    _moments(tree)
    _numbers_of(tree)
    _lets_have(tree)
    _same_again(tree)
    _names(tree, numbers)
    _letters(tree)
    _origins(tree, numbers)
    _counted_acts(tree, numbers)
    _worth(tree)
    _after_than(tree)
    for span in tree.sentences:
        _asked_noun(tree, span)
        _missing_verb(tree, span)


@cache
def _orders() -> frozenset[str]:
    return frozenset(load("en", "questions")["imperative"])


def _misread(tree: Tree, numbers: set[int]) -> None:
    """Words whose neighbours tell another tag than they were given."""
    starts = {span.start for span in tree.sentences}
    for place, text in enumerate(tree.texts[:-1]):
        after = tree.tags[place + 1]
        if tree.tags[place] == "$" and not any(category(sign) == "Sc" for sign in text):
            tree.tags[place] = "SYM"  # a picture
        lies = after in ("IN", "RB") or any(
            tree.relations[k] == "nsubj" for k in tree.children[place] if k > place
        )
        if text == "lay" and tree.tags[place][:1] == "V" and lies:
            tree.tags[place], tree.lemmas[place] = "VBD", "lie"  # "14 rolls lay on the plate"
        if text == "left" and place - 1 in numbers and after[:1] == "V":
            tree.tags[place], tree.lemmas[place] = "JJ", "left"  # "the 25 left were tied up"
        if place in starts and tree.tags[place] == "VBZ" and tree.lemmas[place] not in verbs():
            tree.tags[place] = "NNS"  # "Goals this season: …"
    for span in tree.sentences:
        if tree.tags[span.start] != "VB" or tree.lemmas[span.start] not in _orders():
            continue
        for place in span[1:]:  # an order has no past of its own: "Name the number sold."
            if tree.tags[place][:1] == "W" or tree.lemmas[place] in words("markers"):
                break
            if tree.tags[place] == "VBD" and tree.tags[place - 1] in ("NN", "NNS"):
                tree.tags[place] = "VBN"


def _same_again(tree: Tree) -> None:
    """As in "to the pony rides and from the pony rides back": what was a noun behind a noun is one
    where the two stand together again.
    """
    pairs = list(zip(tree.texts, tree.texts[1:], strict=False))
    for place in range(1, len(pairs)):
        if tree.tags[place + 1] not in ("VBZ", "VBP") or tree.tags[place] not in ("NN", "NNP"):
            continue
        first = pairs.index(pairs[place])
        if first < place and tree.tags[first + 1] in ("NN", "NNS"):
            tree.tags[place + 1] = tree.tags[first + 1]
            tree.lemmas[place + 1] = tree.lemmas[first + 1]


def _worth(tree: Tree) -> None:
    """As in "orders worth $80": orders of so much."""
    for place, text in enumerate(tree.texts):
        if text == "worth" and tree.tags[place - 1] in ("NN", "NNS", "NNP"):
            tree.tags[place], tree.lemmas[place] = "IN", "of"


def _rests(tree: Tree) -> None:
    """As in "what was left went to Bo", "ate what remained": told as "the rest" is."""
    for place, lemma in enumerate(tree.lemmas):
        after = tree.lemmas[place + 1 : place + 3]
        end = place + (2 if after[:1] == ["remain"] else 3)
        if lemma != "what" or not (after[:1] == ["remain"] or after == ["be", "leave"]):
            continue
        told = place and tree.tags[place - 1][:1] == "V" and tree.texts[place - 1] != "is"
        if told or (tree.tags[end : end + 1] or ["."])[0][:1] in "VM":
            tree.tags[place:end] = ["DT", *["JJ"] * (end - place - 2), "NN"]
            tree.lemmas[place], tree.lemmas[end - 1] = "the", "rest"


def _moments(tree: Tree) -> None:
    """As in "By the time he got home, 9 were broken": told as "when he got home" is."""
    for place, lemma in enumerate(tree.lemmas[:-3]):
        led = lemma == "by" and tree.lemmas[place + 1 : place + 3] == ["the", "time"]
        if led and tree.tags[place + 3] in ("PRP", "NNP", "DT", "PRP$", "NNS"):
            tree.tags[place : place + 3] = ["WRB", "RB", "RB"]
            tree.lemmas[place : place + 3] = ["when", "just", "just"]


def _lets_have(tree: Tree) -> None:
    """As in "let her have 9": told as "gave her 9" is."""
    for place in range(2, len(tree.lemmas)):
        if tree.lemmas[place] == "have" and tree.lemmas[place - 2] == "let":
            tree.lemmas[place - 2], tree.lemmas[place], tree.tags[place] = "give", "just", "RB"


def _numbers_of(tree: Tree) -> None:
    """As in "a number of plates broke": told as "several plates" is."""
    for place in range(1, len(tree.lemmas) - 2):
        led = tree.lemmas[place - 1 : place + 2] == ["a", "number", "of"]
        if led and tree.tags[place + 2] == "NNS":
            tree.tags[place : place + 2] = ["JJ", "JJ"]
            tree.lemmas[place : place + 2] = ["several", "several"]


def _after_than(tree: Tree) -> None:
    """As in "than Finn read.": a verb where a noun was seen."""
    for place in range(1, len(tree.texts) - 1) if "than" in tree.lemmas else ():
        ends = tree.texts[place + 1] in (".", "?", ",", "and")
        if (
            ends
            and tree.tags[place] in ("NN", "NNP")
            and tree.tags[place - 1] == "NNP"
            and tree.texts[place].islower()
            and verb_lemma(tree.texts[place].lower())
        ) and "than" in tree.lemmas[max(0, place - 3) : place]:
            tree.tags[place], tree.lemmas[place] = "VBD", verb_lemma(tree.texts[place].lower())


def _is_activity(tree: Tree, place: int) -> bool:
    """As in "the singing lasted", "does baking take": something that is done, told by a noun."""
    after = tree.tags[place + 1] if place + 1 < len(tree.tags) else "."
    if tree.tags[place - 1] == "DT":
        return after in ("CD", "VBD", "VBZ", ".", ",")
    asked = tree.lemmas[place - 1] == "do" and after == "VB"
    return asked or (tree.lemmas[place - 1] == "than" and after == ".")


def _mend(tree: Tree, place: int, numbers: set[int]) -> None:
    """Mends one word by what stands beside it."""
    text, tag = tree.texts[place], tree.tags[place]
    low = text.lower()
    if low in table("times") and tree.lemmas[place] != low:
        tree.lemmas[place] = low
    if low == "cannot":
        tag = tree.tags[place] = "MD"
        tree.lemmas[place] = "can"
    if low in ("£", "€"):
        tag = tree.tags[place] = "$"
    follows = tree.tags[place + 1] if place + 1 < len(tree.tags) else ""
    if low in words("supposing") and follows in ("NNP", "PRP", "DT", "NN", "NNS"):
        tree.tags[place], tree.lemmas[place] = "IN", "if"
        return
    again = place + 1 in numbers and tree.tags[place - 1] in (",", "CC", "POS") and tag == "NNS"
    if again and verb_lemma(low) and _acts_elsewhere(tree, verb_lemma(low)):
        tree.tags[place], tree.lemmas[place] = "VBZ", verb_lemma(low)  # "climbs 9, … climbs 22"
    if tag == "VBG" and low in words("no gerunds"):
        tag = tree.tags[place] = "VBP"  # "15 sing soprano"
    if tag == "VBG" and place and _is_activity(tree, place):
        tree.tags[place], tree.lemmas[place] = "NN", low
    if low == "remaining" and place and tree.tags[place - 1] in ("DT", "PRP$"):
        tag = tree.tags[place] = "JJ"
    beside = follows in ("NN", "NNS")
    beside = beside or (place > 1 and tree.lemmas[place - 2] == "on")  # "the box on the left"
    if low == "left" and beside and tree.tags[place - 1] in ("DT", "PRP$", "POS"):
        tree.tags[place], tree.lemmas[place] = "JJ", SIDE
    found = table("measures").get(low)
    if found and low.endswith("er") and tag in ("NN", "VB", "VBP", "JJ", "RB", "NNP"):
        tree.tags[place], tree.lemmas[place] = "JJR", low
    if tag in ("NNP", "NNPS") and text == low and low.isalpha():
        tree.tags[place] = "NNS" if low.endswith("s") and not low.endswith("ss") else "NN"
        tree.lemmas[place] = lemmatise(low, tree.tags[place])
    elif tag == "NNPS" and tree.tags[place - 1] not in ("DT", "JJ", "CD", "PRP$", "NNP"):
        tree.tags[place], tree.lemmas[place] = "NNP", _plural_name(low)
    if low == "others":
        tree.tags[place], tree.lemmas[place] = "NNS", "others"
    if tag == "JJ" and place and tree.lemmas[place - 1] in ("be", "not", "n't", "already", "still"):
        lemma = verb_lemma(low)
        if (
            lemma
            and lemma != low
            and effects()[lemma] not in ("part", "state", "do", "need", "rise", "fall")
        ):
            tree.tags[place], tree.lemmas[place] = "VBN", lemma
    if (
        low == "back" and place + 1 < len(tree.texts) and tree.texts[place + 1] in (".", ",", "and")
    ) and tree.tags[place - 1] not in ("DT", "PRP$", "POS", "JJ"):
        tree.tags[place] = "RB"
    listed = place > 1 and tree.lemmas[place - 1] == "and" and tree.tags[place - 2] == "JJ"
    listed = listed or low == "combined" or tree.lemmas[place - 1] == "of"
    if tag == "VBN" and follows in ("NN", "NNS") and listed:
        tree.tags[place], tree.lemmas[place] = "JJ", low  # "of fresh and frozen fruit"
    if tag == "VBG" and follows == "NN" and place and tree.tags[place - 1] in ("POS", "PRP$", "DT"):
        tree.tags[place], tree.lemmas[place] = "NN", low  # "her measuring cup"
    led = place > 0 and tree.lemmas[place - 1] == "the" and place + 1 in numbers
    if tag == "JJ" and led and low not in words("before numbers") | words("colours"):
        tree.tags[place] = "NN"  # "On the last day of the fair 70 people came"
    if tag == "MD" and place and (tree.tags[place - 1] == "DT" or follows in ("VBD", "VBN")):
        tree.tags[place] = "NN"  # "The milk can held"
    if tag[:1] == "V" and tree.lemmas[place] not in effects():
        tree.lemmas[place] = verb_lemma(low) or tree.lemmas[place]
    if unit(low) is not None and place - 1 in numbers and tag[:1] not in ("N", "$"):
        tree.tags[place] = "NN"
    numbered = tag in ("JJ", "VB", "VBP") and low in words("labelled") and place + 1 in numbers
    if numbered and tree.tags[place + 2 : place + 3] not in (["NN"], ["NNS"], ["JJ"]):
        tree.tags[place] = "NN"  # "in round 2"
    counted = place - 2 in numbers or tree.lemmas[max(0, place - 2)] == "many"
    if low == "like" and tag == "IN" and counted and tree.tags[place - 1] in ("NNS", "VBZ"):
        tree.tags[place - 1], tree.tags[place] = "NNS", "VBP"  # "28 children like swimming"
        if tree.tags[place + 1 : place + 2] == ["VBG"]:
            tree.tags[place + 1], tree.lemmas[place + 1] = "NN", tree.texts[place + 1].lower()
    counts = place > 1 and place + 1 in numbers and tag in ("NN", "NNS", "VB", "JJ")
    if counts and low in words("lying") and _led_by_place(tree, place):
        tree.tags[place], tree.lemmas[place] = "VBP", verb_lemma(low)  # "In a box lie 60 nuts"
    if low in ("cost", "costs") and tag in ("NN", "NNS"):
        paid = place + 1 + (follows == "NNP")  # "The coat cost Ann $40"
        if paid in numbers or tree.texts[paid : paid + 1] in (["$"], ["£"], ["€"]):
            tree.tags[place], tree.lemmas[place] = "VBZ", "cost"


def _plural_name(low: str) -> str:
    """The lemma of a name that looks like a plural: "Mats has 6", but "on Sundays"."""
    day = low.removesuffix("s")
    return day if "week" in table("times").get(day, "") else low


def _acts_elsewhere(tree: Tree, lemma: str) -> bool:
    pairs = zip(tree.lemmas, tree.tags, strict=True)
    return any(one == lemma and tag in ("VBZ", "VBD", "VBP") for one, tag in pairs)


def _led_by_place(tree: Tree, place: int) -> bool:
    """Whether from the last stop on only a preposition and its noun phrase stand before a token."""
    before = place - 1
    while before >= 0 and tree.tags[before] in ("NN", "NNS", "NNP", "JJ", "DT", "PRP$", "POS"):
        before -= 1
    led = tree.tags[before] == "IN" and before < place - 1
    return led and (before == 0 or tree.texts[before - 1] in (".", ",", ";", "?", "!", "and"))


def _names(tree: Tree, numbers: set[int]) -> None:
    """A capital letter inside a sentence makes a name, also where the word begins another."""
    starts = {span.start for span in tree.sentences}
    names: set[str] = set()
    for place, text in enumerate(tree.texts):
        inner = place not in starts and tree.texts[place - 1] not in ('"', "“", ":")
        if (
            inner
            and text[:1].isupper()
            and text != "I"
            and place not in numbers
            and text[1:].islower()
        ):
            if tree.tags[place] not in ("NNP", "NNPS"):
                tree.tags[place], tree.lemmas[place] = "NNP", text.lower()
            names.add(text)
    for place, lemma in enumerate(tree.lemmas[1:], 1):
        kin = tree.lemmas[place - 1].rstrip(".") in words("people") | words("titles")
        if kin and lemma in words("months") and tree.texts[place - 1][:1].isupper():
            tree.lemmas[place] = tree.texts[place]  # "Aunt May"
    for place in starts:
        low = tree.texts[place].lower()
        has = tree.tags[place + 1 : place + 2] == ["VBZ"]
        if has and tree.tags[place] == "NNS":  # "Mats has 6 pens": one of that name
            names.add(tree.texts[place])
        if low in first_names() and low not in words("words before names"):
            names.add(tree.texts[place])
        if tree.texts[place] in names and tree.tags[place] != "NNP":
            tree.tags[place], tree.lemmas[place] = "NNP", tree.texts[place].lower()


def _letters(tree: Tree) -> None:
    """As in "does box A hold": a single capital names the noun before it."""
    nouns = {low for low, tag in zip(tree.lemmas, tree.tags, strict=True) if tag[:1] == "N"}
    starts = {span.start for span in tree.sentences}
    for place, text in enumerate(tree.texts):
        if len(text) != 1 or not ("A" <= text <= "Z") or text == "I" or place in starts:
            continue
        before = place - 1
        after = (tree.tags[place + 1 : place + 2] or ["."])[0]
        free = tree.lemmas[before] not in words("prepositions") or after[:1] in "IV.,"
        if tree.texts[before].isalpha() and free:  # also "from A into B"
            tree.tags[place], tree.lemmas[place] = "NNP", text.lower()
            if tree.tags[before][:1] in "VJ" and tree.texts[before].lower() in nouns:
                tree.tags[before], tree.lemmas[before] = "NN", tree.texts[before].lower()


def _origins(tree: Tree, numbers: set[int]) -> None:
    """As in "4 Italian, 5 Greek and 6 French guests": names that share the noun after the last."""
    tags, stop = tree.tags, len(tree.tags) - 1
    for number in numbers:
        place, run = number + 1, list[int]()
        while place < stop and tags[place] in ("NNP", "JJ"):
            run.append(place)
            if tags[place + 1] in ("NN", "NNS") and len(run) > 1:
                for named in run:
                    tags[named] = "JJ"
            place += 1
            linked = place
            while place < stop and (tree.lemmas[place] in (",", "and", "or") or place in numbers):
                place += 1
            if place == linked:
                break


def _counted_acts(tree: Tree, numbers: set[int]) -> None:
    """As in "7 more children board", "40 litres of oil leak out": what so many do."""
    tags, lemmas, stop = tree.tags, tree.lemmas, len(tree.tags) - 1
    for number in numbers:
        place = number + 1
        while place < stop and (tags[place] in ("NN", "NNS", "JJR") or lemmas[place] == "of"):
            place += 1
        act = place - 1
        if place > stop or act < number + 2 or effects().get(lemmas[act]) not in ("come", "leave"):
            continue
        ends = tags[place] in (".", ",", "CC") or lemmas[place] in words("particles")
        counted = tags[act - 1] in ("NNS", "JJR") or lemmas[act - 2] == "of"
        if ends and counted and tags[act] == "NN":
            tags[act] = "VBP"


def _asked_noun(tree: Tree, span: range) -> None:
    """Between "how many" and the auxiliary stand nouns alone: "how many carrot sticks did"."""
    how = next(
        (
            k
            for k in span
            if tree.lemmas[k] == "how" and tree.lemmas[k + 1 : k + 2] in (["many"], ["much"])
        ),
        None,
    )
    if how is None:
        return
    helper = next(
        (
            k
            for k in range(how + 2, span.stop)
            if tree.texts[k].lower() in words("asking auxiliaries")
        ),
        None,
    )
    if helper is None or helper > how + 7:
        return
    for k in range(how + 2, helper):
        if (
            tree.tags[k][:1] == "V"
            and tree.lemmas[k] != "be"
            and not tree.texts[k].lower().endswith(("ed", "ing"))
        ) and tree.tags[k - 1] not in ("WP", "WDT", "PRP"):
            tree.tags[k] = "NNS" if tree.texts[k].endswith("s") else "NN"
            tree.lemmas[k] = lemmatise(tree.texts[k], tree.tags[k])


def _missing_verb(tree: Tree, span: range) -> None:
    """As in "How many did Lena do", "the library own": after "did" a verb must follow."""
    helper = next(
        (
            k
            for k in span
            if tree.texts[k].lower() in ("did", "do", "does") and tree.tags[k][:1] == "V"
        ),
        None,
    )
    if helper is None or not any(tree.tags[k] in ("WRB", "WP") for k in range(span.start, helper)):
        return
    rest = range(helper + 1, span.stop)
    if any(tree.tags[k][:1] == "V" for k in rest):
        return
    for k in reversed(rest):
        low = tree.texts[k].lower()
        if (
            k > helper + 1
            and tree.tags[k] != "."
            and low in effects()
            and low not in words("particles")
        ):
            tree.tags[k], tree.lemmas[k] = "VB", low
            return
