"""What is running where: every component of a house with its digest, signed, and compared elsewhere."""
