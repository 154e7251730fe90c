"""Derivatives as jax 0.4.23 has them: trees of arguments and results, and options. What an equation
means is said by the rows of primitives."""
import _host
import operator
import jax.numpy as jnp
from jax import lax, tree_util, vmap
from jax._float0 import float0, zeros as float0_zeros


def _check_callable(fun):
    if not callable(fun):
        raise TypeError(f"Expected a callable value, got {fun}")


def _dtype(x):
    return jnp.result_type(x)


def _is_inexact(x):
    return jnp.issubdtype(_dtype(x), jnp.inexact)


def _is_complex(x):
    return jnp.issubdtype(_dtype(x), jnp.complexfloating)


def _index(i):
    try:
        return operator.index(i)
    except TypeError:
        raise TypeError(f"argnums must be an integer or a tuple of integers, but got {i}") from None


def _ensure_index(argnums):
    return tuple(_index(i) for i in argnums) if isinstance(argnums, (tuple, list)) else _index(argnums)


def _selected(fun, argnums, args, kwargs):
    """fun of the arguments at argnums, and these as a tuple."""
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    for i in numbers:
        if not -len(args) <= i < len(args):
            raise ValueError("Positional argument indices, e.g. for `static_argnums`, must have value greater than or equal "
                             f"to -len(args) and less than len(args), but got value {i} for len(args) == {len(args)}.")
    numbers = [i % len(args) for i in numbers]

    def partial(*dynamic):
        whole = list(args)
        for i, a in zip(numbers, dynamic):
            whole[i] = a
        return fun(*whole, **kwargs)

    return partial, tuple(args[i] for i in numbers)


def _check_input(name, holomorphic, allow_int, x):
    if holomorphic and not _is_complex(x):
        raise TypeError(f"{name} with holomorphic=True requires inputs with complex dtype, but got {_dtype(x).name}.")
    if not _is_inexact(x) and not allow_int:
        raise TypeError(f"{name} requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), "
                        f"but got {_dtype(x).name}. If you want to use Boolean- or integer-valued inputs, use vjp or set "
                        "allow_int to True.")


def _check_output(name, holomorphic, x):
    if holomorphic:
        if not _is_complex(x):
            raise TypeError(f"{name} with holomorphic=True requires outputs with complex dtype, but got {_dtype(x).name}.")
    elif _is_complex(x):
        raise TypeError(f"{name} requires real-valued outputs (output dtype that is a sub-dtype of np.floating), but got "
                        f"{_dtype(x).name}. For holomorphic differentiation, pass holomorphic=True. For differentiation of "
                        "non-holomorphic functions involving complex outputs, use jax.vjp directly.")
    elif not _is_inexact(x):
        raise TypeError(f"{name} requires real-valued outputs (output dtype that is a sub-dtype of np.floating), but got "
                        f"{_dtype(x).name}. For differentiation of functions with integer outputs, use jax.vjp directly.")


def _check_scalar(x):
    try:
        shape = jnp.shape(x)
        _dtype(x)
    except (TypeError, ValueError):
        raise TypeError(f"Gradient only defined for scalar-output functions. Output was {x}") from None
    if isinstance(x, (tuple, list, dict)) or x is None:
        raise TypeError(f"Gradient only defined for scalar-output functions. Output was {x}")
    if shape != ():
        raise TypeError(f"Gradient only defined for scalar-output functions. Output had shape: {shape}")


class _Call:
    """A function of a list of leaves, which remembers the structures of its results."""

    def __init__(self, fun, structure, has_aux):
        self.fun, self.structure, self.has_aux = fun, structure, has_aux
        self.tree = self.aux_tree = None

    def __call__(self, leaves):
        out, aux = self.fun(*tree_util.tree_unflatten(self.structure, leaves)), []
        if self.has_aux:
            if not isinstance(out, (tuple, list)) or len(out) != 2:
                raise TypeError("expected function with aux output to return a two-element tuple, but got type "
                                f"{type(out)} with value {out!r}")
            out, aux = out
            aux, self.aux_tree = tree_util.tree_flatten(aux)
        out, self.tree = tree_util.tree_flatten(out)
        return out, aux


