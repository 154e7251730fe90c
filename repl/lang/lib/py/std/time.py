"""Clocks. What a clock shows differs from run to run."""
import _time


def time():
    return _time.clock("wall") / 1e9


def time_ns():
    return _time.clock("wall")


def monotonic():
    return _time.clock("monotonic") / 1e9


def monotonic_ns():
    return _time.clock("monotonic")


perf_counter, perf_counter_ns = monotonic, monotonic_ns


def process_time():
    return _time.clock("process") / 1e9


def process_time_ns():
    return _time.clock("process")


def thread_time():
    return _time.clock("thread") / 1e9


def thread_time_ns():
    return _time.clock("thread")


def sleep(secs, /):
    """Ctrl-C ends it."""
    _time.sleep(secs)
