"""How often each class of hand comes, and which paytable lines it satisfies."""
