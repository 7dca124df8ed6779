"""Shuffles that anybody can repeat, decks under one hash, and the proof of a round."""
