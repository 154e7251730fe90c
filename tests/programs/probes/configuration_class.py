"""A configuration object with defaults, validation and a copy with changes, used while tracing."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


class Config:
    """Settings of a smoother."""

    rounds = 2
    weight = 0.5

    def __init__(self, **changes):
        for name, value in changes.items():
            if not hasattr(type(self), name):
                raise TypeError(f"unknown setting {name!r}")
            setattr(self, name, value)

    def replace(self, **changes):
        return Config(**{**self.__dict__, **changes})

    def __repr__(self):
        inner = ", ".join(f"{k}={getattr(self, k)!r}" for k in ("rounds", "weight"))
        return f"{type(self).__name__}({inner})"


def smoother(config):
    @qjit(abstracted_axes={0: "n"})
    def smooth(x):
        @for_loop(0, config.rounds, 1)
        def step(_, x):
            left = jnp.roll(x, 1)
            return (1 - config.weight) * x + config.weight * left

        return step(x)

    return smooth


base = Config()
for c in (base, base.replace(rounds=0), base.replace(weight=0.25).replace(rounds=1)):
    print(c, smoother(c)(jnp.array([4.0, 0.0, 8.0])))
try:
    Config(wieght=3)
except TypeError as e:
    print("error:", e)
