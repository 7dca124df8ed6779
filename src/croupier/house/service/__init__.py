"""The house at work: many tables in one process, their clocks, and news between processes."""
