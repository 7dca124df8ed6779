"""The values of a table: commands, events, state, refusals, roles."""
