"""Published data sets: where they are, fetching them, and finding what is already here.

A file that arrives is checked against its SHA-256 sum before it is kept, so that the cache never
holds half a file or another one. What is fetched is converted once into the JSONL format.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from quantity_tagger.errors import DataError, MissingExtraError

if TYPE_CHECKING:
    from quantity_tagger.problem.document import Language

DATA_VARIABLE = "QUANTITY_TAGGER_DATA"  # a folder with NAME.jsonl files
CACHE_VARIABLE = "QUANTITY_TAGGER_CACHE"
URL_VARIABLE = "QUANTITY_TAGGER_URL"
BASE_URL = (
    "https://raw.githubusercontent.com/zoezou2015/quantity_tagger/"
    "c3e514c4381d6b2af20db6a7d97264c19b924f74"
)
_TIMEOUT_SECONDS = 30


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file below the base address, with the sum it must have."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class DataSet:
    """A published data set; its folds are lists of problem numbers, the first list is fold 0."""

    name: str
    language: Language
    problems: int
    origin: str
    licence: str
    file: RemoteFile
    folds: tuple[RemoteFile, ...] = ()


_ADDSUB = DataSet(
    name="addsub",
    language="en",
    problems=395,
    origin="AddSub (Hosseini et al. 2014) with the folds of Zou and Lu (2019)",
    licence="none stated",
    file=RemoteFile(
        "data/math/AddSub/AddSub.json",
        "4c0570af33547dbc79db1c0435ac9b8750d197e9313237bfb948b1aa358db0d9",
    ),
    folds=(
        RemoteFile(
            "data/math/AddSub/test0.txt",
            "04f7de2ec551ec4110f427a117c2b98175c273dc3bb888a9d8773516d78a08c6",
        ),
        RemoteFile(
            "data/math/AddSub/test1.txt",
            "1398ee003cae3fd90ed3ec7cd51d981fd889d7f81517877ef5cf204368559ffc",
        ),
        RemoteFile(
            "data/math/AddSub/test2.txt",
            "b0fbed6afe1811c0eeaa2785f04364bea9de597b44b06c7213638b6d6f49beb1",
        ),
    ),
)
_AS_CN = DataSet(
    name="as_cn",
    language="zh",
    problems=1049,
    origin="the + and - problems of Math23K (Wang et al. 2017), folds of Zou and Lu (2019)",
    licence="none stated (Math23K: MIT)",
    file=RemoteFile(
        "data/math/Math23K/Math23K_AddSub.json",
        "7435fa09bcb800ad5a25658877042543d567b6054adfb69aa6ab81a73b5ee174",
    ),
    folds=(
        RemoteFile(
            "data/math/Math23K/3-fold/fold-0/test.txt",
            "293c2cd0e5c03c868dd40186932772890f440463699ac502a74be0d8caa8dca2",
        ),
        RemoteFile(
            "data/math/Math23K/3-fold/fold-1/test.txt",
            "cb7b0c7352fdd9c60fdaf4958395e207339c666716c50f7a9fd58bef26a4b06b",
        ),
        RemoteFile(
            "data/math/Math23K/3-fold/fold-2/test.txt",
            "b3694972e17dee782132af77effdab39414c3b9958ffc3c920c81c0e88a30b48",
        ),
    ),
)
DATA_SETS: Mapping[str, DataSet] = MappingProxyType({d.name: d for d in (_ADDSUB, _AS_CN)})


def data_set(name: str) -> DataSet:
    """The data set of that name."""
    if name not in DATA_SETS:
        raise DataError(f'there is no data set "{name}" to fetch; there are {", ".join(DATA_SETS)}')
    return DATA_SETS[name]


def locate(name_or_path: str | os.PathLike[str]) -> Path:
    """The JSONL file meant: a path that exists, a set in QUANTITY_TAGGER_DATA, one in the cache."""
    path = Path(name_or_path)
    if path.is_file():
        return path
    name = os.fspath(name_or_path)
    found = find(name)
    if found is not None:
        return found
    if name in DATA_SETS:
        raise DataError(f'the data set {name} is not here; run "quantity-tagger data fetch {name}"')
    raise DataError(f'there is no file "{name}", and no data set of that name; give a path')


def find(name: str) -> Path | None:
    """The file of a set that is already here, QUANTITY_TAGGER_DATA before the cache."""
    if not name or Path(name).name != name:  # a name, never a way to another folder
        return None
    folders = [data_folder()]
    with suppress(MissingExtraError):  # without the extra nothing was ever cached
        folders.append(cache_folder())
    candidates = (folder / f"{name}.jsonl" for folder in folders if folder is not None)
    return next((path for path in candidates if path.is_file()), None)


def data_folder() -> Path | None:
    folder = os.environ.get(DATA_VARIABLE)
    return Path(folder) if folder else None


def cache_folder() -> Path:
    """Where fetched files are kept, by the convention of the platform."""
    folder = os.environ.get(CACHE_VARIABLE)
    return Path(folder) if folder else Path(_pooch().os_cache("quantity-tagger"))


def fetch(
    wanted: DataSet,
    *,
    base_url: str | None = None,
    again: bool = False,
    progress: bool = False,
) -> Path:
    """The JSONL file of a data set: here already, or fetched, checked and converted.

    ``again`` fetches and converts even what is here; ``progress`` draws a bar on stderr.
    """
    here = find(wanted.name)
    if here is not None and not again:
        return here
    # Late: the conversion reads the texts, which finding a file does not need.
    from quantity_tagger.datasets.convert import convert
    from quantity_tagger.datasets.jsonl import save

    cache = cache_folder()
    base = (base_url or os.environ.get(URL_VARIABLE) or BASE_URL).rstrip("/")
    originals = cache / "originals" / wanted.name
    file, *folds = (
        _download(f"{base}/{remote.path}", remote, originals, progress=progress)
        for remote in (wanted.file, *wanted.folds)
    )
    records, _ = convert(wanted.name, file, folds=folds, everything=True)
    target = cache / f"{wanted.name}.jsonl"
    save(records, target)
    return target


def _download(url: str, remote: RemoteFile, folder: Path, *, progress: bool) -> Path:
    pooch = _pooch()
    import requests  # comes with pooch

    # A download that fails leaves its connection open; those opened here are closed here.
    responses: list[Any] = []
    downloader = pooch.HTTPDownloader(
        progressbar=progress,
        timeout=_TIMEOUT_SECONDS,
        hooks={"response": lambda response, **_: responses.append(response)},
    )
    try:
        kept = pooch.retrieve(
            url,
            known_hash=f"sha256:{remote.sha256}",
            # Fold lists of different folds share a name.
            fname=remote.path.replace("/", "_"),
            path=folder,
            downloader=downloader,
        )
    except requests.HTTPError as error:
        status = error.response.status_code if error.response is not None else "an error"
        raise DataError(f"{url} cannot be fetched (the server answered {status})") from None
    except (requests.exceptions.ChunkedEncodingError, requests.exceptions.ContentDecodingError):
        raise DataError(f"{url} arrived only in part; try again") from None
    except requests.Timeout:
        raise DataError(f"{url} did not answer in time; try again later") from None
    except requests.ConnectionError:
        raise DataError(f"{url} cannot be reached; check the network") from None
    except requests.RequestException as error:
        raise DataError(f"{url} cannot be fetched ({type(error).__name__})") from None
    except OSError as error:
        raise DataError(f"the cache {folder} cannot be written ({error.strerror})") from None
    except ValueError:
        raise DataError(f"{url} is not the published file (its SHA-256 sum differs)") from None
    finally:
        for response in responses:
            response.close()
    return Path(kept)


def _pooch() -> Any:
    try:
        import pooch
    except ImportError:
        raise MissingExtraError("fetching data sets", "data") from None
    # It announces what it does; the command says so itself.
    pooch.get_logger().setLevel("ERROR")
    return pooch
