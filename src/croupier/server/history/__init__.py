"""Rounds that were played, listed and told again."""
