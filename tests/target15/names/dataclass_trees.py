"""Classes of data as trees: jax.tree_util.register_dataclass, as jax 0.7.1 has it."""
from dataclasses import dataclass, field
from functools import partial
import jax, jax.numpy as jnp

@jax.tree_util.register_dataclass
@dataclass
class State:
    x: jnp.ndarray
    n: int = field(metadata=dict(static=True))
    y: float = 0.0

@partial(jax.tree_util.register_dataclass, data_fields=["w", "b"], meta_fields=["name"])
@dataclass
class Layer:
    w: jnp.ndarray
    b: jnp.ndarray
    name: str

s = State(jnp.arange(3.0), 2, 1.0)
print(jax.tree.leaves(s), jax.tree.structure(s))
print(jax.tree.map(lambda v: v * 2, s))
print(jax.jit(lambda s: s.x * s.n + s.y)(s))
print(jax.grad(lambda s: jnp.sum(s.x**2) * s.y)(s))
l = Layer(jnp.ones((2, 3)), jnp.zeros(2), "first")
print(jax.tree_util.tree_flatten_with_path(l)[0])
print(jax.tree_util.keystr(jax.tree_util.tree_flatten_with_path({"l": l})[0][0][0]))
print(jax.vmap(lambda l, x: l.w @ x + l.b, in_axes=(None, 0))(l, jnp.ones((4, 3))).shape)
def step(s, _):
    return State(s.x + 1, s.n, s.y * 2), s.y
print(jax.lax.scan(step, s, None, length=3))
for bad in (lambda: jax.tree_util.register_dataclass(int), lambda: jax.tree_util.register_dataclass(State, data_fields=["x"]),):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
print(jax.lax.split(jnp.arange(6), (1, 2, 3)))
