"""How far the logs have come, signed and cosigned, so that nobody can cut a record off unseen."""
