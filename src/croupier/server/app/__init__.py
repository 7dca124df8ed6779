"""The floor as an app: what it is made of, how it is run, and the door before it."""
