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
          "imag", "isclose", "kron", "linspace", "log", "matmul", "max", "mean", "min", "ones", "ones_like", "outer", "prod", "real",
          "reshape", "round", "shape", "sin", "sqrt", "squeeze", "stack", "sum", "tensordot", "trace", "transpose", "where",
          "zeros", "zeros_like")
globals().update({name: _of(name) for name in _NAMES})
pi = _np.pi


def get_interface(*values):
    """The library of arrays that the values belong to."""
    traced = any(isinstance(v, (_jax.Array, _jax.core.Tracer)) for v in values)
    return "jax" if traced else "numpy"


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
