"""Component lists: made, signed, checked, compared."""
