"""Signs that an English story suggests, by its schemas."""
