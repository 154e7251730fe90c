"""Names of values, and what jax keeps by policies of jax.checkpoint."""
import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name, print_saved_residuals


def f(w, x):
    y = checkpoint_name(jnp.sin(w @ x), "a")
    z = checkpoint_name(jnp.sin(w @ y), name="b")
    return jnp.sum(z * jnp.exp(y))


w, x = jnp.ones((3, 3)) / 4, jnp.ones(3)
print(jax.make_jaxpr(f)(w, x))
print(jax.jvp(lambda x: checkpoint_name(x * x, "q"), (3.0,), (1.0,)))
print(jax.vmap(lambda x: checkpoint_name(x * x, "q"))(x))
P = jax.checkpoint_policies
print([n for n in dir(P) if not n.startswith("_")])
policies = [
    None, P.everything_saveable, P.nothing_saveable, P.dots_saveable, P.checkpoint_dots,
    P.dots_with_no_batch_dims_saveable, P.checkpoint_dots_with_no_batch_dims, P.save_any_names_but_these("a"),
    P.save_only_these_names("b"), P.save_anything_except_these_names("a"),
    P.save_from_both_policies(P.save_only_these_names("a"), P.dots_saveable),
]
print_saved_residuals(f, w, x)
for policy in policies:
    g = jax.checkpoint(f, policy=policy)
    print(policy is None)
    print_saved_residuals(g, w, x)
    print(bool(jnp.allclose(jax.grad(g)(w, x), jax.grad(f)(w, x))))
