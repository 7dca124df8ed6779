"""The house in a browser: HTTP and WebSocket."""
