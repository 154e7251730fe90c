"""Counting in dictionaries with keys of several kinds."""


def numbers(n):
    x = 12345
    for_all = []
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7fffffff
        for_all.append(x >> 8)
    return for_all


def main():
    values = numbers(200000)
    count = {}
    for v in values:
        k = v % 1000
        if k in count:
            count[k] += 1
        else:
            count[k] = 1
    print(len(count), max(count.values()), min(count.values()))
    pairs = {}
    for v in values:
        k = (v % 30, v % 7)
        pairs[k] = pairs.get(k, 0) + 1
    print(sorted(pairs.items())[:4])
    groups = {}
    for v in values:
        groups.setdefault(v % 97, []).append(v)
    print(sum(len(g) for g in groups.values()), sorted(groups)[:5])
    seen = set()
    again = 0
    for v in values:
        w = v % 5000
        if w in seen:
            again += 1
        seen.add(w)
    print(len(seen), again)
    inverse = {}
    for k, n in count.items():
        inverse[n] = k
    for n in list(inverse):
        if n % 2:
            del inverse[n]
    print(len(inverse))


main()
