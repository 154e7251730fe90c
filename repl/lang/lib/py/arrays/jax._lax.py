"""jax.lax: what is written in Python."""
import jax.numpy as _jnp
from jax import lax as _lax
from jax._special import betainc, i0e as bessel_i0e, i1e as bessel_i1e, igamma, igammac, polygamma, zeta
from jax._numpy_shape import broadcast_shapes
from _window import conv as _conv, reduce as _reduce


class _Name:
    """A member of an enumeration."""
    def __init__(self, of, name, value):
        self._of, self.name, self.value = of, name, value

    def __repr__(self):
        return f"<{self._of}.{self.name}: {self.value}>"

    def __str__(self):
        return f"{self._of}.{self.name}"


class Precision:
    DEFAULT = _Name("Precision", "DEFAULT", 0)
    HIGH = _Name("Precision", "HIGH", 1)
    HIGHEST = _Name("Precision", "HIGHEST", 2)


class RoundingMethod:
    AWAY_FROM_ZERO = 0
    TO_NEAREST_EVEN = 1


class ConvDimensionNumbers:
    """Which axis of each array is what: batch, feature (of the window: outputs, inputs), then space."""
    def __init__(self, lhs_spec, rhs_spec, out_spec):
        self.lhs_spec, self.rhs_spec, self.out_spec = tuple(lhs_spec), tuple(rhs_spec), tuple(out_spec)

    def __iter__(self):
        return iter((self.lhs_spec, self.rhs_spec, self.out_spec))

    def __getitem__(self, i):
        return (self.lhs_spec, self.rhs_spec, self.out_spec)[i]

    def __eq__(self, other):
        return tuple(self) == tuple(other)

    def __hash__(self):
        return hash(tuple(self))

    def __repr__(self):
        return f"ConvDimensionNumbers(lhs_spec={self.lhs_spec}, rhs_spec={self.rhs_spec}, out_spec={self.out_spec})"


# ---- windows ----