def _linearize(fun, primals, has_aux):
    """Results, auxiliary values, their structures, and the linear function."""
    leaves, structure = tree_util.tree_flatten(primals)
    call = _Call(fun, structure, has_aux)
    marked = [bool(_is_inexact(x)) for x in leaves]
    out, aux, linear = _host.linearize(call, leaves, marked, fun)
    aux = tree_util.tree_unflatten(call.aux_tree, aux) if has_aux else None
    return out, call.tree, aux, linear, leaves, structure, marked


def _merged(leaves, marked, values):
    values = iter(values)
    return [next(values) if m else _float0(x) for x, m in zip(leaves, marked)]


def _float0(x):
    """The tangent of what is no float: no array of a program that is traced, where it is False."""
    return jnp.zeros(jnp.shape(x), dtype=bool) if _host.tracing() else float0_zeros(jnp.shape(x))


def _shape(x):
    return x.shape if isinstance(x, float0_zeros) else jnp.shape(x)


def _same_shape(a, b):
    a, b = _shape(a), _shape(b)
    return len(a) == len(b) and all(x is y or (isinstance(x, int) and isinstance(y, int) and x == y) or
                                    not (isinstance(x, int) and isinstance(y, int)) for x, y in zip(a, b))


def _vjp(fun, primals, has_aux):
    out, tree, aux, linear, leaves, structure, marked = _linearize(fun, primals, has_aux)

    def vjp_fn(ct):
        cts, given = tree_util.tree_flatten(ct)
        if given != tree:
            raise TypeError(f"Tree structure of cotangent input {given}, does not match structure of primal output {tree}.")
        for c, y in zip(cts, out):
            if _is_inexact(y) and _dtype(c) != _dtype(y):
                raise TypeError(f"Type of cotangent input to vjp pullback function ({_dtype(c).name}) is not the expected "
                                f"tangent type ({_dtype(y).name}) of corresponding primal output with dtype {_dtype(y).name}.")
            if not _same_shape(c, y):
                raise ValueError(f"Shape of cotangent input to vjp pullback function {jnp.shape(c)} must be the same as the "
                                 f"shape of corresponding primal input {jnp.shape(y)}.")
        cts = [c if _is_inexact(y) else None for c, y in zip(cts, out)]
        return tree_util.tree_unflatten(structure, _merged(leaves, marked, _host.pull(linear, cts)))

    return tree_util.tree_unflatten(tree, out), vjp_fn, aux


def vjp(fun, *primals, has_aux=False, reduce_axes=()):
    """jax.vjp"""
    _check_callable(fun)

    def of(*primals):
        out, pull, aux = _vjp(fun, primals, has_aux)
        return (out, pull, aux) if has_aux else (out, pull)

    return _host.placed(of, fun)(*primals)


def value_and_grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    """jax.value_and_grad"""
    return _value_and_grad(fun, argnums, has_aux, holomorphic, allow_int)


def _value_and_grad(fun, argnums, has_aux, holomorphic, allow_int):
    _check_callable(fun)
    argnums = _ensure_index(argnums)

    def value_and_grad_f(*args, **kwargs):
        most = max(argnums) if isinstance(argnums, tuple) else argnums
        if most >= len(args):
            raise TypeError(f"differentiating with respect to argnums={argnums} requires at least {most + 1} positional "
                            f"arguments to be passed by the caller, but got only {len(args)} positional arguments.")
        partial, dynamic = _selected(fun, argnums, args, kwargs)
        for leaf in tree_util.tree_leaves(dynamic):
            _check_input("grad", holomorphic, allow_int, leaf)
        value, pull, aux = _vjp(partial, dynamic, has_aux)
        _check_scalar(value)
        _check_output("grad", holomorphic, value)
        g = pull(_host.one_like(value))
        g = g if isinstance(argnums, tuple) else g[0]
        return ((value, aux), g) if has_aux else (value, g)

    return _host.placed(value_and_grad_f, fun)


def grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    """jax.grad"""
    both = _value_and_grad(fun, argnums, has_aux, holomorphic, allow_int)

    def grad_f(*args, **kwargs):
        value, g = both(*args, **kwargs)
        return (g, value[1]) if has_aux else g

    return _host.placed(grad_f, fun)


