import jax

p = jax.core.Primitive("twice")
p.def_impl(lambda x: 2 * x)
jax.jit(lambda x: p.bind(x))(1.0)
