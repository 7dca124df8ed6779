"""Simulation: many rounds, fast, the same numbers whatever they run on."""
