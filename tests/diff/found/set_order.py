"""The order of sets after copies, unions, differences and removals, step by step."""
seed = [12345]
def rnd(n):
    seed[0] = (seed[0] * 1103515245 + 12345) % 2147483648
    return (seed[0] >> 8) % n
def value(kind):
    if kind == 0: return rnd(20)
    if kind == 1: return rnd(1000) - 500
    if kind == 2: return rnd(2 ** 23) * 2 ** 41 + rnd(3)
    if kind == 3: return (rnd(5), rnd(5))
    return rnd(100) / 8
def items(kind): return [value(kind) for _ in range(rnd([3, 10, 40, 200][rnd(4)]) + 1)]
for n in range(300):
    kind = rnd(5)
    a, b = set(items(kind)), set(items(kind))
    l = items(kind)
    d = {k: 1 for k in items(kind)}
    e = {k: 1 for k in items(kind)}
    for step in range(6):
        op = rnd(24)
        if op == 0: a |= b
        if op == 1: a -= b
        if op == 2: a &= b
        if op == 3: a ^= b
        if op == 4: b = a | b
        if op == 5: b = a - b
        if op == 6: b = a & b
        if op == 7: b = a ^ b
        if op == 8: a = a.union(l, b)
        if op == 9: a = a.difference(l)
        if op == 10: a = a.difference(d, b)
        if op == 11: a = a.intersection(l)
        if op == 12: a = a.symmetric_difference(l)
        if op == 13: a = a.copy()
        if op == 14: a = a | d.keys()
        if op == 15: a = d.keys() & a
        if op == 16: a = d.keys() - a
        if op == 17: a = d.keys() ^ e.keys()
        if op == 18: a.discard(l[0])
        if op == 19 and a: print('pop', a.pop())
        if op == 20: a.update(l, d)
        if op == 21: a.difference_update(l)
        if op == 22: a = {*a, *b, 3}
        if op == 23: a = d.keys() & e.keys()
        if op == 23: b = set(b)
        print(op, list(a)[:30], list(b)[:30])
