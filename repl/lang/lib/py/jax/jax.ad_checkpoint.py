"""jax.ad_checkpoint: what a derivative keeps of the values that it was taken at."""
import _host
import jax.numpy as jnp
from jax import checkpoint, checkpoint_policies, make_jaxpr, remat, tree_util

_SHORT = {"float": "f", "int": "i", "uint": "u", "complex": "c"}


@_host.placed
def checkpoint_name(x, name):
    """x under a name, which policies ask for."""
    return _host.named(x, name)


def _type_text(aval):
    name = aval.dtype.name
    kind = name.rstrip("0123456789")
    return f"{_SHORT.get(kind, kind)}{name[len(kind):]}[{','.join(str(d) for d in aval.shape)}]"


def _argument_texts(f, args, kwargs):
    """How each leaf of the arguments is called."""
    names = _host.parameters(f)
    texts = []
    for i, arg in enumerate(args):
        name = names[i] if i < len(names) else f"args[{i - len(names)}]" if names else None
        texts += [None if name is None else name + tree_util.keystr(path) for path, _ in tree_util.tree_flatten_with_path(arg)[0]]
    for key in sorted(kwargs):
        texts += [key + tree_util.keystr(path) for path, _ in tree_util.tree_flatten_with_path(kwargs[key])[0]]
    return texts


def saved_residuals(f, *args, **kwargs):
    """Pairs of a type and where it comes from, of the values that jax.linearize(f, *args) keeps."""
    leaves, structure = tree_util.tree_flatten((args, kwargs))
    marked = [bool(jnp.issubdtype(jnp.result_type(x), jnp.inexact)) for x in leaves]

    def of(values):
        given, named = tree_util.tree_unflatten(structure, values)
        return tree_util.tree_leaves(f(*given, **named)), []

    jaxpr = make_jaxpr(lambda *values: _host.residuals(_host.linearize(of, list(values), marked, f)[2]))(*leaves).jaxpr
    kept = [v for v in jaxpr.outvars if not hasattr(v, "val")]
    found = [(v.aval, "from a literal") for v in jaxpr.outvars if hasattr(v, "val")]
    found += [(v.aval, "from a constant") for v in jaxpr.constvars if v in kept]
    for i, (v, text) in enumerate(zip(jaxpr.invars, _argument_texts(getattr(f, "__wrapped__", f), args, kwargs))):
        if v in kept:
            found.append((v.aval, f"from the argument at flattened index {i}" if text is None else f"from the argument {text}"))
    for eqn in jaxpr.eqns:
        called = eqn.primitive.name == "pjit"
        what = f"output of jitted function '{eqn.params['name']}'" if called else f"output of {eqn.primitive.name}"
        if eqn.primitive.name == "name":
            what = f"named '{eqn.params['name']}'"
        found += [(v.aval, f"{what} from {_host.place(eqn)}") for v in eqn.outvars if v in kept]
    return found


def print_saved_residuals(f, *args, **kwargs):
    """jax.ad_checkpoint.print_saved_residuals"""
    for aval, source in saved_residuals(f, *args, **kwargs):
        print(f"{_type_text(aval)} {source}")
