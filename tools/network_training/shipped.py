"""The network as it is in the package, to go on learning from."""

from __future__ import annotations

from typing import Any

import torch
from network_training.encoding import Names
from network_training.network import Student

from quantity_tagger import languages
from quantity_tagger.neural import archive, sign_network
from quantity_tagger.reading.weighing import FILE


class Shipped:
    """Its encoder, and for each language the ``names`` of its table with their rows, which tell
    what words mean as well.
    """

    def __init__(self) -> None:
        self._encoder = archive.full(archive.read(sign_network.ENCODER)[1])
        self.names: dict[str, list[str]] = {}
        self._rows: dict[str, Any] = {}
        for code in languages.codes():
            header, arrays = archive.read(languages.get(code).folder / "models" / FILE)
            self.names[code] = header["names"].split("\n")
            self._rows[code] = archive.full(arrays)["table"]

    def put_into(self, network: Student, names: Names) -> None:
        """Give a network its weights; names that it does not have begin with nothing."""
        state = network.state_dict()
        for name, full in self._encoder.items():
            turned = name.endswith("weight") and full.ndim == 2
            state[name] = torch.tensor(full.T if turned else full)
        table = torch.zeros_like(state["table.weight"])
        for code, known in self.names.items():
            table[[names.number[name] for name in known]] = torch.tensor(self._rows[code]).to(table)
        state |= {"table.weight": table, "meant.weight": torch.zeros_like(state["meant.weight"])}
        network.load_state_dict(state)
        network.meant.weight.requires_grad_(False)
