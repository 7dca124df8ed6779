"""A table's log: what happened, chained record by record, sealed where it is not public, and what it comes to."""
