# What a generator gives is alive until somebody has it, also if the collector runs in between.
def fresh(n):
    for i in range(n):
        a = i
        while a < i + 3:
            yield [i, str(a), (a, i)]
            a += 1


def through(n):
    yield from fresh(n)
    return [n, str(n)]


def first_of(n):
    for i in range(n):
        try:
            return [i, str(i)]
        finally:
            junk = [str(k) for k in range(50)]
    yield


total = 0
for i, text, pair in fresh(60000):
    total += i + len(text) + pair[0]
print(total)
print(sum(len(x) + len(x[1]) for x in through(60000)))
print(len([t for t in fresh(60000) if sum(t[2]) == t[0] + int(t[1])]))
kept = None
for k in range(3000):
    g = first_of(1)
    try:
        next(g)
    except StopIteration as e:
        kept = e.value
print(kept)
