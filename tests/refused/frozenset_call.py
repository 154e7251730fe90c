frozenset([1])
