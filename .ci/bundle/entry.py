"""What the bundle starts: the command line and the window, a worker of `multiprocessing`, or `-m pytest`, by which
`plugin check` runs the tests of a plugin."""

import multiprocessing
import os
import sys

if __name__ == "__main__":
    # A worker goes no further.
    multiprocessing.freeze_support()
    # The bundle's libraries are its own: a browser or a sound player that it starts needs those of the system.
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
    # And the program itself, started by this one, looks for those of the bundle again.
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    if sys.argv[1:3] == ["-m", "pytest"]:
        import pytest

        sys.exit(pytest.main(sys.argv[3:]))
    from defiance_qt.cli import main

    sys.exit(main())
