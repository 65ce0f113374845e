"""Signs that a Chinese story suggests, by its schemas."""
