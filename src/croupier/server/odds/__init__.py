"""Exact mathematics for pages and the coach, worked out apart from the tables."""
