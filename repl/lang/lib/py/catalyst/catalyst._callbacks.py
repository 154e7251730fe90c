"""Python functions that compiled programs call, as Catalyst 0.7 has them."""
import _host
import jax
from catalyst import DifferentiableCompileError

NO_RESULTS = ()


def stage(fn, result_type, kind, args, keywords):
    """Calls fn now, or when the program that is traced runs."""
    if not _host.tracing():
        return fn(*args, **keywords)
    return _host.bind("python_callback", fn, result_type, "catalyst.api_extensions.callbacks." + kind + " object",
                      {}, (args, keywords))


def callback(callback_fn):
    """catalyst.debug.callback"""
    def closure(*args, **kwargs):
        if callback_fn(*args, **kwargs) is not None:
            raise ValueError("debug.callback is expected to return None")

    @_host.placed
    def bind_callback(*args, **kwargs):
        stage(closure, NO_RESULTS, "MemrefCallable", args, kwargs)

    return bind_callback


def pure_callback(callback_fn, result_type=None):
    """catalyst.pure_callback"""
    if not callable(callback_fn):
        raise TypeError(str(callback_fn) + " is not a callable object")
    if result_type is None:
        result_type = getattr(callback_fn, "__annotations__", {}).get("return")
    if result_type is None:
        raise TypeError("A function using pure_callback requires return types to be passed in as a parameter "
                        "or type annotation.")

    return _PureCallback(callback_fn, result_type)


class _Ruled(jax.custom_vjp):
    """Gives a tuple of cotangents, or the only one; those that are missing are zeros."""
    def _cotangents(self, made, args):
        made = tuple(made) if isinstance(made, (tuple, list)) else (made,)
        return super()._cotangents(made + (None,) * (len(args) - len(made)), args)


class _PureCallback:
    """A function of the host, which may have a derivative of its own."""
    def __init__(self, callback_fn, result_type):
        self._fn, self._fwd, self._bwd = callback_fn, None, None
        self._call = _host.placed(lambda *args, **kwargs: stage(callback_fn, result_type, "MemrefCallable", args, kwargs),
                                  callback_fn)
        self._ruled = None
        self.__name__ = getattr(callback_fn, "__name__", "callback")

    def fwd(self, func):
        """Decorates what gives results and residuals."""
        self._fwd = func

    def bwd(self, func):
        """Decorates what gives cotangents of the arguments, by residuals and those of the results."""
        self._bwd = func

    def __call__(self, *args, **kwargs):
        if (self._fwd is None) != (self._bwd is None):
            raise DifferentiableCompileError(f"Function {self._fn} differentiated but missing "
                                             f"{'forward' if self._fwd is None else 'reverse'} pass")
        if self._fwd is None or not _host.tracing():
            return self._call(*args, **kwargs)
        if self._ruled is None:
            self._ruled = _Ruled(self._call)
            self._ruled.defvjp(self._fwd, self._bwd)
        return self._ruled(*args, **kwargs)


def accelerate(func=None, *, dev=None):
    """catalyst.accelerate: the function is compiled by itself, and called."""
    if not callable(func):
        return lambda fn: accelerate(fn, dev=dev)
    jitted = jax.jit(func)

    @_host.placed
    def defer(*args, **kwargs):
        if not _host.tracing():
            return jitted(*args, **kwargs)
        try:
            result_type = _host.result_types(func, args, kwargs)
        except NotImplementedError:
            raise  # refused by name
        except Exception as e:
            raise ValueError(f"Function {getattr(func, '__name__', func)} must be jax.jit-able.") from e
        return stage(jitted, result_type, "JaxJitCallable", args, kwargs)

    return defer
