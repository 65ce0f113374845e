"""English: tokens, numerals, facts, word lists and models."""
