"""numpy.random: distributions whose numbers are drawn one after the other, and what is drawn after them."""
import numpy as np
ARGS = {
    'standard_gamma': [(0.3,), (1,), (2.5,), (50,), ([0.1, 3],)],
    'gamma': [(2, 3), (0.5, 0.1)],
    'beta': [(0.5, 0.5), (2, 3), (0.2, 4), (1, 1), (0.01, 0.02)],
    'chisquare': [(1,), (3,), (2,)],
    'f': [(2, 3), (5, 1.5)],
    'noncentral_chisquare': [(3, 2.0), (0.5, 1.5), (2, 0)],
    'noncentral_f': [(3, 2, 1.5)],
    'standard_t': [(1,), (5,)],
    'wald': [(1, 2), (3, 0.5)],
    'vonmises': [(0, 1), (1, 4), (3, 0.5), (0, 1e-09), (0, 1e-06), (2, 100)],
    'power': [(2,), (0.5,)],
    'poisson': [(0.5,), (5,), (10,), (50,), (1234.5,), ([1, 20],), (1000000000.0,)],
    'binomial': [(10, 0.5), (10, 0.9), (100, 0.5), (1000, 0.3), (1000, 0.8), (1000000, 0.4), (5, 0), (5, 1), ([10, 100], 0.3), (100, 0.01), (1000000000, 0.2)],
    'negative_binomial': [(3, 0.4), (10, 0.05), (2.5, 0.9)],
    'geometric': [(0.5,), (0.2,), (0.01,), (1,), ([0.1, 0.9],)],
    'logseries': [(0.5,), (0.9,), (0.99,)],
    'zipf': [(2.0,), (1.3,), (4,)],
    'multinomial': [(20, [0.16666666666666666, 0.16666666666666666, 0.16666666666666666, 0.16666666666666666, 0.16666666666666666, 0.16666666666666666]), (100, [0.2, 0.8]), (5, [1.0, 0])],
    'dirichlet': [([1, 2, 3],), ([0.05, 0.02, 0.03],), ([0.5, 0.5],), ([10, 20],)],
}
for seed in (0,):
    for o in (np.random.RandomState(seed), np.random.default_rng(seed)):
        for name, calls in ARGS.items():
            for a in calls:
                for size in (None, 7, (2, 3)):
                    if size is not None and isinstance(a[0], list) and (name not in ('dirichlet',)):
                        continue
                    r = getattr(o, name)(*a, size=size)
                    print(type(o).__name__, name, a, size, type(r).__name__, getattr(r, 'dtype', None), np.asarray(r).tolist())
                    if size == 7:
                        print(o.random(2).tolist())
        big = o.binomial(10 ** 5, 0.37, size=300)
        print(big.sum(), o.random())
        print(o.poisson(33.3, size=300).sum(), o.random(), o.standard_gamma(0.7, size=300).sum(), o.random())
np.random.seed(3)
print(np.random.poisson(3, 5), np.random.binomial(10, 0.3, 4), np.random.gamma(2.0, size=2), np.random.beta(1, 2), np.random.dirichlet([1, 1]))
