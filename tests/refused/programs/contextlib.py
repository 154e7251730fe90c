from contextlib import contextmanager
