"""How phrases belong together: totals, what "of" adds, coordination."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from quantity_tagger.languages.english.frames.words import table, words

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.phrase import Phrase
    from quantity_tagger.languages.english.frames.tree import Tree


_PLACE_TAGS: Final = frozenset(["IN", "DT", "JJ", "NN", "NNS", "NNP", ",", "CC", "PRP$", "POS"])


def drop_mores(tree: Tree, found: list[Phrase]) -> None:
    """As in "12 cm more fell": the word belongs to the number before it."""
    for one, other in list(itertools.pairwise(found)):
        bare = other.head < 0 and other.quantity is None and other.end - other.start == 1
        if one.quantity is not None and bare and other.more == "more" and other.start == one.end:
            one.end, one.more = other.end, one.more or "more"
            found.remove(other)


def drop_totals(tree: Tree, found: list[Phrase]) -> None:
    """As in "a total of 9 eggs" is 9 eggs."""
    for one, other in list(itertools.pairwise(found)):
        if (
            other.preposition == "of"
            and other.start == one.end + 1
            and other.quantity is not None
            and one.quantity is None
            and one.head >= 0
            and tree.lemmas[one.head] in words("totals")
        ):
            other.preposition = one.preposition
            other.total = tree.lemmas[one.head] in ("total", "sum")
            found.remove(one)


def attach_of(tree: Tree, found: list[Phrase]) -> None:
    for one, other in itertools.pairwise(found):
        gap = other.start - one.end
        one_thing = other.determiner in ("a", "an") or tree.tags[other.head] == "NN"
        taken = other.preposition == "out of" and one_thing
        if (other.preposition, gap) in (("of", 1), ("out of", 2)) and not taken:
            one.of = other


def _begins_clause(tree: Tree, one: Phrase, other: Phrase) -> bool:
    """Whether a verb before the first and one right after the second make them two clauses'."""
    if one.pronoun and tree.lemmas[one.head] in words("subjects"):
        return False
    end = other.end
    while tree.tags[end] == "RB":
        end += 1
    if tree.tags[end][:1] != "V" and tree.tags[end] != "MD":
        return False
    if one.preposition == "than":  # but "than Dad and Mum did", "… carried between them"
        rest = tree.lemmas[end + 1 : end + 4]
        return not (tree.tags[end + 1][:1] in ".," or words("jointly") & set(rest))
    before = one.start - 1
    while before > 0 and (
        tree.tags[before] in ("NNP", ",") and tree.tags[before - 1] in ("NNP", "WDT", "WP")
    ):
        before -= 1
    if before >= 0 and tree.tags[before] in ("WDT", "WP"):
        return False  # "the beads that Liam and Lily had"
    while before >= 0 and tree.tags[before] not in (".", ":"):
        if before == one.start - 1 and tree.lemmas[before] in words("auxiliaries"):
            return False
        helps = tree.lemmas[before] in words("auxiliaries") and tree.tags[end] == "VB"
        if helps:  # "does the score of Ana and Bo exceed"
            return False
        named = tree.tags[before] == "VBG" and tree.tags[before - 1] == "IN"  # "for cleaning it"
        if tree.tags[before][:1] == "V" and not named:
            return tree.tags[before] not in ("VBG",) or "," in tree.lemmas[one.end : other.start]
        if tree.tags[before] in ("WRB",):
            return False
        before -= 1
    return False


def join(tree: Tree, found: list[Phrase]) -> None:
    """Coordinated phrases without an amount of their own are one ("Tom and Uma")."""
    for one, other in zip(reversed(found[:-1]), reversed(found[1:]), strict=True):
        places = _leads_places(tree, one, other)
        end = other.start - 1 if places else other.start  # before its preposition
        gap = tree.lemmas[one.end : end]
        timed = one.head >= 0 and tree.lemmas[one.head] in table("times")
        then = other.head >= 0 and tree.lemmas[other.head] in table("times")
        if not (timed and then) and _begins_clause(tree, one, other):
            continue
        if then != timed and one.head >= 0 and other.head >= 0:
            continue  # "on the vines, and this morning", "won 5 last year, and Ben won 9"
        if gap == ["or"] or tree.list_goes_on(one.end, end):
            if other.head >= 0 and tree.lemmas[other.head] in ("rest", "others", "remainder"):
                continue
            counted = one.some and not (one.start and tree.lemmas[one.start - 1] == "how")
            amounts = (
                (other.quantity is not None and not _is_company(one, other))
                or one.quantity is not None
                or other.some
                or counted
            )
            lists = (gap != [","] or other.joined is not None) and not other.pronoun
            lists = lists and not _tells_more(tree, found, one, other)
            if lists and not amounts:
                one.joined, other.follows = other, True


