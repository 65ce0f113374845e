"""Features g(T, y) of whole equations."""
