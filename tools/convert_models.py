"""Write model files anew, with the names of today for settings and features; weights stay.

python tools/convert_models.py FILE...
"""

from __future__ import annotations

import sys

from quantity_tagger.model.file import load_model, save_model


def main(paths: list[str]) -> None:
    for path in paths:
        save_model(load_model(path), path)


if __name__ == "__main__":
    main(sys.argv[1:])
