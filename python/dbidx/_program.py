"""The program dbidx, which the package starts."""
import os
import shutil


class ProgramNotFound(Exception):
    pass


def program():
    """Path of dbidx: that of the environment variable DBIDX, that of the package, or the first on PATH.

    ProgramNotFound if there is none.
    """
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "dbidx")
    for path in (os.environ.get("DBIDX"), own if os.access(own, os.X_OK) else None):
        if path:
            return path
    found = shutil.which("dbidx")
    if not found or is_script(found):
        raise ProgramNotFound("the program dbidx was not found: the environment variable DBIDX says where it is")
    return found


def is_script(path):
    """Is it the script that starts this package, which would start itself?"""
    with open(path, "rb") as f:
        return f.read(2) == b"#!"
