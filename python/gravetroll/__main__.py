"""``python -m gravetroll``."""

import sys

from gravetroll.cli import main

sys.exit(main())
