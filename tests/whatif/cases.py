"""Functions, what is asked of them, and the rows that `:whatif` has to give, worked out by hand.

CASES: name, settings, function, question, rows. A row: conditions (None: of no program, only looked at), the types or the
class of the error, "exact", "over" or "" (an error), and "run" where the error comes when the program runs.
"""
ADD = "def {0}(x, y):\n    return x + y\n"
MATMUL = "def {0}(x, y):\n    return x @ y\n"
COND = "def {0}(s, x, y):\n    return cond(s < 0)(lambda: x + x).otherwise(lambda: y + y)()\n"
HOST = "def {0}(s, x, y):\n    return x @ y if s else y @ x\n"
WHILE = "def {0}(n, x):\n    while n > 0:\n        x, n = x + x, n - 1\n    return x\n"
APPLY = "def {0}(a, b, y):\n    g = lambda v: v @ y\n    return g(a).T @ g(b)\n"
TRIPS = "def {0}(n, x, y):\n    for i in range(n):\n        x = x @ y\n    return x\n"
FOR = "def {0}(n, x, y):\n    @for_loop(0, n, 1)\n    def loop(i, x):\n        return x @ y\n    return loop(x)\n"
FOR_R = FOR.replace("n, 1)", "n, 1, allow_array_resizing=True)")
DOUBLE = "def {0}(n, x):\n    @for_loop(0, n, 1)\n    def loop(i, x):\n        return x + x\n    return loop(x)\n"
GROW = "def {0}(x, k):\n    @for_loop(0, k, 1)\n    def loop(i, a):\n        return jnp.concatenate([a, x])\n    return loop(x)\n"
KEEP = "def {0}(x, k):\n    @for_loop(0, k, 1)\n    def loop(i, a):\n        return a + x\n    return loop(x)\n"
ONES = "cond(p)(lambda: jnp.ones((n,))).otherwise(lambda: jnp.ones((n + 1,)))()"
R, INFER, SYMBOLIC = ":set resizing on", ":set resizing infer", ":set dims symbolic"


def always(outcome, label="exact"):
    return [("always", outcome, label)]


