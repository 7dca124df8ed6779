"""All that lasts: events, money, meters, shuffles, and the service that runs tables."""
