"""The floor's screen: every table at a glance, who works there, and what calls for the floor."""
