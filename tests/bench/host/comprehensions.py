"""Lists, sets, dictionaries and sums made by comprehensions and generator expressions."""


def main(n):
    squares = [i * i for i in range(n)]
    odd = [x for x in squares if x % 2]
    print(len(odd), sum(odd))
    print(sum(x % 7 for x in squares if x % 3 == 0))
    d = {x: str(x) for x in range(0, n, 3)}
    print(len(d), sum(len(v) for v in d.values()))
    s = {x % 1009 for x in squares}
    print(len(s), max(s))
    grid = [[i ^ j for j in range(300)] for i in range(300)]
    print(sum(sum(row) for row in grid), [max(column) for column in zip(*grid)][:5])
    print(len([(a, b, c) for c in range(1, 90) for b in range(1, c) for a in range(1, b)
               if a * a + b * b == c * c]))
    print(any(x == n * n for x in squares), all(x >= 0 for x in squares))
    print(sum(a * b for a, b in zip(squares, reversed(squares))) % 1000000007)
    print([k for i, k in enumerate(squares) if i % 50000 == 0])
    print(sum(map(lambda x: x & 255, filter(lambda x: x & 1, squares))))


main(200000)
