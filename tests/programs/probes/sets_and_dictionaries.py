"""Sets and dictionaries on the host drive what is traced: union, grouping, inversion, counting."""
from catalyst import qjit
import jax.numpy as jnp

EDGES = [(1, 2), (2, 3), (4, 5), (3, 1), (6, 6)]


def components(edges):
    groups = []
    for a, b in edges:
        touching = [g for g in groups if g & {a, b}]
        merged = {a, b}.union(*touching)
        groups = [g for g in groups if g not in touching] + [merged]
    return sorted(map(sorted, groups))


def histogram(words):
    counts = {}
    for w in words:
        counts[w] = counts.get(w, 0) + 1
    return counts


groups = components(EDGES)
print(groups, {frozen[0]: len(frozen) for frozen in groups})
counts = histogram("the cat and the dog and the bird".split())
by_count = {}
for word, n in counts.items():
    by_count.setdefault(n, []).append(word)
print(counts, by_count, max(counts, key=counts.get))


@qjit(abstracted_axes={0: "n"})
def sums(x):
    out = {}
    for g in groups:
        out["-".join(str(k) for k in g)] = sum(x[k % 3] for k in g) + jnp.sum(x)
    return out


print(sums(jnp.array([1.0, 10.0, 100.0])))
