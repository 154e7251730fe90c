def f():
    x = yield 2
    return x
