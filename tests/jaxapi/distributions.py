"""Densities of jax.scipy.stats that are seldom used."""
import jax.numpy as jnp
from jax.scipy import stats
x = jnp.array([-4.0, -1.5, 0.0, 0.3, 2.0, 7.0])
print(stats.gennorm.logpdf(x, 1.5), stats.gennorm.pdf(x, 3.0), stats.gennorm.cdf(x, 2.0))
print(stats.vonmises.logpdf(x, 2.0), stats.vonmises.pdf(1.0, jnp.array([0.5, -1.0])))
print(stats.wrapcauchy.logpdf(x, 0.3), stats.wrapcauchy.pdf(x, jnp.array([0.1, 0.2, 0.5, 0.7, 1.0, 0.9])))
print(stats.truncnorm.logpdf(x, -2.0, 2.5), stats.truncnorm.pdf(x, 0.5, 3.0, 0.1, 2.0))
print(stats.truncnorm.cdf(x, -2.0, 2.5), stats.truncnorm.logcdf(x, -5.0, -1.0), stats.truncnorm.sf(x, 1.0, 4.0))
print(stats.truncnorm.logpdf(x, 3.0, 2.0))
k = jnp.arange(6)
print(stats.nbinom.logpmf(k, 3, 0.4), stats.nbinom.pmf(k, 2.5, 0.7, loc=1))
print(stats.betabinom.logpmf(k, 4, 2.0, 3.0), stats.betabinom.pmf(k, 5, 0.5, -1.0))
print(stats.multinomial.logpmf(jnp.array([1, 2, 1]), 4, jnp.array([0.2, 0.5, 0.3])).round(12), stats.multinomial.pmf(jnp.array([1, 2]), 4, jnp.array([0.5, 0.5])))
try:
    stats.multinomial.pmf(jnp.array([1.0, 2.0]), 3, jnp.array([0.5, 0.5]))
except ValueError as e:
    print(e)
