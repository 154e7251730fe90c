"""What a recording is made of: the lines of docs/trace-format.md, from objects of jax.

Nothing here may raise into the program that is recorded, and no tracer is kept.
"""
import json
import linecache
import os
import re
import sys
import sysconfig

from dbidx import naming, symbolic

LIBRARIES = tuple(os.path.realpath(p) + os.sep for p in {
    sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
KINDS = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}  # a bool is an int, too
QUANTUM = {"AbstractQreg": "qreg", "AbstractQbit": "qbit", "AbstractObs": "obs"}
ENCODE = json.JSONEncoder(check_circular=False).encode
QUOTED = json.encoder.encode_basestring_ascii
HERE = os.path.dirname(os.path.realpath(__file__)) + os.sep


class Unknown(Exception):
    """Something that a recording has no form for."""


class Sources:
    """Texts of the program's files, and places in them as [source, begin, end] in bytes."""

    def __init__(self):
        self.lines, self.ids, self.offsets, self.places, self.users = [], {}, {}, {}, {}
        self.named = {}    # (source, begin, end) of what is assigned -> names
        self.traced = {}   # traceback of jax -> its place; those of the trace under way
        self.origins = {}  # file that AutoGraph generated -> {line: (file, line, column)}

    def is_user(self, code):
        name = code.co_filename
        known = self.users.get(name)
        if known is None:
            path = os.path.realpath(name)
            known = not (name.startswith("<frozen") or path.startswith(LIBRARIES) or path.startswith(HERE))
            self.users[name] = known
        return known

    def source(self, name):
        if name not in self.ids:
            text = "".join(linecache.getlines(name))
            self.ids[name] = len(self.ids) + 1 if text else None
            starts = [0]
            for line in text.splitlines(True):
                starts.append(starts[-1] + len(line.encode()))
            self.offsets[name] = starts
            if text:
                for (begin, end), names in naming.assignments(text, starts).items():
                    self.named[self.ids[name], begin, end] = names
                self.lines.append({"k": "source", "id": self.ids[name], "name": os.path.basename(name), "line": 1, "text": text})
        return self.ids[name]

    def line(self, name, line, column=0):
        """The rest of a line from a column on, without blanks around it."""
        if not self.source(name) or not 0 < line < len(self.offsets[name]):
            return None
        text = linecache.getline(name, line)
        begin = self.offsets[name][line - 1]
        column = max(column, len(text) - len(text.lstrip()))
        return [self.ids[name], begin + len(text[:column].encode()), begin + len(text.rstrip().encode())]

    def place(self, code, lasti):
        key = (id(code), lasti)  # a code's hash is that of all its instructions
        if key not in self.places:
            self.places[key] = self.find(code, lasti), code
        return self.places[key][0]

    def find(self, code, lasti):
        name = code.co_filename
        positions = list(code.co_positions())
        line, last, column, end = positions[lasti // 2] if lasti // 2 < len(positions) else (None,) * 4
        origin = self.origins.get(name, {}).get(line)
        if origin:
            return self.line(*origin)
        if not line or not self.source(name):
            return None
        starts = self.offsets[name]
        if column is None or last >= len(starts):
            return self.line(name, line)
        return [self.ids[name], starts[line - 1] + column, starts[last - 1] + end]

    def live(self):
        """Places of the running functions of the program with their names, innermost first."""
        frame, found = sys._getframe(1), []
        while frame is not None:
            if self.is_user(frame.f_code):
                found.append([self.place(frame.f_code, frame.f_lasti), frame.f_code.co_name])
            frame = frame.f_back
        return found

    def frame(self):
        """The innermost running function of the program; None if there is none."""
        frame = sys._getframe(1)
        while frame is not None and not self.is_user(frame.f_code):
            frame = frame.f_back
        return frame

    def of_traceback(self, traceback):
        """The innermost place of the program in a traceback of jax; equations of a loop that was unrolled have equal ones."""
        if traceback is None:
            return None
        try:
            return self.traced[traceback]
        except KeyError:
            codes, lastis = traceback.raw_frames()
            found = next(((code, lasti) for code, lasti in zip(codes, lastis) if self.is_user(code)), None)
            self.traced[traceback] = place = found and self.place(*found)
            return place

    def of_exception(self, e):
        found, tb = [], e.__traceback__
        while tb is not None:
            if self.is_user(tb.tb_frame.f_code):
                found.insert(0, [self.place(tb.tb_frame.f_code, tb.tb_lasti), tb.tb_frame.f_code.co_name])
            tb = tb.tb_next
        return found


def number(x):
    """Python's text of a number as the format has it."""
    if isinstance(x, complex):
        return f"{number(x.real)},{number(x.imag)}"
    if isinstance(x, bool):
        return str(int(x))
    return repr(x)


def is_same(shape, other):
    """Are they of the same lengths? Tracers are not compared."""
    return len(shape) == len(other) and all(x is y or (type(x) is int and type(y) is int and x == y) for x, y in zip(shape, other))


class Values:
    """Numbers of variables, arrays and Jaxprs, and the lines that define them."""

    def __init__(self, core, numpy):
        self.core, self.np = core, numpy
        self.numbers, self.count, self.kept = {}, 0, []
        self.arrays, self.jaxprs, self.lines = {}, {}, []
        self.frames = []  # of the trace under way, in jax
        self.dtypes, self.types = {}, {}  # dtype -> its name; (dtype, weak, lengths that are numbers) -> the type
        self.gone = set()  # numbers of what the program has undone by catching an exception
        self.place_of = None  # of an equation of a Jaxpr
        self.around = None    # the place of the equation around it
        self.begin()

    def begin(self, whole=False):
        """A trace begins; whole: its Jaxpr is what is recorded."""
        self.placed = {}  # variables that have places of operands for lengths -> their lengths
        self.lengths = symbolic.Lengths(self.fresh_size if whole else self.fresh)

    def fresh(self):
        self.count += 1
        return self.count

    def fresh_size(self):
        self.lines.append({"k": "var", "type": "int64[]", "is": "argument" if self.lengths.in_arguments else "result", "id": self.fresh()})
        return self.count

    def define(self, var):
        self.numbers[var] = self.fresh()
        return self.numbers[var]

    def var(self, var):
        if var not in self.numbers or self.numbers[var] in self.gone:
            raise Unknown("a value of another trace")
        return f"v{self.numbers[var]}"

    def tracer(self, t):
        """The variable of a tracer: its own, or that of its frame (jax 0.4.23)."""
        atom = getattr(t, "val", None)
        if atom is None:
            try:
                atom = t._trace.frame.tracer_to_var[id(t)]
            except (AttributeError, KeyError, IndexError):  # an exception has ended its frame
                atom = next((f.tracer_to_var[id(t)] for f in self.frames if id(t) in f.tracer_to_var), None)
        if atom is None:
            raise Unknown(f"a {type(t).__name__}")
        return self.atom(atom)

    def atom(self, x):
        if isinstance(x, self.core.Literal):
            return self.literal(x.val, x.aval)
        return self.var(x)

    def literal(self, value, aval):
        x = self.np.asarray(value)
        return f"{number((x if x.dtype == aval.dtype else x.astype(aval.dtype)).item())}:{self.type_name(aval)}[]"

    def value(self, x):
        """A tracer, a number of Python or numpy, or an array."""
        np = self.np
        if isinstance(x, self.core.Tracer):
            return self.tracer(x)
        if isinstance(x, (bool, int, float, complex)) and not isinstance(x, np.generic):
            kind = next(name for of, name in KINDS.items() if isinstance(x, of))
            return f"{number(x)}:~{kind}[]"
        if isinstance(x, (np.generic, np.ndarray)) and np.shape(x) == ():
            return f"{number(np.asarray(x).item())}:{np.asarray(x).dtype.name}[]"
        if hasattr(x, "dtype") and hasattr(x, "shape"):
            return {"array": self.array(x)}
        raise Unknown(f"a {type(x).__name__}")

    def array(self, x):
        np = self.np
        if id(x) not in self.arrays:
            a = np.asarray(x)
            if a.dtype.kind not in "biufc":
                raise Unknown(f"an array of {a.dtype}")
            self.kept.append(x)
            self.arrays[id(x)] = len(self.arrays) + 1
            self.lines.append({"k": "array", "id": self.arrays[id(x)], "dtype": a.dtype.name, "weak": bool(getattr(x, "weak_type", False)),
                               "host": isinstance(x, np.ndarray), "shape": list(a.shape),
                               "data": " ".join(number(e) for e in a.ravel().tolist())})
        return self.arrays[id(x)]

    # ---- types ----

    def type_name(self, aval):
        dtype = aval.dtype
        name = self.dtypes.get(dtype)
        if name is None:  # numpy makes it anew each time
            name = self.dtypes[dtype] = getattr(dtype, "name", str(dtype))
        return "~" + name if getattr(aval, "weak_type", False) else name

    def dim(self, d):
        if isinstance(d, int):
            if d < 0:
                raise Unknown(f"a length of {d}")
            return str(d)
        if isinstance(d, self.core.Tracer):
            return self.tracer(d)
        if isinstance(d, self.core.Var):
            return self.var(d)
        if isinstance(d, self.np.integer):
            return str(int(d))
        if symbolic.is_expression(d):
            try:
                return self.lengths.variable(d)
            except symbolic.Unheard as e:
                raise Unknown(str(e)) from None
        raise Unknown(f"a length that is a {type(d).__name__}")

    def type(self, aval):
        if type(aval).__name__ in QUANTUM:
            qubits = getattr(aval, "num_qubits", None)  # of those whose basis is observed
            return f"{QUANTUM[type(aval).__name__]}[{'' if qubits is None else qubits}]"
        if not hasattr(aval, "shape") or not hasattr(aval, "dtype"):
            raise Unknown(f"a value of type {aval}")
        shape = aval.shape
        for d in shape:
            if type(d) is not int:
                return f"{self.type_name(aval)}[{','.join(self.dim(d) for d in shape)}]"
        key = aval.dtype, getattr(aval, "weak_type", False), shape
        if key not in self.types:
            self.types[key] = f"{self.type_name(aval)}[{','.join(self.dim(d) for d in shape)}]"
        return self.types[key]

    def result(self, var, is_call, operands, ins):
        """The type of what an equation gives. Catalyst 0.15 types what a call gives by places of its operands, and hands that on."""
        aval = var.aval
        try:
            return self.type(aval)
        except Unknown:
            if is_call:
                dims = [ins[d.val] if type(d).__name__ == "InDBIdx" else self.dim(d) for d in aval.shape]
            else:
                dims = next((self.placed[x] for x in operands if isinstance(x, self.core.Var) and x in self.placed and is_same(x.aval.shape, aval.shape)), None)
            if dims is None:
                raise
        self.placed[var] = dims
        return f"{self.type_name(aval)}[{','.join(dims)}]"

    def kind(self, x):
        """The name of the dtype of a tracer, an array or a number."""
        return getattr(getattr(x, "dtype", None), "name", None) or KINDS.get(type(x), "")

    def dtype_of(self, x):
        """The name of a dtype, or of a type or function of jax.numpy that stands for one; None: it is none."""
        np = self.np
        if isinstance(x, np.dtype):
            return x.name
        if type(x).__name__ == "_ScalarMeta":  # jnp.float32
            return x.dtype.name
        if isinstance(x, type):
            return KINDS.get(x) or (
                np.dtype(x).name if issubclass(x, np.generic) else None)
        return None

    # ---- parameters ----

    def param(self, v):
        core, np = self.core, self.np
        if v is None or isinstance(v, (bool, str)):
            return v
        if isinstance(v, int) and type(v) is int:
            return v
        if isinstance(v, np.dtype) or (isinstance(v, type) and issubclass(v, np.generic)):
            return {"dtype": np.dtype(v).name}
        if isinstance(v, (float, complex)) and not isinstance(v, np.generic):
            return {"scalar": number(v), "dtype": "float64" if isinstance(v, float) else "complex128"}
        if isinstance(v, np.integer):
            return int(v)
        if isinstance(v, (np.generic, np.ndarray)) and np.shape(v) == ():
            return {"scalar": number(np.asarray(v).item()), "dtype": np.asarray(v).dtype.name}
        if hasattr(v, "_fields"):
            return {"record": type(v).__name__, "fields": {k: self.param(getattr(v, k)) for k in v._fields}}
        if isinstance(v, tuple):
            return [self.param(x) for x in v]
        if isinstance(v, list):
            return {"list": [self.param(x) for x in v]}
        if isinstance(v, core.Jaxpr) and not hasattr(v, "consts"):
            return {"jaxpr": self.jaxpr(v, None)}
        if hasattr(v, "jaxpr") and hasattr(v, "consts"):  # jax 0.12 has no other
            return {"jaxpr": self.jaxpr(v.jaxpr, v.consts)}
        return ADDRESS.sub("0x...", str(v))

    def params(self, params):
        if not params:
            return {}
        if "ft_in" in params and "ft_out" in params:  # of a scan, in jax 0.12
            consts, carry, rows = (len(part) for part in params["ft_in"].unpack())
            params = {k: v for k, v in params.items() if k[:3] != "ft_"} | {
                "num_consts": consts, "num_carry": carry, "linear": (False,) * (consts + carry + rows)}
        first = ["name"] if "name" in params else []  # as jax prints a call
        return {k: "<lib>" if k == "rtd_lib" else self.param(params[k]) for k in first + [k for k in sorted(params) if k != "name"]}

    # ---- Jaxprs that are called ----

    def binder(self, var, kind):
        dropped = isinstance(var, self.core.DropVar)
        if dropped or var not in self.numbers:  # the text at once, as there are many
            self.lines.append(f'{{"k": "var", "type": {QUOTED(self.type(var.aval))}, "is": "{kind}", "id": {self.define(var)}}}')
        return "_" + self.var(var) if dropped else self.var(var)

    def jaxpr(self, j, consts):
        if id(j) in self.jaxprs:
            return self.jaxprs[id(j)]
        self.lengths.depth += 1
        try:
            line = self.jaxpr_line(j)
        finally:
            self.lengths.depth -= 1
        if consts:
            line["consts"] = [self.array(c) for c in consts]
        self.kept.append(j)
        self.jaxprs[id(j)] = line["id"] = len(self.jaxprs) + 1
        self.lines.append(line)
        return line["id"]

    def jaxpr_line(self, j):
        constvars = [self.binder(v, "constant") for v in j.constvars]
        invars, eqns = self.size_binders(j), []
        invars += [self.binder(v, "argument") for v in j.invars]
        lengths = self.lengths
        for e in j.eqns:
            ins = [self.atom(x) for x in e.invars]
            around = self.around
            place = self.around = self.place_of(e) or around  # what jax adds stands where the equation around it does
            name, params = self.called(e.primitive, e.params)
            self.around = around
            out = [self.binder(v, "result") for v in e.outvars]
            at = {"at": place} if place else {}
            if lengths.made:
                eqns += [{**eqn, **at} for eqn in self.computed_sizes()]
            eqns.append({"prim": name, "in": ins, "params": params, "out": out, **at})
        outs = [self.atom(x) for x in j.outvars]
        return {"k": "jaxpr", "constvars": constvars, "invars": invars, "outs": outs, "eqns": eqns}

    def called(self, primitive, params):
        """The primitive of an equation and its parameters; of a call inside of which there are symbolic sizes only its name."""
        try:
            return primitive.name, self.params(params)
        except Unknown:
            if not self.lengths.known:
                raise
            self.lengths.take()
            return str(params.get("name", primitive.name)), {}

    def size_binders(self, j):
        """Arguments for the symbolic sizes of those that are there."""
        if self.lengths.depth > 1:
            return []
        return [f"v{number}" for v in j.invars for _, number in self.lengths.new_arguments(v.aval)]

    def computed_sizes(self):
        """Equations that compute sizes which have just come up."""
        for prim, ins, number in self.lengths.take():
            yield {"prim": prim, "in": ins, "params": {}, "out": [f"v{number}"]}


class Writer:
    """The file. Each trace is written when it ends, and the last line behind it: a process that is killed leaves a recording."""

    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8", errors="backslashreplace")
        self.behind = None  # where the last line begins, if it is written

    def begin(self, target):
        self.line({"dbidx": 1, "target": target})

    def line(self, line):
        """A line, an object or its text."""
        if self.behind is not None:
            self.file.seek(self.behind)
            self.file.truncate()
            self.behind = None
        self.file.write((line if isinstance(line, str) else ENCODE(line)) + "\n")

    def flush(self):
        self.file.flush()
        behind = self.file.tell()
        self.line({"k": "end"})
        self.file.flush()
        self.behind = behind

    def end(self):
        if self.behind is None:
            self.line({"k": "end"})
        self.file.close()
