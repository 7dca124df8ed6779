"""Everything that a house keeps, checked from the first record of every log to the last cent."""
