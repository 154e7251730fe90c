"""Flips of pancakes over all permutations."""


def fannkuch(n):
    perm1 = list(range(n))
    count = list(range(n))
    max_flips = checksum = nperm = 0
    r = n
    while True:
        while r != 1:
            count[r - 1] = r
            r -= 1
        if perm1[0] != 0:
            perm = perm1[:]
            flips = 0
            k = perm[0]
            while k:
                perm[:k + 1] = perm[k::-1]
                flips += 1
                k = perm[0]
            if flips > max_flips:
                max_flips = flips
            checksum += flips if nperm % 2 == 0 else -flips
        while True:
            if r == n:
                return checksum, max_flips
            first = perm1[0]
            for i in range(r):
                perm1[i] = perm1[i + 1]
            perm1[r] = first
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1
        nperm += 1


print(fannkuch(8))
print(fannkuch(9))
