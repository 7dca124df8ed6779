"""Who may come in and what they may do: users, sessions, passwords, chips."""
