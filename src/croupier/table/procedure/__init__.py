"""A dealer's procedure: decks, dealing, wagers, decisions, the stub, devices, and what is due."""
