"""Functions of jax that take a function: what it is traced to, as jax 0.4.23 has them."""
import _host
import functools
import operator
import jax.numpy as jnp
from jax import jit, tree_util, vmap
from jax._types import ShapeDtypeStruct


def _check_callable(fun):
    if not callable(fun):
        raise TypeError(f"Expected a callable value, got {fun}")


def _shape_structs(types):
    return tree_util.tree_map(lambda a: ShapeDtypeStruct(a.shape, a.dtype), types)


def make_jaxpr(fun, static_argnums=(), axis_env=None, return_shape=False, abstracted_axes=None):
    _check_callable(fun)
    abstract = _host.abstract(fun, static_argnums=static_argnums, abstracted_axes=abstracted_axes)

    def make_jaxpr_f(*args, **kwargs):
        closed, types = _host.traced(abstract, args, kwargs)
        return (closed, _shape_structs(types)) if return_shape else closed

    return make_jaxpr_f


def eval_shape(fun, *args, **kwargs):
    _check_callable(fun)
    return _shape_structs(_host.traced(_host.abstract(fun), args, kwargs)[1])


def eval_jaxpr(jaxpr, consts, *args, propagate_source_info=True):
    """The results of an open Jaxpr, equation by equation; traced while something is traced."""
    env = {}

    def read(atom):
        return env[atom] if atom in env else atom.val

    for variables, values in ((jaxpr.constvars, consts), (jaxpr.invars, args)):
        if len(variables) != len(values):
            raise ValueError(f"the Jaxpr takes {len(variables)} values here, not {len(values)}")
        env.update(zip(variables, values))
    for eqn in jaxpr.eqns:
        env.update(zip(eqn.outvars, _host.bind_again(eqn, [read(a) for a in eqn.invars])))
    return [read(a) for a in jaxpr.outvars]


def jaxpr_as_fun(closed_jaxpr):
    return lambda *args: eval_jaxpr(closed_jaxpr.jaxpr, closed_jaxpr.consts, *args)


def named_call(fun, *, name=None):
    """Names are no part of what is computed."""
    _check_callable(fun)

    @functools.wraps(fun)
    def named(*args, **kwargs):
        return fun(*args, **kwargs)

    return named


class named_scope:
    """A name for what is computed in a block or a function, which changes nothing."""
    def __init__(self, name):
        if not isinstance(name, str):
            raise TypeError("named_scope name argument must be a string.")

    def __enter__(self):
        pass

    def __exit__(self, *ignored):
        pass

    def __call__(self, fun):
        return named_call(fun)


def _name(fun):
    return getattr(fun, "__name__", str(fun))


def _over_examples(rule):
    """A rule as the host keeps it: itself, and what gives the rule of examples along axis 0 of everything."""
    return rule, lambda: _over_examples(vmap(rule))


class _CustomRule:
    """A function with a derivative of its own."""
    def __init__(self, fun, nondiff_argnums=()):
        _check_callable(fun)
        self.fun = self.__wrapped__ = fun
        self.__name__ = getattr(fun, "__name__", "<unnamed wrapped function>")
        self.nondiff_argnums = nondiff_argnums

    def __call__(self, *args, **kwargs):
        if not self._ruled():
            raise AttributeError(f"No {self._rule} defined for {self._kind} function {self.fun.__name__} using "
                                 f"{self._define}.")
        fixed = {i % len(args) for i in self.nondiff_argnums} if args else set()
        dynamic = tuple(a for i, a in enumerate(args) if i not in fixed)
        if not tree_util.tree_leaves(dynamic):
            return self.fun(*args, **kwargs)
        leaves, structure = tree_util.tree_flatten(dynamic)
        shape = []

        def rule(xs, ts):
            return self._by_rule(args, fixed, structure, xs, ts, kwargs, shape)

        def of(xs):
            values = iter(tree_util.tree_unflatten(structure, xs))
            outs, tree = tree_util.tree_flatten(self.fun(*[a if i in fixed else next(values) for i, a in enumerate(args)], **kwargs))
            shape.append(tree)
            return outs

        ruled = _host.by_rule(rule, leaves)
        if ruled is None:
            return self.fun(*args, **kwargs)
        if ruled is True:
            ruled = _host.custom_call(of, leaves, _over_examples(rule), self._kind == "custom_vjp", self.fun)
        return tree_util.tree_unflatten(shape[0], ruled)

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return lambda *args, **kwargs: self(instance, *args, **kwargs)


