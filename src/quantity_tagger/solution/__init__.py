"""The answer: equation, notation, the solution as data, in words (steps, story) and in HTML."""
