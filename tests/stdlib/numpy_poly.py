"""numpy: polynomials as objects and as sequences of coefficients."""
import numpy as np


def show(f):
    try:
        print(repr(f()))
    except (ValueError, TypeError, IndexError, AttributeError) as e:
        print(type(e).__name__, e)


p = np.poly1d([1, 2, 3])
q = np.poly1d([2, -1.5], variable='z')
print(p)
print(repr(p))
print(q, repr(q))
print(np.poly1d([1, 0, 0, -4.25]))
print(np.poly1d([0]))
print(np.poly1d([0, 0, 3]))
print(np.poly1d([1, 0]))
print(np.poly1d([-1, 1]))
print(np.poly1d([-1, 0, -1e-09]))
print(np.poly1d([1 + 2j, 3]))
print(np.poly1d([1j]))
print(np.poly1d(list(range(1, 14))))
print(np.poly1d([1.5] * 12))
print(np.poly1d([10000000000.0, 2.00004]))
print(np.poly1d([3], True))
print(np.poly1d([1, 2], True))
print(np.poly1d(5))
print(np.poly1d([1, -1 + 0j, 2]))
print(np.poly1d([2, 1, 0]))
print(np.poly1d([12345.678] * 6))
show(lambda: p(2))
show(lambda: p([1, 2]))
show(lambda: p(p))
show(lambda: p.r)
show(lambda: p.roots)
show(lambda: p.c)
show(lambda: p.coeffs)
show(lambda: p.coef)
show(lambda: p.coefficients)
show(lambda: p.o)
show(lambda: p.order)
show(lambda: p.variable)
show(lambda: q.variable)
show(lambda: p[1])
show(lambda: p[5])
show(lambda: p[-1])
show(lambda: len(p))
show(lambda: list(p))
show(lambda: p + q)
show(lambda: p - q)
show(lambda: p * q)
show(lambda: p ** 2)
show(lambda: p ** 0)
show(lambda: p / q)
show(lambda: p / 2)
show(lambda: 2 * p)
show(lambda: 2 + p)
show(lambda: 2 - p)
show(lambda: p + 2)
show(lambda: p - 1)
show(lambda: -p)
show(lambda: +p)
show(lambda: p == np.poly1d([1, 2, 3]))
show(lambda: p != q)
show(lambda: p == 3)
show(lambda: p.deriv())
show(lambda: p.deriv(2))
show(lambda: p.deriv(m=3))
show(lambda: p.integ())
show(lambda: p.integ(m=2, k=[1, 2]))
show(lambda: p.integ(k=5))
show(lambda: p ** (-1))
show(lambda: p ** 1.5)
show(lambda: np.poly1d([[1, 2], [3, 4]]))
show(lambda: np.poly1d([]))
show(lambda: p * [1, 2])
show(lambda: [1, 2] * p)
show(lambda: 2 / p)
show(lambda: np.poly1d(p))
show(lambda: np.poly1d(q).variable)
show(lambda: np.polyadd(p, [1]))
show(lambda: np.polymul(p, p))
show(lambda: np.polyder(p))
show(lambda: np.polyint(p))
show(lambda: np.roots(p))
show(lambda: np.polysub([1], p))
show(lambda: np.polydiv([1, 2, 3], [1, 1]))
show(lambda: np.polydiv(p, q))
show(lambda: np.polydiv([1], [1, 1]))
show(lambda: np.polydiv([1.0, 5, 6], [2.0]))


def s():
    r = np.poly1d([1, 2])
    r[3] = 7
    r[0] = -1
    return (r, r.c)


show(s)


def s():
    r = np.poly1d([1, 2])
    r[-1] = 7


show(s)


def s():
    r = np.poly1d([1, 2])
    r.c[0] = 7
    r.coeffs = r.coeffs
    return r


show(s)


def s():
    r = np.poly1d([1, 2])
    r.c = [3]


show(s)
show(lambda: hash(p))
show(lambda: np.poly1d(np.polyfit([0, 1, 2], [1, 3, 7], 2))(3))
show(lambda: p(np.array([[1.0, 2]])))
show(lambda: p(1j))
show(lambda: p / 0)
show(lambda: np.poly1d([1, 2, 3]) / [1, 1])
show(lambda: np.float64(2) * p)
show(lambda: np.array([1, 2]) * p)
show(lambda: p * np.float64(2))
show(lambda: (p * q).variable)
show(lambda: np.poly1d([1, 2, 3]).integ().c.dtype)
show(lambda: np.poly1d([1.0, 2, 0]).r)
show(lambda: np.poly1d([2]).r)
show(lambda: p.deriv(-1))
show(lambda: p.integ(m=2, k=[1]))
show(lambda: p.integ(m=0))
show(lambda: p.integ(m=3, k=2))
show(lambda: p.deriv(0))
print(np.roots([1, 2, 0]), np.roots([2]), np.roots([0, 0]), np.roots([1, 0, 0]), np.roots([1j, 2]), np.roots([1, -6, 11, -6]).round(6))
print(np.polyfit([0, 1, 2, 3], [1, 3, 7, 13], 2).round(6))
print(np.polyfit([0, 1, 2, 3], [1, 3, 7, 13], 1, w=[1, 2, 1, 1]).round(6))
c, v = np.polyfit([0, 1, 2, 3.0], [1, 3, 7, 13], 1, cov=True)
print(c.round(6), v.round(6))
print([np.round(x, 6) for x in np.polyfit([0, 1, 2, 3.0], [1, 3, 7, 13], 1, full=True)])
print(np.polyfit([0, 1, 2, 3.0], np.array([[1, 3], [3, 4], [7, 9], [13, 0]]), 1).round(6))
print(np.polymul([1.0, 2], [1]), np.polyadd([1, 2], [3.0]), np.polysub([1], [1, 2]), np.polyder([1, 2, 3]), np.polyint([2, 2]))
