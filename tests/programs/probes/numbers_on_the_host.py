"""Integers of any size, floats at their borders, rounding and bases; then as literals in a trace."""
from catalyst import qjit
import jax.numpy as jnp
import math

print(2**100, -7 // 2, -7 % 3, 7 % -3, divmod(-7, 2), (-2) ** 3, 2**-1, int(1e18), round(2.5), round(-0.5), round(1234.567, -2))
print(0.1 + 0.2, 1e16 + 1, 5e-324, 1e308 * 10, -0.0, float("nan") != float("nan"), 3.0, 1e22, 123456789012345678)
print(hex(255), bin(-5), oct(8), int("0x1f", 16), int("101", 2), f"{255:#x}", f"{-5:08b}", math.gcd(84, 36), math.isqrt(99), math.factorial(20))
print(math.pi, math.floor(-2.5), math.hypot(3, 4), math.log(8, 2), math.exp(1), math.inf, math.isclose(0.1 + 0.2, 0.3), math.comb(5, 2), math.fsum([0.1] * 10))


@qjit
def literals(x: float):
    return x + 2**53, x * 1e-300 * 1e300, x / 3, x**2 + 7 // 2, x * (1 << 4), x + True, x - math.tau


print(literals(1.0))
try:
    literals2 = qjit(lambda x: x + 2**100)(1.0)
    print(literals2)
except OverflowError as e:
    print("OverflowError")
print(complex(1, -2) * 1j, abs(3 + 4j), (1 + 2j).conjugate(), 1j**2)
