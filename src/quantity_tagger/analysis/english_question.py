"""What an English question asks: unit, owner, verb, and the kind of answer."""

from __future__ import annotations

from quantity_tagger.analysis.english_events import NOUNS, PRONOUNS, noun_phrases
from quantity_tagger.analysis.english_people import People
from quantity_tagger.analysis.english_times import find_time, time_at
from quantity_tagger.analysis.english_units import Unit, asked_unit, kind_of
from quantity_tagger.analysis.english_words import Words, cue_table
from quantity_tagger.analysis.facts import QuestionFacts, QuestionKind, Tense, UnitKind, VerbClass
from quantity_tagger.reading.problem import Unknown
from quantity_tagger.text.document import Document
from quantity_tagger.text.english_lemmas import lemmatise

_AUXILIARIES = frozenset(
    ["do", "be", "have", "will", "would", "can", "could", "should", "may", "might", "shall", "must"]
)
_LESS = frozenset(
    [
        "fewer",
        "less",
        "shorter",
        "younger",
        "lighter",
        "smaller",
        "lower",
        "cheaper",
        "slower",
        "narrower",
    ]
)
_EVENTS = frozenset(
    [
        "increase",
        "decrease",
        "gain",
        "lose",
        "give",
        "take",
        "put",
        "remove",
        "make",
        "use",
        "come",
        "leave",
        "do",
    ]
)


def read_question(
    document: Document, words: Words, unknown: Unknown, people: People
) -> QuestionFacts:
    """The facts of the question around the unknown."""
    tokens = document.tokens
    end = unknown.question.stop
    at = unknown.token
    start = _question_start(document, at)
    end = min(end, condition_after(document, at))
    cues = find_cues(document, start, end)
    index = at + 1
    unit = Unit()
    kind_asked: UnitKind = ""
    direction = 0
    comparative = False
    asks_amount = False
    if tokens[at].lemma == "how" and index < end:
        first = tokens[index]
        if first.lemma in ("many", "much"):
            asks_amount = first.lemma == "much"
            index += 1
            if index < end and (
                tokens[index].tag in ("JJR", "RBR")
                or tokens[index].lemma in ("more", "less", "fewer", "extra")
                or (tokens[index].lemma in words.asks and tokens[index].lemma.endswith("er"))
            ):
                comparative = True
                lemma = tokens[index].lemma
                direction = -1 if lemma in _LESS else 1
                kind_asked = words.asks.get(lemma, "")
                index += 1
            unit = asked_unit(document, words, index, end)
            index = max(index, unit.end)
        else:
            kind_asked = words.asks.get(first.lemma, "")
            index += 1
    else:
        unit = _asked_thing(document, words, index, end)
    verb, verb_class, tense, owner, joint, subject_of, negated, after = _predicate(
        document, words, index, end, people
    )
    if asks_amount and not unit.head and not kind_asked:
        kind_asked = "money" if verb in _MONEY_VERBS else ""
        if verb == "weigh":
            kind_asked = "weight"
    if unit.head == "fraction" or (
        index <= end and "fraction" in [t.lemma for t in tokens[at:end]]
    ):
        kind_asked = "part"
    recipient = source = place = time = reference = item = ""
    time = find_time(document, words, at, end)
    times: tuple[str, ...] = ()
    if time:
        named = dict.fromkeys(time_at(document, words, i) for i in range(at, end))
        times = tuple(t for t in named if t.partition(":")[0] == time.partition(":")[0])
        if len(times) > 1:
            time = ""  # "on Monday and Tuesday combined"
    reference_of: tuple[str, ...] = ()
    for noun in noun_phrases(document, after, end):
        head = noun.head
        if head in words.times:
            continue
        if not noun.preposition and (head in PRONOUNS or people.is_person(head)):
            recipient = recipient or people.named(head, owner)
            continue
        if noun.preposition == "to":
            recipient = recipient or people.named(head, owner)
        elif noun.preposition == "from":
            source = source or people.named(head, owner)
            place = place or head
        elif noun.preposition == "than":
            if not reference:
                reference, reference_of = people.named(head, ""), noun.modifiers
        elif noun.preposition in ("on", "for") and verb in _MONEY_VERBS:
            item = item or head
        elif noun.preposition and noun.preposition not in ("of", "with", "for"):
            if not people.is_person(head) and head not in ("all", "total"):
                place = place or head
    complement = ""
    if verb == "be" and not owner:
        for token in tokens[after : after + 3]:
            if token.tag in ("JJ", "NNS", "VBN") and token.lemma not in words.verbs:
                complement = token.lemma
                break
            if token.tag in ("IN", "EX"):
                break
    if not comparative and _obliged(document, at, end):
        cues = (*cues, "need" if verb_class in ("gain", "put", "make") else "remainder")
    if any(word.startswith("un") and len(word) > 5 for word in unit.modifiers):
        cues = (*cues, "remainder")
    if unit.head == "change" and verb_class in ("gain", "exist", "hold", "give", ""):
        cues = (*cues, "remainder")
        verb_class = "hold"
    if verb == "leave" and verb_class == "leave":
        cues = tuple(cue for cue in cues if cue != "remainder")
    between = _between(document, at, end)
    if between is not None:
        owner, reference = "", ""
        subject_of, reference_of = between
    kind = _kind(negated, cues, comparative, verb_class, verb, tense, document, at, end)
    return QuestionFacts(
        kind,
        cues,
        direction,
        unit.head,
        unit.modifiers,
        unit.material,
        kind_asked or unit.kind,
        verb,
        verb_class,
        tense,
        negated,
        owner,
        subject_of,
        joint,
        tuple(people.names) if joint else (),
        source,
        recipient,
        place,
        time,
        reference,
        item,
        complement,
        reference_of,
        _further_units(document, unit, end),
        times,
    )


