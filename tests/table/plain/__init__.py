"""A second settlement, deliberately plain: written from the clauses, it shares nothing with the croupier package."""
