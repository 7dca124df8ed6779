"""Devices at tables: by which token each is known, and the socket that it speaks by."""
