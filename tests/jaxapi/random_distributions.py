"""Distributions of jax.random that are drawn by rejection, and those that are made of them."""
import jax, jax.numpy as jnp
from jax import random
key = random.PRNGKey(7)
print(random.gamma(key, 0.5), random.gamma(key, 3.0, (4,)), random.gamma(key, jnp.array([[0.1], [20.0]]), (2, 3)))
print(jnp.round(random.gamma(key, 2.5, (3,), jnp.float32), 4), random.loggamma(key, jnp.array([1e-3, 0.2, 4.0])))
print(random.beta(key, 0.5, 2.0), random.beta(key, jnp.array([1.0, 3.0]), 2.0))
print(random.dirichlet(key, jnp.array([1.0, 2.0, 0.5])), random.dirichlet(key, jnp.ones(2), (2,)))
print(random.t(key, 3.0), random.t(key, 5.0, (2,)), random.chisquare(key, jnp.array([1.0, 9.0])))
print(random.f(key, 3.0, jnp.array([4.0, 8.0])), random.generalized_normal(key, 1.5, (3,)))
print(random.ball(key, 3), random.ball(key, 2, 1, (2,)))
print(random.poisson(key, 3.0), random.poisson(key, jnp.array([0.0, 0.5, 9.5, 30.0, 1000.0])))
print(random.poisson(key, 4, (2, 3)), random.poisson(key, 50.0, (4,), jnp.int32))
mean, cov = jnp.array([1.0, -1.0]), jnp.array([[2.0, 0.5], [0.5, 1.0]])
print(random.multivariate_normal(key, mean, cov), random.multivariate_normal(key, mean, cov, (3,)))
print(random.multivariate_normal(key, mean, cov, method="eigh").shape)
q = random.orthogonal(key, 3)
print(q, jnp.allclose(q @ q.T, jnp.eye(3)), random.orthogonal(key, 2, (2,)).shape)
print(random.gamma(random.key(7), 3.0, (2,)), jax.jit(lambda k: random.gamma(k, 3.0, (2,)))(key))
print(jax.jit(random.poisson, static_argnums=2)(key, 2.0, (3,)))
for f in (lambda: random.gamma(key, 1.0, dtype=int), lambda: random.multivariate_normal(key, mean, cov, method="lu"),
          lambda: random.dirichlet(key, 1.0)):
    try:
        f()
    except ValueError as e:
        print(e)
