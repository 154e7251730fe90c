def f(v):
    x = y = None
    match v:
        case [int() as x, str() as y]:
            return "first", x, y
        case {"a": x, "b": [y, 1]}:
            return "mapping", x, y
        case [x, 1] | [1, x]:
            return "or", x, y
        case [x, *y] if len(y) > 2:
            return "star", x, y
        case _:
            return "rest", x, y


for v in ((2, 2), (1, "a"), {"a": 1, "b": [2, 3]}, {"a": 1, "b": [2, 1]}, [1, 5], [5, 1], [1, 2, 3], [1, 2, 3, 4], 7):
    print(f(v))
