"""The drawing of a lattice holds its tokens, its nodes and one path, for every variant."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest

from problems import ALL
from quantity_tagger import Model, QuantityTagger, Solver
from quantity_tagger.explanation.lattice_svg import plan
from quantity_tagger.solver import bundled

VARIANTS = ("qt", "qt-s", "qt-r", "qt-fix", "qt-g")
TEXT = "Tess picked 25 plums and 8 figs. She ate 5 plums. How many plums are left?"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=VARIANTS)
def model(request: pytest.FixtureRequest) -> Model:
    fitted: Model = QuantityTagger(request.param, 2, max_iterations=20).fit(ALL).model_
    return fitted


def test_it_is_svg_with_the_tokens_on_top(model: Model) -> None:
    root = ElementTree.fromstring(Solver(model).draw(TEXT))
    assert root.tag == f"{SVG}svg"
    texts = [text.text for text in root.iter(f"{SVG}text")]
    for token in ("25", "8", "5", "plums", "How (x)"):
        assert token in texts
    assert root.findtext(f"{SVG}title") == f"Lattice of: {TEXT}"


def test_the_path_is_that_of_the_signs(model: Model) -> None:
    solution = Solver(model).solve(TEXT, why=True)
    figure = plan(model, solution)
    signs = [*(one.sign for one in solution.quantities), -1]
    assert {step.owner: step.node.sign for step in figure.path} == dict(enumerate(signs))
    assert {step.node for step in figure.path} <= set(figure.nodes)
    columns = [step.node.column for step in figure.path]
    assert columns == sorted(columns)


def test_the_path_is_that_of_an_equation_beyond_signs() -> None:
    text = "Mina has 45 shells, 17 more than Rolf. How many shells do they have together?"
    solver = bundled("en")
    solution = solver.solve(text, why=True)
    assert solution.answer == 45 + 45 - 17
    signs = [1, -1, -1]
    assert list(solution.signs) == signs[:2]
    figure = plan(solver.model, solution)
    assert {step.owner: step.node.sign for step in figure.path} == dict(enumerate(signs))


def test_the_path_takes_edges_that_are_drawn() -> None:
    model = QuantityTagger("qt", 3, max_iterations=20).fit(ALL).model_
    for record in ALL:
        figure = plan(model, Solver(model).solve(record.text, why=True))
        nodes = [step.node for step in figure.path]
        assert set(itertools.pairwise(nodes)) <= set(figure.edges)
        assert [node.column for node in nodes] == list(range(len(figure.columns)))


def test_the_unknown_is_never_zero_in_it(model: Model) -> None:
    figure = plan(model, Solver(model).solve(TEXT, why=True))
    x = figure.anchors[figure.unknown]
    own = {node.sign for node in figure.nodes if node.column == x and node.label in "NL"}
    assert own == {-1}


def test_text_is_escaped(model: Model) -> None:
    text = "Tess & Al picked 25 <b>plums</b> and ate 5. How many plums are left?"
    drawn = Solver(model).draw(text)
    assert "<b>" not in drawn
    root = ElementTree.fromstring(drawn)
    assert root.findtext(f"{SVG}title") == f"Lattice of: {text}"


def test_paper_and_ink_are_set_together(model: Model) -> None:
    drawn = Solver(model).draw(TEXT)
    light, dark = drawn.split("prefers-color-scheme: dark")
    for name in ("--paper:", "--ink:", "--plus:", "--minus:", "--zero:", "--x:"):
        assert name in light
        assert name in dark


def test_chinese(model: Model) -> None:
    drawn = Solver(model).draw("面包店烤了20个面包,卖出13个,还剩多少个?")
    texts = [text.text for text in ElementTree.fromstring(drawn).iter(f"{SVG}text")]
    assert "20" in texts
    assert "多少 (x)" in texts