def _tangents(fun, primals, tangents, has_aux):
    leaves, structure = tree_util.tree_flatten(primals)
    given, other = tree_util.tree_flatten(tangents)
    if structure != other:
        raise TypeError("primal and tangent arguments to jax.jvp must have the same tree structure; primals have tree "
                        f"structure {structure} whereas tangents have tree structure {other}.")
    for p, t in zip(leaves, given):
        wanted = _dtype(p).name if _is_inexact(p) else "bool" if _host.tracing() else str(float0)
        found = str(float0) if isinstance(t, float0_zeros) else _dtype(t).name
        if wanted != found:
            raise TypeError("primal and tangent arguments to jax.jvp do not match; dtypes must be equal, or in case of "
                            f"int/bool primal dtype the tangent dtype must be float0.Got primal dtype {_dtype(p).name} and so "
                            f"expected tangent dtype {wanted}, but got tangent dtype {found} instead.")
        if not _same_shape(p, t):
            raise ValueError(f"jvp called with different primal and tangent shapes;Got primal shape {jnp.shape(p)} and "
                             f"tangent shape as {jnp.shape(t)}")
    call = _Call(fun, structure, has_aux)
    out, moved, aux = _host.tangents(call, leaves, [t if _is_inexact(p) else None for p, t in zip(leaves, given)], fun)
    moved = [_zeros_like(y) if t is None else t for y, t in zip(out, moved)]
    aux = tree_util.tree_unflatten(call.aux_tree, aux) if has_aux else None
    return tree_util.tree_unflatten(call.tree, out), tree_util.tree_unflatten(call.tree, moved), aux


def _zeros_like(y):
    return _host.zeros_like(y) if _is_inexact(y) else _float0(y)


def jvp(fun, primals, tangents, has_aux=False):
    """jax.jvp"""
    _check_callable(fun)
    if not isinstance(primals, (tuple, list)) or not isinstance(tangents, (tuple, list)):
        raise TypeError("primal and tangent arguments to jax.jvp must be tuples or lists; "
                        f"found {type(primals).__name__} and {type(tangents).__name__}.")

    def of(primals, tangents):
        out, moved, aux = _tangents(fun, tuple(primals), tuple(tangents), has_aux)
        return (out, moved, aux) if has_aux else (out, moved)

    return _host.placed(of, fun)(primals, tangents)


def linearize(fun, *primals, has_aux=False):
    """jax.linearize"""
    _check_callable(fun)

    def of(*primals):
        out, tree, aux, linear, leaves, structure, marked = _linearize(fun, primals, has_aux)

        def lin(*tangents):
            given, other = tree_util.tree_flatten(tangents)
            if other != structure:
                raise TypeError(f"linearized function called on tangent values inconsistent with the original primal values: "
                                f"tree structure {other} for {structure}")
            for p, t in zip(leaves, given):
                if not _same_shape(p, t) or (_is_inexact(p) and _dtype(p) != _dtype(t)):
                    raise ValueError("linearized function called on tangent values inconsistent with the original primal "
                                     f"values: got tangent of shape {jnp.shape(t)} for primal of shape {jnp.shape(p)}")
            moved = _host.push(linear, [t for t, m in zip(given, marked) if m])
            return tree_util.tree_unflatten(tree, [_zeros_like(y) if t is None else t for y, t in zip(out, moved)])

        value = tree_util.tree_unflatten(tree, out)
        return (value, lin, aux) if has_aux else (value, lin)

    return _host.placed(of, fun)(*primals)


# ---- Jacobians ----


def _size(x):
    n = 1
    for d in jnp.shape(x):
        n = d if isinstance(n, int) and n == 1 else n * d
    return n


def _cast(x, example):
    if _is_complex(x) and not _is_complex(example):
        x = x.real
    return _host.typed_like(x, example)


def _basis(leaves):
    """Lists of tangents of the leaves, with one axis more in front: those of all, of each leaf if lengths are traced."""
    sizes = [_size(x) for x in leaves]
    if all(isinstance(n, int) for n in sizes):
        flat = jnp.eye(sum(sizes), dtype=jnp.result_type(*leaves))
        return [_unravel(leaves, 1, None, flat)]
    bases = []
    for k, n in enumerate(sizes):
        own = jnp.eye(n, dtype=_dtype(leaves[k]))
        bases.append([jnp.reshape(own, (n, *jnp.shape(x))) if i == k else jnp.zeros((n, *jnp.shape(x)), dtype=_dtype(x))
                      for i, x in enumerate(leaves)])
    return bases


