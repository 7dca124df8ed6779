"""The screen of whoever is on duty at a table: what is due, what is said aloud, what may be done beside it."""
