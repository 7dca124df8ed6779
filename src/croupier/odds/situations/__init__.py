"""Best play in one situation: the cards the player sees, and each action's exact value.

A new process answers before it could have loaded a compiler, so nothing here needs one or looks anything up that
an earlier run kept. Cards are numbers, as in ``croupier.odds.kernels``.
"""
