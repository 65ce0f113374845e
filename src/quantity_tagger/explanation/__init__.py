"""Why a model gave its signs: reasons, their words, the lattice as a picture."""
