"""From a trained network to the file that is shipped, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quantity_tagger.languages.english.syntax.features import Vocabulary
from quantity_tagger.languages.english.syntax.model_file import Model


def packed(
    state: dict[str, NDArray[Any]],
    vocabulary: Vocabulary,
    labels: dict[str, list[str]],
    options: dict[str, Any],
) -> Model:
    """The network's arrays as NumPy uses them: matrices turned, the table's rows as bytes."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, array in state.items():
        full = array.astype(np.float32)
        if name == "table.weight":
            scale = np.maximum(np.abs(full).max(1), 1e-6) / 127
            arrays["table"] = np.round(full / scale[:, None]).astype(np.int8)
            arrays["scale"] = scale.astype(np.float32)
        else:
            turned = full.T if name.endswith("weight") and full.ndim == 2 else full
            arrays[name] = np.ascontiguousarray(turned).astype(np.float16)
    return Model(
        vocabulary,
        {name: tuple(values) for name, values in labels.items()},
        arrays,
        options["layout"],
        options["heads"],
    )


def unpacked(model: Model) -> dict[str, NDArray[Any]]:
    """The arrays as the network for training has them."""
    arrays = dict(model.arrays)
    table, scale = arrays.pop("table"), arrays.pop("scale")
    state: dict[str, NDArray[Any]] = {"table.weight": table * scale[:, None]}
    for name, array in arrays.items():
        turned = array.T if name.endswith("weight") and array.ndim == 2 else array
        state[name] = np.ascontiguousarray(turned).astype(np.float32)
    return state
