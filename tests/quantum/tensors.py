"""Tensors of pennylane.numpy: which results are, whether derivatives are taken by them, and how they are shown."""
import numpy as onp
import pennylane as qml
from pennylane import numpy as np

a, b = np.array(0.5), np.array([1.0, 2.0], requires_grad=False)
c = np.array([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
plain = onp.ones(2)


def kind(x):
    if isinstance(x, (list, tuple)):
        return f"{type(x).__name__}({', '.join(kind(i) for i in x)})"
    return f"tensor of {x.ndim} axes, {bool(x.requires_grad)}" if isinstance(x, np.tensor) else type(x).__name__


print(a, repr(a), f"{a}", f"{a:.2f}", "%.3f" % a, [a, b], str(c), type(a))
print(repr(a + b), repr(1 - b), repr(b * plain), repr(plain - b), repr(b @ b), repr(c @ b), repr(-b), repr(b == 1), repr(b**2))
print(repr(b[0]), repr(c[0]), repr(c[:, 0]), repr(c[0, 1]), repr(b[b > 1]), repr(c.T), repr(abs(b)), repr(divmod(b, 2)), list(b))
print(repr(np.sin(a)), repr(np.sin(b)), repr(onp.sin(b)), repr(np.sum(c)), repr(onp.sum(b)), repr(c.mean()), repr(b.astype(int)))
print(repr(np.zeros(2)), repr(np.ones(2, requires_grad=False)), repr(np.linspace(0, 1, 3)), repr(np.arange(3, requires_grad=False)))
print(repr(np.array(b)), repr(onp.array(b)), repr(onp.asarray(b)), repr(np.array([a, a])), repr(b.unwrap()), repr(a.numpy()))
print(repr(np.array([1, 2], dtype=onp.int32)), repr(np.array([])), repr(np.array(True)), repr(np.array([1 + 2j])), repr(np.tensor(2.0)))
print(repr(np.arange(40) * 1.0))
for x in (np.dot(b, b), np.argmax(c), np.linalg.norm(b), np.sqrt(2), np.max(c), np.stack([a, a]), np.concatenate([b, b]), np.where(b > 1, b, b),
          onp.stack([b, b]), onp.dot(b, b), np.split(b, 2), np.random.normal(size=(2, 3)), np.random.uniform(0, 1, requires_grad=False, size=2),
          np.random.default_rng(1).random(2), np.linalg.inv(c), b.tolist(), b.reshape(2, 1), c.flatten(), sum(b), max(b), c.std()):
    print(kind(x))
print(float(a), int(a), a.item(), isinstance(b, onp.ndarray), isinstance(plain, np.tensor), [5, 6][np.array(1)], a in [a], bool(b[0] == 1))
b += 1
print(repr(b), b.requires_grad)
b.requires_grad = True
b[0] = 7
print(repr(b), repr(b[0]))
try:
    plain.requires_grad
except AttributeError as e:
    print(e)

dev = qml.device("default.qubit", wires=1)


@qml.qnode(dev)
def circuit(x, y=0.1):
    qml.RX(x, wires=0)
    qml.RY(y, wires=0)
    return qml.expval(qml.PauliZ(0))


@qml.qnode(dev)
def of_array(x):
    qml.RX(x[0], wires=0)
    qml.RY(x[1], wires=0)
    return qml.probs(wires=0)


@qml.qnode(dev)
def two(x):
    qml.RX(x, wires=0)
    return qml.probs(wires=0), qml.expval(qml.PauliZ(0))


fixed = np.array(0.2, requires_grad=False)
print(repr(circuit(0.3)), repr(circuit(a)), repr(two(a)))
print(repr(qml.grad(circuit)(a)), repr(qml.grad(circuit)(a, fixed)), repr(qml.grad(circuit)(fixed, a)), repr(qml.grad(circuit)(a, np.array(0.2))))
print(repr(qml.jacobian(circuit)(a)), repr(qml.jacobian(circuit)(a, np.array(0.2))), f"{qml.grad(circuit, argnum=0)(0.3):.10f}")
print(repr(qml.jacobian(of_array)(np.array([0.1, 0.2]))), qml.grad(lambda x: of_array(x)[0])(np.array([0.1, 0.2])))
print(qml.grad(circuit)(0.3), qml.jacobian(of_array)(np.array([0.1, 0.2], requires_grad=False)))
print(qml.grad(lambda x: np.sum(np.sin(x) ** 2) + np.dot(x, x) * x[0])(np.array([0.3, 0.4])))
try:
    qml.grad(circuit)(np.array(1))
except ValueError as e:
    print(e)
try:
    qml.grad(of_array)(np.array([0.1, 0.2]))
except TypeError as e:
    print(e)
