"""What runs a batch job: processes of this machine, or a Ray cluster."""
