"""Abstract classes."""


class ABC:
    """A class whose abstract methods have to be defined before it has instances."""


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj
