"""English syntax: every input gets a tree, the same one always, and word problems the right one."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quantity_tagger.errors import ModelFileError
from quantity_tagger.languages.english.syntax import Tree, model_file, parse, parse_all
from quantity_tagger.languages.english.syntax.decoding import best_heads, spanning_tree
from quantity_tagger.languages.english.syntax.features import PAST, SHAPES, normalise, shape
from quantity_tagger.languages.english.syntax.parser import FILE, bundled
from quantity_tagger.reading.annotators import annotate

TREES = Path(__file__).parents[3] / "curriculum" / "trees"


def words(text: str) -> list[str]:
    return [token.text for token in annotate(text, language="en").tokens]


def links(text: str) -> set[tuple[str, str, str]]:
    """Word, relation, head; what is told twice in a sentence is one."""
    tree = parse(words(text))
    return {
        (node.form, node.relation, "" if node.head < 0 else tree.forms[node.head]) for node in tree
    }


def check(tree: Tree, count: int) -> None:
    assert len(tree) == len(tree.heads) == len(tree.relations) == len(tree.xpos) == count
    assert tree.heads.count(-1) == (1 if count else 0)
    for place, head in enumerate(tree.heads):
        assert (head == -1) == (tree.relations[place] == "root")
        seen = set()
        while place >= 0:
            assert place not in seen
            seen.add(place)
            place = tree.heads[place]


# Every input has a tree


@pytest.mark.parametrize(
    "sentence",
    [
        [],
        ["?"],
        ["12"],
        ["Ann", "has"] * 100,
        ["and"] * 40,
        ["½", "¾", "…", "☃", "数", "\u200b", ""],
        ["x" * 5000],
    ],
    ids=["none", "mark", "number", "200 tokens", "alike", "odd", "long"],
)
def test_any_sentence_has_one_tree(sentence: list[str]) -> None:
    tree = parse(sentence)
    check(tree, len(sentence))
    assert tree.forms == tuple(sentence)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=12), max_size=30))
def test_no_words_break_it(sentence: list[str]) -> None:
    check(parse(sentence), len(sentence))


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_the_best_heads_are_the_best_tree(size: int, seed: int) -> None:
    """Scores that make cycles and many roots: a tree all the same, and none of more score."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(1, size, size + 1)).astype(np.float32)
    scores[0, np.arange(size), np.arange(1, size + 1)] = -1e4
    heads = best_heads(scores, np.array([size]))[0]
    assert (heads == 0).sum() == 1
    for place in range(size):
        steps = 0
        while place >= 0:
            place = int(heads[place]) - 1
            steps += 1
            assert steps <= size
    score = scores[0, np.arange(size), heads].sum()
    searched = spanning_tree(scores[0])
    assert score >= scores[0, np.arange(size), searched].sum() - 1e-4


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_no_tree_scores_more_than_the_spanning_tree(size: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(size, size + 1)).astype(np.float32)
    places = range(size)

    def is_tree(heads: tuple[int, ...]) -> bool:
        reached = {0}
        for _ in places:
            reached |= {place + 1 for place in places if heads[place] in reached}
        return heads.count(0) == 1 and len(reached) == size + 1

    def score(heads: tuple[int, ...]) -> float:
        return float(scores[np.arange(size), list(heads)].sum())

    found = tuple(spanning_tree(scores).tolist())
    assert is_tree(found)
    trees = filter(is_tree, itertools.product(range(size + 1), repeat=size))
    assert score(found) >= max(map(score, trees)) - 1e-5


def test_a_cycle_is_broken_where_it_costs_least() -> None:
    # Two words that want each other as head; the first gives way for less.
    scores = np.array([[[1.0, -1e4, 3.0], [0.0, 5.0, -1e4]]], np.float32)
    assert best_heads(scores, np.array([2]))[0].tolist() == [0, 1]


# The same words have the same tree


def test_alone_or_among_others_a_sentence_has_the_same_tree() -> None:
    texts = [
        "Mara has 12 pens.",
        "How many more pens than her brother does Mara have?",
        "Go!",
        "If 9 more birds land on the wire, there will be 26, and the cat will notice.",
    ]
    sentences = [words(text) for text in texts] * 60 + [[]]
    together = parse_all(sentences)
    assert together[-1] == parse([])
    for sentence, tree in zip(sentences[:4], together[:4], strict=True):
        alone = parse(sentence)
        for column in ("forms", "lemmas", "upos", "xpos", "heads", "relations"):
            assert getattr(alone, column) == getattr(tree, column)
        assert alone.tag_margins == pytest.approx(tree.tag_margins, abs=1e-2)
        assert alone.head_margins == pytest.approx(tree.head_margins, abs=1e-2)
    assert parse_all(sentences) == together


def test_forms_are_remembered_within_bounds() -> None:
    before = parse(["Mara", "has", "12", "pens", "."])
    parse([f"word{number}" for number in range(200)])
    for start in range(0, 9000, 200):
        parse_all([[f"w{number}" for number in range(start, start + 200)]])
    assert parse(["Mara", "has", "12", "pens", "."]).heads == before.heads
    assert len(bundled()._network._embedded[0]) <= 8192


# What a tree tells


def test_a_tree_tells_children_span_and_root() -> None:
    tree = parse(words("Greta had 24 crayons in a tin."))
    assert tree.forms[tree.root] == "had"
    assert [tree.forms[place] for place in tree.children[tree.root]] == [
        "Greta", "crayons", "tin", ".",
    ]  # fmt: skip
    assert tree.span(3) == [2, 3]
    assert tree[3].lemma == "crayon"
    assert tree[3].xpos == "NNS"
    assert [node.form for node in tree] == list(tree.forms)


def test_what_is_doubtful_has_a_small_margin() -> None:
    tree = parse(words("Ben saw 3 men in the park with a telescope."))
    margins = dict(zip(tree.forms, tree.head_margins, strict=True))
    assert 0 < margins["telescope"] < margins["Ben"]


# Word problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Then 2 popped.", [("popped", "root", ""), ("2", "nsubj", "popped")]),
        (
            "Of the 40 roses 6 withered.",
            [("6", "nsubj", "withered"), ("40", "nummod", "roses")],
        ),
        ("40 were left.", [("40", "nsubj:pass", "left"), ("were", "aux:pass", "left")]),
        (
            "25 of the visitors left early.",
            [("left", "root", ""), ("25", "nsubj", "left"), ("visitors", "nmod", "25")],
        ),
        (
            "How many shells did marco give away?",
            [("marco", "nsubj", "give"), ("shells", "obj", "give"), ("give", "root", "")],
        ),
        (
            "How many jumps and squats did Dora do?",
            [("do", "root", ""), ("Dora", "nsubj", "do"), ("jumps", "obj", "do")],
        ),
        (
            "Nora has 8 more stickers than Paul.",
            [
                ("stickers", "obj", "has"),
                ("8", "nummod", "stickers"),
                ("more", "amod", "stickers"),
                ("Paul", "obl", "more"),
            ],
        ),
        (
            "She sold 35 tickets on Monday and 28 on Tuesday.",
            [("tickets", "obj", "sold"), ("28", "conj", "tickets"), ("Tuesday", "nmod", "28")],
        ),
        (
            "If Ute finds 3 more coins, she will have 20.",
            [("finds", "advcl", "have"), ("coins", "obj", "finds"), ("20", "obj", "have")],
        ),
        (
            "How much money does Omar have left?",
            [("money", "obj", "have"), ("have", "root", ""), ("left", "xcomp", "have")],
        ),
        (
            "The lamp costs $14 more than the vase.",
            [("$", "obl:unmarked", "more"), ("14", "nummod", "$"), ("vase", "obl", "more")],
        ),
        (
            "A lamp costs $14, and a vase costs $9.",
            [("$", "obj", "costs"), ("14", "nummod", "$"), ("costs", "conj", "costs")],
        ),
        (
            "Grandpa is 30 years older than my mother.",
            [("older", "root", ""), ("years", "obl:unmarked", "older"), ("mother", "obl", "older")],
        ),
        (
            "9 boats were towed to the harbour by the coast guard.",
            [
                ("boats", "nsubj:pass", "towed"),
                ("harbour", "obl", "towed"),
                ("guard", "obl:agent", "towed"),
            ],
        ),
        (
            "A jar holds 75 buttons, 40 of which are blue.",
            [
                ("buttons", "obj", "holds"),
                ("blue", "acl:relcl", "buttons"),
                ("40", "nsubj", "blue"),
            ],
        ),
        ("Ali cut off 5 cm.", [("off", "compound:prt", "cut"), ("cm", "obj", "cut")]),
        ("On the sill sat 12 cats.", [("cats", "nsubj", "sat"), ("sill", "obl", "sat")]),
        (
            "Of the guests, 21 dance and 8 sing.",
            [("21", "nsubj", "dance"), ("8", "nsubj", "sing"), ("sing", "conj", "dance")],
        ),
        ("How many coins has Olaf?", [("coins", "obj", "has"), ("Olaf", "nsubj", "has")]),
        ("Ada ate 5 figs and Ben 3.", [("Ben", "conj", "ate"), ("3", "orphan", "Ben")]),
        (
            "Emptied by thieves, the museum lost 30 coins.",
            [("lost", "root", ""), ("Emptied", "advcl", "lost"), ("museum", "nsubj", "lost")],
        ),
    ],
)
def test_a_problem_s_sentence_is_read(text: str, expected: list[tuple[str, str, str]]) -> None:
    found = links(text)
    assert [link for link in expected if link not in found] == []


def test_small_letters_change_nothing() -> None:
    text = "Yesterday Marco caught 9 fish and Lucia caught 4 fewer than Marco."
    high, low = parse(words(text)), parse(words(text.lower()))
    assert high.heads == low.heads
    assert high.relations == low.relations
    assert high.xpos == low.xpos


