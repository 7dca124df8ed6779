"""Best play in one situation, and strategies as people use them."""
