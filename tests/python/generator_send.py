"""send to generators and generator expressions, before and after they have begun."""
def f():
    yield from (v * 3 for v in [1, 6])
g = f()
print(next(g))
try:
    print(g.send('s'))
except Exception as e: print(type(e), e)
h = (v for v in [1,2,3])
try:
    print(h.send(2))
except Exception as e: print(type(e), e)
print(next(h), h.send(5))