class custom_jvp(_CustomRule):
    _kind, _rule, _define = "custom_jvp", "JVP", "defjvp"
    jvp = None

    def _ruled(self):
        return self.jvp is not None

    def defjvp(self, jvp, symbolic_zeros=False):
        self.jvp = jvp
        return jvp

    def defjvps(self, *jvps):
        def jvp(primals, tangents):
            out = self(*primals)
            terms = [rule(t, out, *primals) for rule, t in zip(jvps, tangents) if rule is not None]
            return out, functools.reduce(operator.add, terms) if terms else jnp.zeros_like(out)

        self.jvp = jvp

    def _by_rule(self, args, fixed, structure, xs, ts, kwargs, shape):
        primals = tree_util.tree_unflatten(structure, xs)
        tangents = tree_util.tree_unflatten(structure, [jnp.zeros(jnp.shape(x), bool) if t is None else t
                                                        for x, t in zip(xs, ts)])
        out, moved = self.jvp(*[a for i, a in enumerate(args) if i in fixed], primals, tangents, **kwargs)
        outs, tree = tree_util.tree_flatten(out)
        shape.append(tree)
        moved, other = tree_util.tree_flatten(moved)
        if other != tree:
            raise TypeError(f"Custom JVP rule {getattr(self.jvp, '__name__', 'jvp')} for function {self.fun.__name__} must "
                            "produce primal and tangent outputs with equal container (pytree) structures, but got "
                            f"{tree} and {other} respectively.")
        return outs, moved


class custom_vjp(_CustomRule):
    _kind, _rule, _define = "custom_vjp", "VJP", "defvjp"
    fwd = bwd = None

    def _ruled(self):
        return self.fwd is not None and self.bwd is not None

    def defvjp(self, fwd, bwd, symbolic_zeros=False):
        self.fwd, self.bwd = fwd, bwd

    def _by_rule(self, args, fixed, structure, xs, ts, kwargs, shape):
        dynamic = iter(tree_util.tree_unflatten(structure, xs))
        out = self.fwd(*[a if i in fixed else next(dynamic) for i, a in enumerate(args)], **kwargs)
        if not isinstance(out, (tuple, list)) or len(out) != 2:
            raise TypeError(f"Custom VJP fwd rule {_name(self.fwd)} for function {self.fun.__name__} must produce a pair (list or "
                            "tuple of length two) where the first element represents the primal output (equal to the output of "
                            "the custom_vjp-decorated function) and the second element represents residuals (i.e. values stored "
                            f"from the forward pass for use on the backward pass), but instead of a pair the fwd rule produced {out}.")
        outs, tree = tree_util.tree_flatten(out[0])
        residuals, kept = tree_util.tree_flatten(out[1])
        shape.append(tree)
        nondiff = [a for i, a in enumerate(args) if i in fixed]

        def back(residuals, cts):
            made = self.bwd(*nondiff, tree_util.tree_unflatten(kept, residuals), tree_util.tree_unflatten(tree, cts))
            cts = self._cotangents(made, tree_util.tree_unflatten(structure, xs))
            return [ct for ct, t in zip(cts, ts) if t is not None]

        return outs, _host.back_by(_over_examples(back), outs, residuals, ts)

    def _cotangents(self, made, args):
        """Those of the leaves of the arguments; None stands for zeros."""
        if not isinstance(made, (tuple, list)) or len(made) != len(args):
            raise TypeError(f"Custom VJP bwd rule {_name(self.bwd)} for function {self.fun.__name__} must produce a tuple of as many "
                            f"cotangents as there are differentiable arguments, {len(args)}, but it produced {made}.")
        all_leaves = []
        for ct, arg in zip(made, args):
            leaves, tree = tree_util.tree_flatten(arg)
            given, other = ([None] * len(leaves), tree) if ct is None else tree_util.tree_flatten(ct)
            if other != tree:
                raise TypeError(f"Custom VJP bwd rule {_name(self.bwd)} for function {self.fun.__name__} must produce an output "
                                "with the same container (pytree) structure as the args tuple of the primal function: it gave "
                                f"{other} for {tree}.")
            all_leaves += given
        return all_leaves


