"""Compile the rooms a problem walks through to machine code, for those who solve very many.

    python tools/compile.py [--english | --clean]

Writes a copy of the package to ``build/fast`` with compiled modules beside the plain ones; whoever
puts that folder first on ``PYTHONPATH`` runs it, and nobody else: the sources stay as they are, so
that no stale module hides an edited file. ``--english`` leaves the Chinese rooms plain, in half the
time; ``--clean`` removes the copy. Needs mypy (which brings mypyc), setuptools and a C compiler;
takes some minutes. `docs/speed.md` tells what it gains.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "quantity_tagger"
TARGET = ROOT / "build" / "fast"

WHOLE_ROOMS = ("confidence", "languages", "problem", "reading", "situation", "solution")
MODULES = (
    "features/contextual",
    "features/encoder",
    "features/equation/constants",
    "features/external",
    "features/ngrams",
    "model/calibration",
    "model/decoding",
    "signs",
    "solver",
    "values",
)
#: Not on the way from a text to its answer: compiling them would take time and gain none.
LEFT_OUT = (
    *(
        f"languages/{name}"
        for name in ("__init__", "language", "reasons", "sentences", "telling/*")
    ),
    *(
        f"languages/*/{name}"
        for name in (
            "__init__",
            "feature_words",
            "scope_training",
            "sentences",
            "telling",
        )
    ),
    "reading/spacy",
    *(f"solution/{job}" for job in ("evidence", "html", "reasons", "steps", "story", "worlds")),
)


def modules(english: bool) -> list[str]:
    """The files to compile, as paths within the package; for ``english`` texts alone or for all."""
    rooms = [
        path.relative_to(SOURCE).with_suffix("").as_posix()
        for room in WHOLE_ROOMS
        for path in sorted((SOURCE / room).rglob("*.py"))
    ]
    chosen = [name for name in (*rooms, *MODULES) if not (english and "chinese" in name)]
    return [
        f"{name}.py"
        for name in chosen
        if not any(PurePosixPath(name).match(pattern) for pattern in LEFT_OUT)
    ]


def build(english: bool) -> None:
    """A fresh copy of the package, compiled."""
    from mypyc.build import mypycify

    clean()
    shutil.copytree(
        SOURCE, TARGET / SOURCE.name, ignore=shutil.ignore_patterns("__pycache__", "*.so")
    )
    work = TARGET / "work"
    os.chdir(TARGET)  # mypyc names modules by their paths from here
    extensions = mypycify(
        [
            "--config-file=",  # that of the repository is for checking
            "--ignore-missing-imports",
            f"--cache-dir={work}",
            *(f"{SOURCE.name}/{name}" for name in modules(english)),
        ],
        opt_level="2",
        debug_level="0",
        group_name=SOURCE.name,
        target_dir=str(work),
        multi_file=True,
    )
    if os.name == "posix":  # what is not seen from outside is called directly, or inlined
        for extension in extensions:
            extension.extra_compile_args.append("-fvisibility=hidden")
    _compile(extensions, work)
    shutil.rmtree(work)


def _compile(extensions: list[Extension], work: Path) -> None:
    """Machine code beside the sources, by as many compilers at once as there are processors."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    command = build_ext(Distribution({"name": SOURCE.name, "ext_modules": extensions}))
    command.inplace = True
    command.build_temp = command.build_lib = str(work)
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    one_by_one = command.build_extension

    def build_extension(extension: Extension) -> None:
        def compiled(source: str) -> list[str]:
            found: list[str] = command.compiler.compile(
                [source],
                output_dir=command.build_temp,
                include_dirs=extension.include_dirs,
                extra_postargs=extension.extra_compile_args,
            )
            return found

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for objects in pool.map(compiled, extension.sources):
                extension.extra_objects += objects
        extension.sources = []
        one_by_one(extension)

    command.build_extension = build_extension
    command.run()


def clean() -> None:
    shutil.rmtree(TARGET, ignore_errors=True)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools/compile.py", description=__doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--english", action="store_true", help="leave the Chinese rooms plain")
    what.add_argument("--clean", action="store_true", help="remove the compiled copy")
    arguments = parser.parse_args(argv)
    if arguments.clean:
        clean()
        return 0
    try:
        build(arguments.english)
    except BaseException:  # what was begun must not be taken for the compiled build
        clean()
        raise
    print(f"compiled; run it with PYTHONPATH={TARGET}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
