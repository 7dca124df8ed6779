"""Surveillance and the regulator: what happened, searched; nothing here writes to a table."""
