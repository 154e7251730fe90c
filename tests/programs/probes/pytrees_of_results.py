"""Results as nested dictionaries, lists, tuples and None; arguments likewise; order of keys."""
from catalyst import qjit
import jax.numpy as jnp


@qjit
def shuffle(tree):
    a, (b, c) = tree["pair"]
    return {"z": a, "a": [b, {"deep": (c, a + b)}], "m": (), "list": [tree["x"]] * 2}


result = shuffle({"x": jnp.array([1, 2]), "pair": (1.5, (2, jnp.ones([1, 2])))})
print(result)
print(list(result), result["a"][1]["deep"][1], type(result["m"]).__name__)


@qjit(abstracted_axes=({"left": {0: "n"}, "right": {0: "n"}},))
def dots(t):
    return jnp.sum(t["left"] * t["right"]), {k: v * 2 for k, v in t.items()}


print(dots({"right": jnp.array([1.0, 2.0]), "left": jnp.array([3.0, 4.0])}))
print(dots({"left": jnp.ones(3), "right": jnp.ones(3)}))
