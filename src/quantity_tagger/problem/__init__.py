"""The values that a text becomes on its way: document, problem, facts."""
