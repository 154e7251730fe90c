"""Sorting in the program and by the language."""


def numbers(n, x=1):
    out = []
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7fffffff
        out.append(x >> 4)
    return out


def quick(a):
    if len(a) <= 1:
        return a
    pivot = a[len(a) // 2]
    return (quick([x for x in a if x < pivot]) + [x for x in a if x == pivot]
            + quick([x for x in a if x > pivot]))


def heap(a):
    n = len(a)

    def sift(start, end):
        root = start
        while 2 * root + 1 < end:
            child = 2 * root + 1
            if child + 1 < end and a[child] < a[child + 1]:
                child += 1
            if a[root] >= a[child]:
                return
            a[root], a[child] = a[child], a[root]
            root = child

    for start in range(n // 2 - 1, -1, -1):
        sift(start, n)
    for end in range(n - 1, 0, -1):
        a[0], a[end] = a[end], a[0]
        sift(0, end)
    return a


def insertion(a):
    for i in range(1, len(a)):
        x = a[i]
        j = i - 1
        while j >= 0 and a[j] > x:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = x
    return a


a = numbers(30000)
print(quick(a)[::5000], heap(a[:])[::5000])
print(insertion(a[:900])[::150])
b = numbers(200000)
print(sorted(b)[::40000], sorted(b, key=lambda x: -(x % 1000))[::50000])
names = [str(x) for x in b[:60000]]
names.sort()
print(names[::12000])
names.sort(key=len, reverse=True)
print(names[::12000])
