"""Primes by crossing out: item assignment in long lists."""


def primes(n):
    flags = [True] * (n + 1)
    flags[0] = flags[1] = False
    i = 2
    while i * i <= n:
        if flags[i]:
            j = i * i
            while j <= n:
                flags[j] = False
                j += i
        i += 1
    found = []
    for i in range(n + 1):
        if flags[i]:
            found.append(i)
    return found


for _ in range(3):
    p = primes(1000000)
print(len(p), p[-1], sum(p))
