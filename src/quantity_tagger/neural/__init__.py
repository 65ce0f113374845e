"""Small networks in plain NumPy: their layers, their files, and the one that reads whole problems.

The same networks, for training, are in ``tools``.
"""
