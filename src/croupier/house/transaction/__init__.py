"""What one commit does: the tables, money and meters it reads, changes in memory and writes together."""
