"""The desk: submissions of this house as forms, on their way to being in force, and the regulator's side of it."""
