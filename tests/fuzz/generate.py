"""Random typed programs: loops, conditionals and nested jits over arrays of traced shape.

A type is ("i", dim, small), ("f",), ("b",) or ("a", kind, dims); a dim is an int (static) or a
string (the identity of a traced length). The generator only combines what it knows to be equal, so
a program has to trace, unless `mixed` is set: then two lengths were combined that it knows nothing
about, and a refusal is as good as a right result.
"""

PREFIX = {"i": "n", "f": "s", "b": "p", "a": "x"}
DTYPE = {"i": "int", "f": "float"}
MAX_NESTING = 3


class Program:
    """One program: its source, and the calls to make (as text)."""

    def __init__(self, rng, name="f"):
        self.rng, self.name = rng, name
        self.lines, self.indent, self.count, self.mixed = [], 0, 0, False
        self.may_mix = rng.random() < 0.25
        self.calls = self.write_function()
        self.source = "\n".join(self.lines) + "\n"

    # ---- text, names, choices ----

    def chance(self, p):
        return self.rng.random() < p

    def emit(self, line):
        self.lines.append("    " * self.indent + line)

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def dim(self):
        return self.fresh("d")

    def bound(self, scope, t):
        name = self.fresh(PREFIX[t[0]])
        scope.append((name, t))
        return name

    def assign(self, scope, text, t):
        name = self.fresh(PREFIX[t[0]])
        self.emit(f"{name} = {text}")
        scope.append((name, t))

    def pick(self, scope, test):
        """A variable that passes the test, recent ones more often; None if there is none."""
        found = [v for v in scope if test(v[1])]
        if not found:
            return None
        return self.rng.choice(found[-3:] if self.chance(0.5) else found)

    # ---- scalars ----

    def known_length(self, scope):
        """A traced number that is a length: (text, dim)."""
        found = [(n, t[1]) for n, t in scope if t[0] == "i" and t[2]]
        for n, t in scope:
            if t[0] == "a":
                found += [(f"{n}.shape[{k}]", d) for k, d in enumerate(t[2]) if isinstance(d, str)]
        return self.rng.choice(found[-4:] if self.chance(0.4) else found)

    def length(self, scope):
        text, dim = self.known_length(scope)
        if self.chance(0.5):
            return text, dim
        other = self.known_length(scope)[0]
        if self.chance(0.01):
            return f"{text} - 1", self.dim()  # may be negative: both engines refuse it
        forms = (
            f"{text} + 1", f"{text} + 1", f"{text} + 2", f"{text} // 2", f"{text} % 3", f"{text} * 2",
            f"jnp.clip({text}, 0, 3)", f"abs({text} - 2)", f"{text} + {other}", f"jnp.minimum({text}, {other})",
            f"jnp.maximum({text}, {other})", f"jnp.where({text} > 1, {other}, {text})",
        )
        return self.rng.choice(forms), self.dim()

    def int_expr(self, scope, depth=2):
        r = self.rng.random()
        if depth == 0 or r < 0.35:
            v = self.pick(scope, lambda t: t[0] == "i")
            return v[0] if v and self.chance(0.75) else str(self.rng.randint(-1, 3))
        if r < 0.45:
            return self.known_length(scope)[0]
        a, b = self.int_expr(scope, depth - 1), self.int_expr(scope, depth - 1)
        v = self.pick(scope, lambda t: t[0] == "a" and t[1] == "i")
        if v and r < 0.65:
            one = len(v[1][2]) == 1
            forms = [f"jnp.sum({v[0]})", f"{v[0]}.size", f"jnp.max({v[0]}, initial=0)", f"jnp.count_nonzero({v[0]})"] + ([f"{v[0]}[{self.rng.choice((a, '0', '-1'))}]"] if one and self.chance(0.3) else [])
            return self.rng.choice(forms)
        forms = (
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"{a} // {self.rng.choice((2, 3, -2))}".join("()"),
            f"({a} % {self.rng.choice((2, 3, -3))})", f"jnp.where({a} < {b}, {b}, {a})", f"jnp.clip({a}, -1, 4)",
            f"abs({a})", f"jnp.maximum({a}, {b})",
        )
        return self.rng.choice(forms)

    def float_expr(self, scope, depth=2):
        r = self.rng.random()
        if depth == 0 or r < 0.4:
            v = self.pick(scope, lambda t: t[0] == "f")
            return v[0] if v and self.chance(0.8) else self.rng.choice(("0.5", "1.0", "2.0", "-1.5"))
        v = self.pick(scope, lambda t: t[0] == "a" and t[1] == "f")
        if v and r < 0.6:
            if self.chance(0.2):
                return f"jnp.mean({v[0]})"
            return f"jnp.sum({v[0]})" if len(v[1][2]) > 1 or self.chance(0.8) else f"{v[0]}[0]"
        if r < 0.7:
            return f"({self.int_expr(scope, 1)} * 0.5)"
        a, b = self.float_expr(scope, depth - 1), self.float_expr(scope, depth - 1)
        return self.rng.choice((f"({a} + {b})", f"({a} - {b})", f"({a} * 0.5)", f"jnp.where({a} < {b}, {b}, {a})"))

    def bool_expr(self, scope, depth=1):
        v = self.pick(scope, lambda t: t[0] == "b")
        if v and self.chance(0.3):
            return v[0]
        if depth and self.chance(0.2):
            op = self.rng.choice("&|")
            return f"({self.bool_expr(scope, 0)} {op} {self.bool_expr(scope, 0)})"
        v = self.pick(scope, lambda t: t[0] == "a")
        if v and self.chance(0.15):
            return f"jnp.any({v[0]} > {self.rng.randint(0, 2)})"
        a, b = self.int_expr(scope, 1), self.rng.choice((self.int_expr(scope, 1), str(self.rng.randint(0, 3))))
        return self.rng.choice((f"({a} < {b})", f"({a} > {b})", f"({a} == {b})", f"({a} % 2 == 0)"))

    def scalar(self, scope, kind):
        return {"i": self.int_expr, "f": self.float_expr, "b": self.bool_expr}[kind](scope)

    # ---- arrays ----

    def source_of(self, scope, dim):
        """Text of a dimension that is known, None if nothing in scope has it."""
        if isinstance(dim, int):
            return str(dim)
        found = [n for n, t in scope if t[0] == "i" and t[1] == dim]
        for n, t in scope:
            if t[0] == "a":
                found += [f"{n}.shape[{k}]" for k, d in enumerate(t[2]) if d == dim]
        return self.rng.choice(found) if found else None

    def filled(self, kind, lengths):
        shape = "[" + ", ".join(lengths) + "]"
        if self.chance(0.3):
            return f"jnp.full({shape}, {self.rng.choice(('2', '-3') if kind == 'i' else ('0.5', '3.0'))})"
        return f"jnp.{self.rng.choice(('ones', 'zeros'))}({shape}, dtype={DTYPE[kind]})"

    def array(self, scope, kind, dims, depth=2):
        """An expression of exactly that type."""
        forms = []
        if self.pick(scope, lambda t: t == ("a", kind, dims)):
            forms += [self.array_var] * (6 if depth == 0 else 3)
        if all(self.source_of(scope, d) for d in dims):
            forms += [self.array_filled]
        if depth:
            forms += [self.array_binary, self.array_scaled, self.array_scaled, self.array_unary, self.array_where]
            if kind == "i" or self.chance(0.3):
                forms += [self.array_pjit]
            forms += [self.array_update] if self.chance(0.3) else []
            forms += [self.array_cast]
            if len(dims) == 2:
                forms += [self.array_transposed, self.array_spread, self.array_outer]
            else:
                forms += [self.array_reduced] * 2
        for _ in range(20):
            text = self.rng.choice(forms)(scope, kind, dims, depth) if forms else None
            if text:
                return text
        return self.array_filled(scope, kind, dims, depth) or self.array_var(scope, kind, dims, depth)

    def array_var(self, scope, kind, dims, _):
        v = self.pick(scope, lambda t: t == ("a", kind, dims))
        return v and v[0]

    def array_filled(self, scope, kind, dims, _):
        lengths = [self.source_of(scope, d) for d in dims]
        return self.filled(kind, lengths) if all(lengths) else None

    def array_binary(self, scope, kind, dims, depth):
        a, b = self.array(scope, kind, dims, depth - 1), self.array(scope, kind, dims, depth - 1)
        if kind == "f" and self.chance(0.2):
            a = self.array(scope, "i", dims, 0)
            if not a:
                return None
        return f"({a} {self.rng.choice('++-*')} {b})"

    def array_scaled(self, scope, kind, dims, depth):
        a = self.array(scope, kind, dims, depth - 1)
        s = self.scalar(scope, kind) if self.chance(0.6) else self.rng.choice("12")
        return f"({a} {self.rng.choice('+-*')} {s})" if self.chance(0.8) else f"({s} - {a})"

    def array_unary(self, scope, kind, dims, depth):
        a = self.array(scope, kind, dims, depth - 1)
        axis = self.rng.randrange(len(dims))
        forms = [f"(-{a})", f"abs({a})", f"jnp.cumsum({a}, axis={axis})", f"jnp.sign({a})", f"jnp.flip({a}, axis={axis})"]
        forms += [f"jnp.{self.rng.choice(('zeros_like', 'ones_like', 'square'))}({a})", f"({a})[::-1]"]
        forms += [f"jnp.sort({a})", f"jnp.roll({a}, {self.rng.randint(-2, 2)})"] if len(dims) == 1 else []
        if kind == "f":
            forms.append(f"({a} / 2)")
        return self.rng.choice(forms)

    def array_cast(self, scope, kind, dims, _):
        v = self.pick(scope, lambda t: t == ("a", "i" if kind == "f" else "f", dims))
        return v and f"{v[0]}.astype({DTYPE[kind]})"

    def array_outer(self, scope, kind, dims, _):
        a, b = (self.pick(scope, lambda t: t == ("a", kind, (d,))) for d in dims)
        if not b or not a:
            return b and dims[0] == 2 and f"jnp.stack([{b[0]}, {self.array(scope, kind, dims[1:], 1)}])"
        return self.rng.choice((f"jnp.outer({a[0]}, {b[0]})", f"({a[0]}[:, None] + {b[0]}[None, :])"))

    def array_pjit(self, scope, kind, dims, depth):
        a = self.array(scope, kind, dims, depth - 1)
        return self.rng.choice((f"({a} // 2)", f"({a} % 3)", f"jnp.clip({a}, -2, 5)", f"jnp.maximum({a}, 1)"))

    def array_where(self, scope, kind, dims, depth):
        a, b = self.array(scope, kind, dims, depth - 1), self.array(scope, kind, dims, 0)
        if not b:
            return None
        if self.chance(0.4):
            return f"jnp.where({self.bool_expr(scope)}, {a}, {b})"
        return f"jnp.where({a} > 1, {a}, {b})"

    def array_update(self, scope, kind, dims, depth):
        a = self.array(scope, kind, dims, depth - 1)
        how = self.rng.choice(("set", "add"))
        return f"({a}).at[{self.int_expr(scope, 1)}].{how}({self.scalar(scope, kind)})"

    def array_transposed(self, scope, kind, dims, depth):
        v = self.pick(scope, lambda t: t == ("a", kind, dims[::-1]))
        return v and self.rng.choice((f"{v[0]}.T", f"jnp.transpose({v[0]})"))

    def array_spread(self, scope, kind, dims, depth):
        v = self.pick(scope, lambda t: t == ("a", kind, dims[1:]))
        if not v:
            return None
        rows = self.source_of(scope, dims[0])
        if rows and self.chance(0.5):
            return f"jnp.broadcast_to({v[0]}, ({rows}, {v[0]}.shape[0]))"
        return f"({self.array(scope, kind, dims, depth - 1)} {self.rng.choice('+*')} {v[0]})"

    def array_reduced(self, scope, kind, dims, depth):
        v = self.pick(scope, lambda t: t[0] == "a" and t[1] == kind and len(t[2]) == 2 and dims[0] in t[2])
        if not v:
            return None
        keep = v[1][2].index(dims[0])
        w = self.pick(scope, lambda t: t == ("a", kind, (v[1][2][1 - keep],)))
        if w and keep == 0 and self.chance(0.5):
            return f"({v[0]} @ {w[0]})"
        if self.chance(0.3):
            return f"{v[0]}[0]" if keep else f"{v[0]}[:, {self.rng.choice((0, -1))}]"
        if self.chance(0.3):
            return f"jnp.{self.rng.choice(('max', 'min'))}({v[0]}, axis={1 - keep}, initial={self.rng.randint(-1, 1)})"
        return f"jnp.sum({v[0]}, axis={1 - keep})"

    # ---- arrays of new lengths ----

    def is_like(self, kind, mask):
        """Rank, and which axes are traced or static (None = traced), of an array type."""
        return lambda t: t[0] == "a" and t[1] == kind and tuple(d if isinstance(d, int) else None for d in t[2]) == mask

    def resized(self, scope, kind, mask):
        """An array of that pattern, of any lengths: (text, type)."""
        like = self.pick(scope, self.is_like(kind, mask))
        if like and self.chance(0.5):
            return self.array(scope, kind, like[1][2], self.rng.randint(0, 2)), like[1]
        if like and mask[0] is None and self.chance(0.4):
            rest = like[1][2][1:]
            other = self.pick(scope, lambda t: t[0] == "a" and t[1] == kind and len(t[2]) == len(mask) and t[2][1:] == rest)
            return f"jnp.concatenate([{like[0]}, {other[0]}])", ("a", kind, (self.dim(), *rest))
        if like and len(mask) == 2 and mask[1] is None and self.chance(0.15):
            return f"jnp.concatenate([{like[0]}, {like[0]}], axis=1)", ("a", kind, (like[1][2][0], self.dim()))
        if like and mask[0] is None and self.chance(0.3):
            return f"{like[0]}[{self.slice(scope)}]", ("a", kind, (self.dim(), *like[1][2][1:]))
        if mask == (None,) and self.chance(0.2):
            text, dim = self.reshaped(scope, kind, like)
            return text, ("a", kind, (dim,))
        lengths = [self.length(scope) if d is None else (str(d), d) for d in mask]
        return self.filled(kind, [t for t, _ in lengths]), ("a", kind, tuple(d for _, d in lengths))

    def slice(self, scope):
        n = self.length(scope)[0]
        return self.rng.choice(("1:", ":-1", "::2", f":{n}", f"{n}:", f"1:{n}", "-2:", "0:2"))

    def reshaped(self, scope, kind, like):
        """A vector made from a matrix, another vector or a number: (text, dim)."""
        m = self.pick(scope, lambda t: t[0] == "a" and t[1] == kind and len(t[2]) == 2 and set(map(type, t[2])) == {str})
        if self.chance(0.3):
            n, dim = self.length(scope)
            return f"jnp.arange({n}, dtype={DTYPE[kind]})", dim
        forms = []
        if m:
            forms += [f"jnp.ravel({m[0]})", f"{m[0]}.reshape(-1)"]
        if like:
            x = like[0]
            forms += [f"jnp.append({x}, {self.scalar(scope, kind)})", f"jnp.repeat({x}, 2)", f"jnp.tile({x}, 2)", f"jnp.pad({x}, 1)"]
        return self.rng.choice(forms or [self.filled(kind, [self.length(scope)[0]])]), self.dim()

    def new_array(self, scope):
        kind = self.rng.choice("fi")
        mask = self.rng.choice(((None,),) * 4 + ((None, None),) * 2 + ((None, 2), (2, None)))
        return self.resized(scope, kind, mask)

    # ---- statements ----

    def statements(self, scope, n, nesting):
        for _ in range(n):
            r = self.rng.random()
            if nesting < MAX_NESTING and r < 0.45:
                self.rng.choice((self.for_loop, self.for_loop, self.while_loop, self.cond, self.jit))(scope, nesting)
            elif r < 0.6:
                self.assign(scope, *self.new_array(scope))
            elif r < 0.7:
                self.mix(scope)
            elif r < 0.8:
                text, dim = self.length(scope)
                self.assign(scope, text, ("i", dim, True))
            elif r < 0.85:
                kind = self.rng.choice("ifb")
                self.assign(scope, self.scalar(scope, kind), {"i": ("i", self.dim(), False)}.get(kind, (kind,)))
            else:
                v = self.pick(scope, lambda t: t[0] == "a")
                if v:
                    self.assign(scope, self.array(scope, *v[1][1:]), v[1])

    def mix(self, scope):
        """Combines two arrays whose lengths may or may not be known to be equal."""
        if not self.may_mix:
            return
        a = self.pick(scope, lambda t: t[0] == "a")
        b = a and self.pick(scope, lambda t: t[0] == "a" and len(t[2]) == len(a[1][2]))
        if b and a[1][2] != b[1][2]:
            self.mixed = True
            kind = max(a[1][1], b[1][1], key="if".index)
            self.assign(scope, f"{a[0]} + {b[0]}", ("a", kind, a[1][2]))

    # Loops

    def initial(self, scope):
        """A carry's initial value: (text, type)."""
        r = self.rng.random()
        v = self.pick(scope, lambda t: t[0] == "a")
        if v and r < 0.55:
            return v
        if r < 0.7:
            return self.new_array(scope)
        if r < 0.9:
            text, dim = self.length(scope) if self.chance(0.8) else (str(self.rng.randint(0, 2)), self.dim())
            return text, ("i", dim, True)
        kind = self.rng.choice("ifb")
        return self.scalar(scope, kind), {"i": ("i", self.dim(), False)}.get(kind, (kind,))

    def inside(self, t, resizing):
        if t[0] == "i":
            return ("i", self.dim(), t[2])
        if t[0] == "a" and resizing:
            return ("a", t[1], tuple(d if isinstance(d, int) else self.dim() for d in t[2]))
        return t

    def next_value(self, scope, t, resizing):
        """What a body returns for a carry of type t."""
        if t[0] == "i" and t[2]:
            return self.length(scope)[0]
        if t[0] != "a":
            return self.scalar(scope, t[0])
        if resizing:
            return self.resized(scope, t[1], tuple(d if isinstance(d, int) else None for d in t[2]))[0]
        return self.array(scope, t[1], t[2], self.rng.randint(0, 2))

    def body(self, scope, nesting, name, params, carried, resizing, counter=None):
        self.emit(f"def {name}({', '.join(params)}):")
        self.indent += 1
        self.statements(scope, self.rng.randint(0, 3), nesting + 1)
        results = [self.next_value(scope, t, resizing) for _, t in carried]
        if counter is not None:
            results[counter] = f"{carried[counter][0]} + 1"
        self.emit(f"return {', '.join(results)}")
        self.indent -= 1

    def after(self, scope, name, inits, resizing):
        types = [self.inside(t, resizing) for _, t in inits]
        targets = [self.bound(scope, t) for t in types]
        self.emit(f"{', '.join(targets)} = {name}({', '.join(text for text, _ in inits)})")

    def carries(self, scope):
        inits = [self.initial(scope) for _ in range(self.rng.randint(1, 4))]
        if self.chance(0.15):
            inits += [v for v in inits if v[0].isidentifier()][:1]  # aliased
        return inits

    def mode(self):
        resizing = self.chance(0.6)
        if self.chance(0.2):
            return resizing, ', allow_array_resizing="infer"'
        if not resizing and self.chance(0.05):
            self.mixed = True  # its lengths are not those outside
            return resizing, ', allow_array_resizing="shared"'
        return resizing, ", allow_array_resizing=True" if resizing else ""

    def for_loop(self, scope, nesting):
        inits = self.carries(scope)
        resizing, option = self.mode()
        name, inner = self.fresh("loop"), list(scope)
        length = self.known_length(scope)[0]
        n = self.rng.randint(0, 3)
        bounds = self.rng.choice(
            (f"0, {n}, 1", f"0, {n}, 1", f"0, {length}, 1", f"0, {length} % 4, 1", f"1, {n} + 1, 2", f"{n}, 0, -1",
             f"{length}, 0, -1", f"{self.int_expr(scope, 1)}, {n}, 1", f"0, {n}, {length} % 2 + 1")
        )
        self.emit(f"@for_loop({bounds}{option})")
        index = self.bound(inner, ("i", self.dim(), bounds[:2] in ("0,", "1,")))
        carried = [(self.bound(inner, t), t) for t in (self.inside(t, resizing) for _, t in inits)]
        self.body(inner, nesting, name, [index] + [c for c, _ in carried], carried, resizing)
        self.after(scope, name, inits, resizing)

    def while_loop(self, scope, nesting):
        inits = self.carries(scope)
        resizing, option = self.mode()
        counter = self.rng.randint(0, len(inits))
        inits.insert(counter, (self.rng.choice(("0", "1", self.known_length(scope)[0])), ("i", self.dim(), True)))
        name, test, inner = self.fresh("loop"), list(scope), list(scope)
        types = [self.inside(t, resizing) for _, t in inits]
        carried = [(self.bound(test, t), t) for t in types]
        limit = self.rng.choice((str(self.rng.randint(1, 3)), f"{self.known_length(scope)[0]}"))
        condition = f"({carried[counter][0]} < {limit})"
        if self.chance(0.4):
            condition = f"{condition} & {self.bool_expr(test)}"
        self.emit(f"@while_loop(lambda {', '.join(c for c, _ in carried)}: {condition}{option})")
        carried = [(self.bound(inner, t), t) for t in types]
        self.body(inner, nesting, name, [c for c, _ in carried], carried, resizing, counter)
        self.after(scope, name, inits, resizing)

    # Conditionals

    def cond_result(self, scope):
        """What every branch has to return: a kind of scalar, or an array pattern, pinned to dims or not."""
        r = self.rng.random()
        if r < 0.3:
            return self.rng.choice("iifb"), None, None
        v = self.pick(scope, lambda t: t[0] == "a")
        if v and r < 0.6:
            return "a", v[1][1], v[1][2]
        return "a", self.rng.choice("fi"), self.rng.choice(((None,), (None,), (None, None), (None, 2)))

    def branch_value(self, scope, wanted):
        what, kind, dims = wanted
        if what == "i":
            return self.length(scope)[0]
        if what != "a":
            return self.scalar(scope, what)
        if None in dims:
            return self.resized(scope, kind, dims)[0]
        return self.array(scope, kind, dims, self.rng.randint(0, 2))

    def branch(self, scope, nesting, name, wanted):
        inner = list(scope)
        self.emit(f"def {name}():")
        self.indent += 1
        self.statements(inner, self.rng.randint(0, 2), nesting + 1)
        self.emit(f"return {', '.join(self.branch_value(inner, w) for w in wanted)}")
        self.indent -= 1

    def cond(self, scope, nesting):
        wanted = [self.cond_result(scope) for _ in range(self.rng.randint(1, 3))]
        name = self.fresh("pick")
        self.emit(f"@cond({self.bool_expr(scope)})")
        self.branch(scope, nesting, name, wanted)
        while self.chance(0.25):
            self.emit(f"@{name}.else_if({self.bool_expr(scope)})")
            self.branch(scope, nesting, name, wanted)
        self.emit(f"@{name}.otherwise")
        self.branch(scope, nesting, name, wanted)
        targets = []
        for what, kind, dims in wanted:
            if what == "a":
                t = ("a", kind, tuple(self.dim() if d is None else d for d in dims))
            else:
                t = ("i", self.dim(), True) if what == "i" else (what,)
            targets.append(self.bound(scope, t))
        self.emit(f"{', '.join(targets)} = {name}()")

    # Nested jits

    def jit(self, scope, nesting):
        args = [self.rng.choice(scope) for _ in range(self.rng.randint(1, 3))]
        if not any(t[0] == "a" for _, t in args):
            return
        name, inner = self.fresh("inner"), list(scope)
        types = [("i", self.dim(), t[2]) if t[0] == "i" else t for _, t in args]
        params = [self.bound(inner, t) for t in types]
        self.emit("@jax.jit")
        self.emit(f"def {name}({', '.join(params)}):")
        self.indent += 1
        self.statements(inner, self.rng.randint(0, 2), nesting + 1)
        known = {d for _, t in scope for d in (t[2] if t[0] == "a" else t[1:2])}
        results = []
        for _ in range(self.rng.randint(1, 3)):
            v = self.pick(inner, lambda t: t[0] != "a") if self.chance(0.3) else self.pick(inner, lambda t: t[0] == "a")
            results.append(v or params and (params[0], types[0]))
        self.emit(f"return {', '.join(n for n, _ in results)}")
        self.indent -= 1
        targets = []
        for _, t in results:
            if t[0] == "a":
                t = ("a", t[1], tuple(d if isinstance(d, int) or d in known else self.dim() for d in t[2]))
            elif t[0] == "i":
                t = ("i", self.dim(), t[2])
            targets.append(self.bound(scope, t))
        self.emit(f"{', '.join(targets)} = {name}({', '.join(n for n, _ in args)})")

    # ---- the whole function ----

    def write_function(self):
        scope = []
        calls = self.with_axes(scope) if self.chance(0.35) else self.with_sizes(scope)
        self.indent = 1
        while not any(t[0] == "a" for _, t in scope):
            self.assign(scope, *self.new_array(scope))
        self.statements(scope, self.rng.randint(1, 3), 0)
        self.rng.choice((self.for_loop, self.while_loop, self.cond, self.for_loop, self.jit))(scope, 0)
        self.statements(scope, self.rng.randint(0, 1), 0)
        chosen = {n for n, _ in scope[-2:]} | {self.rng.choice(scope)[0] for _ in range(2)}
        results = [n for n, _ in scope if n in chosen]
        sizes = [f"{n}.shape[0]" for n, t in scope if t[0] == "a" and n in chosen and self.chance(0.2)]
        self.emit(f"return {', '.join(self.rng.sample(results, len(results)) + sizes)}")
        return calls

    def with_sizes(self, scope):
        n = self.rng.randint(1, 3)
        self.emit("@qjit")
        params = [self.bound(scope, ("i", self.dim(), True)) for _ in range(n)]
        self.emit(f"def {self.name}({', '.join(p + ': int' for p in params)}):")
        sizes = [[self.rng.randint(0, 4) for _ in params] for _ in range(2)] + [[self.rng.randint(0, 2)] * n]
        return [f"{self.name}({', '.join(map(str, s))})" for s in sizes]

    def with_axes(self, scope):
        letters = "ab"[: self.rng.randint(1, 2)]
        dims = {c: self.dim() for c in letters}
        axes = [self.rng.choices(letters, k=self.rng.choice((1, 1, 2))) for _ in range(self.rng.randint(1, 3))]
        kinds = [self.rng.choice("fi") for _ in axes]
        params = [self.bound(scope, ("a", k, tuple(dims[c] for c in a))) for k, a in zip(kinds, axes)]
        specs = ["{" + ", ".join(f"{i}: '{c}'" for i, c in enumerate(a)) + "}" for a in axes]
        if self.chance(0.4):
            params.append(self.bound(scope, ("i", self.dim(), True)))
            specs.append("{}")
        comma = "," if len(specs) == 1 else ""
        self.emit(f"@qjit(abstracted_axes=({', '.join(specs)}{comma}))")
        self.emit(f"def {self.name}({', '.join(params)}):")
        calls = []
        for _ in range(3):
            size = {c: self.rng.randint(0, 4) for c in letters}
            args = [self.literal(k, [size[c] for c in a]) for k, a in zip(kinds, axes)]
            args += [str(self.rng.randint(0, 3))] * (len(params) - len(axes))
            calls.append(f"{self.name}({', '.join(args)})")
        return calls

    def literal(self, kind, shape):
        if 0 in shape:
            return f"jnp.zeros({shape}, dtype={DTYPE[kind]})"
        def nested(s):
            if not s:
                return self.rng.randint(-2, 3) * (1 if kind == "i" else 0.5)
            return [nested(s[1:]) for _ in range(s[0])]
        return f"jnp.array({nested(shape)})"
