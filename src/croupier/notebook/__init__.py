"""The Python API: what `import croupier as c` offers, shown as a notebook likes it."""
