"""Makes a bad program small: tries every removal and simplification that keeps it bad."""
import ast
import copy


def _bodies(tree):
    """Every list of statements, as (owner, field)."""
    for node in ast.walk(tree):
        if isinstance(getattr(node, "body", None), list):
            yield node


def _without_statement(tree):
    for owner in _bodies(tree):
        for i in range(len(owner.body) - 1, -1, -1):
            if len(owner.body) > 1:
                cut = owner.body.pop(i)
                yield
                owner.body.insert(i, cut)


def _elements(node):
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _pack(elements):
    return elements[0] if len(elements) == 1 else ast.Tuple(elements, ast.Load())


def _returns(function):
    return [s for s in function.body if isinstance(s, ast.Return)]


def _without_result(tree):
    """One result fewer of the outermost function."""
    function = tree.body[0]
    for r in _returns(function):
        old = r.value
        for i in range(len(_elements(old))):
            rest = [e for k, e in enumerate(_elements(old)) if k != i]
            if rest:
                r.value = _pack(rest)
                yield
        r.value = old


def _definitions(tree, name):
    return [d for d in ast.walk(tree) if isinstance(d, ast.FunctionDef) and d.name == name]


def _narrowed(tree, assign, i):
    """A copy of the tree where a loop or conditional has lost its i-th carry or result."""
    assign.marked = True
    twin = copy.deepcopy(tree)
    del assign.marked
    a = next(n for n in ast.walk(twin) if getattr(n, "marked", False))
    loop = bool(a.value.args)
    for d in _definitions(twin, a.value.func.id):
        for decorator in d.decorator_list if loop else ():
            kind = getattr(getattr(decorator, "func", None), "id", "")
            if kind == "while_loop":
                del decorator.args[0].args.args[i]
            if kind in ("for_loop", "while_loop"):
                del d.args.args[i + (kind == "for_loop")]
        for r in _returns(d):
            r.value = _pack([e for k, e in enumerate(_elements(r.value)) if k != i])
    a.targets[0] = _pack([e for k, e in enumerate(_elements(a.targets[0])) if k != i])
    if loop:
        del a.value.args[i]
    return twin


def _without_carry(tree):
    for node in list(ast.walk(tree)):
        call = isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.value.func
        if not isinstance(call, ast.Name):
            continue
        for i in range(len(_elements(node.targets[0])) if isinstance(node.targets[0], ast.Tuple) else 0):
            try:
                yield _narrowed(tree, node, i)
            except IndexError:  # a nested jit: arguments and results are independent
                pass


def _simpler(node):
    """Expressions that may stand in the place of this one."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return [ast.Constant(type(node.value)(v)) for v in (0, 1, 2) if abs(v) < abs(node.value)]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand] if not isinstance(node.operand, ast.Constant) else []
    if isinstance(node, ast.Call):
        return [a for a in node.args if not isinstance(a, ast.Constant)] + (
            [node.func.value] if isinstance(node.func, ast.Attribute) else []
        )
    if isinstance(node, ast.Compare):
        return [ast.Constant(True), ast.Constant(False)]
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return [node.value]
    return []


def _simplified(tree):
    for owner in list(ast.walk(tree)):
        for field, value in list(ast.iter_fields(owner)):
            if field in ("decorator_list", "func", "targets", "keywords"):
                continue
            nodes = value if isinstance(value, list) else [value]
            for i, node in enumerate(nodes):
                if not isinstance(node, ast.expr):
                    continue
                for new in _simpler(node):
                    if isinstance(value, list):
                        value[i] = new
                        yield
                        value[i] = node
                    else:
                        setattr(owner, field, new)
                        yield
                        setattr(owner, field, node)


def _inlined(tree):
    """Assignments of one name by another expression, substituted (variables that only rename)."""
    for owner in _bodies(tree):
        for i, s in enumerate(owner.body):
            if not (isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name)):
                continue
            if not isinstance(s.value, ast.Name):
                continue
            twin = copy.deepcopy(tree)
            for n in ast.walk(twin):
                if isinstance(n, ast.Name) and n.id == s.targets[0].id and isinstance(n.ctx, ast.Load):
                    n.id = s.value.id
            yield twin


STEPS = (_without_result, _without_statement, _without_carry, _simplified, _inlined)


def _candidates(source):
    for step in STEPS:
        tree = ast.parse(source)
        for changed in step(tree):
            yield ast.unparse(ast.fix_missing_locations(changed or tree))


def shrink(source, is_bad, budget=400):
    """The smallest source found for which is_bad(source) still holds."""
    seen, progress = {source}, True
    while progress and budget > 0:
        progress = False
        for candidate in _candidates(source):
            if candidate in seen or len(candidate) > len(source) + 8:
                continue
            seen.add(candidate)
            budget -= 1
            if is_bad(candidate):
                source, progress = candidate, True
                break
            if budget <= 0:
                break
    return source
