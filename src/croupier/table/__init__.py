"""One table, pure: commands in, events out. Nothing here reads a clock, a random number, a file or a socket."""
