"""pytest --dbidx: what Catalyst or jax traces in a test that fails stays as a recording, which its report names."""
import pathlib
import re

import pytest


def pytest_addoption(parser):
    group = parser.getgroup("dbidx", "recordings of traced programs")
    group.addoption("--dbidx", action="store_true", help="keep a recording of each failing test, for `dbidx open`")
    group.addoption("--dbidx-folder", metavar="FOLDER", default="dbidx-recordings", help="where they are kept (%(default)s)")


def recording_of(item):
    name = re.sub(r"[^\w.\[\]-]+", "_", item.nodeid.replace("::", ".").replace("/", "."))
    return pathlib.Path(item.config.getoption("dbidx_folder")).resolve() / f"{name}.dbidx"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    if not item.config.getoption("dbidx"):
        yield
        return
    path = recording_of(item)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        from dbidx import hooks  # pylint: disable=import-outside-toplevel
        recorder = hooks.install(str(path))
    except (ImportError, RuntimeError, OSError) as e:
        item.add_report_section("call", "dbidx", f"nothing was recorded: {e}")
        yield
        return
    outcome = yield
    recorder.end()
    if outcome.excinfo is None or not recorder.traced:
        path.unlink()
    else:
        item.add_report_section("call", "dbidx", f"dbidx open {path}")