def read_trees(path: Path) -> list[list[list[str]]]:
    blocks = path.read_text("utf-8").split("\n\n")
    return [[line.split("\t") for line in block.splitlines()] for block in blocks]


@pytest.mark.parametrize("part", ["train", "unread", "stories", "unusual"])
def test_our_own_trees_are_trees(part: str) -> None:
    for rows in read_trees(TREES / f"{part}.tsv"):
        heads = [int(row[4]) for row in rows]
        assert heads.count(0) == 1
        assert all((head == 0) == (row[5] == "root") for head, row in zip(heads, rows, strict=True))
        for place in range(len(rows)):
            steps = 0
            while place >= 0:
                place = heads[place] - 1
                steps += 1
                assert steps <= len(rows)


@pytest.mark.parametrize(
    ("part", "heads_right", "links_right"),
    [("unread", 0.97, 0.96), ("stories", 0.95, 0.96), ("unusual", 0.93, 0.93)],
)
def test_trees_that_were_not_trained_on_are_read(
    part: str, heads_right: float, links_right: float
) -> None:
    """Tags, heads, and the links of verb, subject, object and amount."""
    gold = read_trees(TREES / f"{part}.tsv")
    parsed = parse_all([[row[0] for row in rows] for rows in gold])
    tags, heads, core = [], [], []
    for rows, tree in zip(gold, parsed, strict=True):
        for row, node in zip(rows, tree, strict=True):
            right = int(row[4]) - 1 == node.head
            tags.append(row[3] == node.xpos)
            heads.append(right)
            if row[3] == "CD" or row[5].partition(":")[0] in ("nsubj", "obj", "iobj", "nummod"):
                core.append(right and row[5] == node.relation)
    assert sum(tags) / len(tags) >= 0.985
    assert sum(heads) / len(heads) >= heads_right
    assert sum(core) / len(core) >= links_right


# Features


def test_forms_are_normalised() -> None:
    found = [normalise(form) for form in ("Ann", "46", "1", "1,200", "5.50", "1995", "3rd", "½")]
    assert found == ["ann", "0", "1", "0,0", "0.0", "00", "0rd", "0/0"]


def test_shapes() -> None:
    forms = ["pens", "Ann", "USA", "A", "iPad", "sit-ups", "46", "3rd", "?"]
    assert [SHAPES[shape(form)] for form in forms] == list(SHAPES)


def test_an_inflected_form_has_its_stem_s_class() -> None:
    vocabulary = model_file.load(FILE).vocabulary
    for form in ("withered", "dropped", "baked", "carried"):
        assert vocabulary.lexical_class(form) & PAST
    assert not vocabulary.lexical_class("naked") & PAST


# The file


def test_a_saved_model_is_the_same(tmp_path: Path) -> None:
    copy = tmp_path / "copy.npz"
    model_file.save(model_file.load(FILE), copy)
    assert model_file.load(copy).vocabulary.known == model_file.load(FILE).vocabulary.known
    assert "CC BY-SA 4.0" in copy.read_bytes().decode("latin-1")


def test_numbers_that_look_like_line_ends_are_read(tmp_path: Path) -> None:
    """A file's head ends in spaces and a line end; what follows may be the same bytes."""
    model = model_file.load(FILE)
    bias = np.frombuffer(b"\n\n \n" * 64, "<f2")
    model.arrays["norm.bias"] = bias
    model_file.save(model, tmp_path / "copy.npz")
    again = model_file.load(tmp_path / "copy.npz").arrays["norm.bias"]
    assert np.array_equal(again, bias)


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign", "empty", "missing"])
def test_a_damaged_model_is_refused_in_one_sentence(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "model.npz"
    content = FILE.read_bytes()
    if damage == "cut":
        path.write_bytes(content[: len(content) // 2])
    elif damage == "changed":
        middle = len(content) // 2
        path.write_bytes(content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :])
    elif damage == "foreign":
        np.savez(path, table=np.zeros(3))
    elif damage == "empty":
        path.write_bytes(b"")
    with pytest.raises(ModelFileError, match=r"model\.npz"):
        model_file.load(path)


def test_a_model_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "model.npz"
    shutil.copy(FILE, path)
    monkeypatch.setattr(model_file, "VERSION", 2)
    with pytest.raises(ModelFileError, match="version 1"):
        model_file.load(path)


def test_a_very_long_sentence_is_one_tree_of_pieces() -> None:
    told = ["Mara", "has", "12", "pens", ","] * 60
    tree = parse([*told, "."])
    check(tree, 301)
    assert tree.lemmas[:4] == ("mara", "have", "12", "pen")
    hanging = [place for place, relation in enumerate(tree.relations) if relation == "parataxis"]
    assert any(tree.heads[place] == tree.root and place > 75 for place in hanging)
    assert tree.relations.count("nsubj") == 60
