"""Quantity Tagger: addition-subtraction word problems, solved and explained."""

__version__ = "0.1.0"
