"""A type checker of Jaxpr text, written apart from dbidx's: a parser, scoping, arity, and simple
rules for the dtypes and shapes of results. `check(text)` raises Wrong if the text cannot be right.

It is meant to accept no less than it should: where a rule is not simple (gather, scatter, reshape of
traced lengths) only a part of it is checked. Lengths are equal if they are the same number or name,
if they are constants of a nested Jaxpr that stand for equal operands, or equal sums.
"""
import itertools
import re

TOKEN = re.compile(r"""\s*(?:(?P<raw>(?<=name=)[^\s\]{]+)|
    (?P<name>[A-Za-z_](?:[A-Za-z_0-9]|\.(?=[A-Za-z_]))*)|
    (?P<num>[-+]?(?:inf|nan|\d[\d.]*(?:[eE][-+]?\d+)?)j?)|(?P<punct>.))""", re.X | re.S)
DTYPES = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16", "c128": "complex128",
          "c64": "complex64", "bool": "bool", **{f"i{n}": f"int{n}" for n in (8, 16, 32, 64)},
          **{f"u{n}": f"uint{n}" for n in (8, 16, 32, 64)}}
NUMBERS = ("True", "False", "inf", "nan")
LONG = {v: k for k, v in DTYPES.items()}


class Wrong(Exception):
    pass


def need(ok, what):
    if not ok:
        raise Wrong(what)


def kind(dtype):
    return "f" if dtype == "bf16" else "b" if dtype == "bool" else dtype[0]


# ---- tokens and the tree ----


def tokens(text):
    # scatter-add and its kin are one name
    out, at = [], 0
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m or not m.group().strip():
            break
        what = m.lastgroup
        word, at = m.group(what), m.end()
        if word == "scatter" and (tail := re.match(r"-[a-z]+", text[at:])):
            word, at = word + tail.group(), at + tail.end()
        out.append((what, word))
    return out + [("end", "")] * 3


class Literal:
    def __init__(self, text, dtype):
        self.kind = ("c" if text.endswith(("j", ")")) else "b" if text in ("True", "False")
                     else "f" if re.search(r"[.ena]", text) else "i")
        self.text, self.dtype = text, dtype
        need(not dtype or self.fits(dtype), f"the literal {text} is no {dtype}")

    def fits(self, dtype):
        k = kind(dtype)
        if self.kind == "i" and k in "iu":
            n, bits = int(self.text), int(dtype[1:])
            return (0 if k == "u" else -2 ** (bits - 1)) <= n < 2 ** (bits - (k == "i"))
        return k == self.kind or (self.kind == "i" and dtype == "bf16")


class Node:
    def __init__(self, **fields):
        self.__dict__.update(fields)


