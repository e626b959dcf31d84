"""`python -m trimscope`: the core's own command line."""

import sys

from trimscope.command.cli import main

if __name__ == "__main__":  # the processes of a sweep import this module and must not start it again
    sys.exit(main())
