"""The spectral norm of an infinite matrix: calls in comprehensions."""


def eval_a(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(u, transposed):
    n = len(u)
    r = []
    for i in range(n):
        total = 0.0
        for j in range(n):
            total += (eval_a(j, i) if transposed else eval_a(i, j)) * u[j]
        r.append(total)
    return r


def main(n):
    u = [1.0] * n
    v = u
    for _ in range(4):
        v = times(times(u, False), True)
        u = times(times(v, False), True)
    vbv = sum(a * b for a, b in zip(u, v))
    vv = sum(b * b for b in v)
    print('%.9f' % (vbv / vv) ** 0.5)


main(190)
