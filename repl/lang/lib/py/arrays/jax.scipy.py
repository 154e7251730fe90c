"""jax.scipy: linear algebra, special functions, statistics, signals."""
import jax.scipy.linalg as linalg
import jax.scipy.special as special
import jax.scipy.stats as stats
import jax.scipy.signal as signal
import jax.scipy.integrate as integrate