class Parser:
    def __init__(self, text):
        self.t, self.i, self.shared = tokens(text), 0, {}

    def peek(self, k=0):
        return self.t[min(self.i + k, len(self.t) - 1)][1]

    def what(self, k=0):
        return self.t[min(self.i + k, len(self.t) - 1)][0]

    def take(self, *words):
        need(not words or self.peek() in words, f"{words} expected, not {self.peek()!r}")
        self.i += 1
        return self.t[self.i - 1][1]

    def name(self):
        need(self.what() == "name", "a name expected")
        return self.take()

    def type(self):
        dtype = self.name()
        need(dtype in DTYPES, f"no dtype: {dtype}")
        self.take("[")
        dims = []
        while self.peek() != "]":
            if dims:
                self.take(",")
            word = self.take()
            need(word and re.fullmatch(r"\d+|[A-Za-z_]\w*", word), f"no dimension: {word}")
            dims.append(int(word) if word.isdigit() else word)
        self.take("]")
        return dtype, tuple(dims)

    def binders(self):
        out = []
        while self.what() == "name" and self.peek(1) == ":":
            name = self.name()
            self.take(":")
            out.append((name, self.type()))
        return out

    def atom(self):
        if self.peek() == "(":
            self.take()
            text = "(" + self.take() + self.take() + self.take(")")
        elif self.what() == "num" or self.peek() in NUMBERS:
            text = self.take()
        else:
            return self.name()
        dtype = None
        if self.peek() == ":":
            self.take()
            dtype, dims = self.type()
            need(not dims, "a literal is a scalar")
        return Literal(text, dtype)

    def piece(self):
        """What is printed as one piece, with `let NAME = ... in` in front."""
        outer, self.shared = self.shared, {}
        while self.peek() == "let":
            self.take()
            name = self.name()
            self.take("=")
            self.shared[name] = self.jaxpr()
            self.take("in")
        j = self.jaxpr()
        self.shared = outer
        return j

    def value(self, key):
        word = self.peek()
        if key == "name":
            return self.take()
        if word == "{":
            return self.piece() if key == "branch_jaxprs" else self.jaxpr()
        if word == "let" and key == "branch_jaxprs":
            return self.piece()
        if word in "([":
            close = {"(": ")", "[": "]"}[self.take()]
            items = []
            while self.peek() != close:
                if items and (key != "branches" or self.peek() == ","):
                    self.take(",")
                if self.peek() != close:
                    items.append(self.value(key))
            self.take(close)
            return tuple(items)
        if self.what() == "num":
            return int(word) if re.fullmatch(r"[-+]?\d+", self.take()) else float("nan")
        name = self.name()
        if self.peek() == "(":
            self.take()
            fields = {}
            while self.peek() != ")":
                if fields:
                    self.take(",")
                field = self.name()
                self.take("=")
                fields[field] = self.value(field)
            self.take(")")
            return fields
        if name in self.shared:
            return self.shared[name]
        return {"None": None, "True": True, "False": False}.get(name, name)

    def params(self):
        out = {}
        self.take("[")
        while self.peek() != "]":
            key = self.name()
            need(key not in out, f"the parameter {key} is given twice")
            self.take("=")
            out[{"num_implicit_inputs": "nimplicit"}.get(key, key)] = self.value(key)
        self.take("]")
        return out

    def ends(self):
        return (self.peek() in (";", "}", "") or (self.peek() == "in" and self.peek(1) == "(")
                or (self.what() == "name" and self.peek() not in NUMBERS and self.peek(1) in (":", "[")))

    def eqn(self):
        binders = self.binders()
        if binders:
            self.take("=")
        prim = self.name()
        params = self.params() if self.peek() == "[" else {}
        operands = []
        while not self.ends():
            operands.append(self.atom())
        return Node(binders=binders, prim={"jit": "pjit"}.get(prim, prim), params=params, operands=operands)

    def jaxpr(self):
        self.take("{")
        self.take("lambda")
        consts = self.binders()
        self.take(";")
        ins = self.binders()
        self.take(".")
        self.take("let")
        eqns = []
        while not (self.peek() == "in" and self.peek(1) == "("):
            eqns.append(self.eqn())
            if self.peek() == ";":
                self.take()
        self.take("in")
        self.take("(")
        outs = []
        while self.peek() != ")":
            if outs:
                self.take(",")
            if self.peek() != ")":
                outs.append(self.atom())
        self.take(")")
        self.take("}")
        return Node(consts=consts, ins=ins, eqns=eqns, outs=outs)


# ---- scopes: a length is an int or the identity of a variable ----

fresh = itertools.count()


class Scope:
    def __init__(self):
        self.vars = {}  # name -> (dtype, dims, identity)
        self.sums = {}

    def bind(self, name, type, same=None):
        dtype, dims = type
        need(name == "_" or name not in self.vars, f"{name} is bound twice")
        dims = tuple(d if isinstance(d, int) else self.length(d) for d in dims)
        if name != "_":
            self.vars[name] = (dtype, dims, ("v", next(fresh)) if same is None else same)
        return dtype, dims

    def length(self, name):
        need(name in self.vars, f"the length {name} is not defined")
        dtype, dims, identity = self.vars[name]
        need(not dims and kind(dtype) in "iub", f"the length {name} is no integer scalar")
        return identity

    def of(self, atom):
        """(dtype or None, dims, identity) of an operand."""
        if isinstance(atom, Literal):
            return atom, (), (int(atom.text) if atom.kind == "i" else ("v", next(fresh)))
        need(atom in self.vars, f"{atom} is not defined")
        return self.vars[atom]


def same_dtype(a, b):
    """Of dtypes, or literals, whose dtype old text does not tell."""
    if isinstance(a, Literal) and isinstance(b, Literal):
        return a.kind == b.kind if not (a.dtype and b.dtype) else a.dtype == b.dtype
    if isinstance(a, Literal):
        return a.dtype == b if a.dtype else a.fits(b)
    return same_dtype(b, a) if isinstance(b, Literal) else a == b


# ---- rules of plain primitives: (dtype, dims) of the result; None in dims: not checked ----

def words(text):
    return set(text.split())