_COUNTERS = frozenset(["number", "amount", "total", "sum", "difference", "value"])
_MONEY_VERBS = frozenset(["spend", "pay", "cost", "earn", "save", "owe", "charge", "make"])


def condition_after(document: Document, at: int) -> int:
    """Where a condition follows the question: "how many are left if 3 are sold"."""
    tokens = document.tokens
    index = at + 1
    while index < len(tokens) and tokens[index].lemma != "if":
        if tokens[index].tag == ".":
            return len(tokens)
        index += 1
    return index


def _further_units(document: Document, unit: Unit, end: int) -> tuple[str, ...]:
    """ "how many goats and sheep": what else is asked for in the same breath."""
    tokens = document.tokens
    units: list[str] = []
    index = unit.end
    while unit.head and index + 1 < end and tokens[index].tag in ("CC", ","):
        index += 1
        if tokens[index].tag == "CC":
            index += 1
        noun = lemmatise(tokens[index].text, "NNS")
        following = tokens[index + 1].tag if index + 1 < end else "."
        if following not in ("VBD", "VBP", "VBZ", "MD", "CC", ","):
            break
        units.append(noun)
        index += 1
    return tuple(units)


def _question_start(document: Document, at: int) -> int:
    """Where the asking sentence starts, or goes on after its last number before the unknown."""
    tokens = document.tokens
    start = at
    while start and tokens[start - 1].tag not in (".", "CD"):
        start -= 1
    if start and tokens[start - 1].tag == "CD":
        while start < at and tokens[start].tag != ",":
            start += 1
    return start


def find_cues(document: Document, start: int, end: int) -> tuple[str, ...]:
    """The cue classes of the tokens from ``start`` to ``end``."""
    tokens = document.tokens
    table = cue_table()
    found: set[str] = set()
    for index in range(start, end):
        token = tokens[index]
        cues = table.get(token.lemma) or table.get(token.text.lower())
        if not cues:
            continue
        for cue, name in cues:
            if (
                len(cue) == 1
                or tuple(token.lemma for token in tokens[index : index + len(cue)]) == cue
            ):
                found.add(name)
    return tuple(sorted(found))


