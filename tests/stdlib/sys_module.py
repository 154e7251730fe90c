import sys, io
print(sys.version_info[:2], sys.version_info.major, sys.version_info >= (3, 8))
print(sys.maxsize, sys.byteorder, sys.float_info.epsilon, sys.float_info.max, sys.float_info.min)
print(sys.stdout.write("hello\n"))
print("a", 1, file=sys.stdout)
print("err", file=sys.stderr)
print("x", flush=True)
class W:
    def __init__(self): self.parts = []
    def write(self, s): self.parts.append(s)
    def flush(self): self.parts.append("F")
w = W()
print(1, "b", [2], sep="-", end="!\n", file=w, flush=True)
print(w.parts)
old = sys.stdout
sys.stdout = w
print("hidden", 3)
sys.stdout = old
print(w.parts)
try: print("x", file=3)
except AttributeError as e: print(e)
print(sys.getrecursionlimit())
def f(n): return 0 if n == 0 else 1 + f(n - 1)
sys.setrecursionlimit(5000)
print(f(4000))
try: sys.setrecursionlimit(0)
except ValueError as e: print(e)
try:
    1/0
except ZeroDivisionError:
    t, v, tb = sys.exc_info()
    print(t, v)
print(sys.exc_info())
sys.stderr.write("e\n")
print(sys.intern("a") is sys.intern("a"))
try: sys.exit(3)
except SystemExit as e: print(e.code, e)
sys.exit("bye")
