"""`python -m trimscope`: the core's own command line."""

import sys

from trimscope.command.cli import main

sys.exit(main())
