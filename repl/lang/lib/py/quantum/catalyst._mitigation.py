"""catalyst.mitigate_with_zne: the simulator has no noise, so that a circuit with folded gates gives what the circuit gives, and
every extrapolation of equal values is that value."""
import _host
import jax
import jax.numpy as jnp
import pennylane as qml
from catalyst import CompileError


def _no_derivative(values, tangents):
    raise CompileError("mitigate_with_zne cannot be differentiated: derive the circuit, and mitigate its derivative")


def mitigate_with_zne(fn=None, *, scale_factors=None, extrapolate=None, extrapolate_kwargs=None, deg=None):
    if fn is None:
        return lambda f: mitigate_with_zne(f, scale_factors=scale_factors, extrapolate=extrapolate,
                                           extrapolate_kwargs=extrapolate_kwargs, deg=deg)

    def mitigated(*args, **kwargs):
        if not isinstance(fn, qml.QNode):
            raise TypeError(f"A QNode is expected, got the classical function {fn}")
        _host.by_rule(_no_derivative, [v for v in jax.tree_util.tree_leaves((args, kwargs)) if hasattr(v, "dtype")])
        value = fn(*args, **kwargs)
        leaves = jax.tree_util.tree_leaves(value)
        if any(jnp.shape(v) for v in leaves):
            raise TypeError("Only expectations values and classical scalar values can be returned.")
        if len({jnp.result_type(v) for v in leaves}) != 1 or not jnp.issubdtype(jnp.result_type(leaves[0]), jnp.floating):
            raise TypeError("All expectation and classical values dtypes must match and be float.")
        if extrapolate is None:
            return value
        values = [value] * len(scale_factors)
        return extrapolate(scale_factors, jax.numpy.stack(values), **(extrapolate_kwargs or {}))

    return mitigated
