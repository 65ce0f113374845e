"""File formats of batch jobs, one module for each."""
