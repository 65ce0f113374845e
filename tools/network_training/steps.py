"""The gradient of a batch, without what it costs to launch each kernel of a small network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import torch
from network_training.corpus import Batch
from torch import Tensor, nn

OFTEN = 3
"""A shape of batches is recorded the next time when it has come so often."""

Shape = tuple[tuple[str, tuple[int, ...]], ...]


class Recorded(NamedTuple):
    """A batch whose gradient is recorded, where to put others of its shape, and the loss."""

    graph: torch.cuda.CUDAGraph
    batch: Batch
    loss: Tensor


@contextmanager
def own_stream(on_gpu: bool) -> Iterator[None]:
    """Work in a stream that is not the default one, where nothing can be recorded."""
    if not on_gpu:
        yield
        return
    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        yield
    torch.cuda.synchronize()


class Gradient:
    """Adds up the gradient of a loss; on a GPU that of each common shape of batches is recorded
    (a CUDA graph) and played again: launching the kernels of a small network takes several times as
    long as they run.
    """

    def __init__(self, network: nn.Module, loss: Callable[[Batch], Tensor], record: bool) -> None:
        self._loss, self._record = loss, record
        self._parameters = [one for one in network.parameters() if one.requires_grad]
        for one in self._parameters:  # zero where a batch does not use one: it decays all the same
            one.grad = torch.zeros_like(one)
        self._seen: Counter[Shape] = Counter()
        self._recorded: dict[Shape, Recorded] = {}
        self._memory: tuple[int, int] | None = None

    def forget(self) -> None:
        """Record anew: the loss is computed in another way from now on."""
        self._seen.clear()
        self._recorded.clear()
        self._memory = None

    def __call__(self, batch: Batch) -> Tensor:
        """The loss, whose gradient is that of the parameters from now on."""
        shape = tuple((name, tuple(one.shape)) for name, one in batch.items())
        self._seen[shape] += 1
        if not self._record or self._seen[shape] <= OFTEN:
            return self._step(batch)
        if shape not in self._recorded:
            self._recorded[shape] = self._recording(batch)
        graph, own, loss = self._recorded[shape]
        torch._foreach_copy_([*own.values()], [*batch.values()])
        graph.replay()
        return loss.clone()

    def _step(self, batch: Batch) -> Tensor:
        torch._foreach_zero_([one.grad for one in self._parameters])
        loss = self._loss(batch)
        loss.backward()
        return loss.detach()

    def _recording(self, batch: Batch) -> Recorded:
        graph = torch.cuda.CUDAGraph()
        own = {name: one.clone() for name, one in batch.items()}
        stream = torch.cuda.current_stream()
        with torch.cuda.graph(graph, pool=self._memory, stream=stream):
            loss = self._step(own)
        self._memory = graph.pool()
        return Recorded(graph, own, loss)
