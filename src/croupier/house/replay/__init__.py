"""Any round ever played, told again, settled again, proved, and put into a file for a dispute."""
