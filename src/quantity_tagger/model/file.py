"""Model files: data only, one file, versioned and checksummed.

Layout, in order: the line ``quantity-tagger model <version>``, the line ``sha256 <digest>`` of all
that follows, then a zlib stream of one JSON header line (settings, attribute names, shapes) and the
weights as little-endian float64. Nothing in it is ever executed, and no more of it is unfolded than
what came before allows for: a header within bounds, then as many weights as it has names.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import asdict
from pathlib import Path

import numpy as np

from quantity_tagger.arrays import Floats
from quantity_tagger.errors import ModelFileError
from quantity_tagger.features import BIAS, families
from quantity_tagger.features.encoder import Encoder
from quantity_tagger.features.readings import READ
from quantity_tagger.features.window import width_of
from quantity_tagger.lattice import lattice, variants
from quantity_tagger.model.calibration import Calibration
from quantity_tagger.model.model import Model, Settings, Weights, codebook
from quantity_tagger.support.files import atomic_write, plain_file

MAGIC = b"quantity-tagger model "
VERSION = 1
LARGEST_FILE = 1 << 28
"""Bytes of a model file."""

LARGEST_HEADER = 1 << 24
"""Bytes of a header: the names of some 500,000 attributes."""

HEAVIEST = 1e6
"""The largest weight: those of a trained model are near 1, and sums of larger ones overflow."""


def save_model(model: Model, path: str | Path) -> None:
    """Write the model; the file appears whole or not at all."""
    weights = model.weights_
    arrays = [weights.tokens, weights.quantities, weights.structure]
    header: dict[str, object] = {
        "settings": asdict(model.settings),
        "tokens": list(model.encoder.tokens),
        "quantities": list(model.encoder.quantities),
        "shapes": [list(array.shape) for array in arrays],
    }
    if model.lattice.weighs_equations:
        # By name, so that the file does not depend on the order of templates.
        header["equations"] = {
            name: weight
            for name, weight in zip(
                codebook(model.settings).names, weights.equations.tolist(), strict=True
            )
            if weight
        }
        header["readings"] = dict(
            zip(model.encoder.readings, weights.readings.tolist(), strict=True)
        )
    if model.calibration is not None:
        header["calibration"] = dict(model.calibration.weights)
    text = json.dumps(header, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    if len(text) > LARGEST_HEADER:
        raise ModelFileError(
            f"The model has {len(model.encoder.tokens):,} attributes, more than a model file can "
            "name: train with fewer templates or a smaller window"
        )
    body = b"".join([text, b"\n", *(np.ascontiguousarray(a, "<f8").tobytes() for a in arrays)])
    packed = zlib.compress(body, 6)
    with atomic_write(Path(path)) as file:
        file.write(MAGIC + f"{VERSION}\n".encode())
        file.write(f"sha256 {hashlib.sha256(packed).hexdigest()}\n".encode())
        file.write(packed)


def load_model(path: str | Path) -> Model:
    """Read a model, or say in one sentence why this is not one."""
    path = Path(path)
    try:
        with plain_file(path, LARGEST_FILE) as file:
            first, rest = file.readline(len(MAGIC) + 32).rstrip(b"\n"), b""
            if first.startswith(MAGIC):
                rest = file.read()
    except OSError as error:
        raise ModelFileError(f"{path} cannot be read ({error.strerror})") from None
    if not first.startswith(MAGIC):
        raise ModelFileError(f"{path} is not a model file of Quantity Tagger")
    version = first.removeprefix(MAGIC).decode("ascii", "replace")
    if version != str(VERSION):
        raise ModelFileError(
            f"{path} is a model file of version {version}, this package reads version {VERSION}; "
            "train it again or install the version that wrote it"
        )
    digest, _, packed = rest.partition(b"\n")
    if digest != f"sha256 {hashlib.sha256(packed).hexdigest()}".encode():
        raise ModelFileError(f"{path} is cut or was changed: its checksum does not fit")
    try:
        return _unpack(packed)
    except KeyError as error:
        raise ModelFileError(f"{path} is not a sound model file: it lacks {error}") from None
    except (
        ValueError,
        TypeError,
        AttributeError,
        OverflowError,
        zlib.error,
        RecursionError,
    ) as error:
        raise ModelFileError(f"{path} is not a sound model file: {error}") from None


class _Folded:
    """A zlib stream that is unfolded no further than is asked for."""

    def __init__(self, packed: bytes) -> None:
        self._stream = zlib.decompressobj()
        self._packed = packed
        self._ahead = b""  # unfolded with the line, and not a part of it

    def line(self, longest: int) -> bytes:
        """The bytes up to the next line break, or to the end."""
        parts: list[bytes] = []
        size = 0
        while b"\n" not in (part := self._more(_STEP)) and part:
            parts.append(part)
            size += len(part)
            if size > longest:
                raise ValueError("it unfolds to more than a model can hold")
        last, _, self._ahead = part.partition(b"\n")
        return b"".join([*parts, last])

    def rest(self, size: int) -> bytes:
        """What follows, which must be so many bytes."""
        data = self._ahead + self._more(max(size - len(self._ahead), 0) + 1)
        if len(data) > size or (len(data) < size and self._stream.eof):
            raise ValueError("its weights do not fit its features")
        if not self._stream.eof or self._stream.unused_data:
            raise ValueError("its data end too soon or too late")
        return data

    def _more(self, most: int) -> bytes:
        part = self._stream.decompress(self._packed, most)
        self._packed = self._stream.unconsumed_tail
        return part


_STEP = 1 << 16


def _unpack(packed: bytes) -> Model:
    folded = _Folded(packed)
    header = json.loads(folded.line(LARGEST_HEADER))
    given = header["settings"]
    settings = Settings(
        variant=given["model" if "model" in given else "variant"],
        window=width_of(given["window"]),
        templates=tuple(given["templates"]),
        free_unknown=bool(given["free_unknown"]),
    )
    gone = set(settings.templates) - set(families())
    if gone:
        raise ValueError(
            f"it was trained with the template {min(gone)!r}, which this package does not have; "
            "train it again"
        )
    if settings.variant not in variants():
        raise ValueError(f"it holds a model {settings.variant!r} that this package does not know")
    chosen = lattice(settings.variant)
    names = header["tokens"], header["quantities"]
    for found in names:
        # Without the bias a row could be empty, and a name seen twice would lose a weight.
        named = isinstance(found, list) and all(isinstance(name, str) for name in found)
        if not named or BIAS not in found or len(set(found)) != len(found):
            raise ValueError("its attributes are not those of a model")
    shapes = [
        (len(names[0]), len(chosen.token_labels)),
        (len(names[1]), 3),
        (len(chosen.structure),),
    ]
    if [list(shape) for shape in shapes] != header["shapes"]:
        raise ValueError("its weights do not fit its features")
    sizes = [int(np.prod(shape)) for shape in shapes]
    flat = _sane(np.frombuffer(folded.rest(8 * sum(sizes)), "<f8").astype(np.float64))
    blocks = np.split(flat, np.cumsum(sizes)[:-1])
    tokens, quantities, structure = (
        block.reshape(shape) for block, shape in zip(blocks, shapes, strict=True)
    )
    equations = _equations(settings, header.get("equations", {}))
    told = {str(name): float(weight) for name, weight in header.get("readings", {}).items()}
    if told and READ not in told:
        raise ValueError("its readings are not those of a model")
    readings = _sane(np.array([*told.values()]))
    numbered = [{name: at for at, name in enumerate(one)} for one in (*names, told)]
    return Model(
        settings,
        Encoder(settings.templates, *numbered),
        Weights(tokens, quantities, structure, equations, readings),
        _calibration(header["calibration"]) if "calibration" in header else None,
    )


def _sane(weights: Floats) -> Floats:
    if not (np.abs(weights) <= HEAVIEST).all():
        raise ValueError(f"a weight of it is no number from -{HEAVIEST:,.0f} to {HEAVIEST:,.0f}")
    return weights


def _calibration(given: dict[str, float]) -> Calibration:
    weights = {str(name): float(weight) for name, weight in given.items()}
    _sane(np.array([*weights.values()]))
    return Calibration(weights)


def _equations(settings: Settings, given: dict[str, float]) -> Floats:
    if not lattice(settings.variant).weighs_equations:
        return np.zeros(0)
    names = codebook(settings).names
    unknown = given.keys() - names
    if unknown:
        raise ValueError(f"it weighs {min(unknown)!r}, which this package does not know")
    return _sane(np.array([float(given.get(name, 0.0)) for name in names]))
