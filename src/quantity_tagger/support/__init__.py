"""What knows nothing of word problems: caches, files, progress bars, terminals."""
