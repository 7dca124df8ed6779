"""A table as somebody sees it and what they ask of it, over sockets and HTTP."""
