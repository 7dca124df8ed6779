"""What tables won, and a regulator's exports."""
