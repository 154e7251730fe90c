import doctest
def f():
    """
    >>> f()
    1
    """
    return 1
doctest.testmod()
