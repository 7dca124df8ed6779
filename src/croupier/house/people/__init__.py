"""Who may sign in, who is signed in and who failed to, as the database keeps it; passwords are checked elsewhere."""
