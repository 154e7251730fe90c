import timeit
timeit.timeit("x + 1", number=3)
