"""Double entry: accounts, which money moves when something happens, and the books of one transaction."""
