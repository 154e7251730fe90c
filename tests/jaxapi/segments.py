"""jax.ops: the sum, the product, the greatest and the least of each segment; what is outside, modes, buckets, errors."""
import jax, jax.numpy as jnp
from jax import ops
x = jnp.array([1.5, 2.0, 3.0, 4.0, -1.0])
i = jnp.array([0, 2, 2, 0, 5])
table = x[:, None] * jnp.array([1.0, 2.0])
for f in (ops.segment_sum, ops.segment_prod, ops.segment_max, ops.segment_min):
    print(f(x, i), f(x, i, 3), f((x * 2).astype(int), i, 3))
    print(f(table, i, num_segments=4))
    print(f(x, i - 1, 4), f(x, i - 1, 4, mode="drop"), f(x.astype(jnp.int8), i, 8))
    print(jax.jit(lambda x, i: f(x, i, num_segments=x.shape[0], indices_are_sorted=False, unique_indices=False))(x, i))
    print(f(x, i, 3, mode="clip"), f(x, i - 1, 3, mode="clip"), f(x, i, 3, False, False, 2), f(table, i, 3, bucket_size=2))
    print(f(x, jnp.array([0, 1, 2, 3, 4]), 5, True, True), f(x, i.astype(jnp.uint8), 3))
    print(jax.vmap(lambda x: f(x, i, 3))(table.T)[1])
    if f is not ops.segment_prod:
        print(jax.grad(lambda x: f(x, i, 3)[2] ** 2)(x))
    for call in (lambda x, i: f(x, i), lambda x, i: f(x, i, i[0])):
        try:
            print(jax.jit(call)(x, i))
        except jax.errors.ConcretizationTypeError as e:
            print("segment_sum() `num_segments` argument." in str(e))
    for call in (lambda: f(x, i, -1), lambda: f(x, i[:3]), lambda: f([1, 2], i), lambda: f(x, jnp.zeros(5)),
                 lambda: f(x, jnp.zeros((5, 2), int), 3)):
        try:
            print(call())
        except (TypeError, ValueError) as e:
            print(type(e).__name__, str(e)[:40])
print(ops.segment_max(x > 1, i, 3), ops.segment_min(x > 1, i, 3), ops.segment_sum(x, i, 2.0))
print(ops.segment_sum(jnp.zeros((0,)), jnp.zeros((0,), int), 2))
for call in (lambda: jnp.interp(x, i, x[:3]), lambda: jnp.interp(x, table, table), lambda: jnp.interp(x, x, table),
             lambda: jnp.interp(x, table, x), lambda: jax.jit(jnp.interp)(x, x, x[:2])):
    try:
        print(call())
    except ValueError as e:
        print(e)