UNARY = {"neg": "iufc", "square": "iufc", "sign": "iufc", "floor": "f", "ceil": "f", "round": "f", "exp": "fc", "exp2": "fc",
         "expm1": "fc", "log": "fc", "log1p": "fc", "sin": "fc", "cos": "fc", "tan": "fc", "asin": "fc",
         "acos": "fc", "atan": "fc", "sinh": "fc", "cosh": "fc", "tanh": "fc", "asinh": "fc", "acosh": "fc",
         "atanh": "fc", "sqrt": "fc", "rsqrt": "fc", "cbrt": "f", "logistic": "fc", "erf": "f", "erfc": "f",
         "erf_inv": "f", "lgamma": "f", "digamma": "f", "not": "biu", "population_count": "iu", "clz": "iu",
         "integer_pow": "iufc", "copy": "biufc", "reduce_precision": "f", "abs": "iufc", "is_finite": "f",
         "real": "c", "imag": "c", "conj": "fc"}
BINARY = {"add": "iufc", "sub": "iufc", "mul": "iufc", "div": "iufc", "rem": "iuf", "max": "biufc",
          "min": "biufc", "atan2": "fc", "nextafter": "f", "and": "biu", "or": "biu", "xor": "biu",
          "shift_left": "iu", "shift_right_logical": "iu", "shift_right_arithmetic": "iu", "eq": "biufc",
          "ne": "biufc", "lt": "biuf", "le": "biuf", "gt": "biuf", "ge": "biuf"}
COMPARE = words("eq ne lt le gt ge")
REDUCE = {"reduce_sum": "iufc", "reduce_prod": "iufc", "reduce_max": "biufc", "reduce_min": "biufc",
          "reduce_and": "biu", "reduce_or": "biu", "reduce_xor": "biu"}
REAL = {"c128": "f64", "c64": "f32"}
COMPLEX = {"f64": "c128", "f32": "c64"}
FIRST = words("scatter scatter-add scatter-mul scatter-min scatter-max dynamic_update_slice")
AS_X = words("rev cumsum cumprod cummax cummin")
ARITY = {"select_n": (2, 99), "clamp": (3, 3), "iota": (0, 99), "broadcast_in_dim": (1, 99), "reshape": (1, 99),
         "concatenate": (1, 999), "pad": (2, 2), "dot_general": (2, 2), "pow": (2, 2), "complex": (2, 2),
         "gather": (2, 99), "dynamic_slice": (1, 99), "dynamic_update_slice": (2, 99), "sort": (1, 99),
         **{p: (3, 3) for p in FIRST - {"dynamic_update_slice"}}, **{p: (2, 2) for p in BINARY}}


def ints(e, key, rank=None):
    v = e.params.get(key)
    need(isinstance(v, tuple) and all(isinstance(i, int) and not isinstance(i, bool) for i in v),
         f"{e.prim}: {key} is no tuple of ints")
    if rank is not None:
        need(all(0 <= i < rank for i in v) and len(set(v)) == len(v), f"{e.prim}: {key} out of range")
    return v


def axis(e, key, rank):
    v = e.params.get(key)
    need(isinstance(v, int) and not isinstance(v, bool) and 0 <= v < rank, f"{e.prim}: {key} out of range")
    return v


def sized(e, key, sizes):
    """A shape parameter with None for the lengths that are operands."""
    v, sizes = e.params.get(key), list(sizes)
    need(isinstance(v, tuple), f"{e.prim}: {key} is no tuple")
    need(sum(d is None for d in v) == len(sizes), f"{e.prim}: the number of lengths")
    need(all(d is None or (isinstance(d, int) and not isinstance(d, bool) and d >= 0) for d in v), f"{e.prim}: {key}")
    for s in sizes:
        need(not s[1] and kind(s[0].dtype or "i64" if isinstance(s[0], Literal) else s[0]) in "iub",
             f"{e.prim}: a length is no integer scalar")
    return tuple(sizes.pop(0)[2] if d is None else d for d in v)


def dtype_param(e, key):
    need(e.params.get(key) in LONG, f"{e.prim}: {key} is no dtype")
    return LONG[e.params[key]]


