"""`python -m defiance_qt` is the command `defiance-qt`."""

import sys

from defiance_qt.cli import main

if __name__ == "__main__":
    sys.exit(main())
