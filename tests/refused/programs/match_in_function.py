def f(x):
    match x, 1:
        case _:
            return 3
