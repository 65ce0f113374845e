"""What the text says."""
