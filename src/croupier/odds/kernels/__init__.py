"""Compiled counting.

A card here is the number ``4 * rank + suit``: rank 0 is the two and 12 the ace; suits 0 to 3 are clubs,
diamonds, hearts, spades. A set of cards is written as its numbers in ascending order.

The ladders, which say what hands are worth, and the values of hold 'em need no compiler: best play in one
situation loads those alone.
"""
