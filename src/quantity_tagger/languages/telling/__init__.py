"""What all languages share in telling a situation: the cast of a problem, and word choice."""
