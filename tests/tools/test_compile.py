"""The compiled build (``make fast``) answers as plain Python does."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PLAIN, FAST = ROOT / "src", ROOT / "build" / "fast"

TELL = """
import json, sys
from pathlib import Path
from quantity_tagger import solver
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.generation import generate
from quantity_tagger.reading import read

texts = [record.text for tongue in ("en", "zh") for record in generate(tongue, 150, seed=11)]
for tongue in ("en", "zh"):
    lines = Path("curriculum", f"everyday_{tongue}.jsonl").read_text("utf-8").splitlines()
    texts += [json.loads(line)["text"] for line in lines[::20]]
texts += ["A rope is 3 m 20 cm long, 1 m 15 cm are cut off. How long is it now?"]
texts += ["", "Pia has 4 hats.", "Pia has 4 hats and 1/0 caps. How many has she?", "3 \\ud800 4?"]
print(solver.__file__)
for text, found in zip(texts, solver.solve_all(texts, why=True)):
    if isinstance(found, Exception):
        print(type(found).__name__, ascii(str(found)))
    else:
        print(json.dumps(found.to_dict()), ascii(analyse(read(text))))
"""


def told(folder: Path) -> tuple[str, list[str]]:
    """The solver's own file, and what it says, with the package of a folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
    process = subprocess.run(
        [sys.executable, "-c", TELL],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    file, *lines = process.stdout.splitlines()
    return file, lines


def _tool() -> ModuleType:
    spec = spec_from_file_location("compile_tool", ROOT / "tools" / "compile.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_what_is_to_be_compiled_is_there() -> None:
    for name in _tool().modules(english=False):
        assert (PLAIN / "quantity_tagger" / name).exists(), name


def test_the_compiler_takes_what_is_to_be_compiled() -> None:
    """It fails on "x in (a, *more)", and a compiled class has no ``__dict__`` or ``__slots__``."""
    for name in _tool().modules(english=False):
        for node in ast.walk(ast.parse((PLAIN / "quantity_tagger" / name).read_text("utf-8"))):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
                several = getattr(node.comparators[0], "elts", ())
                assert not any(isinstance(one, ast.Starred) for one in several), (name, node.lineno)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                assert node.attr not in ("__dict__", "__slots__"), (name, node.lineno)


def _only_for_types(tree: ast.Module) -> set[str]:
    """The names that a module imports for type checking alone."""
    return {
        (alias.asname or alias.name).partition(".")[0]
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in node.body
        if isinstance(inner, ast.Import | ast.ImportFrom)
        for alias in inner.names
    }


def test_what_fields_are_annotated_with_is_there_when_a_compiled_module_runs() -> None:
    """Compiled code looks these names up when the class is made."""
    for name in _tool().modules(english=False):
        tree = ast.parse((PLAIN / "quantity_tagger" / name).read_text("utf-8"))
        missing = _only_for_types(tree)
        fields = [
            field
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            for field in node.body
            if isinstance(field, ast.AnnAssign)
        ]
        for field in fields:
            used = {one.id for one in ast.walk(field.annotation) if isinstance(one, ast.Name)}
            assert not used & missing, (name, field.lineno, used & missing)


@pytest.fixture(scope="module")
def fast() -> Path:
    """The folder of the compiled build, where it is there and made from these sources."""
    if not list(FAST.glob("quantity_tagger/solver.*.so")):
        pytest.skip("there is no compiled build: `make fast` makes one, with a C compiler")
    for path in PLAIN.rglob("*.py"):
        copy = FAST / path.relative_to(PLAIN)
        if not copy.exists() or copy.read_bytes() != path.read_bytes():
            pytest.skip(f"the compiled build is older than {path.name}: run `make fast` again")
    return FAST


def test_compiled_and_plain_agree(fast: Path) -> None:
    plain_file, plain = told(PLAIN)
    fast_file, compiled = told(fast)
    assert plain_file.endswith(".py")
    assert fast_file.endswith(".so")
    assert len(plain) == 681
    assert compiled == plain
