"""How long a test waits for what must come: one place, and long, for nobody waits it out but where something is broken.

No test asserts how quick anything is; `make bench` does that. Whoever mends a test may have less patience
(`CROUPIER_TEST_PATIENCE=20 pytest ...`) and see it fail sooner.
"""

import os

PATIENCE_SECONDS = int(os.environ.get("CROUPIER_TEST_PATIENCE", "600"))
PATIENCE_MS = PATIENCE_SECONDS * 1000
