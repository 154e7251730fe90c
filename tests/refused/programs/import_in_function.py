def f():
    import os
    return os.getcwd()
f()
