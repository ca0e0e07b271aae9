"""`python -m scanner`."""

import os
import sys

# The scanner reads two cards at once; threads inside each small product would only get in their way (measured: 1.5 to
# 1.8 times slower). OpenBLAS looks at this when NumPy is loaded, so it comes first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from scanner.cli import main

sys.exit(main())
