"""What an English problem says of each quantity and of what it asks."""

from __future__ import annotations

from quantity_tagger.analysis.english_events import (
    NAMES,
    NOUNS,
    PRONOUNS,
    Event,
    Noun,
    find_events,
    noun_phrases,
)
from quantity_tagger.analysis.english_people import People
from quantity_tagger.analysis.english_question import condition_after, read_question
from quantity_tagger.analysis.english_times import time_at
from quantity_tagger.analysis.english_units import Unit, unit_of
from quantity_tagger.analysis.english_words import Words
from quantity_tagger.analysis.english_words import words as load_words
from quantity_tagger.analysis.facts import Facts, Phase, QuantityFacts, Role, VerbClass
from quantity_tagger.analysis.situation import propose
from quantity_tagger.reading.problem import Problem, Quantity
from quantity_tagger.text.document import Document
from quantity_tagger.text.english_lemmas import lemmatise

_INTO = frozenset(
    [
        "in",
        "on",
        "at",
        "into",
        "onto",
        "inside",
        "from",
        "out",
        "off",
        "under",
        "near",
        "by",
        "around",
        "upon",
    ]
)
_BEFORE_TIME = frozenset(
    ["last", "this", "next", "first", "second", "third", "previous", "same", "other", "following"]
)
_ORDINALS = frozenset(["first", "second", "third", "fourth", "fifth", "last", "other"])
_END_CUES = frozenset(["now", "left", "remain", "remaining", "currently", "still"])
_START_CUES = frozenset(
    ["originally", "initially", "first", "start", "begin", "original", "initial", "beginning"]
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
_FUNDS = frozenset(["account", "balance", "fund", "saving", "there", "money", "budget"])
_NOTHING = Event(0, 0, 0, 0, 0, "", "", "")


def analyse(problem: Problem) -> Facts:
    """The facts of an English problem."""
    words = load_words()
    document = problem.document
    unknown = problem.unknown
    events = find_events(document, words, unknown.token, condition_after(document, unknown.token))
    people = People(document, words, events, unknown.question)
    units = [unit_of(document, words, quantity.token) for quantity in problem.quantities]
    sentence_of = _sentence_numbers(document)
    asked = sentence_of[unknown.token]
    question = read_question(document, words, unknown, people)
    facts: list[QuantityFacts] = []
    shared = _shared_nouns(document, problem.quantities, units)
    last_unit = Unit()
    for number, quantity in enumerate(problem.quantities):
        unit = shared[number]
        if unit.head and unit.head == last_unit.head and not unit.material and not unit.modifiers:
            unit = unit._replace(material=last_unit.material)  # "another 3 cups"
        event = _event_of(document, events, quantity.token, sentence_of)
        inherited = not unit.head
        if inherited:
            unit = _inherit(document, words, quantity.token, unit, last_unit)
        fact = _fact(document, words, quantity, unit, event, people, sentence_of, inherited)
        if quantity.token > unknown.token and document.tokens[quantity.token - 1].lemma in (
            "the",
            "all",
            "these",
            "those",
            "both",
        ):
            fact = fact._replace(role="groups")  # "how many did the three find"
        facts.append(fact._replace(in_question=sentence_of[quantity.token] == asked))
        if unit.head:
            last_unit = unit
    if not question.unit and not question.unit_kind and "difference" not in question.cues:
        # "how many did she pick?" asks for what was spoken of last
        for fact in reversed(facts):
            if fact.token < unknown.token and fact.unit and fact.role not in ("price", "label"):
                question = question._replace(
                    unit=fact.unit,
                    unit_kind=fact.unit_kind,
                    modifiers=fact.modifiers,
                    material=fact.material,
                )
                break
    place = sum(quantity.token < unknown.token for quantity in problem.quantities)
    entry = QuantityFacts(
        None,
        unknown.token,
        asked,
        in_question=True,
        unit=question.unit,
        modifiers=question.modifiers,
        material=question.material,
        unit_kind=question.unit_kind,
        verb=question.verb,
        verb_class=question.verb_class,
        tense=question.tense,
        owner=question.owner,
        joint=question.joint,
        place=question.place,
        time=question.time,
    )
    facts = _given_all(document, events, people, facts)
    told = Facts(
        (*facts[:place], entry, *facts[place:]),
        place,
        question,
        _text_cues(document, unknown.token),
    )
    return told._replace(proposals=(propose(told),))


def _given_all(
    document: Document, events: list[Event], people: People, facts: list[QuantityFacts]
) -> list[QuantityFacts]:
    """ "Tom gives all of his cards to Ann" moves what Tom was said to have."""
    tokens = document.tokens
    for event in events:
        if event.verb_class != "give":
            continue
        after = tokens[event.verb + 1 : event.end]
        if not any(token.lemma == "all" for token in after) or any(t.tag == "CD" for t in after):
            continue
        giver, _ = people.subject_of(event)
        for noun in noun_phrases(document, event.verb + 1, event.end):
            if noun.preposition == "to" or tokens[noun.at].tag in NAMES:
                taker = people.named(noun.head, giver)
                facts = [
                    fact._replace(recipient=taker, cues=(*fact.cues, "all"))
                    if fact.owner == giver and fact.role == "state"
                    else fact
                    for fact in facts
                ]
    return facts


def _text_cues(document: Document, until: int) -> tuple[str, ...]:
    """Cues of the text as a whole: whether it names a rest."""
    for index in range(until):
        token = document.tokens[index]
        if (
            token.lemma in ("rest", "remainder")
            and index
            and document.tokens[index - 1].tag == "DT"
        ):
            return ("rest",)
    return ()


def _sentence_numbers(document: Document) -> list[int]:
    numbers: list[int] = []
    for number, sentence in enumerate(document.sentences):
        numbers.extend([number] * len(sentence))
    return numbers


def _shared_nouns(
    document: Document, quantities: tuple[Quantity, ...], units: list[Unit]
) -> list[Unit]:
    """In "3 red and 5 blue marbles" the first shares the noun of the second."""
    shared = list(units)
    for number in range(len(units) - 2, -1, -1):
        unit, following = shared[number], shared[number + 1]
        token = quantities[number].token
        if (
            unit.head
            and following.modifiers
            and not unit.modifiers
            and not unit.material
            and unit.end == token + 2
            and quantities[number].value != 1
            and document.tokens[token + 1].tag in ("NN", "JJ")
            and unit.kind == "count"
            and quantities[number + 1].token - unit.end <= 2
        ):
            # "2 apple and 4 cherry pies": what is singular is no head
            shared[number] = unit._replace(
                head=following.head, modifiers=(unit.head,), kind=following.kind
            )
            continue
        if unit.head or not unit.modifiers or not following.head:
            continue
        gap = quantities[number + 1].token - quantities[number].token
        if gap <= len(unit.modifiers) + 3:
            shared[number] = unit._replace(
                head=following.head, kind=following.kind, material=following.material
            )
    return shared


def _inherit(document: Document, words: Words, token: int, unit: Unit, last: Unit) -> Unit:
    """A number without a noun counts what was counted last, or the last plural named since."""
    tokens = document.tokens
    if not last.head:
        for index in range(token - 1, -1, -1):
            _, _, _, tag, lemma = tokens[index]
            if tag == "NNS" and lemma not in words.times and lemma not in words.kin:
                start = index
                while start and tokens[start - 1].tag in ("NN", "JJ", "NNP"):
                    start -= 1
                last = Unit(
                    lemma,
                    tuple(t.lemma for t in tokens[start:index]),
                    kind=words.kinds.get(lemma, "count"),
                )
                break
    return last._replace(
        modifiers=tuple(filter(None, unit.modifiers)) if unit.modifiers else last.modifiers,
        source=unit.source,
        of=unit.of,
        end=token + 1,
    )


def _event_of(document: Document, events: list[Event], token: int, sentence_of: list[int]) -> Event:
    """The event a number takes part in: as subject of the next verb, else after the last one."""
    sentence = sentence_of[token]
    before: Event | None = None
    for event in events:
        if event.sentence < sentence or event.sentence > sentence:
            continue
        if event.start <= token < event.first:
            if not event.relative and not event.purpose and not _in_phrase(document, token, event):
                return event
        if event.verb < token and not (
            event.purpose
            and before is not None
            and any(document.tokens[i].tag == "CC" for i in range(event.verb, token))
        ):
            before = event
    if before is not None:
        return before
    for event in events:
        if event.sentence == sentence and event.first > token:
            return event
    return _NOTHING


def _in_phrase(document: Document, token: int, event: Event) -> bool:
    tokens = document.tokens
    index = token - 1
    while index >= event.start and tokens[index].tag in ("RB", "DT", "JJ", "$"):
        index -= 1
    return index >= event.start and tokens[index].tag == "IN" and event.subject_at > token


def _fact(
    document: Document,
    words: Words,
    quantity: Quantity,
    unit: Unit,
    event: Event,
    people: People,
    sentence_of: list[int],
    inherited: bool,
) -> QuantityFacts:
    tokens = document.tokens
    token = quantity.token
    sentence = document.sentences[sentence_of[token]]
    start = event.start if event is not _NOTHING else sentence.start
    end = event.end if event is not _NOTHING and event.end > token else sentence.stop
    is_subject = event.start <= token < event.first
    owner, joint = people.subject_of(event)
    if is_subject and event.subject_at > token:
        owner = ""  # those counted are no owner of themselves
    verb_class = event.verb_class
    if is_subject and not event.passive and verb_class in ("", "do") and unit.kind == "count":
        verb_class = "exist"  # "40 children go to camp" tells how many there are
    if event.lemma == "leave" and event.verb < token and not event.passive:
        verb_class = "hold"  # "she left 24 at home"
    cues = _cues(
        document,
        min(start, event.cues_from) if event is not _NOTHING else start,
        end,
        token,
        unit,
        event,
    )
    if verb_class == "make" and event.lemma == "grow" and unit.kind in ("length", "weight"):
        verb_class = "increase"
    recipient, source, place, reference = _roles(document, words, event, token, unit, end, people)
    if unit.source:
        source = people.named(unit.source, owner) or source
    if event.passive:
        agent = ""
        owner = agent
    if unit.kind == "money" and event.lemma == "be" and event.subject not in _FUNDS:
        if not people.is_person(event.subject) and event.subject:
            verb_class, owner = "cost", ""  # "a book which was $4"
    if (
        unit.kind == "money"
        and event.lemma in ("pay", "give", "hand")
        and "with" == _before(document, token)
    ):
        verb_class = "hold"  # "paid with a $20 bill": what was handed over, not what it cost
        cues.add("tendered")
    direction, role = _role(document, words, token, unit, event, verb_class, cues, end, is_subject)
    if role == "difference" and not reference:
        reference = ""
    if (
        unit.kind == "money"
        and verb_class in ("gain", "take")
        and _before(document, token) == "for"
    ):
        verb_class = "lose"
    phase: Phase = ""
    if role in ("state", ""):
        if event.lemma in ("start", "begin"):
            phase, role = "start", "state"
        elif "end" in cues or event.lemma in ("end", "leave") or event.tense == "future":
            phase = "end"
        elif "start" in cues:
            phase = "start"
    time = _time(document, words, start, end, token, sentence)
    item = _item(document, words, event, token, end) if unit.kind == "money" else ("", ())
    kinds = words.kinds_of.get(unit.head, ())
    if unit.material:
        kinds = (*kinds, *words.kinds_of.get(unit.material[-1], ()))
    return QuantityFacts(
        quantity.value,
        token,
        sentence_of[token],
        0,
        False,
        unit.head,
        unit.modifiers,
        unit.material,
        unit.kind,
        inherited,
        event.lemma,
        verb_class,
        event.tense,
        event.negated or event.lemma == "miss",
        event.unreal or (event.purpose and _enough(document, event)),
        owner,
        event.subject_of,
        joint,
        source,
        recipient,
        place,
        time,
        role,
        direction,
        phase,
        reference,
        tuple(sorted(cues)),
        kinds,
        item[0],
        item[1],
    )


def _enough(document: Document, event: Event) -> bool:
    """ "enough film to take 32 more": they have not been taken."""
    return any(t.lemma == "enough" for t in document.tokens[max(0, event.first - 6) : event.first])


def _before(document: Document, token: int) -> str:
    index = token - 1
    while index >= 0 and document.tokens[index].tag in ("$", "RB", "DT", "JJ"):
        index -= 1
    return document.tokens[index].lemma if index >= 0 else ""


def _cues(
    document: Document, start: int, end: int, token: int, unit: Unit, event: Event
) -> set[str]:
    tokens = document.tokens
    cues: set[str] = set()
    for index in range(start, end):
        lemma = tokens[index].lemma
        if lemma in _END_CUES or (
            tokens[index].text == "left" and index > token and index != event.verb
        ):
            cues.add("end")
        elif lemma == "after" and index == start:
            cues.add("end")
        elif lemma in _START_CUES:
            if not (lemma == "first" and index + 1 < end and tokens[index + 1].tag in NOUNS):
                cues.add("start")
        elif lemma in ("total", "altogether", "together", "combined") or (
            lemma == "all" and index and tokens[index - 1].lemma == "in"
        ):
            cues.add("total")
        elif lemma in ("each", "every", "per", "apiece"):
            cues.add("each")
            following = tokens[index + 1].lemma if index + 1 < len(tokens) else ""
            if lemma in ("per", "apiece") or following == unit.head:
                cues.add("rate")
        elif lemma == "only" and index < token:
            cues.add("only")
        elif lemma == "both" and index > token:
            cues.add("both")
    if tokens[min(unit.end, len(tokens) - 1)].lemma in ("each", "every", "per"):
        cues.add("rate")
    before = tokens[token - 1].lemma if token else ""
    if before in ("between", "of") and unit.head == "number":
        cues.add("groups")
    after = tokens[token + 1].lemma if token + 1 < len(tokens) else ""
    if before in ("another", "additional", "extra") or after in ("more", "additional", "extra"):
        cues.add("more")
    if before in ("grade", "room", "number", "chapter", "page", "year"):
        cues.add("label")
    return cues


def _roles(
    document: Document,
    words: Words,
    event: Event,
    token: int,
    unit: Unit,
    end: int,
    people: People,
) -> tuple[str, str, str, str]:
    """To whom, from whom, where, than whom."""
    tokens = document.tokens
    recipient = source = place = reference = ""
    earlier = ""
    if event is not _NOTHING and event.verb < token:
        for noun in noun_phrases(document, event.verb + 1, token):
            if noun.preposition:
                earlier = earlier or _place(noun.head, noun.preposition, words, people)
            elif tokens[noun.at].tag in NAMES or noun.head in PRONOUNS or noun.head in words.kin:
                recipient = people.named(noun.head, people.subject_of(event)[0])
    than = next((i for i in range(token + 1, end) if tokens[i].lemma == "than"), len(tokens))
    nouns = noun_phrases(document, max(unit.end, token + 1), end)
    for noun in nouns:
        head = noun.head
        if noun.preposition == "to" or (noun.preposition == "with" and event.lemma == "share"):
            recipient = recipient or people.named(head, people.subject_of(event)[0])
        elif noun.preposition in ("from", "out") and noun.head not in words.times:
            source = source or people.named(head, people.subject_of(event)[0])
            place = place or _place(head, "from", words, people)
        elif noun.at > than:
            reference = reference or time_at(document, words, noun.at) or people.named(head, "")
        elif noun.preposition:
            place = place or _place(head, noun.preposition, words, people)
    place = place or earlier
    if not place and event is not _NOTHING:
        for noun in noun_phrases(document, event.start, event.first):
            if noun.preposition:
                place = place or _place(noun.head, noun.preposition, words, people)
    return recipient, source, place, reference


def _place(head: str, preposition: str, words: Words, people: People) -> str:
    if preposition in _INTO and head not in words.times and not people.is_person(head):
        return head
    return ""


def _role(
    document: Document,
    words: Words,
    token: int,
    unit: Unit,
    event: Event,
    verb_class: VerbClass,
    cues: set[str],
    end: int,
    is_subject: bool,
) -> tuple[int, Role]:
    tokens = document.tokens
    more = 0
    than = False
    comparative = 0
    for index in range(token + 1, min(end, token + 10)):
        _, _, _, tag, lemma = tokens[index]
        if tag == "CD":
            break
        if tag in ("JJR", "RBR") or lemma in ("more", "less", "fewer"):
            if not comparative:
                comparative = -1 if lemma in _LESS else 1
        elif lemma == "than":
            than = True
            break
    if than and comparative:
        return comparative, "difference"
    if "groups" in cues:
        return 0, "groups"
    if event.subject == "difference" and event.verb < token:
        return 0, "difference"
    if "total" in cues or (event.subject in ("sum", "total") and event.verb < token):
        return 0, "total"
    if "rate" in cues:
        return 0, "rate"
    if verb_class in ("increase", "decrease"):
        if _before(document, token) == "to":
            return 0, "state"
        return (1 if verb_class == "increase" else -1), "change"
    if verb_class == "need" or event.unreal:
        return 0, "goal"
    if event is _NOTHING:
        return 0, "state"
    bare = unit.of or unit.end == token + 1
    if is_subject and unit.of and (event.negated or event.lemma == "get"):
        return 0, "part"
    if is_subject and bare and verb_class in ("hold", "exist", "spoil", ""):
        return 0, "part"
    if verb_class == "spoil":
        return 0, "part"
    if verb_class in ("hold", "exist"):
        if comparative > 0 or "more" in cues:
            return 1, "change"
        return 0, "state"
    if verb_class in ("gain", "take", "make", "put", "come"):
        return 1, "change"
    if verb_class in ("lose", "give", "use", "remove", "leave"):
        return -1, "change"
    if verb_class == "cost":
        return 0, "price"
    return 0, ""


def _time(
    document: Document, words: Words, start: int, end: int, token: int, sentence: range
) -> str:
    tokens = document.tokens
    weak = ""
    for index in range(token + 1, end):
        if tokens[index].lemma == "than":
            break
        time = time_at(document, words, index)
        if time and not time.startswith(("meal:", "part:")):
            return time
        weak = weak or time
        if tokens[index].tag == "CD":
            break
    for index in range(token - 1, sentence.start - 1, -1):
        if time := time_at(document, words, index):
            return time
    return weak


def _item(
    document: Document, words: Words, event: Event, token: int, end: int
) -> tuple[str, tuple[str, ...]]:
    """What money went for: "on marbles", "for a kite", "a kite for $7", "a kite that costs $7"."""
    tokens = document.tokens
    for noun in noun_phrases(document, token + 1, end):
        if any(tokens[i].tag == "CD" for i in range(token + 1, noun.at)):
            break
        if noun.preposition in ("on", "for"):
            return _goods(words, noun)
        if noun.at > token + 8:
            break
    if _before(document, token) in ("for", "cost", "be", "worth"):
        nouns = noun_phrases(document, max(event.verb + 1, token - 10), token)
        if nouns:
            return _goods(words, nouns[-1])
        return event.subject, words.kinds_of.get(event.subject, ())
    return "", ()


def _goods(words: Words, noun: Noun) -> tuple[str, tuple[str, ...]]:
    head = lemmatise(noun.head, "NNS")
    return head, (*words.kinds_of.get(head, ()), *noun.modifiers)
