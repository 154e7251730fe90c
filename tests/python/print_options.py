# What numpy.set_printoptions and the functions beside it do to texts of arrays.
import numpy as np
import jax.numpy as jnp
a = np.array([1.0, 2.5, 3.14159265358979, -0.001234567891, 12345.678901])
b = np.linspace(0, 1, 7)
c = np.array([1e-10, 1.0, 2e5])
d = np.array([1.5, np.nan, -np.inf, np.inf])
e = np.arange(14.0) / 7
f = np.array([1+2j, 3.14159-2.71828j])
g = np.arange(1001)
h = np.ones((4, 4)) / 3
i32 = np.array([0.1, 1e8, 3], dtype=np.float32)


def show():
    for x in (a, b, c, d, e, f, g, h, i32, np.array([1, -20, 300]), np.array([True, False]), np.array(1.23456789), np.float64(1.23456789)):
        print(x)
        print(repr(x))


print(np.get_printoptions())
OPTIONS = (dict(precision=3),
           dict(precision=3, suppress=True),
           dict(precision=2, floatmode="fixed"),
           dict(precision=0),
           dict(floatmode="unique"),
           dict(floatmode="maxprec_equal", precision=4),
           dict(sign="+"),
           dict(sign=" ", precision=8),
           dict(sign="-", linewidth=40),
           dict(linewidth=75, threshold=5, edgeitems=2),
           dict(threshold=float("inf"), nanstr="NA", infstr="oo"),
           dict(suppress=False, floatmode="fixed", precision=5))
for kw in OPTIONS:
    np.set_printoptions(**kw)
    print("##", kw)
    show()
np.set_printoptions(edgeitems=3, threshold=1000, floatmode="maxprec", precision=8, suppress=False, linewidth=75, nanstr="nan", infstr="inf", sign="-")
with np.printoptions(precision=2, suppress=True):
    print(c, a, jnp.asarray(b))
print(c, np.array2string(a, precision=2, separator=", "), np.array2string(np.arange(6).reshape(2, 3), separator=" | ", prefix="x = "), np.array_str(b, precision=2), np.array_repr(b, precision=2))
print(np.array2string(np.arange(20), max_line_width=30, suffix=")"), np.array2string(np.array(3.14159), precision=2), np.array2string(np.array([])))
np.set_printoptions(formatter={"float": "{: 0.3f}".format})
print(a, h[:2, :3], f, np.arange(3))
np.set_printoptions(formatter={"float_kind": lambda x: "%.2f" % x, "int": lambda x: f"<{x}>", "bool": lambda x: "ty"[bool(x)]})
print(a, np.arange(12).reshape(3, 4), np.array([True, False]))
np.set_printoptions(formatter={"all": lambda x: "e"})
print(a, f)
np.set_printoptions(precision=4)
print(a, jnp.array([0.123456789]), [np.array([1.23456789])])
for bad in (dict(sign="x"), dict(floatmode="q"), dict(threshold="3"), dict(threshold=float("nan")), dict(precision=2.5)):
    try:
        np.set_printoptions(**bad)
    except Exception as ex:
        print(type(ex).__name__, ex)
np.set_printoptions(formatter={"float": lambda x: 1 / 0})
try:
    print(a)
except ZeroDivisionError as ex:
    print(ex)
np.set_printoptions()
print(a)
