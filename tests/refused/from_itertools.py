from itertools import product
