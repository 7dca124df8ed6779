"""Links of meters: kept by this database, or by another house's and cleared between the two."""
