"""``python -m quantity_tagger`` is the command ``quantity-tagger``."""

import sys

from quantity_tagger.cli import main

if __name__ == "__main__":
    sys.exit(main())
