def f():
    import pathlib
    return pathlib.Path.cwd()
f()
