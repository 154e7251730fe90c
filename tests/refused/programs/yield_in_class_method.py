class A:
    def __iter__(self):
        yield 1
