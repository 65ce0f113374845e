"""The best tree, given a score of every word as the head of every other.

Most sentences need no search: with the best root, the best heads of the other words already give a
tree. The others get the maximum spanning tree (Chu, Liu and Edmonds) among those with one root.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.intp]

#: How many words are tried as the root of a sentence whose best heads give several roots or none.
_ROOTS_TRIED = 4


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
    np.fill_diagonal(square, -np.inf)
    best: Places | None = None
    best_score = -np.inf
    for root in np.argsort(-square[1:, 0], kind="stable")[:_ROOTS_TRIED] + 1:
        one = square.copy()
        one[1:, 0] = -np.inf
        one[root] = -np.inf
        one[root, 0] = square[root, 0]
        heads = _arborescence(one)
        score = one[np.arange(1, size + 1), heads[1:]].sum()
        if best is None or score > best_score:
            best, best_score = heads[1:], score
    assert best is not None
    return best


def _arborescence(scores: NDArray[np.float64]) -> Places:
    """The best head of every node but node 0, without a cycle; row: node, column: head."""
    heads: Places = scores.argmax(1)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    within = np.zeros(len(heads), bool)
    within[cycle] = True
    outside = np.flatnonzero(~within)
    last = len(outside)  # the cycle as one node
    smaller = np.full((last + 1, last + 1), -np.inf)
    smaller[:last, :last] = scores[np.ix_(outside, outside)]
    gain = scores[np.ix_(cycle, outside)] - scores[cycle, heads[cycle]][:, None]
    smaller[last, :last] = gain.max(0)
    leaving = scores[np.ix_(outside, cycle)]
    smaller[:last, last] = leaving.max(1)
    smaller[0] = -np.inf
    found = _arborescence(smaller)
    result = heads.copy()
    for node, head in zip(outside[1:], found[1:last], strict=True):
        place = np.searchsorted(outside, node)
        result[node] = outside[head] if head < last else cycle[leaving[place].argmax()]
    entered = found[last]
    result[cycle[gain[:, entered].argmax()]] = outside[entered]
    return result


def _cycle(heads: Places) -> Places | None:
    state = [0] * len(heads)  # 1: on the way, 2: leads to the root
    state[0] = 2
    for start in range(1, len(heads)):
        path = []
        node = start
        while state[node] == 0:
            state[node] = 1
            path.append(node)
            node = int(heads[node])
        if state[node] == 1:
            return np.array(path[path.index(node) :])
        for passed in path:
            state[passed] = 2
    return None
