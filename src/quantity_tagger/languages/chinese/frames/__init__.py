"""Reads Chinese stories as facts for the situation."""
