"""The best tree, given a score of every word as the head of every other.

Most sentences need no search: with the best root, the best heads of the other words already give a
tree. The others get the maximum spanning tree (Chu, Liu and Edmonds) among those with one root.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.intp]

#: What every root costs: more than any tree gains by a second one.
_SECOND_ROOT = 1e6


def best_heads(scores: Floats, lengths: Places) -> Places:
    """The head of every word of a batch: ``scores`` are sentence × word × head.

    Heads count from 1, and 0 is the root; what stands beyond a sentence's length is not looked at,
    its heads are 0.
    """
    count, width, _ = scores.shape
    inside = np.arange(width) < lengths[:, None]
    # The best root, and for all others the best head that is a word.
    heads: Places = scores[:, :, 1:].argmax(2)
    loss = scores[:, :, 0] - scores[:, :, 1:].max(2)
    roots = np.where(inside, loss, -np.inf).argmax(1)
    heads += 1
    heads[np.arange(count), roots] = 0
    heads[~inside] = 0
    for index in np.flatnonzero(~_lead_to_root(heads)):
        size = lengths[index]
        heads[index, :size] = spanning_tree(scores[index, :size, : size + 1])
    return heads


def _lead_to_root(heads: Places) -> NDArray[np.bool_]:
    """Which sentences have no cycle: from every word the way up ends at the root."""
    count, width = heads.shape
    up = np.zeros((count, width + 1), np.intp)
    up[:, 1:] = heads
    rows = np.arange(count)[:, None]
    reach = 1
    while reach <= width:
        up = up[rows, up]
        reach *= 2
    found: NDArray[np.bool_] = np.equal(up.max(axis=1), 0)
    return found


def spanning_tree(scores: Floats) -> Places:
    """The heads of the best tree with one root; ``scores`` are word × head, 0 being the root."""
    size = len(scores)
    square = np.full((size + 1, size + 1), -np.inf, np.float64)
    square[1:] = scores
    square[:, 0] -= _SECOND_ROOT
    np.fill_diagonal(square, -np.inf)
    return _arborescence(square)[1:]


def _arborescence(scores: NDArray[np.float64]) -> Places:
    """The best head of every node but node 0, without a cycle; row: node, column: head."""
    graph = _Contraction(scores)
    for start in range(1, len(scores)):
        if graph.state[start] == _NEW:
            graph.climb(start)
    return graph.heads()


_NEW, _ON_THE_WAY, _LEADS_TO_ROOT, _SWALLOWED = range(4)


class _Contraction:
    """A graph whose cycles of best heads become one node as they are met (Tarjan).

    A cycle takes the slot of one of its nodes; each node and each cycle has a number of its own,
    under which its chosen arc is kept. Arcs are remembered as the two words that they link.
    """

    def __init__(self, scores: NDArray[np.float64]) -> None:
        size = len(scores)
        self._scores = scores
        self._all = np.arange(size)
        self._arcs = np.stack(np.meshgrid(self._all, self._all, indexing="ij"), axis=2)
        self._cost = np.zeros(size)
        self._number = list(range(size))
        self._next = size
        self._chosen: dict[int, tuple[int, int]] = {}
        self._inside: dict[int, int] = {}
        self.state = [_LEADS_TO_ROOT, *[_NEW] * (size - 1)]

    def climb(self, start: int) -> None:
        """Follow the best heads until they lead to the root."""
        way = [start]
        while True:
            slot = way[-1]
            self.state[slot] = _ON_THE_WAY
            head = int(self._scores[slot].argmax())
            self._cost[slot] = self._scores[slot, head]
            node, above = self._arcs[slot, head].tolist()
            self._chosen[self._number[slot]] = (node, above)
            if self.state[head] == _NEW:
                way.append(head)
            elif self.state[head] == _ON_THE_WAY:
                first = way.index(head)
                self._contract(way[first:])
                del way[first + 1 :]
            else:
                for passed in way:
                    self.state[passed] = _LEADS_TO_ROOT
                return

    def _contract(self, cycle: list[int]) -> None:
        """A way into the cycle costs what the head costs that it takes the place of."""
        kept, scores, arcs, every = cycle[0], self._scores, self._arcs, self._all
        ways = scores[cycle] - self._cost[cycle][:, None]
        best = ways.argmax(0)
        scores[kept] = ways[best, every]
        arcs[kept] = arcs[cycle][best, every]
        ways = scores[:, cycle]
        best = ways.argmax(1)
        scores[:, kept] = ways[every, best]
        arcs[:, kept] = arcs[:, cycle][every, best]
        scores[:, cycle[1:]] = -np.inf
        scores[kept, kept] = -np.inf
        number = self._next
        self._next += 1
        for slot in cycle:
            self._inside[self._number[slot]] = number
            self.state[slot] = _SWALLOWED
        self._number[kept] = number

    def heads(self) -> Places:
        """The head of every node, once all lead to the root: cycles open where they are entered."""
        for number in sorted(self._chosen, reverse=True):
            node = self._chosen[number][0]
            while node != number and self._inside[node] != number:
                node = self._inside[node]
            if node != number:
                self._chosen[node] = self._chosen[number]
        size = len(self._scores)
        heads = np.zeros(size, np.intp)
        for node in range(1, size):
            heads[node] = self._chosen[node][1]
        return heads
