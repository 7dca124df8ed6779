"""Every wager and paytable, its exact result, alone and beside others."""
