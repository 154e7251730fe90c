def f():
    yield
