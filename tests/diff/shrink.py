"""Makes a program smaller while something stays true of it."""

import ast
import warnings

warnings.simplefilter('ignore')


def bodies(tree):
    """The statement lists of a tree."""
    for node in ast.walk(tree):
        for field in ('body', 'orelse', 'finalbody', 'handlers', 'decorator_list'):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                yield block


def smaller_blocks(tree):
    """Changes to the tree in place, each with what undoes it."""
    for block in list(bodies(tree)):
        for size in (8, 4, 2, 1):
            for i in range(max(0, len(block) - size), -1, -1):
                before = block[:]
                block[i:i + size] = [] if len(block) > size or block is tree.body else [ast.Pass()]
                yield lambda block=block, before=before: block.__setitem__(slice(None), before)
        for i, statement in enumerate(block[:]):
            for inner in ('body', 'orelse', 'finalbody'):
                lines = getattr(statement, inner, None)
                if isinstance(lines, list) and lines and statement in block:
                    before = block[:]
                    at = block.index(statement)
                    block[at:at + 1] = lines
                    yield lambda block=block, before=before: block.__setitem__(slice(None), before)


def places(tree):
    """Every place of an expression, as (how to read it, how to write it)."""
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and not isinstance(getattr(value, 'ctx', None), (ast.Store, ast.Del)):
                yield value, lambda new, node=node, field=field: setattr(node, field, new)
            elif isinstance(value, list):
                for i, item in enumerate(value):
                    if isinstance(item, ast.expr):
                        yield item, lambda new, value=value, i=i: value.__setitem__(i, new)


def simpler(expression):
    """What may stand for an expression: its parts, or something small."""
    for child in ast.iter_child_nodes(expression):
        if isinstance(child, ast.expr):
            yield child
        for grandchild in ast.iter_child_nodes(child):
            if isinstance(grandchild, ast.expr):
                yield grandchild
    if isinstance(expression, ast.Constant):
        if isinstance(expression.value, str) and len(expression.value) > 1:
            yield ast.Constant(expression.value[:len(expression.value) // 2])
            yield ast.Constant(expression.value[1:])
            yield ast.Constant(expression.value[:-1])
        elif isinstance(expression.value, int) and abs(expression.value) > 9:
            yield ast.Constant(expression.value // 10)
    elif not isinstance(expression, (ast.Starred, ast.Slice)):
        yield ast.Constant(0)
        yield ast.Constant('')
    if isinstance(expression, (ast.List, ast.Tuple, ast.Set, ast.Call)):
        field = 'args' if isinstance(expression, ast.Call) else 'elts'
        for i in range(len(getattr(expression, field))):
            new = type(expression)(**dict(ast.iter_fields(expression)))
            setattr(new, field, [e for k, e in enumerate(getattr(expression, field)) if k != i])
            yield new


def smaller_expressions(tree):
    for old, write in list(places(tree)):
        for new in simpler(old):
            write(new)
            yield lambda write=write, old=old: write(old)


def text_of(tree):
    try:
        text = ast.unparse(ast.fix_missing_locations(tree)) + '\n'
        compile(text, 'smaller', 'exec')
        return text
    except Exception:  # noqa: a tree that is no program
        return None


def shrink(text, holds, patience=400):
    """The smallest text found of which holds(text) is true; it is true of the given one."""
    best = text_of(ast.parse(text))
    if best is None or not holds(best):
        return text
    seen = {best}
    progress = True
    while progress:
        progress = False
        for changes in (smaller_blocks, smaller_expressions):
            again = True
            while again and patience > 0:
                again = False
                tree = ast.parse(best)
                for undo in changes(tree):
                    new = text_of(tree)
                    if new is None or len(new) > len(best) or new in seen:
                        undo()
                        continue
                    seen.add(new)
                    patience -= 1
                    if holds(new):
                        best, again, progress = new, True, True
                        break
                    undo()
                    if patience <= 0:
                        return best
    return best
