"""Families of stories that are read from the text itself, by patterns of the lexicon."""
