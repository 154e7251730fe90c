"""Layers by inheritance with super(), a shared counter and a container that is itself a layer."""
from catalyst import qjit
import jax
import jax.numpy as jnp


class Layer:
    made = 0

    def __init__(self, name=None):
        self.id = Layer.made
        Layer.made += 1
        self.name = name or f"{type(self).__name__.lower()}{self.id}"

    def __call__(self, x):
        return self.apply(x)

    def apply(self, x):
        raise NotImplementedError(f"{self.name} has no apply")

    def parameters(self):
        return 0


class Dense(Layer):
    def __init__(self, rows, columns, **kw):
        super().__init__(**kw)
        self.w = jnp.arange(rows * columns, dtype=float).reshape(rows, columns) / 10

    def apply(self, x):
        return x @ self.w

    def parameters(self):
        return self.w.size + super().parameters()


class Activation(Layer):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def apply(self, x):
        return self.f(x)


class Sequential(Layer):
    def __init__(self, *layers):
        super().__init__("network")
        self.layers = list(layers)

    def apply(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return sum(layer.parameters() for layer in self.layers)

    def __len__(self):
        return len(self.layers)

    def __getitem__(self, k):
        return self.layers[k]


net = Sequential(Dense(2, 3), Activation(jax.nn.relu), Sequential(Dense(3, 2), Activation(jnp.tanh)))
run = qjit(net.apply, abstracted_axes={0: "batch"})
print(jnp.round(run(jnp.array([[1.0, -1.0], [0.5, 2.0]])), 6))
print(net.parameters(), len(net), [layer.name for layer in net], net[0].w.shape, Layer.made)
try:
    Layer("bare")(1)
except NotImplementedError as e:
    print(e)
