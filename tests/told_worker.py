"""A worker that does what a text tells it: wait, stall, die, err, or answer with the text."""

from __future__ import annotations

import os
import sys
import time

from quantity_tagger.web import wire as frames
from quantity_tagger.web.jobs import Outcome

WAIT = "wait for "  # and then a file


def main() -> None:
    output = os.fdopen(1, "wb", closefd=False)
    output.write(frames.pack_outcomes([]))
    output.flush()
    while prefix := sys.stdin.buffer.read(frames.PREFIX):
        jobs = frames.unpack_jobs(sys.stdin.buffer.read(frames.length(prefix)))
        texts = [job["text"] for job in jobs]
        for text in texts:
            if text.startswith(WAIT):
                while not os.path.exists(text.removeprefix(WAIT)):
                    time.sleep(0.01)
        if "stall" in texts:
            time.sleep(60)
        if "die" in texts:
            os._exit(1)
        if "fall silent" in texts:
            os.close(1)
            time.sleep(60)
        if "babble" in texts:
            output.write(frames.framed(b"What?"))
            output.flush()
            continue
        if "forget" in texts:
            texts.remove("forget")
        told = f"{len(texts)} together"
        found = [
            Outcome("done", "en", 1, (told if text == "how many" else text).encode())
            for text in texts
        ]
        output.write(frames.pack_outcomes(found))
        output.flush()


if __name__ == "__main__":
    main()
