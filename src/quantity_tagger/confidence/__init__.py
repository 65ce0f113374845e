"""How sure an answer is: scope, calibration, and both together."""
