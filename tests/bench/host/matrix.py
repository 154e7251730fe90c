"""Products of matrices that are lists of lists."""


def make(n, seed):
    x = seed
    rows = []
    for i in range(n):
        row = []
        for j in range(n):
            x = (x * 1103515245 + 12345) & 0x7fffffff
            row.append((x >> 16) / 1000.0)
        rows.append(row)
    return rows


def product(a, b):
    n, m, p = len(a), len(b), len(b[0])
    c = [[0.0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            total = 0.0
            for k in range(m):
                total += a[i][k] * b[k][j]
            c[i][j] = total
    return c


def by_zip(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


a, b = make(110, 1), make(110, 2)
c, d = product(a, b), by_zip(a, b)
print('%.6f %.6f' % (c[3][5], d[100][7]), c == d)
