"""The desk over HTTP."""
