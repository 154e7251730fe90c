"""The part of PennyLane that Catalyst compiles: qjit, loops, cond with its branches as arguments."""
import pennylane as qml
from pennylane import qjit
import jax.numpy as jnp
print(qml.compiler.available(), qml.compiler.active())
@qml.qjit(compiler="catalyst")
def f(n: int):
    print(qml.compiler.active(), qml.compiler.active_compiler())
    @qml.for_loop(0, n, 1)
    def loop(i, x):
        return x + i
    return loop(jnp.ones(3))
print(f(4))
@qjit(compiler="catalyst", autograph=True)
def g(n):
    def sq(): return n * n
    def neg(): return -n
    def zero(): return 0 * n
    return qml.cond(n > 3, sq, neg, elifs=((n == 0, zero), (n == 1, zero)))()
print(g(4), g(2), g(0), g(1))
@qml.qjit
def h(n):
    @qml.while_loop(lambda x: x < 100)
    def loop(x): return x * 2
    def a(): pass
    qml.cond(n > 3, a)()
    return loop(n)
print(h(3), h(5))
try:
    qml.qjit(f.original_function, compiler="nope")
except Exception as e:
    print(type(e).__name__, e)
