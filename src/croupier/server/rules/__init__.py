"""The rules as pages: rulebooks, and what a table's rules say in plain words."""
