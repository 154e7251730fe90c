def f():
    return (yield 2) + 1
