"""Dynamic programming: edit distance, longest common subsequence, knapsack."""


def letters(n, x):
    out = ''
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7fffffff
        out += 'abcd'[(x >> 16) % 4]
    return out


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (x != y))
    return row[-1]


def common(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a)):
        for j in range(len(b)):
            if a[i] == b[j]:
                table[i + 1][j + 1] = table[i][j] + 1
            else:
                table[i + 1][j + 1] = max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def knapsack(items, room):
    best = [0] * (room + 1)
    for weight, value in items:
        for k in range(room, weight - 1, -1):
            if best[k - weight] + value > best[k]:
                best[k] = best[k - weight] + value
    return best[room]


a, b = letters(420, 1), letters(420, 2)
print(distance(a, b), common(a, b))
print(knapsack([(3 + i * 7 % 23, 10 + i * 13 % 41) for i in range(120)], 2000))
