"""Signs to answers: the exact equation, the solution, the solver."""
