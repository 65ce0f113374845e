"""What a Chinese text says of its quantities and of what it asks."""
