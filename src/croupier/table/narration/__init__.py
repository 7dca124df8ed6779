"""What happened, told as a good dealer would tell it."""
