"""Mean, variance and standard deviation of each column of a batch."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: 'n'})
def statistics(x):
    n = x.shape[0]
    mean = jnp.sum(x, axis=0) / n
    var = jnp.sum((x - mean) ** 2, axis=0) / n
    return mean, var, jnp.sqrt(var), jnp.max(x, axis=0) - jnp.min(x, axis=0)


data = jnp.array([[1.0, 10.0], [3.0, 10.0], [5.0, 40.0], [7.0, 20.0]])
for n in range(1, 5):
    for name, value in zip(['mean', 'var', 'std', 'range'], statistics(data[:n])):
        print(n, name, jnp.round(value, 6))
print(statistics.jaxpr)
