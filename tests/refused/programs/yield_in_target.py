def f(x):
    for x[(yield 1)] in [2]:
        pass
