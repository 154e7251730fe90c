"""Policies of jax.checkpoint: what is kept, in the Jaxprs of derivatives."""
import jax
import jax.numpy as jnp
import re
from jax.ad_checkpoint import checkpoint_name

P = jax.checkpoint_policies
x, w = jnp.arange(3.0), jnp.arange(9.0).reshape(3, 3) / 10

def f(w, x):
    y = checkpoint_name(jnp.sin(w @ x), "a")
    z = checkpoint_name(jnp.sin(w @ y), "b")
    return jnp.sum(jax.jit(lambda u: jnp.exp(jnp.cos(checkpoint_name(jnp.sin(u), "c"))))(z))

def text(j): return re.sub(" at 0x[0-9a-f]*", "", str(j))

for policy in (None, P.everything_saveable, P.nothing_saveable, P.dots_saveable, P.dots_with_no_batch_dims_saveable,
               P.save_any_names_but_these("a"), P.save_anything_except_these_names("a"), P.save_only_these_names("a"), P.save_only_these_names("c"),
               P.save_from_both_policies(P.dots_saveable, P.save_only_these_names("a")), lambda prim, *_, **__: prim.name == "sin"):
    g = jax.checkpoint(f, policy=policy)
    print(text(jax.make_jaxpr(jax.grad(g))(w, x)))
    print(jnp.round(jax.grad(g)(w, x), 10))
