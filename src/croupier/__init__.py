"""Croupier runs casino poker tables by the book."""
