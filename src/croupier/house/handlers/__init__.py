"""What the house does when it is asked: each command, each once, and what the dealer does behind it."""
