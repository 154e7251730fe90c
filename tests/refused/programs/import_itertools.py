import itertools
