"""A worker: a process that takes jobs on its standard input until that ends, one frame at a time.

It keeps nothing, and it writes nothing but outcomes: even an error in our own code is told without
its message, which may quote the text of a problem.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import BinaryIO

from quantity_tagger.web import wire
from quantity_tagger.web.jobs import perform, warm_up
from quantity_tagger.web.privacy import place_of


def main() -> None:
    """Serves the process that started this one."""
    # A signal to the whole group stops the server, which still wants what is under way; the end of
    # its input tells a worker to go, even where the server was killed.
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    sys.excepthook = _tell
    longest, most = map(int, sys.argv[1:])
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed must not pass for a frame
    warm_up()
    gc.freeze()  # models and words stay: looking through them for garbage would hold up requests
    _send(output, wire.pack_outcomes([]))
    while (content := _receive(sys.stdin.buffer)) is not None:
        _send(output, wire.pack_outcomes(perform(wire.unpack_jobs(content), longest, most)))


def _tell(_: type[BaseException], error: BaseException, trace: object) -> None:
    print(f"a worker failed: {place_of(error)}", file=sys.stderr)


def _receive(source: BinaryIO) -> bytes | None:
    prefix = source.read(wire.PREFIX)
    if len(prefix) < wire.PREFIX:
        return None
    content = source.read(size := wire.length(prefix))
    return content if len(content) == size else None


def _send(target: BinaryIO, frame: bytes) -> None:
    target.write(frame)
    target.flush()


if __name__ == "__main__":
    main()
