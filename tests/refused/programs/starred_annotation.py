def f(*args: *int):
    pass
