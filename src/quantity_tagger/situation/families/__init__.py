"""What the statements of each family of stories are, one family a file."""
