"""The law as data, and what follows from it: load, elect, check, compare, explain."""
