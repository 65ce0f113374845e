"""Model files: data only, one file, versioned and checksummed.

Layout, in order: the line ``quantity-tagger model <version>``, the line ``sha256 <digest>`` of all
that follows, then a zlib stream of one JSON header line (settings, attribute names, shapes) and the
weights as little-endian float64. Nothing in it is ever executed.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import asdict
from math import isfinite
from pathlib import Path

import numpy as np

from quantity_tagger.confidence.calibration import Calibration
from quantity_tagger.errors import ModelFileError
from quantity_tagger.features import BIAS, check_templates
from quantity_tagger.features.window import width_of
from quantity_tagger.lattice import LATTICES, lattice
from quantity_tagger.lattice.layout import Floats
from quantity_tagger.model.model import Model, Settings, Weights, codebook
from quantity_tagger.support.files import atomic_write

MAGIC = b"quantity-tagger model "
VERSION = 1
LARGEST = 1 << 30
"""Bytes a model may unfold to; a file that claims more is not one of ours."""


def save_model(model: Model, path: str | Path) -> None:
    """Write the model; the file appears whole or not at all."""
    weights = model.weights_
    arrays = [weights.tokens, weights.quantities, weights.structure]
    header: dict[str, object] = {
        "settings": asdict(model.settings),
        "tokens": list(model.tokens),
        "quantities": list(model.quantities),
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
    if model.calibration is not None:
        header["calibration"] = dict(model.calibration.weights)
    text = json.dumps(header, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    body = b"".join(
        [text.encode(), b"\n", *(np.ascontiguousarray(a, "<f8").tobytes() for a in arrays)]
    )
    packed = zlib.compress(body, 6)
    with atomic_write(Path(path)) as file:
        file.write(MAGIC + f"{VERSION}\n".encode())
        file.write(f"sha256 {hashlib.sha256(packed).hexdigest()}\n".encode())
        file.write(packed)


def load_model(path: str | Path) -> Model:
    """Read a model, or say in one sentence why this is not one."""
    path = Path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelFileError(f"{path} cannot be read ({error.strerror})") from None
    first, _, rest = content.partition(b"\n")
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
    except (ValueError, TypeError, AttributeError, zlib.error, RecursionError) as error:
        raise ModelFileError(f"{path} is not a sound model file: {error}") from None


def _unpack(packed: bytes) -> Model:
    stream = zlib.decompressobj()
    body = stream.decompress(packed, LARGEST)
    if stream.unconsumed_tail:
        raise ValueError("it unfolds to more than a model can hold")
    if not stream.eof or stream.unused_data:
        raise ValueError("its data end too soon or too late")
    text, _, data = body.partition(b"\n")
    header = json.loads(text)
    told = header["settings"]
    settings = Settings(
        model=told["model"],
        window=width_of(told["window"]),
        templates=tuple(told["templates"]),
        free_unknown=bool(told["free_unknown"]),
        schemas=tuple(told.get("schemas", ())),
    )
    check_templates(settings.templates)
    if settings.model not in LATTICES:
        raise ValueError(f"it holds a model {settings.model!r} that this package does not know")
    chosen = lattice(settings.model)
    names = header["tokens"], header["quantities"]
    for found in names:
        # Without the bias a row could be empty, and a name seen twice would lose a weight.
        named = all(isinstance(name, str) for name in found)
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
    if len(data) != 8 * sum(sizes):
        raise ValueError("its weights do not fit its features")
    flat = np.frombuffer(data, "<f8").astype(np.float64)
    if not np.isfinite(flat).all():
        raise ValueError("a weight of it is no number")
    blocks = np.split(flat, np.cumsum(sizes)[:-1])
    tokens, quantities, structure = (
        block.reshape(shape) for block, shape in zip(blocks, shapes, strict=True)
    )
    return Model(
        settings,
        {name: index for index, name in enumerate(names[0])},
        {name: index for index, name in enumerate(names[1])},
        Weights(tokens, quantities, structure, _equations(settings, header.get("equations", {}))),
        _calibration(header["calibration"]) if "calibration" in header else None,
    )


def _calibration(told: dict[str, float]) -> Calibration:
    weights = {str(name): float(weight) for name, weight in told.items()}
    if not all(map(isfinite, weights.values())):
        raise ValueError("a weight of its calibration is no number")
    return Calibration(weights)


def _equations(settings: Settings, told: dict[str, float]) -> Floats:
    if not lattice(settings.model).weighs_equations:
        return np.zeros(0)
    names = codebook(settings).names
    unknown = set(told).difference(names)
    if unknown:
        raise ValueError(f"it weighs {min(unknown)!r}, which this package does not know")
    found = np.array([float(told.get(name, 0.0)) for name in names])
    if not np.isfinite(found).all():
        raise ValueError("a weight of it is no number")
    return found
