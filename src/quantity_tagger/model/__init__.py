"""Trained models: scoring, decoding, files, and those that are bundled."""
