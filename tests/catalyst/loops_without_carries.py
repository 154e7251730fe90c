from jax import numpy as jnp
from catalyst import qjit, for_loop, while_loop, cond
@for_loop(0, 3, 1)
def loop(i): pass
print(loop())
@for_loop(0, 3, 1)
def loop2(i, x): return x + i
print(loop2(1))
@for_loop(0, 3, 1)
def loop3(i, x, y): return x + i, y
print(loop3(1, 2))
@while_loop(lambda x: x < 3)
def w(x): return x + 1
print(w(0))
n = [0]
@while_loop(lambda: n[0] < 3)
def w2(): n[0] += 1
print(w2())
@cond(True)
def c(): return 1
print(c())
@cond(False)
def c2(): pass
print(c2())
@for_loop(0, 0, 1)
def loop4(i, x): return x + i
print(loop4(1))
@for_loop(0, 0, 1)
def loop5(i): return 1
print(loop5())
@for_loop(0, 1, 1)
def loop5(i): return (1,)
print(loop5())
@for_loop(0, 2, 1)
def loop6(i, x): return [x]
print(loop6(3))
@for_loop(0, 2, 1)
def loop7(i, x, y): return [x, y]
print(loop7(3, 4))
@for_loop(0, 0, 1)
def loop8(i, x, y): return [x, y]
print(loop8(3, 4))
@for_loop(0, 1, 1)
def loop9(i, *a): return a
print(loop9(3, 4))
print(loop9(3))
print(loop9())
@while_loop(lambda *a: False)
def w3(*a): return a
print(w3(), w3(1), w3(1, 2))
@while_loop(lambda x, *a: x < 3)
def w3(x, *a): return (x + 1, *a)
print(w3(1, 2), )
@cond(False)
def c3(): return 1
@c3.else_if(True)
def c4(): return 2
@c3.otherwise
def c5(): return 3
print(c3())
@cond(False)
def c3(): return 1
print(c3())
