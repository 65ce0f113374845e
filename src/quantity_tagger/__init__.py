"""Quantity Tagger: addition-subtraction word problems, solved and explained.

The public names are loaded when they are first used: importing the package is cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quantity_tagger.datasets import Record, load
    from quantity_tagger.errors import (
        DataError,
        MissingExtraError,
        ModelFileError,
        QuantityTaggerError,
        ReadingError,
    )
    from quantity_tagger.evaluation import Report, cross_validate, evaluate
    from quantity_tagger.learning.estimator import QuantityTagger
    from quantity_tagger.model.file import load_model, save_model
    from quantity_tagger.model.model import Model
    from quantity_tagger.problem.document import Document, Token
    from quantity_tagger.problem.problem import Problem, Quantity, Unknown
    from quantity_tagger.reading import read
    from quantity_tagger.solution.equation import Equation
    from quantity_tagger.solution.solution import Solution
    from quantity_tagger.solver import Solver, solve

__version__ = "0.1.0"

__all__ = [
    "DataError",
    "Document",
    "Equation",
    "MissingExtraError",
    "Model",
    "ModelFileError",
    "Problem",
    "Quantity",
    "QuantityTagger",
    "QuantityTaggerError",
    "ReadingError",
    "Record",
    "Report",
    "Solution",
    "Solver",
    "Token",
    "Unknown",
    "cross_validate",
    "evaluate",
    "load",
    "load_model",
    "read",
    "save_model",
    "solve",
]

# The room that each public name lives in; the imports above say the same to type checkers.
_HOMES = {
    "DataError": "errors",
    "Document": "problem.document",
    "Equation": "solution.equation",
    "MissingExtraError": "errors",
    "Model": "model.model",
    "ModelFileError": "errors",
    "Problem": "problem.problem",
    "Quantity": "problem.problem",
    "QuantityTagger": "learning.estimator",
    "QuantityTaggerError": "errors",
    "ReadingError": "errors",
    "Record": "datasets",
    "Report": "evaluation",
    "Solution": "solution.solution",
    "Solver": "solver",
    "Token": "problem.document",
    "Unknown": "problem.problem",
    "cross_validate": "evaluation",
    "evaluate": "evaluation",
    "load": "datasets",
    "load_model": "model.file",
    "read": "reading",
    "save_model": "model.file",
    "solve": "solver",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value  # the next use finds it without coming here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
