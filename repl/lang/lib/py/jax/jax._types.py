"""Types of arrays that are not there yet, and the place where all arrays are, as jax 0.4.23 has them."""
import numpy


class ShapeDtypeStruct:
    def __init__(self, shape, dtype, named_shape=None, sharding=None):
        if dtype is None:
            raise ValueError("ShapeDtypeStruct: dtype must be specified.")
        self.shape = tuple(shape)
        self.dtype = numpy.dtype(dtype)
        self.named_shape = {} if named_shape is None else dict(named_shape)
        self.sharding = sharding
        self.ndim = len(self.shape)
        self.size = 1
        for d in self.shape:
            self.size = self.size * d

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __repr__(self):
        return f"ShapeDtypeStruct(shape={self.shape}, dtype={self.dtype.name})"

    def __eq__(self, other):
        return (isinstance(other, ShapeDtypeStruct)
                and (self.shape, self.dtype, self.named_shape) == (other.shape, other.dtype, other.named_shape))

    def __hash__(self):
        return hash((self.shape, self.dtype.name))


class Device:
    """The processor; there is no other."""
    id = 0
    process_index = host_id = task_id = 0
    platform = "cpu"
    device_kind = "cpu"

    def __repr__(self):
        return "CpuDevice(id=0)"

    def __str__(self):
        return "TFRT_CPU_0"


_processor = Device()


def devices(backend=None):
    if backend not in (None, "cpu"):
        raise RuntimeError(f"Unknown backend: '{backend}' requested, but no platforms that are instances of {backend} "
                           "are present. Platforms present are: cpu")
    return [_processor]


def local_devices(process_index=None, backend=None, host_id=None):
    return devices(backend)


def device_count(backend=None):
    return len(devices(backend))


def local_device_count(backend=None):
    return len(devices(backend))


def default_backend():
    return "cpu"


def process_index(backend=None):
    return 0


def process_count(backend=None):
    return 1


host_id, host_count = process_index, process_count


def block_until_ready(x):
    """Everything is ready here."""
    return x


def device_put(x, device=None, *, src=None):
    from jax import tree_util
    import jax.numpy as jnp
    return tree_util.tree_map(jnp.asarray, x)


def device_get(x):
    from jax import tree_util
    return tree_util.tree_map(lambda v: numpy.asarray(v) if hasattr(v, "shape") else v, x)