def _obliged(document: Document, at: int, end: int) -> bool:
    """ "how many does she have to wash": what is still to be done."""
    tokens = document.tokens
    return any(
        tokens[i].lemma == "have"
        and tokens[i + 1].lemma == "to"
        and tokens[i + 2].lemma not in ("start", "begin")
        for i in range(at, end - 2)
    )


def _between(
    document: Document, at: int, end: int
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The words of the two sides of "the difference between … and …"."""
    tokens = document.tokens
    sides: list[list[str]] = []
    for index in range(at, end):
        token = tokens[index]
        if token.lemma == "between":
            sides = [[]]
        elif sides and token.tag == "CC" and len(sides) == 1 and sides[0]:
            sides.append([])
        elif sides and (token.tag in NOUNS or token.tag[:2] in ("JJ", "VB")):
            sides[-1].append(token.lemma)
    if len(sides) < 2:
        return None
    common = set(sides[0]) & set(sides[1])
    one, other = ([word for word in side if word not in common] for side in sides)
    return tuple(one), tuple(other)


def _asked_thing(document: Document, words: Words, index: int, end: int) -> Unit:
    """What "what is the weight of the balls" asks for."""
    tokens = document.tokens
    while index < end and tokens[index].tag not in NOUNS:
        index += 1
    if index >= end:
        return Unit()
    unit = asked_unit(document, words, index, end)
    if (
        unit.head in ("number", "amount", "total", "sum", "difference", "fraction")
        and unit.material
    ):
        return Unit(
            unit.material[-1],
            unit.material[:-1],
            kind=kind_of(words, unit.material[-1]),
            end=unit.end,
        )
    if unit.head in ("number", "amount", "total", "sum", "difference"):
        return Unit(end=unit.end)
    return unit


def _predicate(
    document: Document, words: Words, index: int, end: int, people: People
) -> tuple[str, VerbClass, Tense, str, bool, tuple[str, ...], bool, int]:
    """Verb, class, tense, owner, joint, owner's modifiers, negated, the index after the verb."""
    tokens = document.tokens
    tense: Tense = ""
    auxiliary = ""
    while index < end and not (tokens[index].tag.startswith("VB") or tokens[index].tag == "MD"):
        if tokens[index].lemma in _AUXILIARIES:
            break
        index += 1
    if index >= end:
        return "", "", "", "", False, (), False, end
    token = tokens[index]
    if token.lemma in ("will", "shall", "would"):
        tense = "future"
    elif token.tag in ("VBD", "VBN"):
        tense = "past"
    else:
        tense = "present"
    if token.lemma not in _AUXILIARIES:
        joined = f"{token.lemma} {tokens[index + 1].lemma}" if index + 1 < end else ""
        verb_class = words.verbs.get(joined) or words.verbs.get(token.lemma, "")
        return token.lemma, verb_class, tense, "", False, (), False, index + 1
    auxiliary = token.lemma
    index += 1
    negated = False
    subject_start = index
    # the subject runs to the next verb
    verb_at = -1
    cursor = index
    while cursor < end:
        _, _, _, tag, lemma = tokens[cursor]
        if lemma in ("not", "n't"):
            negated = True
        elif (
            tag in ("VB", "VBP", "VBN", "VBD", "VBG")
            and tokens[cursor - 1].tag not in ("DT", "PRP$", "POS", "JJ")
        ) or (
            tokens[cursor - 1].tag != "DT"
            and cursor > index
            and lemma in words.verbs
            and tag in ("NN", "JJ")
            and auxiliary == "do"
            and (
                tokens[cursor - 1].tag in ("PRP", "NNP", "RB")
                or cursor + 1 >= end
                or tokens[cursor + 1].tag in (".", "IN", "RB", "TO")
            )
        ):
            verb_at = cursor
            break
        elif tag in ("IN", "WRB", ".", ",") and cursor > index and lemma != "of":
            break
        cursor += 1
    subject_end = verb_at if verb_at >= 0 else cursor
    owner = ""
    joint = False
    modifiers: tuple[str, ...] = ()
    nouns = noun_phrases(document, subject_start, subject_end)
    if nouns and not nouns[0].preposition:
        noun = nouns[0]
        owner = noun.head
        modifiers = noun.modifiers
        if owner in PRONOUNS:
            resolved = people.named(owner, "")
            joint = resolved == "they"
            owner = resolved
        elif owner in _COUNTERS:
            owner, modifiers = "", ()
        elif noun.possessor and not people.is_person(owner):
            modifiers = (*modifiers, owner)
            owner = people.named(noun.possessor, "")
        if len(nouns) > 1 and any(tokens[i].tag == "CC" for i in range(nouns[0].end, nouns[1].at)):
            joint = True
            owner = f"{nouns[0].head} {nouns[1].head}"
    if auxiliary == "be" and verb_at < 0:
        for able in range(subject_start, min(end - 2, subject_start + 6)):
            if tokens[able].lemma == "able" and tokens[able + 1].lemma == "to":
                verb_at = able + 2
    if verb_at < 0:
        lemma = auxiliary if auxiliary in ("be", "have") else ""
        return (
            lemma,
            words.verbs.get(lemma, ""),
            tense,
            owner,
            joint,
            modifiers,
            negated,
            subject_end if owner else subject_start,
        )
    lemma = tokens[verb_at].lemma
    after = verb_at + 1
    # "need to add", "have to buy", "be left", "end with"
    while (
        lemma in ("have", "need", "be", "want", "get", "plan")
        and after + 1 < end
        and tokens[after].lemma == "to"
        and tokens[after + 1].tag in ("VB", "VBP", "NN")
        and tokens[after + 1].lemma not in ("start", "begin")
    ):
        lemma = tokens[after + 1].lemma
        after += 2
    if lemma == "be" and after < end and tokens[after].tag in ("VBN", "VBG"):
        lemma = tokens[after].lemma
        after += 1
    if auxiliary == "be" and tokens[verb_at].tag == "VBN" and not nouns:
        owner = ""
    verb_class = words.verbs.get(
        f"{lemma} {tokens[after].lemma}" if after < end else lemma
    ) or words.verbs.get(lemma, "")
    if auxiliary == "be" and tokens[verb_at].tag == "VBG" and verb_class in ("do", ""):
        verb_class = "exist"
    if lemma == "leave" and auxiliary in ("be", "have", "do") and tokens[verb_at].text == "left":
        verb_class = "exist"
    return lemma, verb_class, tense, owner, joint, modifiers, negated, after


def _kind(
    negated: bool,
    cues: tuple[str, ...],
    comparative: bool,
    verb_class: VerbClass,
    verb: str,
    tense: Tense,
    document: Document,
    at: int,
    end: int,
) -> QuestionKind:
    tokens = document.tokens
    lemmas = [token.lemma for token in tokens[at:end]]
    if "difference" in lemmas:
        return "difference"
    if comparative:
        if "than" in lemmas:
            return "difference"
        if "remainder" in cues:
            return "remainder"
        if "need" in cues or "to" in lemmas:
            return "need"
        return "remainder" if "extra" in lemmas else "difference"
    if negated or verb == "miss":
        return "part"
    if "rest" in cues and "whole" not in cues:
        return "part"
    if "empty" in cues:
        return "part"
    if "start" in cues and verb_class in ("hold", "exist", ""):
        return "start"
    if "whole" in cues:
        return "whole"
    if "need" in cues:
        return "need"
    if "remainder" in cues or (verb == "leave" and verb_class == "exist"):
        return "remainder"
    if "end" in cues and verb_class in ("hold", "exist", ""):
        return "end"
    if verb_class in _EVENTS:
        return "change"
    if tense == "future":
        return "end"
    if verb_class in ("hold", "exist"):
        return "state"
    return ""
