"""Exact odds and best play."""
