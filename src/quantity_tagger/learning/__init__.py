"""Learning the weights: the objective, the optimiser, and who watches it."""
