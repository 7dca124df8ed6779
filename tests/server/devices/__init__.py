"""Devices over real sockets."""