def _unravel(leaves, axis, example, array):
    """The axis taken apart into those of the leaves."""
    axis = axis % array.ndim
    shape = array.shape
    sizes = [_size(x) for x in leaves]
    if all(isinstance(n, int) for n in shape + tuple(sizes)):
        parts, start = [], 0
        for n in sizes:
            starts, limits = [0] * array.ndim, list(shape)
            starts[axis], limits[axis] = start, start + n
            parts.append(lax.slice(array, starts, limits))
            start += n
    else:
        parts = [array]
    return [_cast(jnp.reshape(p, shape[:axis] + jnp.shape(x) + shape[axis + 1:]), x if example is None else example)
            for p, x in zip(parts, leaves)]


def _joined(parts):
    """What each basis of its own has given, leaf by leaf."""
    return parts[0] if len(parts) == 1 else [part for some in parts for part in some]


def jacfwd(fun, argnums=0, has_aux=False, holomorphic=False):
    """jax.jacfwd"""
    _check_callable(fun)
    argnums = _ensure_index(argnums)

    def jacfun(*args, **kwargs):
        partial, dynamic = _selected(fun, argnums, args, kwargs)
        leaves, structure = tree_util.tree_flatten(dynamic)
        for x in leaves:
            _check_input("jacfwd", holomorphic, False, x)
        kept = []

        def push(*tangents):
            out, moved, aux = _tangents(partial, dynamic, tree_util.tree_unflatten(structure, tangents), has_aux)
            kept.append(aux)
            return out, moved

        bases = _basis(leaves)
        columns = []
        for basis in bases:
            y, jac = vmap(push, out_axes=(None, -1))(*basis)
            outs, tree = tree_util.tree_flatten(y)
            own = leaves if len(bases) == 1 else [leaves[len(columns)]]
            columns.append([_unravel(own, -1, o, j) for o, j in zip(outs, tree_util.tree_leaves(jac))])
        rows = [_joined([c[i] for c in columns]) for i in range(len(outs))]
        whole = [tree_util.tree_unflatten(structure, row) for row in rows]
        whole = [w if isinstance(argnums, tuple) else w[0] for w in whole]
        result = tree_util.tree_unflatten(tree, whole)
        return (result, kept[0]) if has_aux else result

    return _host.placed(jacfun, fun)


def jacrev(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False):
    """jax.jacrev"""
    _check_callable(fun)
    argnums = _ensure_index(argnums)

    def jacfun(*args, **kwargs):
        partial, dynamic = _selected(fun, argnums, args, kwargs)
        for x in tree_util.tree_leaves(dynamic):
            _check_input("jacrev", holomorphic, allow_int, x)
        y, pull, aux = _vjp(partial, dynamic, has_aux)
        outs, tree = tree_util.tree_flatten(y)
        for o in outs:
            _check_output("jacrev", holomorphic, o)
        leaves, structure = tree_util.tree_flatten(dynamic)
        bases, rows = _basis(outs), []
        for basis in bases:
            jac = vmap(lambda *ct: pull(tree_util.tree_unflatten(tree, ct)))(*basis)
            own = outs if len(bases) == 1 else [outs[len(rows)]]
            rows.append([_unravel(own, 0, x, j) for x, j in zip(leaves, tree_util.tree_leaves(jac))])
        parts = [_joined([r[k] for r in rows]) for k in range(len(leaves))]
        whole = [tree_util.tree_unflatten(structure, [p[i] for p in parts]) for i in range(len(outs))]
        whole = [w if isinstance(argnums, tuple) else w[0] for w in whole]
        result = tree_util.tree_unflatten(tree, whole)
        return (result, aux) if has_aux else result

    return _host.placed(jacfun, fun)


jacobian = jacrev


def hessian(fun, argnums=0, has_aux=False, holomorphic=False):
    """jax.hessian"""
    return jacfwd(jacrev(fun, argnums, has_aux=has_aux, holomorphic=holomorphic), argnums, has_aux=has_aux,
                  holomorphic=holomorphic)
