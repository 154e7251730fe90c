"""Lengths that are expressions of jax.export: arguments for those that arguments have, and equations for what is computed of them."""
import ast
import re

OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}


class Unheard(Exception):
    """A length that is no expression of those of the arguments."""


def is_expression(d):
    return hasattr(type(d), "dimension_as_value")


class Lengths:
    """Those of one trace. fresh(): the number of a new variable."""

    def __init__(self, fresh):
        self.fresh, self.known, self.made, self.expressions, self.depth = fresh, {}, [], {}, 0
        self.in_arguments = False

    def new_arguments(self, aval):
        """(text, number) of the lengths in a type that no argument had so far."""
        found, self.in_arguments = [], True
        for d in getattr(aval, "shape", ()):
            if is_expression(d) and str(d) not in self.known:
                number = self.fresh()
                self.known[str(d)], self.expressions[str(d)] = f"v{number}", d
                found.append((str(d), number))
        self.in_arguments = False
        return found

    def variable(self, d):
        if self.depth > 1:
            raise Unheard("a length inside of a function that is called")
        return self.value(ast.parse(str(d).replace("^", "**"), mode="eval").body)

    def value(self, node):
        text = ast.unparse(node).replace("**", "^").replace(" ^ ", "^")
        for known in (text, text.replace(" * ", "*")):
            if known in self.known:
                return self.known[known]
        if isinstance(node, ast.Constant):
            return f"{node.value}:int64[]"
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
            return f"{-node.operand.value}:int64[]"
        if isinstance(node, ast.Name):
            raise Unheard(f"the length {node.id}")
        self.known[text] = self.compute(node)
        return self.known[text]

    def compute(self, node):
        if isinstance(node, ast.UnaryOp):
            return self.equation("neg", [self.value(node.operand)])
        if isinstance(node, ast.Call):  # floordiv, mod, max, min
            return self.equation(node.func.id, [self.value(a) for a in node.args])
        if isinstance(node.op, ast.Pow):
            base = self.value(node.left)
            res = base
            for _ in range(node.right.value - 1):
                res = self.equation("mul", [res, base])
            return res
        return self.equation(OPERATORS[type(node.op)], [self.value(node.left), self.value(node.right)])

    def equation(self, prim, ins):
        number = self.fresh()
        self.made.append((prim, ins, number))
        return f"v{number}"

    def take(self):
        """(primitive, operands, number of the result) of what has to be computed first."""
        made, self.made = self.made, []
        return made


# ---- comparisons that jax cannot decide ----

def bounds(d):
    """The least and the largest value of an expression, infinite ones too; None if jax does not say."""
    try:
        from jax._src.export import shape_poly  # pylint: disable=import-outside-toplevel
        return shape_poly._bounds_decision(d, shape_poly.BoundsPrecision.BEST)
    except (ImportError, AttributeError):
        return d.bounds() if hasattr(d, "bounds") else None


def range_of(text, d):
    found = bounds(d)
    if found is None or found[0] == float("-inf"):
        return f"{text} is any integer"
    least, most = found
    return f"{text} is any integer from {int(least)} " + ("on" if most == float("inf") else f"to {int(most)}")


def wanted(left, operator, right):
    """The comparison as a constraint of symbolic_shape."""
    if operator == ">" and right.isdigit():
        return f"{left} >= {int(right) + 1}"
    strict = {">": (left, right), "<": (right, left)}.get(operator)
    return f"{strict[0]} >= {strict[1]} + 1" if strict else f"{left} {operator} {right}"


def notes(e, lengths):
    """Why a comparison of lengths is inconclusive, as lines for people; [] for other exceptions."""
    if type(e).__name__ != "InconclusiveDimensionOperation":
        return []
    found = [range_of(text, d) for text, d in lengths.expressions.items()]
    scope = next((s for s in (getattr(d, "scope", None) for d in lengths.expressions.values()) if s is not None), None)
    constraints = [getattr(c, "debug_str", str(c)) for c in getattr(scope, "_explicit_constraints", ())]
    if scope is not None:
        found.append("constraints: " + ", ".join(constraints) if constraints else "there are no constraints")
    asked = re.search(r"comparison '(.+?)' (\S+) '(.+?)' is inconclusive", str(e))
    if asked:
        found.append(f"{asked[1]} {asked[2]} {asked[3]} holds for some of these sizes and not for others")
        found.append(f'where it always holds, the constraint says so: symbolic_shape(..., constraints=["{wanted(*asked.groups())}"])')
    return found
