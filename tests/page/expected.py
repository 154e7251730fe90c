"""What has to be lit for a dimension, computed from the event log, the bind log, the printed Jaxpr and
the MLIR of inspect, without the page's own document.

Names are unique in a trace, but the branches of a cond begin again with "a": a key is a name, or
(branch, name).
"""
import collections
import re

DTYPE = r"(?:[iuf]\d+|bool|c\d+)"
NAME = r"[a-z]+_?"


def dims_of(type_text):
    inside = re.search(r"\[(.*)\]", type_text)
    return [d for d in inside.group(1).split(",") if re.fullmatch(NAME, d)] if inside else []


def typed(text):
    """The names in `b:f64[a]`, in order."""
    name, kind = text.split(":")
    return [name] + dims_of(kind)


def operands(text):
    """Of `primitive[params] x y`."""
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "[") - (c == "]")
        if c == " " and depth == 0:
            return [x for x in text[i + 1:].split() if re.fullmatch(NAME, x)]
    return []


class Log:
    def __init__(self, events, binds, jaxpr):
        self.events, self.binds, self.jaxpr = events, binds, jaxpr
        self.parent = {}
        conds = {e["bind"] for e in events if e["kind"] == "BIND_OPEN" and e["primitive"] == "cond"}
        opened = [e for e in events if e["kind"] == "FRAME_OPEN" and e["bind"] in conds]
        self.branch_of = {e["context"]: i % (len(opened) // 2) for i, e in enumerate(opened)}  # evaluated twice
        for e in events:
            if e["kind"] == "CONSTANT" and e["outer"]:
                self.join(self.key(e["frame"], e["variable"]), e["outer"])
        self.read_jaxpr()

    def key(self, context, name):
        branch = self.branch_of.get(context)
        return name if branch is None else (branch, name)

    def find(self, key):
        while key in self.parent:
            key = self.parent[key]
        return key

    def join(self, a, b):
        a, b = self.find(a), self.find(b)
        if a != b:
            self.parent[a] = b

    def read_jaxpr(self):
        """Every name of the text with its key, in order; padded constants of branches join operands."""
        self.names, branches, stack = [], 0, []
        inputs, equations = collections.defaultdict(list), []
        token = re.compile(rf"(branch_jaxprs=\[)|({{ lambda )|( }})|\b({NAME}):({DTYPE}\[[^\]]*\])"
                           rf"|(?<![\w=])({NAME})(?=[\s,)]|$)")
        text = re.sub(r"(\w+)=(?!\{|\[\{)(\([^)]*\)|\w+)", lambda m: " " * len(m.group()), self.jaxpr)  # parameters
        text = re.sub(rf"\b(?:lambda|let|in|None)\b|(?<== ){NAME}\w*", lambda m: m.group() if m.group() == "lambda" else " " * len(m.group()), text)
        in_branches = False
        for m in token.finditer(text):
            if m.group(1):
                in_branches = True
            elif m.group(2):
                stack.append(branches if in_branches else None)
                branches += in_branches
            elif m.group(3):
                stack.pop()
                in_branches = in_branches and text[m.end():m.end() + 1] == ","
            else:
                scope = stack[-1]
                found = [m.group(4)] + dims_of(m.group(5)) if m.group(4) else [m.group(6)]
                for i, n in enumerate(x for x in found if x != "_"):
                    self.names.append((n, n if scope is None else (scope, n)))
                    if m.group(4) and i == 0 and scope is not None:
                        inputs[scope].append((scope, n))
        for operand_text in re.findall(r"nimplicit_outputs=\d+\s*\]((?: +\w+)+)", self.jaxpr):
            outer = [x for x in operand_text.split()]
            n = branches
            for b in range(n):
                for k, o in zip(inputs[b], outer[n - 1:]):
                    self.join(k, o)

    # ---- what is lit ----

    def event_names(self, e):
        """The names in an event's text with their keys, in order."""
        text, here = e["text"], lambda names: [(n, self.key(e["frame"], n)) for n in names if n != "_"]
        if e["kind"] in ("ARGUMENT", "CONSTANT"):
            out = here(typed(text.split()[1]))
            return out + ([(e["outer"], e["outer"])] if e.get("outer") else [])
        if e["kind"] == "COMPARE":
            return here([x for x in (e["left"], e["right"]) if x and re.fullmatch(NAME, x)])
        if e["kind"] == "NAME":
            return here([e["variable"]] if e["variable"] else [])
        if e["kind"] != "EQUATION" or " = " not in text:
            return []
        left, right = text.split(" = ", 1)
        return here([n for t in left.split() for n in typed(t)] + operands(right))

    def lit_in_event(self, e, dim):
        return [n for n, k in self.event_names(e) if n and self.find(k) == dim]

    def lit_in_jaxpr(self, dim):
        return [n for n, k in self.names if self.find(k) == dim]

    def lit_in_bind(self, bind, dim):
        """{(row, column): names} of the tables."""
        out, cond = {}, bind["primitive"] == "cond"
        results = [r[0] for r in bind["results"]]

        def is_lit(name, branch=None):
            return name is not None and self.find(name if branch is None else (branch, name)) == dim

        def entries(items, branch=None):
            return [x for name, kind in items for x in [name] + dims_of(kind) if is_lit(x, branch)]

        def type_cell(sig, self_keys, refs, branch=None):
            lit = []
            for i, (kind, _) in enumerate(sig):
                if any(is_lit(*k) for k in self_keys(i)):
                    lit.append(str(i))
                for d in re.search(r"\[(.*)\]", kind).group(1).split(","):
                    m = re.fullmatch(r"(\w*DBIdx)\(val=(\d+)\)", d)
                    if m and any(is_lit(*k) for k in refs(m.group(1), int(m.group(2)))):
                        lit.append(d.replace("val=", ""))
                    elif not m and re.fullmatch(NAME, d) and is_lit(d, branch):
                        lit.append(d)
            return lit

        for i, p in enumerate(bind["parts"]):
            b = i if cond else None
            of = f" of {p['part']}" if len(bind["parts"]) > 1 else ""
            kinds = dict(p["collapsed_inputs"])
            if p["in_type"] and i == 0:
                both = lambda k: [(p["expanded_inputs"][k],), (p["body_expanded_inputs"][k][0], b)]
                out["inputs", "collapsed"] = entries(p["collapsed_inputs"])
                out["inputs", "expanded"] = entries([(n, kinds.get(n, "")) for n in p["expanded_inputs"]])
                out["inputs", "in_type"] = type_cell(p["in_type"], both, lambda _, k: both(k))
            if p["body_expanded_inputs"]:
                inner = p["body_expanded_inputs"]
                out["inputs inside" + of, "expanded"] = entries(inner, b)
                out["inputs inside" + of, "collapsed"] = entries([x for x in inner if x[0] in p["body_collapsed_inputs"]], b)
            p = {**p, **p.get("retrace", {})}  # what the equation has
            outs = [x[0] for x in p["expanded_outputs"]]
            again = results if len(results) == len(outs) else []

            def out_refs(kind, k):
                if kind == "InDBIdx":
                    return [(p["jaxpr_invars"][k], b)]
                return [(outs[k], b)] + ([(again[k],)] if again else [])

            out["outputs" + of, "collapsed"] = entries(p["collapsed_outputs"], b)
            out["outputs" + of, "expanded"] = entries(p["expanded_outputs"], b)
            out["outputs" + of, "out_type"] = type_cell(p["out_type"], lambda k: out_refs("OutDBIdx", k), out_refs, b)
        out["results", "expanded"] = entries(bind["results"])
        out["results", "collapsed"] = entries([r for r in bind["results"] if r[0] in bind["collapsed_results"]])
        lit = []
        for i, (kind, _) in enumerate(bind["eqn_out_type"]):
            lit += [str(i)] if is_lit(results[i]) else []
            indices = re.findall(r"\w*DBIdx\(val=\d+\)", kind)
            lit += [d.replace("val=", "") for d, r in zip(indices, dims_of(bind["results"][i][1])) if is_lit(r)]
        out["results", "type of the equation"] = lit
        return out


VALUE = re.compile(r"%\w+(?:#\d+)?")


def unique(mlir):
    """The text with a number behind every value: a name inside a region is not that of the next one."""
    scopes, lines, count = [{}], [], 0
    for line in mlir.splitlines():
        if line.lstrip().startswith("}"):
            scopes.pop()
        if line.endswith("{"):
            scopes.append({})
        defined = {}
        for m in re.finditer(r"(%\w+)(:\d+)? = |(%arg\d+): ", line):
            count += 1
            defined[m.group(1) or m.group(3)] = count
        own = scopes[-2] if line.endswith("{") else scopes[-1]  # results are outside of the region

        def numbered(m):
            name = m.group().split("#")[0]
            begins = m.start() == len(line) - len(line.lstrip())
            new = defined.get(name) if re.match(r"(:\d+)? = |: ", line[m.end():]) else None
            if new:
                (own if begins else scopes[-1])[name] = new
            number = new or next(s[name] for s in reversed(scopes) if name in s)
            return f"{m.group()}@{number}"

        lines.append(VALUE.sub(numbered, line))
    return "\n".join(lines)


def values_of(mlir, definition):
    """The values of one number, in a text with numbers: what a line that matches defines, and index
    casts of it."""
    values = {re.search(definition, mlir).group(1)}
    for to, of in re.findall(r"(%\w+@\d+) = arith\.index_cast (%\w+(?:#\d+)?@\d+) :", mlir):
        if of in values:
            values.add(to)
    return values


def lit_in_mlir(mlir, values):
    groups = {re.sub(r"#\d+", "", v) for v in values if "#" in v}
    return [name.split("@")[0] for name, several in re.findall(r"(%\w+(?:#\d+)?@\d+)(:\d+ =)?", mlir)
            if name in values or (several and name in groups)]
