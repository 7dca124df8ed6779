"""Paytables found by what they shall bring: said are edge, hits and deviation, and which lines may move."""
