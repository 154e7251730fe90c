def f():
    pass
print(f.__code__)
