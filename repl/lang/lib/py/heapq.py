"""Lists whose first item is their smallest one."""
from _heapq import (heappush, heappop, heapreplace, heappushpop, heapify, _heappop_max, _heapreplace_max,
                    _heapify_max)


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    """What iterables in order give, in order; they are asked as late as possible."""
    heads = []
    for place, it in enumerate(map(iter, iterables)):
        for v in it:
            heads.append([v if key is None else key(v), place, v, it])
            break
    while heads:
        first = 0
        for i in range(1, len(heads)):
            before = heads[first][0] < heads[i][0] if reverse else heads[i][0] < heads[first][0]
            if before:
                first = i
        head = heads[first]
        yield head[2]
        for v in head[3]:
            head[0] = v if key is None else key(v)
            head[2] = v
            break
        else:
            del heads[first]
