"""Chinese: tokens, numerals, facts, word lists and models."""
