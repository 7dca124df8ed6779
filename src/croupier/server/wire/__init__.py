"""What goes over the wire: messages at a table, what pages show, and the one shape of a no."""
