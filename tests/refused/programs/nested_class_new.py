def f():
    class A:
        x = 3

        def __new__(cls):
            return None
    return A
