from contextlib import contextmanager, suppress, closing, nullcontext, ExitStack, redirect_stdout
import contextlib
@contextmanager
def tag(name):
    print("<", name)
    try:
        yield name.upper()
    except ValueError as e:
        print("caught", e)
    finally:
        print(">", name)
with tag("a") as x, tag("b") as y:
    print(x, y)
with tag("c"):
    raise ValueError("v")
try:
    with tag("d"):
        raise KeyError("k")
except KeyError as e: print("KeyError", e)
@tag("deco")
def f(n): return n + 1
print(f(2), f(3), f.__name__)
with suppress(ZeroDivisionError, KeyError): 1/0
with suppress(KeyError):
    {}[1]
try:
    with suppress(KeyError): 1/0
except ZeroDivisionError as e: print(e)
class C:
    def close(self): print("closed")
with closing(C()) as c: print(type(c).__name__)
with nullcontext(5) as n: print(n)
with ExitStack() as st:
    st.enter_context(tag("s1"))
    st.callback(print, "cb", 1, sep="/")
    st.enter_context(tag("s2"))
    print("in")
with ExitStack() as st:
    st.enter_context(tag("s3"))
    raise ValueError("through")
@contextmanager
def none():
    if False: yield
try:
    with none(): pass
except RuntimeError as e: print(e)
@contextmanager
def two():
    yield 1
    yield 2
try:
    with two(): pass
except RuntimeError as e: print(e)
import io
b = io.StringIO()
with redirect_stdout(b):
    print("to b", 1)
print(repr(b.getvalue()))
@contextmanager
def st2():
    try: yield
    except StopIteration: print("si")
with st2(): raise StopIteration
try:
    with tag("x"):
        raise StopIteration(3)
except StopIteration as e: print("SI", e.value)
