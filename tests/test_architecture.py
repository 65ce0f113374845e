"""The order of the rooms and the size of what stands in them, held by the syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import quantity_tagger
from quantity_tagger.languages import codes, known

PACKAGE = Path(quantity_tagger.__file__).parent

#: A room imports only what stands above it.
LAYERS = (
    ("errors", "signs", "arrays", "values"),
    ("support",),
    ("problem",),
    ("neural",),
    ("situation",),
    ("languages",),
    ("reading",),
    ("lattice",),
    ("features",),
    ("model",),
    ("confidence",),
    ("solution",),
    ("explanation",),
    ("solver",),
    ("datasets",),
    ("learning",),
    ("evaluation",),
    ("generation",),
    ("reproduction",),
    ("batch",),
    ("web",),
    ("cli",),
)
ABOVE_ALL = frozenset(["__init__", "__main__"])

#: Modules outside `languages/` that name a language: converters state that of a published set.
NAME_A_LANGUAGE = frozenset(
    [
        "datasets.convert.addsub",
        "datasets.convert.asdiv",
        "datasets.convert.svamp",
        "datasets.fetch",
    ]
)

MOST_TOP_LEVEL_MODULES = 8
MOST_MODULES = 25
MOST_LINES = 450
MOST_LINES_OF_A_FUNCTION = 80


@cache
def modules() -> dict[str, ast.Module]:
    """The syntax tree of every module, by its name within the package."""
    return {name_of(path): ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")}


def name_of(path: Path) -> str:
    name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    return name.removesuffix(".__init__")


def imports(tree: ast.Module) -> Iterator[str]:
    """The modules of the package that one imports, anywhere in it, for types too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, "imports are absolute"
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [one if within(one) in modules() else node.module for one in whole]
        else:
            continue
        yield from {within(name) for name in names if name.startswith(f"{PACKAGE.name}.")}


def within(name: str) -> str:
    return name.removeprefix(f"{PACKAGE.name}.")


def room_of(module: str) -> str:
    return module.partition(".")[0]


def pairs() -> Iterator[tuple[str, str]]:
    for module, tree in modules().items():
        for imported in imports(tree):
            yield module, imported


def test_every_room_has_its_place() -> None:
    placed = {room for layer in LAYERS for room in layer}
    assert {room_of(module) for module in modules()} <= placed | ABOVE_ALL


def test_a_room_imports_only_what_stands_above_it() -> None:
    place = {room: number for number, layer in enumerate(LAYERS) for room in layer}
    against = {
        (module, imported)
        for module, imported in pairs()
        if room_of(module) in place and room_of(imported) in place
        if room_of(module) != room_of(imported)
        if place[room_of(imported)] >= place[room_of(module)]
    }
    assert not against


def test_no_language_knows_another() -> None:
    languages = {language.folder.name for language in known().values()}
    for module, imported in pairs():
        both = {path.split(".")[1] for path in (module, imported) if path.startswith("languages.")}
        assert len(both & languages) < 2, f"{module} imports {imported}"


def test_nothing_outside_imports_a_file_of_a_language() -> None:
    folders = tuple(f"languages.{language.folder.name}" for language in known().values())
    found = {
        (module, imported)
        for module, imported in pairs()
        if imported.startswith(folders) and not module.startswith("languages.")
    }
    assert found == {("reading.spacy", "languages.english.cutting")}  # an annotator of English


def test_facts_do_not_depend_on_proposals() -> None:
    """What a language says of a text does not depend on the signs that it proposes."""
    found = {
        (module, imported)
        for module, imported in pairs()
        if ".facts." in module and ".proposals." in imported
    }
    assert not found


def test_languages_are_named_in_their_room_alone() -> None:
    found = {
        module
        for module, tree in modules().items()
        if room_of(module) != "languages"
        if any(isinstance(node, ast.Constant) and node.value in codes() for node in ast.walk(tree))
    }
    assert found == NAME_A_LANGUAGE


def test_few_modules_stand_outside_the_rooms() -> None:
    assert len(list(PACKAGE.glob("*.py"))) <= MOST_TOP_LEVEL_MODULES


def test_no_room_is_too_full() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    full = {one: len(list(one.glob("*.py"))) for one in folders}
    assert {name: count for name, count in full.items() if count > MOST_MODULES} == {}


def test_no_module_is_too_long() -> None:
    found = {
        name_of(path)
        for path in PACKAGE.rglob("*.py")
        if len(path.read_text("utf-8").splitlines()) > MOST_LINES
    }
    assert not found


def test_no_function_is_too_long() -> None:
    found = {
        (module, node.name)
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if node.end_lineno is not None
        if node.end_lineno - node.lineno + 1 > MOST_LINES_OF_A_FUNCTION
    }
    assert not found
