"""catalyst.mitigate_with_zne: the simulator has no noise, so that a circuit with folded gates gives what the circuit gives, and
every extrapolation of equal values is that value."""
import jax


def mitigate_with_zne(fn=None, *, scale_factors=None, extrapolate=None, extrapolate_kwargs=None, deg=None):
    if fn is None:
        return lambda f: mitigate_with_zne(f, scale_factors=scale_factors, extrapolate=extrapolate,
                                           extrapolate_kwargs=extrapolate_kwargs, deg=deg)

    def mitigated(*args, **kwargs):
        value = fn(*args, **kwargs)
        if extrapolate is None:
            return value
        values = [value] * len(scale_factors)
        return extrapolate(scale_factors, jax.numpy.stack(values), **(extrapolate_kwargs or {}))

    return mitigated
