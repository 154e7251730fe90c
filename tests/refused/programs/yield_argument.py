def f():
    print((yield 1))
