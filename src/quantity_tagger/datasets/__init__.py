"""Data sets: files in, files out, and the signs that a file's answers imply."""

from quantity_tagger.datasets.check import check
from quantity_tagger.datasets.jsonl import iterate, load, save
from quantity_tagger.datasets.record import GoldQuantity, Record

__all__ = ["GoldQuantity", "Record", "check", "iterate", "load", "save"]
