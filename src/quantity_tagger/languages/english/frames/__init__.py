"""English clauses as frames, and frames as the facts of a story."""
