"""The ways to place n queens: recursion with sets."""


def place(n, row, columns, down, up):
    if row == n:
        return 1
    total = 0
    for c in range(n):
        if c in columns or row + c in down or row - c in up:
            continue
        columns.add(c)
        down.add(row + c)
        up.add(row - c)
        total += place(n, row + 1, columns, down, up)
        columns.remove(c)
        down.remove(row + c)
        up.remove(row - c)
    return total


def bits(n, columns=0, left=0, right=0):
    full = (1 << n) - 1
    if columns == full:
        return 1
    total = 0
    free = full & ~(columns | left | right)
    while free:
        bit = free & -free
        free ^= bit
        total += bits(n, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return total


print(place(8, 0, set(), set(), set()))
print(bits(10))
