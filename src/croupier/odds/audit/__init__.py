"""The odds audit: every wager and paytable by two methods and by simulation."""
