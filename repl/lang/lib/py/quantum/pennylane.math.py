"""pennylane.math: numpy of what is known, jax.numpy of what is traced."""
import jax as _jax
import jax.numpy as _jnp
import numpy as _np


def _of(name):
    def function(*args, **kwargs):
        leaves = _jax.tree_util.tree_leaves(args)
        traced = any(isinstance(x, (_jax.Array, _jax.core.Tracer)) for x in leaves)
        return getattr(_jnp if traced else _np, name)(*args, **kwargs)

    function.__name__ = function.__qualname__ = name
    return function


_NAMES = ("abs", "allclose", "angle", "arange", "array", "asarray", "concatenate", "conj", "cos", "diag", "dot", "exp", "eye",
          "imag", "isclose", "kron", "linspace", "log", "matmul", "max", "maximum", "mean", "min", "ones", "ones_like", "outer", "prod", "real",
          "reshape", "round", "shape", "sin", "sqrt", "squeeze", "stack", "sum", "tensordot", "trace", "transpose", "where",
          "zeros", "zeros_like")
globals().update({name: _of(name) for name in _NAMES})
pi = _np.pi


def get_interface(*values):
    """The library of arrays that the values belong to."""
    if any(isinstance(v, (_jax.Array, _jax.core.Tracer)) for v in values):
        return "jax"
    return "autograd" if any(hasattr(v, "requires_grad") for v in values) else "numpy"


def _as_complex(m, c_dtype):
    return m.astype(c_dtype)


def reduce_statevector(state, indices, check_state=False, c_dtype="complex128"):
    """The density matrix of some wires."""
    n = int(_np.log2(_np.shape(state)[-1]))
    kept = [int(i) for i in indices]
    rest = [i for i in range(n) if i not in kept]
    m = reshape(transpose(reshape(state, (2,) * n), kept + rest), (2 ** len(kept), 2 ** len(rest)))
    return _as_complex(m @ transpose(conj(m)), c_dtype)


def reduce_dm(density_matrix, indices, check_state=False, c_dtype="complex128"):
    """The same of a density matrix."""
    n = int(_np.log2(_np.shape(density_matrix)[-1]))
    kept = [int(i) for i in indices]
    rest = [i for i in range(n) if i not in kept]
    order = kept + rest
    a, b = 2 ** len(kept), 2 ** len(rest)
    m = transpose(reshape(density_matrix, (2,) * (2 * n)), order + [n + i for i in order])
    return _as_complex(trace(reshape(m, (a, b, a, b)), axis1=1, axis2=3), c_dtype)


# ---- states ----

def dm_from_state_vector(state, check_state=False, c_dtype="complex128"):
    """The density matrix of a state."""
    return reduce_statevector(state, range(int(_np.log2(_np.shape(state)[-1]))), c_dtype=c_dtype)


def _of_wires(state, indices):
    return reduce_dm(state, indices) if _np.ndim(state) > 1 else reduce_statevector(state, indices)


def purity(state, indices, check_state=False, c_dtype="complex128"):
    m = reduce_dm(state, indices, c_dtype=c_dtype)
    return real(trace(m @ m))


def _entropy(m, base):
    values = _library(m).linalg.eigvalsh(m)
    values = where(values > 0, values, 1.0)
    return -sum(values * log(values)) / _np.log(base or _np.e)


def vn_entropy(state, indices, base=None, check_state=False, c_dtype="complex128"):
    return _entropy(reduce_dm(state, indices, c_dtype=c_dtype), base)


def mutual_info(state, indices0, indices1, base=None, check_state=False, c_dtype="complex128"):
    both = sorted(list(indices0) + list(indices1))
    if len(set(both)) != len(both):
        raise ValueError("Subsystems for computing mutual information must not overlap.")
    parts = [vn_entropy(state, indices, base) for indices in (indices0, indices1, both)]
    return parts[0] + parts[1] - parts[2]


def _library(m):
    return _jnp if get_interface(m) == "jax" else _np


def _root(m):
    values, vectors = _library(m).linalg.eigh(m)
    return (vectors * sqrt(where(values > 0, values, 0.0))) @ transpose(conj(vectors))


def fidelity(state0, state1, check_state=False, c_dtype="complex128"):
    """Of density matrices."""
    half = _root(asarray(state0))
    values = _library(half).linalg.eigvalsh(half @ state1 @ half)
    return sum(sqrt(where(values > 0, values, 0.0))) ** 2


def fidelity_statevector(state0, state1, check_state=False, c_dtype="complex128"):
    return abs(sum(conj(asarray(state0)) * state1)) ** 2


def trace_distance(state0, state1, check_state=False, c_dtype="complex128"):
    """Of density matrices."""
    difference = asarray(state0) - asarray(state1)
    return sum(abs(_library(difference).linalg.eigvalsh(difference))) / 2


# ---- arrays ----

def frobenius_inner_product(A, B, normalize=False, like=None):
    product = sum(asarray(A) * asarray(B))
    return product / sqrt(sum(asarray(A) ** 2) * sum(asarray(B) ** 2)) if normalize else product


def cast(x, dtype):
    return asarray(x).astype(dtype)


def toarray(x):
    return _np.asarray(x)


def unwrap(values, max_depth=None):
    """Tensors as numbers and arrays of numpy."""
    if isinstance(values, (list, tuple)):
        return type(values)(unwrap(v) for v in values)
    return values.unwrap() if hasattr(values, "requires_grad") else values


def requires_grad(x, interface=None):
    """Are derivatives taken by it?"""
    return getattr(x, "requires_grad", False) or isinstance(x, _jax.core.Tracer)


def get_trainable_indices(values, like=None):
    return {i for i, v in enumerate(values) if requires_grad(v)}
