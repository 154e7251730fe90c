"""An object with __call__ is a layer; its parameters are captured constants."""
import jax.numpy as jnp
from catalyst import qjit

class Linear:
    count = 0

    def __init__(self, w, b):
        self.w, self.b = w, b
        Linear.count += 1

    def __call__(self, x):
        return self.w @ x + self.b

layers = [Linear(jnp.eye(2) * k, jnp.ones(2) * k) for k in (1.0, 2.0, 3.0)]
print(Linear.count)

@qjit
def net(x: jnp.float64):
    v = jnp.array([x, 2 * x])
    for layer in layers:
        v = layer(v)
    return v

print(net(1.0), net(0.5))
