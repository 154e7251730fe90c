import doctest
doctest.testfile("examples.txt")
