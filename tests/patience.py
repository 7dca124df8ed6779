"""How long a test waits for what must come: one place, and long, for nobody waits it out but where something is broken.

No test asserts how quick anything is; `make bench` does that.
"""

PATIENCE_SECONDS = 600
PATIENCE_MS = PATIENCE_SECONDS * 1000
