"""The three games against the dealer, solved."""
