"""What Zou and Lu (ACL 2019) report, in percent, by the number of the table or figure.

Pairs and dictionaries are for AddSub and AS_CN, in this order or by name.
"""

from __future__ import annotations

from typing import Final

TITLE: Final = (
    "Yanyan Zou and Wei Lu. Quantity Tagger: A Latent-Variable Sequence Labeling Approach to "
    "Solving Addition-Subtraction Word Problems. ACL 2019"
)

Pair = tuple[float | None, float | None]

SYSTEMS: Final[dict[str, Pair]] = {
    "Hosseini et al. 2014": (77.70, None),
    "Kushman et al. 2014": (64.00, None),
    "Koncel-Kedziorski et al. 2015": (77.00, None),
    "Roy and Roth 2015": (78.00, 47.57),
    "Zhou et al. 2015": (53.14, 51.48),
    "Mitra and Baral 2016": (86.07, None),
    "Roy and Roth 2017": (60.99, 47.71),
    "Wang et al. 2017": (None, 20.64),
    "Wang et al. 2018": (78.50, None),
}
"""Table 1: accuracy of the systems that the paper compares with."""

DOES: Final[dict[str, str]] = {
    "Hosseini et al. 2014": "classifies verbs and updates a state of who holds what",
    "Kushman et al. 2014": "fills the slots of equation templates seen in training",
    "Koncel-Kedziorski et al. 2015": "ranks equation trees made by integer programming",
    "Roy and Roth 2015": "builds an expression tree from pairwise decisions",
    "Zhou et al. 2015": "fills templates by quadratic programming, with fewer alignments",
    "Mitra and Baral 2016": "learns which formula (part-whole, change, comparison) holds",
    "Roy and Roth 2017": "the tree of 2015, with a graph of units and rates",
    "Wang et al. 2017": "translates text into equations with a recurrent network",
    "Wang et al. 2018": "builds the tree by deep Q-learning",
}
"""What each of them does."""

MAJORITY: Final[Pair] = (37.08, 27.74)
"""All constants +1, x −1: a line of Table 1 that the paper's source has as a comment only."""

ACCURACY: Final[dict[str, Pair]] = {
    "QT(fix)": (87.73, 53.19),
    "QT": (90.79, 58.72),
    "QT(s)": (87.30, 54.81),
    "QT(r)": (88.69, 59.10),
    "QT(-ef)": (60.44, 56.53),
    "QT(s-ef)": (63.49, 52.62),
    "QT(r-ef)": (67.52, 57.48),
}
"""Table 1: accuracy of the paper's own models."""

RERUN: Final[dict[str, float]] = {"QT(fix)": 57.7, "QT": 50.4, "QT(s)": 55.4, "QT(r)": 58.0}
"""What the published code gave on AddSub without external features when we ran it (its annotation
is not published, and was approximated)."""

SINCE: Final[dict[str, Pair]] = {
    "PaLM 540B, chain of thought": (91.9, None),
    "PaLM 540B, chain of thought, best of 40 paths": (93.7, None),
    "GPT-class model, DUP prompting": (95.1, None),
    "GPT-4": (98.2, None),
}
"""Published since, by prompting large models: nothing is trained on the folds there."""

STEPS: Final[dict[str, dict[str, tuple[float, float, float, float, float]]]] = {
    "QT": {"addsub": (89.5, 97.3, 96.0, 86.4, 96.5), "as_cn": (56.9, 60.3, 85.5, 62.2, 85.0)},
    "QT(s)": {"addsub": (86.5, 91.2, 95.0, 82.8, 95.6), "as_cn": (53.6, 56.3, 85.3, 62.9, 84.3)},
    "QT(r)": {"addsub": (87.5, 92.6, 95.4, 82.5, 96.0), "as_cn": (57.03, 60.9, 86.5, 62.9, 85.6)},
}
"""Table 2: accuracy of single-step and of multi-step problems, F1 of +, 0 and −."""

SIGNS: Final[dict[str, dict[str, dict[str, tuple[float, float, float]]]]] = {
    "QT": {
        "addsub": {
            "+": (95.21, 96.70, 95.95),
            "0": (88.88, 83.96, 86.35),
            "-": (96.65, 96.38, 96.51),
        },
        "as_cn": {
            "+": (81.86, 89.54, 85.53),
            "0": (75.83, 52.74, 62.21),
            "-": (88.17, 82.04, 84.99),
        },
    },
    "QT(s)": {
        "addsub": {
            "+": (93.97, 96.01, 94.98),
            "0": (81.06, 84.50, 82.75),
            "-": (96.97, 94.18, 95.55),
        },
        "as_cn": {
            "+": (80.74, 90.30, 85.26),
            "0": (75.00, 54.22, 62.94),
            "-": (88.66, 80.25, 84.25),
        },
    },
    "QT(r)": {
        "addsub": {
            "+": (94.37, 96.42, 95.38),
            "0": (80.55, 84.50, 82.48),
            "-": (97.48, 94.65, 96.04),
        },
        "as_cn": {
            "+": (83.79, 89.39, 86.50),
            "0": (78.02, 52.72, 62.92),
            "-": (86.67, 84.61, 85.63),
        },
    },
}
"""Table 3: precision, recall and F1 of each sign."""

CURVE_WIDTHS: Final[tuple[int | None, ...]] = (1, 2, 3, 4, 5, 6, None)

CURVES: Final[dict[str, dict[str, tuple[float, ...]]]] = {
    "QT": {
        "addsub": (90.79, 85.35, 87.81, 83.72, 83.24, 83.83, 84.15),
        "as_cn": (52.33, 59.58, 60.44, 58.72, 58.05, 59.38, 56.15),
    },
    "QT(s)": {
        "addsub": (87.79, 87.46, 87.16, 87.30, 84.89, 84.12, 80.09),
        "as_cn": (55.58, 55.58, 55.86, 55.48, 55.19, 54.81, 49.86),
    },
    "QT(r)": {
        "addsub": (88.69, 84.09, 86.77, 84.81, 85.39, 86.13, 85.12),
        "as_cn": (55.76, 57.20, 57.20, 59.10, 58.15, 58.25, 56.82),
    },
}
"""Figure 3: accuracy over J, for each of ``CURVE_WIDTHS`` (None is the whole text)."""
