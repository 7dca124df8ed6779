"""What went wrong, who may report it, and what the rules then require."""