def _tells_more(tree: Tree, found: list[Phrase], one: Phrase, other: Phrase) -> bool:
    """As in "put 9 in the box, and Al 7": the second has an amount of its own."""
    first = tree.sentences[tree.sentence_of(one.start)].start
    told = any(p.quantity is not None and first <= p.start < one.start for p in found)
    own = any(p.quantity is not None and p.start == other.end and p.head < 0 for p in found)
    return bool(one.preposition) and told and own


def _is_company(one: Phrase, other: Phrase) -> bool:
    """As in "Ada and her 2 brothers": their number says only who they are."""
    beside = not (one.preposition or other.preposition or other.label) and one.head >= 0
    return beside and other.possessor is not None and other.possessor.pronoun


def _leads_places(tree: Tree, one: Phrase, other: Phrase) -> bool:
    """As in "On the roof and in the oak there are 42": places that lead a sentence together."""
    if not {one.preposition, other.preposition} <= words("standing"):
        return False
    first = tree.sentences[tree.sentence_of(one.start)].start
    return all(tree.tags[k] in _PLACE_TAGS for k in range(first, other.end))


def share_with(tree: Tree, found: list[Phrase]) -> None:
    """As in "filled with 9 kg of rice and 5 kg of beans": the preposition holds for both."""
    last: Phrase | None = None
    for one, other in itertools.pairwise(found):
        if one.quantity is not None:
            last = one
        if last is None or last.preposition != "with" or one not in (last, last.of):
            continue
        listed = other.quantity is not None and tree.list_goes_on(one.end, other.start)
        if listed and tree.tags[other.end] in (",", ".", "IN", "CC", ":"):
            other.preposition = "with"


def tell_apart(tree: Tree, found: list[Phrase]) -> None:
    """Names things of one noun by what is said of them: "the statue by the station" beside "the
    one in the park", "the parcel that went to Oslo" beside "the Oslo parcel".
    """
    same: dict[str, list[tuple[Phrase, Phrase]]] = {}
    named: dict[str, set[str]] = {}
    for phrase in found:
        if phrase.head < 0 or phrase.pronoun or phrase.some or phrase.quantity is not None:
            continue
        if tree.tags[phrase.head] not in ("NN", "CD", "PRP") or phrase.joined is not None:
            continue
        lemma = tree.lemmas[phrase.head]
        owner = phrase.possessor
        if phrase.marks or owner is not None:
            told = phrase.marks or [tree.lemmas[owner.head] if owner is not None else ""]
            named.setdefault(lemma, set()).add(" ".join(told))
        elif phrase.of is None and _names_one(tree, phrase):
            said = _said_of(tree, found, phrase)
            if said is not None:
                same.setdefault(lemma, []).append((phrase, said))
    for lemma, pairs in same.items():
        others = same.get("one", []) if lemma != "one" else itertools.chain(*same.values())
        beside = list(others)
        words_of = {tree.lemmas[said.head] for _, said in (*pairs, *beside)}
        if len(words_of | named.get(lemma, set())) < 2:
            continue
        for phrase, said in pairs:
            phrase.marks.append(tree.lemmas[said.head])
            said.attached = True


def _names_one(tree: Tree, phrase: Phrase) -> bool:
    """Whether a phrase stands where somebody or something that has an amount is named."""
    before = tree.lemmas[phrase.start - 1] if phrase.start else "."
    if phrase.determiner not in ("the", "a", "an") or tree.lemmas[phrase.head] in table("times"):
        return False
    leads = before in (".", "?", ",", ";", "and", "but", "while", "if", "than", "as", "of")
    return leads or before in words("auxiliaries")


def _said_of(tree: Tree, found: list[Phrase], phrase: Phrase) -> Phrase | None:
    """The noun of what follows a phrase and tells it from others, None where nothing does."""
    place = phrase.end
    verbal = tree.tags[place][:1] == "V"
    relative = tree.lemmas[place] in ("that", "which", "who")
    if relative or (verbal and tree.tags[place] in ("VBG", "VBN")):
        place += relative
        while tree.tags[place][:1] == "V":
            place += 1
    if tree.tags[place] not in ("IN", "TO") or tree.lemmas[place] in ("than", "of"):
        return None
    noun = next((p for p in found if p.start == place + 1), None)
    if noun is None or noun.head < 0 or noun.pronoun or noun.quantity is not None:
        return None
    after = tree.tags[noun.end]
    known = tree.lemmas[noun.head] in table("times") or noun.possessor is not None
    ends = after[:1] in ("V", ".", ",", ":") or after in ("MD", "CD")
    return noun if ends and not known else None
