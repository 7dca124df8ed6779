"""A submission as a form that the rulebook makes: what is asked, what the law allows, what is still to be mended."""
