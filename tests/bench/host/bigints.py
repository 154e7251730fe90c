"""Integers beyond 64 bits: factorials, powers, digits of pi and e."""


def pi_digits(n):
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    out = []
    while len(out) < n:
        if 4 * q + r - t < m * t:
            out.append(str(m))
            q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else:
            q, r, t, k, m, x = (q * k, (2 * q + r) * x, t * x, k + 1,
                                (q * (7 * k + 2) + r * x) // (t * x), x + 2)
    return ''.join(out)


def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def power(b, e, m):
    r = 1
    while e:
        if e & 1:
            r = r * b % m
        b = b * b % m
        e >>= 1
    return r


f = 1
for i in range(1, 2000):
    f *= i
print(f % 10 ** 9, len(str(f)) if f.bit_length() < 14000 else f.bit_length())
print(pi_digits(1000)[-30:])
print(fib(40000) % 10 ** 20)
p = 2 ** 521 - 1
print(power(3, p - 1, p), pow(3, p - 1, p))
x = 123456789
for _ in range(150000):
    x = (x * 6364136223846793005 + 1442695040888963407) % 2 ** 64
print(x)
