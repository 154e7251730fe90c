"""Functions of jax that take a function: what it is traced to, as jax 0.4.23 has them."""
import _host
from jax import tree_util
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
