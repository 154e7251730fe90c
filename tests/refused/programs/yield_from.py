def f():
    yield from [1, 2]
