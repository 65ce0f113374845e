"""How right the facts of a story are, slot by slot, against facts that people wrote down."""