def _padding(padding, sizes, windows, strides):
    """A pair for each axis; SAME gives as many places as the axis has steps."""
    if not isinstance(padding, str):
        return tuple((int(low), int(high)) for low, high in padding)
    kind = padding.upper()
    if kind == "VALID":
        return ((0, 0),) * len(windows)
    if kind not in ("SAME", "SAME_LOWER"):
        raise RuntimeError(f"Unknown padding type {padding!r}, expected 'SAME', 'SAME_LOWER' or 'VALID'")
    pairs = []
    for n, w, s in zip(sizes, windows, strides):
        if w == 1 and s == 1:
            pairs.append((0, 0))
            continue
        if not isinstance(n, int):
            raise NotImplementedError("padding='SAME' needs sizes that are known when it is traced; give pairs of numbers")
        total = max((-(-n // s) - 1) * s + w - n, 0)
        less = total // 2
        pairs.append((less, total - less) if kind == "SAME" else (total - less, less))
    return tuple(pairs)


def padtype_to_pads(in_shape, window_shape, window_strides, padding):
    return list(_padding(padding, in_shape, window_shape, window_strides))


def conv_dimension_numbers(lhs_shape, rhs_shape, dimension_numbers):
    if isinstance(dimension_numbers, ConvDimensionNumbers):
        return dimension_numbers
    if len(lhs_shape) != len(rhs_shape):
        raise TypeError(f"convolution requires lhs and rhs ndim to be equal, got {len(lhs_shape)} and {len(rhs_shape)}.")
    rank = len(lhs_shape)
    if dimension_numbers is None:
        line = tuple(range(rank))
        return ConvDimensionNumbers(line, line, line)
    specs = tuple(dimension_numbers)
    if len(specs) != 3:
        raise ValueError("convolution dimension_numbers list/tuple must be of length 3, got {}.".format(len(specs)))
    if not isinstance(specs[0], str):
        return ConvDimensionNumbers(*specs)
    lhs, rhs, out = specs
    for name, spec, marks in (("lhs", lhs, "NC"), ("rhs", rhs, "OI"), ("out", out, "NC")):
        if len(spec) != rank:
            raise TypeError(f"convolution dimension_numbers[{('lhs', 'rhs', 'out').index(name)}] must have len equal to the "
                            f"ndim of lhs and rhs, got {len(spec)} for lhs and rhs shapes {lhs_shape} and {rhs_shape}.")
        if any(spec.count(m) != 1 for m in marks):
            raise ValueError(f"convolution dimension_numbers elements must contain the characters {marks} exactly once, got "
                             f"{spec}")
    space = [c for c in rhs if c not in "OI"]

    def places(spec, marks):
        return tuple(spec.index(m) for m in marks) + tuple(spec.index(c) for c in space)
    return ConvDimensionNumbers(places(lhs, "NC"), places(rhs, "OI"), places(out, "NC"))


def conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation=None, rhs_dilation=None, dimension_numbers=None,
                         feature_group_count=1, batch_group_count=1, precision=None, preferred_element_type=None):
    lhs, rhs = _jnp.asarray(lhs), _jnp.asarray(rhs)
    numbers = conv_dimension_numbers(lhs.shape, rhs.shape, dimension_numbers)
    n = lhs.ndim - 2
    lhs_dilation = (1,) * n if lhs_dilation is None else tuple(lhs_dilation)
    rhs_dilation = (1,) * n if rhs_dilation is None else tuple(rhs_dilation)
    strides = tuple(window_strides)
    if isinstance(padding, str):
        sizes = [lhs.shape[i] for i in numbers.lhs_spec[2:]]
        sizes = [0 if k == 0 else (k - 1) * d + 1 if d != 1 else k for k, d in zip(sizes, lhs_dilation)]
        windows = [(rhs.shape[i] - 1) * d + 1 for i, d in zip(numbers.rhs_spec[2:], rhs_dilation)]
        padding = _padding(padding, sizes, windows, strides)
    pairs = tuple((int(low), int(high)) for low, high in padding)
    return _conv(lhs, rhs, strides, pairs, lhs_dilation, rhs_dilation, tuple(numbers), feature_group_count,
                 batch_group_count)


def conv(lhs, rhs, window_strides, padding, precision=None, preferred_element_type=None):
    return conv_general_dilated(lhs, rhs, window_strides, padding)


def conv_with_general_padding(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, precision=None,
                              preferred_element_type=None):
    return conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation)


def _transposed_padding(k, s, padding):
    whole = k + s - 2
    if padding == "SAME":
        low = k - 1 if s > k - 1 else -(-whole // 2)
    else:
        whole += max(k - s, 0)
        low = k - 1
    return low, whole - low


def conv_transpose(lhs, rhs, strides, padding, rhs_dilation=None, dimension_numbers=None, transpose_kernel=False,
                   precision=None, preferred_element_type=None):
    rank = _jnp.ndim(lhs)
    n = rank - 2
    if dimension_numbers is None:
        spec = {3: ("NHC", "HIO", "NHC"), 4: ("NHWC", "HWIO", "NHWC"), 5: ("NHWDC", "HWDIO", "NHWDC")}.get(rank)
        if spec is None:
            raise ValueError("No 4+ dimensional dimension_number defaults.")
        dimension_numbers = spec
    numbers = conv_dimension_numbers(lhs.shape, rhs.shape, dimension_numbers)
    if transpose_kernel:
        raise NotImplementedError("conv_transpose with transpose_kernel=True is not offered here; flip the window and swap "
                                  "its features")
    rhs_dilation = (1,) * n if rhs_dilation is None else tuple(rhs_dilation)
    windows = [(rhs.shape[i] - 1) * d + 1 for i, d in zip(numbers.rhs_spec[2:], rhs_dilation)]
    if padding in ("SAME", "VALID"):
        padding = [_transposed_padding(k, s, padding) for k, s in zip(windows, strides)]
    return conv_general_dilated(lhs, rhs, (1,) * n, padding, strides, rhs_dilation, numbers)


def _kind_of(computation, operand, init_value):
    """Which reduction this is: a function of jax.lax or jax.numpy, from its neutral element."""
    if _jnp.ndim(init_value) == 0 and isinstance(_jnp.asarray(init_value), _jnp.ndarray):
        start = float(init_value)
        t = operand.dtype
        if computation in (_lax.add, _jnp.add) and start == 0:
            return "sum"
        low, high = ((-_jnp.inf, _jnp.inf) if _jnp.issubdtype(t, _jnp.inexact) else
                     (float(_jnp.iinfo(t).min), float(_jnp.iinfo(t).max)))
        if computation in (_lax.max, _jnp.maximum) and start == low:
            return "max"
        if computation in (_lax.min, _jnp.minimum) and start == high:
            return "min"
    raise NotImplementedError("reduce_window: offered are lax.add from 0, lax.max from the least and lax.min from the "
                              "greatest number of the dtype; for others write the sums over slices")


def reduce_window(operand, init_value, computation, window_dimensions, window_strides, padding, base_dilation=None,
                  window_dilation=None):
    operand = _jnp.asarray(operand)
    n = operand.ndim
    base_dilation = (1,) * n if base_dilation is None else tuple(base_dilation)
    window_dilation = (1,) * n if window_dilation is None else tuple(window_dilation)
    windows, strides = tuple(window_dimensions), tuple(window_strides)
    if isinstance(padding, str):
        sizes = [m if d == 1 else (m - 1) * d + 1 for m, d in zip(operand.shape, base_dilation)]
        padding = _padding(padding, sizes, [(w - 1) * d + 1 for w, d in zip(windows, window_dilation)], strides)
    pairs = tuple((int(low), int(high)) for low, high in padding)
    kind = _kind_of(computation, operand, init_value)
    return _reduce(operand, kind, windows, strides, pairs, base_dilation, window_dilation)


# ---- order ----

def approx_max_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1,
                 aggregate_to_topk=True):
    """Exact here, as on any CPU."""
    if reduction_dimension in (-1, _jnp.ndim(operand) - 1):
        return list(_lax.top_k(operand, k))
    values, at = _lax.top_k(_jnp.moveaxis(operand, reduction_dimension, -1), k)
    return [_jnp.moveaxis(values, -1, reduction_dimension), _jnp.moveaxis(at, -1, reduction_dimension)]


def approx_min_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1,
                 aggregate_to_topk=True):
    values, at = approx_max_k(-operand, k, reduction_dimension)
    return [-values, at]


