"""One database, SQLite or PostgreSQL: its schema, its drivers, and what can go wrong with it."""
