"""Who is paid what, and by which clause."""
