"""What an English text says of its quantities and of what it asks."""
