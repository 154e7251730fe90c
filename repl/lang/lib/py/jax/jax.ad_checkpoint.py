"""jax.ad_checkpoint: what a derivative keeps of the values that it was taken at."""
import _host
import types
import jax.numpy as jnp
from jax import checkpoint, make_jaxpr, remat, tree_util

_SHORT = {"float": "f", "int": "i", "uint": "u", "complex": "c"}


@_host.placed
def checkpoint_name(x, name):
    """x under a name, which policies ask for."""
    return _host.named(x, name)


def _everything_saveable(*_, **__):
    return True


def _nothing_saveable(*_, **__):
    return False


def _dots_saveable(prim, *_, **__):
    return prim.name == "dot_general"


def _dots_with_no_batch_dims_saveable(prim, *_, **params):
    return prim.name == "dot_general" and params["dimension_numbers"][1] == ((), ())


def _of_names(saveable, otherwise):
    """What of the results that have a name can be kept, and whether the others can."""
    return lambda prim, *_, **params: saveable(params["name"]) if prim.name == "name" else otherwise


checkpoint_policies = types.SimpleNamespace(
    everything_saveable=_everything_saveable,
    nothing_saveable=_nothing_saveable,
    dots_saveable=_dots_saveable,
    checkpoint_dots=_dots_saveable,
    dots_with_no_batch_dims_saveable=_dots_with_no_batch_dims_saveable,
    checkpoint_dots_with_no_batch_dims=_dots_with_no_batch_dims_saveable,
    save_anything_except_these_names=lambda *names: _of_names(lambda name: name not in names, True),
    save_any_names_but_these=lambda *names: _of_names(lambda name: name not in names, False),
    save_only_these_names=lambda *names: _of_names(lambda name: name in names, False),
    save_from_both_policies=lambda one, other: lambda prim, *types, **params: one(prim, *types, **params) or other(prim, *types, **params),
)


def _computed_again(jaxpr, kept, saveable):
    """What jax keeps instead, where all that may not be kept is computed again."""
    made = {v: eqn for eqn in jaxpr.eqns for v in eqn.outvars}
    todo, found = list(kept), []
    while todo:
        v = todo.pop()
        if v in found or hasattr(v, "val"):
            continue
        eqn = made.get(v)
        if eqn is None or saveable(eqn.primitive, *[a.aval for a in eqn.invars], **eqn.params):
            found.append(v)
        else:
            todo += eqn.invars
    return found


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
    if hasattr(f, "_saveable"):
        kept = _computed_again(jaxpr, kept, f._saveable)
        f = f._fun
    found = [(v.aval, "from a literal") for v in jaxpr.outvars if hasattr(v, "val")]
    found += [(v.aval, "from a constant") for v in jaxpr.constvars if v in kept]
    for i, (v, text) in enumerate(zip(jaxpr.invars, _argument_texts(f, args, kwargs))):
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
