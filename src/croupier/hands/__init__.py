"""What cards are worth: `three_card`, `four_card` and `five_card` hands, and two `hole_cards`.

Nothing here depends on a jurisdiction: which hand qualifies and which line it wins, the rulebook says.
"""
