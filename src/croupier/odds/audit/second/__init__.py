"""Every wager worked out a second time, by methods that share no code with the first.

Hands are four masks here, the ranks held of each suit; nothing is looked up in a table of strengths.
"""
