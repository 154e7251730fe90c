"""Devices, places of arrays, settings; disable_jit; scopes and names; rules of derivatives that are only defined."""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

x = jnp.arange(3.0)
print(x.devices(), x.sharding, x.is_fully_addressable, x.is_fully_replicated, x.is_deleted(), x.is_ready())
print(x.addressable_shards, x.addressable_data(0), x.platform(), x.on_device_size_in_bytes())
print(x.copy_to_host_async(), x.aval, x.weak_type, x.clone(), x.block_until_ready())
d = jax.devices()[0]
print(d, repr(d), d.id, d.platform, d.device_kind, d.process_index)
print(jax.default_backend(), jax.process_index(), jax.process_count(), jax.device_count("cpu"))
print(jax.block_until_ready((x, 1)), repr(jax.device_put(np.ones(2))), repr(jax.device_put([1, 2.0])))
print(repr(jax.device_get(x)), jax.device_get((x, 1)), type(jax.device_get(x)))

print(jax.config.jax_enable_x64, jax.config.x64_enabled)
jax.config.update("jax_log_compiles", False)
jax.config.update("jax_platform_name", "cpu")
for ask in (lambda: jax.config.update("foo", 1), lambda: jax.config.foo, lambda: jax.config.read("foo")):
    try:
        ask()
    except AttributeError as e:
        print(e)
with jax.transfer_guard("allow"), jax.default_matmul_precision("float32"), jax.log_compiles(False):
    print(x.sum())


@partial(jax.jit, static_argnames="n")
def power(x, n):
    print("called with", type(x) is float)
    return x ** n


print(power(2.0, n=3))
with jax.disable_jit():
    print(power(2.0, n=3), power(4.0, 2), jax.config.jax_disable_jit)
print(power(5.0, n=3), jax.config.jax_disable_jit)
with jax.ensure_compile_time_eval():
    print(jnp.ones(2).sum() > 1)


@jax.named_scope("outer")
def scoped(x):
    with jax.named_scope("inner"):
        return jax.named_call(jnp.sin, name="wave")(x)


print(jax.make_jaxpr(scoped)(1.0))
print(jax.dtypes.issubdtype(jax.random.key(0).dtype, jax.dtypes.prng_key))
print(jnp.issubdtype(jax.random.key(0).dtype, jax.dtypes.extended), jnp.issubdtype(jnp.float32, jax.dtypes.extended))
print(jax.dtypes.canonicalize_dtype(int), isinstance(x, jax.Array), isinstance(1.0, jax.Array))


@jax.custom_jvp
def f(x):
    return jnp.sin(x)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def g(x, n):
    return x * n


for rule in (f, lambda x: g(x, 2)):
    try:
        rule(1.0)
    except AttributeError as e:
        print(e)


@f.defjvp
def f_jvp(primals, tangents):
    return f(primals[0]), tangents[0]


g.defvjp(lambda x, n: (x * n, None), lambda n, res, g: (g,))
print(f(1.0), g(3.0, 2), jax.jit(f)(1.0), f.__name__, jax.jit(lambda x: g(x, 3))(2.0))