_CONCRETE = ("The 'concrete' option to jax.checkpoint / jax.remat is deprecated; in its place, you can use its `static_argnums` "
             "option, and if necessary the `jax.ensure_compile_time_eval()` context manager.")


def checkpoint(fun, *, concrete=False, prevent_cse=True, static_argnums=(), policy=None):
    """The function, whose derivatives compute its values again, but for those that the policy names."""
    if concrete:
        raise NotImplementedError(_CONCRETE)
    _check_callable(fun)
    asked = None
    if policy is not None:
        asked = f"function {getattr(policy, '__qualname__', _name(policy))}", lambda prim, types, params: bool(policy(prim, *types, **params))

    @functools.wraps(fun)
    def fun_remat(*args, **kwargs):
        fixed = _fixed(static_argnums, args)
        if not _host.tracing():
            return fun(*args, **kwargs)
        leaves, structure = tree_util.tree_flatten(([a for i, a in enumerate(args) if i not in fixed], kwargs))
        shape = []

        def of(values):
            given, named = tree_util.tree_unflatten(structure, values)
            given = iter(given)
            outs, tree = tree_util.tree_flatten(fun(*[a if i in fixed else next(given) for i, a in enumerate(args)], **named))
            shape.append(tree)
            return outs

        outs = _host.computed_again(of, leaves, asked, bool(prevent_cse), fun)
        return tree_util.tree_unflatten(shape[-1], outs)

    return fun_remat


def _fixed(static_argnums, args):
    """Places of the arguments that are no values of the program."""
    if isinstance(static_argnums, int):
        static_argnums = (static_argnums,)
    elif not (isinstance(static_argnums, tuple) and all(isinstance(d, int) for d in static_argnums)):
        raise TypeError("the `static_argnums` argument to `jax.checkpoint` / `jax.remat` must be an int, tuple of ints or, bool, "
                        f"but got value {static_argnums}")
    if not all(-len(args) <= d < len(args) for d in static_argnums):
        raise ValueError("the `static_argnums` argument to `jax.checkpoint` / `jax.remat` can only take integer values greater "
                         f"than or equal to `-len(args)` and less than `len(args)`, but got {static_argnums}")
    return {d % len(args) for d in static_argnums}


remat = checkpoint


def pmap(fun, axis_name=None, *, in_axes=0, out_axes=0, static_broadcasted_argnums=(), devices=None, backend=None,
         axis_size=None, donate_argnums=(), global_arg_shapes=None):
    """There is one device: one example of the mapped axis."""
    _check_callable(fun)
    if static_broadcasted_argnums != () and static_broadcasted_argnums is not None:
        raise NotImplementedError("jax.pmap: static_broadcasted_argnums is not offered here; use functools.partial")

    @functools.wraps(fun)
    def mapped(*args, **kwargs):
        if _host.tracing():
            raise NotImplementedError("jax.pmap is not offered inside a traced function; use jax.vmap: there is one device")

        def one(*args, **kwargs):
            return vmap(fun, in_axes, out_axes)(*args, **kwargs)

        axes = in_axes if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
        for arg, axis in zip(args, axes):
            for leaf in tree_util.tree_leaves(arg):
                if isinstance(axis, int) and leaf.shape[axis] > 1:
                    raise ValueError(f"compiling computation that requires {leaf.shape[axis]} logical devices, "
                                     f"but only 1 XLA devices are available (num_replicas={leaf.shape[axis]})")
        return jit(one)(*args, **kwargs)

    return mapped


class Primitive:
    """An operation of the program's own, computed by its implementation; it is no part of a Jaxpr."""
    multiple_results = call_primitive = map_primitive = False

    def __init__(self, name):
        self.name = name
        self._impl = None

    def __repr__(self):
        return self.name

    def def_impl(self, impl):
        self._impl = impl
        return impl

    def def_abstract_eval(self, abstract_eval):
        return abstract_eval

    def bind(self, *args, **params):
        if _host.tracing():
            raise NotImplementedError(f"the primitive '{self.name}' of the program is not offered inside a traced function; write "
                                      "it with functions of jax.numpy, or call it by jax.pure_callback")
        if self._impl is None:
            raise NotImplementedError(f"Evaluation rule for '{self.name}' not implemented")
        return self._impl(*args, **params)
