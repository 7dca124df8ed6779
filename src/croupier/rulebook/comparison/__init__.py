"""Two of a kind side by side: rulebooks value by value, submissions field by field, signs line by line."""