def sort_key_val(keys, values, dimension=-1, is_stable=True):
    return tuple(_lax.sort((keys, values), dimension=dimension, is_stable=is_stable, num_keys=1))


# ---- shapes ----

def collapse(operand, start_dimension, stop_dimension=None):
    n = operand.ndim
    start = start_dimension % n
    stop = n if stop_dimension is None else stop_dimension + n if stop_dimension < 0 else stop_dimension
    size = 1
    for d in operand.shape[start:stop]:
        size = size * d
    return _lax.reshape(operand, operand.shape[:start] + (size,) + operand.shape[stop:])


def broadcast_to_rank(x, rank):
    n = _jnp.ndim(x)
    return x if n == rank else _lax.broadcast_in_dim(x, (1,) * (rank - n) + x.shape, tuple(range(rank - n, rank)))


def batch_matmul(lhs, rhs, precision=None):
    n = _jnp.ndim(lhs)
    if n < 2 or n != _jnp.ndim(rhs):
        raise ValueError(f"Arguments to batch_matmul must be at least 2D and of one rank, got {n}, {_jnp.ndim(rhs)}")
    stack = tuple(range(n - 2))
    return _lax.dot_general(lhs, rhs, (((n - 1,), (n - 2,)), (stack, stack)))


def dynamic_update_slice_in_dim(operand, update, start_index, axis):
    axis = axis % operand.ndim
    start = [0] * operand.ndim
    start[axis] = start_index
    return _lax.dynamic_update_slice(operand, update, tuple(start))


def dynamic_update_index_in_dim(operand, update, index, axis):
    axis = axis % operand.ndim
    if _jnp.ndim(update) != operand.ndim:
        update = _lax.expand_dims(_jnp.asarray(update), (axis,))
    return dynamic_update_slice_in_dim(operand, update, index, axis)


def index_take(src, idxs, axes):
    moved = _jnp.moveaxis(src, axes, tuple(range(len(axes))))
    r = moved[tuple(idxs)]
    return r


def zeros_like_array(x):
    return _lax.full_like(x, 0)


def cumlogsumexp(operand, axis=0, reverse=False):
    x = _jnp.flip(operand, axis) if reverse else operand
    top = _lax.cummax(x, axis)
    n = x.shape[axis]
    moved, high = _jnp.moveaxis(x, axis, 0), _jnp.moveaxis(top, axis, 0)
    mask = (_jnp.arange(n)[:, None] >= _jnp.arange(n)[None, :]).reshape((n, n) + (1,) * (x.ndim - 1))
    shift = _jnp.where(_jnp.isfinite(high), high, 0)
    r = _jnp.log(_jnp.sum(_jnp.where(mask, _jnp.exp(moved[None] - shift[:, None]), 0), axis=1)) + shift
    r = _jnp.moveaxis(r, 0, axis)
    return _jnp.flip(r, axis) if reverse else r
