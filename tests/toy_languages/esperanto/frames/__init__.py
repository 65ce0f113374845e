"""Stories as statements."""
