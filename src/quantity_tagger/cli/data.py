"""``quantity-tagger data``: list, fetch, convert and check data sets."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quantity_tagger.cli.show import report as figures
from quantity_tagger.errors import DataError, ReadingError

if TYPE_CHECKING:
    from quantity_tagger.datasets.record import Record

HELP = "Lists, fetches, converts and checks data sets."

EXAMPLES = """\
examples:
  quantity-tagger data list
  quantity-tagger data fetch addsub
  quantity-tagger data convert svamp SVAMP.json svamp.jsonl
  quantity-tagger data convert addsub AddSub.json addsub.jsonl --folds test0.txt test1.txt test2.txt
  quantity-tagger data check my-problems.jsonl
"""

FAULTS_FOUND = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the actions and their arguments."""
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    listing = actions.add_parser("list", help="the data sets, and which of them are here")
    listing.set_defaults(act=_list)

    fetching = actions.add_parser("fetch", help="fetch a published data set into the cache")
    fetching.add_argument("name", metavar="NAME", help="as the list shows it")
    fetching.add_argument("--again", action="store_true", help="fetch even if it is here")
    fetching.add_argument("--base-url", metavar="URL", help="fetch from a mirror")
    fetching.set_defaults(act=_fetch)

    converting = actions.add_parser("convert", help="turn a published file into JSONL")
    converting.add_argument(
        "format", metavar="FORMAT", help="addsub, as_cn, mawps, math23k, svamp or asdiv"
    )
    converting.add_argument("input", metavar="IN", type=Path, help="the file as published")
    converting.add_argument("output", metavar="OUT", type=Path, help="the JSONL file to write")
    converting.add_argument(
        "--folds", metavar="FILE", nargs="+", type=Path, default=[],
        help="lists of problem numbers, fold 0 first",
    )  # fmt: skip
    converting.add_argument(
        "--all", action="store_true", help="keep problems for which no signs are found"
    )
    converting.set_defaults(act=_convert)

    checking = actions.add_parser("check", help="check a JSONL file strictly")
    checking.add_argument("file", metavar="FILE|NAME", help="a JSONL file or a data set")
    checking.set_defaults(act=_check)

    for action in (listing, fetching, converting, checking):
        action.add_argument("--json", action="store_true", help="one JSON object, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Does what the action says; each prints a report."""
    status: int = arguments.act(arguments)
    return status


def _list(arguments: argparse.Namespace) -> int:
    from quantity_tagger.datasets import fetch

    sets: list[dict[str, Any]] = []
    for known in fetch.DATA_SETS.values():
        path = fetch.find(known.name)
        sets.append(
            {
                "name": known.name,
                "language": known.language,
                "problems": known.problems,
                "origin": known.origin,
                "licence": known.licence,
                "path": None if path is None else str(path),
            }
        )
    folder = fetch.data_folder()
    others = sorted(folder.glob("*.jsonl")) if folder is not None else []
    sets += [
        {"name": path.stem, "path": str(path)}
        for path in others
        if path.stem not in fetch.DATA_SETS
    ]
    if arguments.json:
        print(json.dumps({"data_sets": sets}, ensure_ascii=False, indent=2))
        return 0
    for entry in sets:
        about = (
            f"{entry['problems']} problems ({entry['language']}), {entry['origin']}; "
            f"licence: {entry['licence']}"
            if "origin" in entry
            else f"in {fetch.DATA_VARIABLE}"
        )
        print(f"{entry['name']}: {about}")
        if "origin" in entry:
            missing = f"not here: quantity-tagger data fetch {entry['name']}"
            print(f"  {entry['path'] or missing}")
    return 0


def _fetch(arguments: argparse.Namespace) -> int:
    from quantity_tagger.datasets import fetch, jsonl

    path = fetch.fetch(
        fetch.data_set(arguments.name),
        base_url=arguments.base_url,
        again=arguments.again,
        progress=sys.stderr.isatty(),
    )
    records = jsonl.load(path)
    report = {
        "name": arguments.name,
        "path": str(path),
        "problems": len(records),
        "signed": sum(record.signs is not None for record in records),
    }
    if arguments.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        print(f"{path}: {report['problems']} problems, {report['signed']} with signs")
    return 0


def _convert(arguments: argparse.Namespace) -> int:
    from quantity_tagger.datasets.convert import convert
    from quantity_tagger.datasets.jsonl import save

    figures.check_folder(arguments.output)
    records, report = convert(
        arguments.format, arguments.input, folds=arguments.folds, everything=arguments.all
    )
    save(records, arguments.output)
    if arguments.json:
        shown = {
            "path": str(arguments.output),
            "problems": report.problems,
            "kept": report.kept,
            "signed": report.signed,
            "searched": report.searched,
            "ambiguous": report.ambiguous,
            "unsigned": dict(report.unsigned),
        }
        print(json.dumps(shown, ensure_ascii=False, indent=2))
        return 0
    print(f"{arguments.output}: {report.kept} of {report.problems} problems")
    print(f"  {report.signed} with signs, {report.searched} of them from the answer alone")
    if report.ambiguous:
        print(f"  {report.ambiguous} of them could have other signs (equal numbers, or a guess)")
    for reason, count in report.unsigned.most_common():
        print(f"  {count} without signs: {reason}")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from quantity_tagger.datasets import fetch, jsonl

    path = fetch.locate(arguments.file)
    problems, faults = 0, []
    for line, record in jsonl.numbered(path):
        problems += 1
        faults += [
            {"line": line, "id": record.id, "fault": sentence} for sentence in _faults(record)
        ]
    if arguments.json:
        shown = {"path": str(path), "problems": problems, "faults": faults}
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        for fault in faults:
            name = f" ({fault['id']})" if fault["id"] else ""
            print(f"{path}, line {fault['line']}{name}: {fault['fault']}")
        print(f"{path}: {problems} problems, {len(faults)} faults")
    return FAULTS_FOUND if faults else 0


def _faults(record: Record) -> Iterator[str]:
    """What the strict check finds and, for a record without signs, why none can be had."""
    from quantity_tagger.datasets.check import check

    yield from check(record)
    if record.signs is not None:
        return
    from quantity_tagger.datasets.gold import searched_signs
    from quantity_tagger.reading import read

    try:
        found = searched_signs(record, read(record.text, record.lang))
    except (ReadingError, DataError) as error:
        yield f"the text cannot be read: {error}"
        return
    if found.verdict == "none":
        yield "no signs give the answer"
    elif found.verdict == "several":
        yield f"{found.ties} sign assignments give the answer equally well; add the field signs"
