"""Environments for learning agents: the three games and every rulebook, dealt and settled by `croupier.table`.

Importing this registers the Gymnasium environments, such as `croupier/ThreeCardPoker-v0` and `croupier/md-uth-v0`;
`croupier.learning.seats` is the PettingZoo environment.
"""

from croupier.learning.registry import register_environments

register_environments()
