class A:
    @property
    def x(self):
        return 3
