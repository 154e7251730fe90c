f = lambda: (yield from [1])