def elementwise(e, xs, kinds):
    rank = max(len(x[1]) for x in xs)
    axes = zip(*(x[1] for x in xs if len(x[1]) == rank))
    dims = tuple(next((d for d in axis if d != 1), 1) for axis in axes)
    for x in xs:
        need(same_dtype(x[0], xs[0][0]), f"{e.prim}: dtypes differ")
        need(len(x[1]) in (0, rank), f"{e.prim}: ranks differ")
        need(all(a in (1, b) for a, b in zip(x[1], dims)), f"{e.prim}: shapes differ")
        need((x[0].kind if isinstance(x[0], Literal) and not x[0].dtype else
              kind(x[0].dtype if isinstance(x[0], Literal) else x[0])) in kinds
             or (isinstance(x[0], Literal) and x[0].kind == "i" and "u" in kinds), f"{e.prim}: dtype")
    first = next((x[0] for x in xs if not isinstance(x[0], Literal)), xs[0][0])
    return first, dims


def plain(e, xs):
    p, x = e.prim, xs[0] if xs else None
    least, most = ARITY.get(p, (1, 1))
    need(least <= len(xs) <= most, f"{p}: {len(xs)} operands")
    if p in UNARY:
        dtype, dims = elementwise(e, xs, UNARY[p])
        if p == "integer_pow":
            need(isinstance(e.params.get("y"), int), "integer_pow: y")
        if p == "is_finite":
            dtype = "bool"
        if p in ("abs", "real", "imag"):
            dtype = REAL.get(dtype, dtype) if not isinstance(dtype, Literal) else None
        return (None if p == "conj" else dtype), dims
    if p in BINARY:
        dtype, dims = elementwise(e, xs, BINARY[p])
        return ("bool" if p in COMPARE else dtype), dims
    if p == "pow":
        return x[0], max((v[1] for v in xs), key=len)
    if p == "complex":
        dtype, dims = elementwise(e, xs, "f")
        return COMPLEX.get(dtype) if not isinstance(dtype, Literal) else None, dims
    if p == "clamp":
        need(all(same_dtype(v[0], xs[1][0]) for v in xs), "clamp: dtypes differ")
        need(all(not v[1] or v[1] == xs[1][1] for v in xs), "clamp: shapes differ")
        return xs[1][0], xs[1][1]
    if p == "select_n":
        need(not x[1] or x[1] == xs[1][1], "select_n: shapes differ")
        need(same_dtype(x[0], "bool") and len(xs) < 4 or (same_dtype(x[0], "i32") and not isinstance(x[0], Literal)), "select_n: which")
        return elementwise(e, xs[1:], "biufc")
    if p in ("convert_element_type", "bitcast_convert_type"):
        return dtype_param(e, "new_dtype"), x[1]
    if p in REDUCE:
        axes = ints(e, "axes", len(x[1]))
        need(isinstance(x[0], Literal) or kind(x[0]) in REDUCE[p], f"{p}: dtype")
        return x[0], tuple(d for i, d in enumerate(x[1]) if i not in axes)
    if p in ("argmax", "argmin"):
        axes = ints(e, "axes", len(x[1]))
        need(len(axes) == 1, f"{p}: one axis")
        return dtype_param(e, "index_dtype"), tuple(d for i, d in enumerate(x[1]) if i not in axes)
    if p == "rev":
        ints(e, "dimensions", len(x[1]))
    elif p in AS_X:
        axis(e, "axis", len(x[1]))
    if p in AS_X or p in FIRST:
        return x[0], x[1]
    if p == "broadcast_in_dim":
        shape = sized(e, "shape", xs[1:])
        to = ints(e, "broadcast_dimensions", len(shape))
        need(len(to) == len(x[1]) and list(to) == sorted(to), "broadcast_in_dim: broadcast_dimensions")
        need(all(d == 1 or shape[i] == d for i, d in zip(to, x[1])), "broadcast_in_dim: lengths differ")
        return x[0], shape
    if p == "iota":
        shape = sized(e, "shape", xs)
        axis(e, "dimension", len(shape))
        return dtype_param(e, "dtype"), shape
    if p == "reshape":
        shape = sized(e, "new_sizes", xs[1:])
        if all(isinstance(d, int) for d in shape + x[1]):
            before = after = 1
            for d in x[1]:
                before *= d
            for d in shape:
                after *= d
            need(before == after, "reshape: another number of elements")
        return x[0], shape
    if p == "squeeze":
        axes = ints(e, "dimensions", len(x[1]))
        need(all(x[1][i] == 1 for i in axes), "squeeze: a length is not 1")
        return x[0], tuple(d for i, d in enumerate(x[1]) if i not in axes)
    if p == "transpose":
        order = ints(e, "permutation", len(x[1]))
        need(len(order) == len(x[1]), "transpose: permutation")
        return x[0], tuple(x[1][i] for i in order)
    if p == "concatenate":
        need(all(len(v[1]) == len(x[1]) and same_dtype(v[0], x[0]) for v in xs), "concatenate: operands")
        at = axis(e, "dimension", len(x[1]))
        need(all(a == b for v in xs for i, (a, b) in enumerate(zip(v[1], x[1])) if i != at), "concatenate: lengths")
        parts = [v[1][at] for v in xs]
        total = sum(parts) if all(isinstance(n, int) for n in parts) else None
        return x[0], x[1][:at] + (total,) + x[1][at + 1:]
    if p == "slice" and all(isinstance(d, int) for d in x[1]):
        low, high = ints(e, "start_indices"), ints(e, "limit_indices")
        step = e.params.get("strides") or (1,) * len(low)
        need(len(low) == len(high) == len(step) == len(x[1]), "slice: ranks")
        need(all(0 <= a <= b <= d and s > 0 for a, b, s, d in zip(low, high, step, x[1])), "slice: bounds")
        return x[0], tuple(-((a - b) // s) for a, b, s in zip(low, high, step))
    if p == "dot_general":
        n = e.params.get("dimension_numbers")
        try:
            (lc, rc), (lb, rb) = n
            l, r = x[1], xs[1][1]
            need(all(isinstance(i, int) and 0 <= i for i in lc + rc + lb + rb), "dot_general: axes")
            need(len(lc) == len(rc) and len(lb) == len(rb), "dot_general: axes")
            need(all(l[i] == r[k] for i, k in zip(lc + lb, rc + rb)), "dot_general: lengths differ")
            need(len(set(lc + lb)) == len(lc + lb) and len(set(rc + rb)) == len(rc + rb), "dot_general: axes")
        except (TypeError, ValueError, IndexError):
            raise Wrong("dot_general: dimension_numbers")
        return None, (tuple(l[i] for i in lb) + tuple(d for i, d in enumerate(l) if i not in lc + lb)
                      + tuple(d for i, d in enumerate(r) if i not in rc + rb))
    if p in ("slice", "dynamic_slice", "gather", "pad"):
        return x[0], None
    raise Wrong(f"unknown primitive {p}")


def fits(binder, want, e):
    dtype, dims = binder
    if want[0] is not None:
        need(same_dtype(want[0], dtype), f"{e.prim}: the binder has another dtype")
    if want[1] is not None:
        need(len(dims) == len(want[1]), f"{e.prim}: the binder has another rank")
        need(all(w is None and not isinstance(d, int) or d == w for d, w in zip(dims, want[1])),
             f"{e.prim}: the binder has other lengths")


# ---- nested primitives ----


def result_fits(binder, out, e):
    """A binder against what a nested Jaxpr gives: which variable names a traced length is free."""
    need(same_dtype(out[0], binder[0]) and len(out[1]) == len(binder[1]), f"{e.prim}: result type")
    need(all(a == b or not (isinstance(a, int) or isinstance(b, int)) for a, b in zip(out[1], binder[1])),
         f"{e.prim}: result lengths")


def call(j, args, constants, e):
    """Checks j on operands; constants (positions) stand for them. Gives the types of its results."""
    need(not j.consts and len(j.ins) == len(args), f"{e.prim}: the number of inputs")
    s, passed = Scope(), {}
    j.types = []
    for i, ((name, type), a) in enumerate(zip(j.ins, args)):
        stands = a[2] if i in constants and not isinstance(a[0], Literal) else None
        dtype, dims = s.bind(name, type, stands)
        j.types.append((dtype, dims))
        if name != "_":
            passed[s.vars[name][2]] = a[2]
        need(same_dtype(a[0], dtype) and len(a[1]) == len(dims), f"{e.prim}: the type of input {i}")
        need(all(d == have or passed.get(d, d) == have for d, have in zip(dims, a[1])), f"{e.prim}: lengths of input {i}")
    return jaxpr(j, s)


def is_bool(t):
    return same_dtype(t[0], "bool") and not t[1]


def count(e, key, most):
    v = e.params.get(key, 0)
    need(isinstance(v, int) and not isinstance(v, bool) and 0 <= v <= most, f"{e.prim}: {key}")
    return v


def loop_types(j, first, carried, outs, e):
    """Results of a body have the types that the inputs have in the next iteration."""
    need(len(outs) == len(carried), f"{e.prim}: the number of results")
    for i, o in zip(carried, outs):
        dtype, dims = j.types[i]
        need(same_dtype(o[0], dtype) and len(o[1]) == len(dims), f"{e.prim}: a carry changes its type")
        need(all(a == b or not (isinstance(a, int) or isinstance(b, int)) for a, b in zip(dims, o[1])),
             f"{e.prim}: a carry changes a length")


def nested(e, xs):
    q = e.params
    for key in ("body_jaxpr", "cond_jaxpr", "jaxpr"):
        need(key not in q or isinstance(q[key], Node), f"{e.prim}: {key}")
    if e.prim == "pjit":
        need("jaxpr" in q, "pjit: jaxpr")
        outs = call(q["jaxpr"], xs, range(len(xs)), e)
    elif e.prim == "for_loop":
        j = q.get("body_jaxpr")
        need(j, "for_loop: body_jaxpr")
        k, d = count(e, "body_nconsts", len(xs)), count(e, "nimplicit", len(xs))
        need(k + d + 4 <= len(xs), "for_loop: operands")
        need(all(not b[1] and (isinstance(b[0], Literal) and b[0].kind == "i" or kind(getattr(b[0], "dtype", b[0]) or "b") in "iu")
                 for b in xs[k + d:k + d + 4]), "for_loop: bounds")
        outs = call(j, xs[:k + d] + xs[k + d + 3:], range(k), e)
        loop_types(j, k, [*range(k, k + d), *range(k + d + 1, len(j.ins))], outs, e)
    elif e.prim in ("while_loop", "while"):
        test, j = q.get("cond_jaxpr"), q.get("body_jaxpr")
        need(test and j, f"{e.prim}: Jaxprs")
        kc, kb = count(e, "cond_nconsts", len(xs)), count(e, "body_nconsts", len(xs))
        need(kc + kb <= len(xs), f"{e.prim}: operands")
        go = call(test, xs[:kc] + xs[kc + kb:], range(kc), e)
        need(len(go) == 1 and is_bool(go[0]), f"{e.prim}: the condition")
        outs = call(j, xs[kc:], range(kb), e)
        loop_types(j, kb, range(kb, len(j.ins)), outs, e)
    else:
        lax = "branches" in q
        branches = q.get("branches" if lax else "branch_jaxprs")
        need(branches and isinstance(branches, tuple) and all(isinstance(b, Node) for b in branches), "cond: branches")
        n = 1 if lax else len(branches) - 1
        need(len(xs) >= n and (lax or all(is_bool(x) for x in xs[:n])), "cond: predicates")
        for b in branches:
            outs = call(b, xs[n:], range(len(xs)), e)
            need(len(outs) == len(e.binders), "cond: the number of results")
            for (_, t), o in zip(e.types, outs):
                result_fits(t, o, e)
    need(len(outs) == len(e.binders), f"{e.prim}: the number of results")
    for (_, t), o in zip(e.types, outs):
        result_fits(t, o, e)


NESTED = words("pjit for_loop while_loop while cond")


def jaxpr(j, s):
    for e in j.eqns:
        xs = [s.of(a) for a in e.operands]
        same = None
        if e.prim == "add" and len(xs) == 2 and not xs[0][1] and not xs[1][1]:
            same = s.sums.get((xs[0][2], xs[1][2]))
        e.types = [(name, s.bind(name, type, same)) for name, type in e.binders]
        if e.prim == "add" and len(xs) == 2 and e.binders and e.binders[0][0] in s.vars:
            s.sums.setdefault((xs[0][2], xs[1][2]), s.vars[e.binders[0][0]][2])
        if e.prim in NESTED:
            nested(e, xs)
        elif e.prim == "sort":
            need(len(e.types) == len(xs), "sort: the number of results")
            for (_, t), x in zip(e.types, xs):
                fits(t, x, e)
        else:
            need(len(e.binders) == 1, f"{e.prim}: the number of results")
            fits(e.types[0][1], plain(e, xs), e)
        for v in e.params.values():
            if isinstance(v, Node) and e.prim not in NESTED:
                inner = Scope()
                for name, type in v.consts + v.ins:
                    inner.bind(name, type)
                jaxpr(v, inner)
    return [s.of(a) for a in j.outs]


def check(text):
    """The inputs, as (name, (dtype, dims)), constants first."""
    p = Parser(text)
    j = p.piece()
    need(p.what() == "end", "text after the Jaxpr")
    s = Scope()
    for name, type in j.consts + j.ins:
        s.bind(name, type)
    jaxpr(j, s)
    return j.consts + j.ins
