"""Breadth-first and shortest paths in a graph, with queues that are lists."""


def make(n, degree):
    x = 99
    edges = [[] for _ in range(n)]
    for i in range(n):
        for _ in range(degree):
            x = (x * 1103515245 + 12345) & 0x7fffffff
            j = (x >> 8) % n
            edges[i].append((j, (x >> 3) % 20 + 1))
            edges[j].append((i, (x >> 3) % 20 + 1))
    return edges


def breadth_first(edges, start):
    far = [-1] * len(edges)
    far[start] = 0
    queue = [start]
    at = 0
    while at < len(queue):
        i = queue[at]
        at += 1
        for j, _ in edges[i]:
            if far[j] < 0:
                far[j] = far[i] + 1
                queue.append(j)
    return far


def shortest(edges, start):
    best = {start: 0}
    buckets = {0: [start]}
    done = set()
    d = 0
    while buckets:
        if d in buckets:
            for i in buckets.pop(d):
                if i in done:
                    continue
                done.add(i)
                for j, w in edges[i]:
                    e = d + w
                    if e < best.get(j, 1 << 30):
                        best[j] = e
                        buckets.setdefault(e, []).append(j)
        d += 1
    return best


def components(n, edges):
    parent = list(range(n))

    def find(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i in range(n):
        for j, _ in edges[i]:
            a, b = find(i), find(j)
            if a != b:
                parent[a] = b
    return len({find(i) for i in range(n)})


g = make(20000, 4)
far = breadth_first(g, 0)
print(max(far), sum(far))
best = shortest(g, 0)
print(len(best), max(best.values()), sum(best.values()))
print(components(20000, g))
