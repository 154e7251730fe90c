from catalyst import qjit
import jax, jax.numpy as jnp
@qjit
def f(x: complex, z: jax.ShapeDtypeStruct((3,), jnp.float64), t: (int, jax.ShapeDtypeStruct((2, 1), "float32"))):
    return jnp.abs(x)*z[0], z, t[1] + t[0]
print(f.jaxpr)
print(f(0.2j, jnp.array([0.3,.6,.9]), (1, jnp.ones((2,1), "float32"))))
class A: pass
try:
    @qjit
    def g(x: A()):
        return x
except TypeError as e:
    print("TypeError")