CASES = [
    ("W01", "", ADD, "x: i8[], y: i8[]", always("i8[]")),
    ("W02", "", ADD, "x: i8[], y: i32[]", always("i32[]")),
    ("W03", "", ADD, "x: f32[3], y: f32[3]", always("f32[3]")),
    ("W04", "", ADD, "x: f32[3], y: f64[3]", always("f64[3]")),
    ("W05", "", ADD, "x: f64[3], y: bool[]", always("f64[3]")),
    ("W06", "", ADD, "x: f64[4,7], y: f64[4,7]", always("f64[4,7]")),
    ("W07", "", ADD, "x: f64[4,7], y: f64[4,9]", always("ValueError", "")),
    ("W08", "", MATMUL, "x: f64[3,5], y: f64[5,8]", always("f64[3,8]")),
    ("W09", "", COND, "s = -2, x: f32[3], y: f64[3]", always("f64[3]")),
    ("W10", "", COND, "s: float, x: f64[4,7], y: f64[4,7]", always("f64[4,7]")),
    ("W11", "", COND, "s: float, x: f64[4], y: f64[9]", always("TypeError", "")),
    ("W11b", "", "def {0}(s, x, y):\n    return x + x if s < 0 else y + y\n", "s: float, x: f64[4], y: f64[9]",
     [("s < 0", "f64[4]", "exact"), ("not s < 0", "f64[9]", "exact")]),
    ("W12", "", COND, "s: float, x: f64[a], y: f64[b]", [("s < 0", "f64[a]", "exact"), ("not s < 0", "f64[b]", "exact")]),
    ("W12b", "", COND, "s: float, x: f32[a], y: f64[b]", [("s < 0", "f64[a]", "exact"), ("not s < 0", "f64[b]", "exact")]),
    ("W13", "", HOST, "s = True, x: f64[3,5], y: f64[5,8]", always("f64[3,8]")),
    ("W14", "", HOST, "s = False, x: f64[9,4], y: f64[2,9]", always("f64[2,4]")),
    ("W15", "", HOST, "s: bool, x: f64[9,4], y: f64[2,9]", [("not s", "f64[2,4]", "exact"), ("s", "TypeError", "")]),
    ("W16", "", WHILE, "n = 3, x: f64[4,7]", always("f64[4,7]")),
    ("W17", "", "def {0}(x, y):\n    @while_loop(lambda x: jnp.sum(x) < 9)\n    def loop(x):\n        return x @ y\n    return loop(x)\n",
     "x: f64[3,6], y: f64[6,6]", always("f64[3,6]")),
    ("W18", "", APPLY, "a: f64[9,3], b: f64[9,3], y: f64[3,7]", always("f64[7,7]")),
    ("W19", "", APPLY, "a: f64[9,3], b: f64[8,3], y: f64[3,7]", always("TypeError", "")),
    ("W20", "", MATMUL, "x: f64[9,k], y: f64[m,8]", [("k == m", "f64[9,8]", "exact"), ("k != m", "TypeError", "")]),
    ("W21", "", MATMUL, "x: f64[a,b], y: f64[c,d]", [("b == c", "f64[a,d]", "exact"), ("b != c", "TypeError", "")]),
    ("W22", "", FOR, "n = 0, x: f64[4,6], y: f64[6,8]", always("ValueError", "")),
    ("W22b", "", TRIPS, "n = 0, x: f64[4,6], y: f64[6,8]", always("f64[4,6]")),
    ("W23", "", TRIPS, "n = 1, x: f64[4,6], y: f64[6,8]", always("f64[4,8]")),
    ("W24", "", TRIPS, "n = 2, x: f64[4,6], y: f64[6,8]", always("TypeError", "")),
    ("W25", "", FOR, "n = 3, x: f64[4,6], y: f64[6,6]", always("f64[4,6]")),
    ("W26", "", FOR, "n = 1000000, x: f64[4,6], y: f64[6,6]", always("f64[4,6]")),
    ("W27", "", FOR, "n: int, x: f64[4,6], y: f64[6,6]", always("f64[4,6]")),
    ("W28", "", FOR_R, "n: int, x: f64[4,a], y: f64[b,c]", always("TypeError", "")),
    ("W28b", "", FOR, "n: int, x: f64[4,a], y: f64[b,c]",
     [("a == b, a == c", "f64[4,a]", "exact"), ("a == b, a != c", "ValueError", ""), ("a != b", "TypeError", "")]),
    ("W29", "", DOUBLE, "n = 1000000, x: f32[2]", always("f32[2]")),
    ("W30", "", "def {0}(p, x, y):\n    f = lambda x, y: x if p else y\n    return f(x, y) + f(x, y)\n", "p: bool, x: f64[4,7], y: f64[3,2]",
     [("p", "f64[4,7]", "exact"), ("not p", "f64[3,2]", "exact")]),
    ("W31", "", "def {0}(x, y):\n    return x * y\n", "x: f64[n], y: f64[m]", [("n == m", "f64[n]", "exact"), ("n != m", "ValueError", "")]),
    ("W32", "", "def {0}(x, y):\n    return (x * y) + (x * y)\n", "x: f64[n], y: f64[m]", [("n == m", "f64[n]", "exact"), ("n != m", "ValueError", "")]),
    ("W33", "", "def {0}(x, y, z):\n    return (x * y) @ z\n", "x: f64[n], y: f64[m], z: f64[k]",
     [("n == m, n == k", "f64[]", "exact"), ("n == m, n != k", "TypeError", ""), ("n != m", "ValueError", "")]),
    ("W34", "", GROW, "x: f64[n], k: int", always("ValueError", "")),
    ("W34b", R, GROW, "x: f64[n], k: int", [("k <= 0", "f64[n]", "exact"), ("k > 0", "f64[loop(x).shape[0]]", "over")]),
    ("W34c", INFER, GROW, "x: f64[n], k: int", [("k <= 0", "f64[n]", "exact"), ("k > 0", "f64[loop(x).shape[0]]", "over")]),
    ("W35", R, KEEP, "x: f64[n], k: int", always("ValueError", "")),
    ("W35b", "", KEEP, "x: f64[n], k: int", always("f64[n]")),
    ("W35c", INFER, KEEP, "x: f64[n], k: int", always("f64[n]")),
    ("W36", "", f"def {{0}}(p, n):\n    return {ONES}\n", "p: bool, n: int", [("p", "f64[n]", "exact"), ("not p", "f64[n + 1]", "exact")]),
    ("W37", "", f"def {{0}}(p, n):\n    return {ONES} + {ONES}\n", "p: bool, n: int",
     [("p", "f64[n]", "exact"), ("not p", "ValueError", ""), (None, "ValueError", "")]),
    ("W38", "", "def {0}(x, m, k):\n    return x.reshape((m, k))\n", "x: f64[n], m: int, k: int",
     [("m * k == n", "f64[m,k]", "exact"), ("m * k != n", "ValueError", "run")]),
    ("W39", "", "def {0}(x):\n    return x[1:] - x[:-1]\n", "x: f64[n]", always("f64[x[1:].shape[0]]")),
    ("W40", "", "def {0}(n):\n    return jnp.ones((n,)) + jnp.ones((n + 0,))\n", "n: int", always("ValueError", "")),
    ("W40b", SYMBOLIC, "def {0}(n):\n    return jnp.ones((n,)) + jnp.ones((n + 0,))\n", "n: int", always("f64[n]")),
    # what was not asked before is asked on each path, and only once
    ("twice", "", "def {0}(p, q, x, y):\n    u = x if p else y\n    v = x if p else x\n    return u + v if q else u\n", "p: bool, q: bool, x: f64[n], y: f64[m]",
     [("p, q", "f64[n]", "exact"), ("p, not q", "f64[n]", "exact"), ("not p, q, m == n", "f64[m]", "exact"),
      ("not p, not q", "f64[m]", "exact"), ("not p, q, m != n", "ValueError", "")]),
    ("else_if", "", "def {0}(p, q, x, y):\n    return cond(p)(lambda: x).else_if(q)(lambda: y).otherwise(lambda: jnp.concatenate([x, y]))()\n",
     "p: bool, q: bool, x: f64[n], y: f64[m]",
     [("p", "f64[n]", "exact"), ("not p, q", "f64[m]", "exact"), ("not p, not q", "f64[jnp.concatenate([x, y]).shape[0]]", "exact")]),
    ("in_loop", "", "def {0}(p, k, x):\n    @for_loop(0, k, 1)\n    def loop(i, s):\n        return s + 1 if p else s + jnp.sum(x)\n    return loop(0.0)\n",
     "p: bool, k: int, x: f64[n]", [("p", "f64[]", "exact"), ("not p", "f64[]", "exact")]),
    ("per_trip", "", "def {0}(k, x):\n    @for_loop(0, k, 1)\n    def loop(i, x):\n        return x if i > 1 else 2 * x\n    return loop(x)\n",
     "k: int, x: f64[n]", always("TracerBoolConversionError", "")),
    ("number", "", ADD, "x: f64[n,3], y: f64[k,m]",
     [("n == k, m == 3", "f64[n,3]", "exact"), ("n == k, m != 3", "ValueError", ""), ("n != k", "ValueError", "")]),
    ("unnamed", "", ADD, "x: f64[_], y: f64[?]", [("x_0 == y_0", "f64[x_0]", "exact"), ("x_0 != y_0", "ValueError", "")]),
    ("joined", "", "def {0}(x, y, z):\n    return jnp.concatenate([x, y], axis=1) + z\n", "x: f64[a,2], y: f64[b,3], z: f64[c,5]",
     [("b == a, b == c", "f64[b,5]", "exact"), ("b == a, b != c", "ValueError", ""), ("b != a", "TypeError", "")]),
]
# Forks that have nothing to do with each other, before what all of them share: the rows are all answers, and each fork is traced
# on its own (`many`). Lengths that are computed in one way may be one, so that each two of them are traced together (`alike`).
# FORKS: how many. The lengths of `pair` meet in one equation: all answers to both are traced.
FORKS = 6
_TWICE = "cond({0})(lambda: x).otherwise(lambda: jnp.concatenate([x, x]))()"
_NAMES = "pqrstu"[:FORKS]
_SHORTER = "cond({0})(lambda: x).otherwise(lambda: x[{1}:])()"
_ALL = "def {{0}}(x, " + ", ".join(_NAMES) + "):\n    every = [{0}]\n    return tuple(jnp.tanh(v) * 2.0 for v in every)\n"
_TYPES = "x: f64[n], " + ", ".join(f"{n}: bool" for n in _NAMES)
MANY = ("many", "", _ALL.format(", ".join(_SHORTER.format(n, i + 1) for i, n in enumerate(_NAMES))), _TYPES)
ALIKE = ("alike", "", _ALL.format(", ".join(_TWICE.format(n) for n in _NAMES)), _TYPES)
PAIR = ("pair", "", "def {0}(x, p, q, r):\n    a, b, c = " + ", ".join(_TWICE.format(n) for n in "pqr")
        + "\n    return a, jnp.concatenate([a, b]), c\n", "x: f64[n], p: bool, q: bool, r: bool")
# Of this one not every path is followed: of more turns than that it is what the others give.
RECURSION = ("recursion", "", "def {0}(n, x):\n    return x if n <= 0 else {0}(n - 1, jnp.concatenate([x, x]))\n", "n: int, x: f64[a,3]")
NO_TYPE = ("no_type", "", "def {0}(n, k):\n    return jnp.ones(k, dtype=float if k < 3 else int) if n <= 0 else {0}(n - 1, k + 1)\n", "n: int, k = 0")
BUDGET = ("budget", "", WHILE, "n: int, x: f64[4,7]")
