"""What knows nothing of word problems: caches, files, processes, progress bars, terminals."""
