import numpy.random
