"""Optimizers of circuits and of functions of numbers, many steps of each."""
import pennylane as qml
from pennylane import numpy as np

dev = qml.device("default.qubit", wires=2)


@qml.qnode(dev)
def cost(x, y=0.2):
    qml.RX(x[0], wires=0)
    qml.RY(x[1], wires=1)
    qml.CNOT(wires=[0, 1])
    qml.RZ(y, wires=1)
    qml.RX(y * 2, wires=1)
    return qml.expval(qml.PauliZ(0) @ qml.PauliZ(1))


def curve(x):
    return np.sum(np.sin(x) ** 2) + np.cos(x[0] * x[1])


def shown(*values):
    print(*[f"{round(float(v), 10) + 0.0:.10f}" for x in values for v in np.ravel(x)])


OPTIMIZERS = (qml.GradientDescentOptimizer, qml.MomentumOptimizer, qml.NesterovMomentumOptimizer, qml.AdagradOptimizer, qml.RMSPropOptimizer,
              qml.optimize.AdamOptimizer)
for kind in OPTIMIZERS:
    print(kind.__name__)
    x, y, z = np.array([0.3, 0.9]), np.array(0.4), np.array([0.2, 0.8])
    optimizer = kind(0.1)
    for step in range(20):
        x = optimizer.step(cost, x)
    shown(x)
    optimizer = kind(stepsize=0.05)
    for step in range(15):
        (x, y), before = optimizer.step_and_cost(cost, x, y)
    shown(x, y, before)
    print(type(x).__name__, repr(before)[:6], x.requires_grad)
    optimizer = kind(stepsize=0.05)
    for step in range(15):
        z, before = optimizer.step_and_cost(curve, z)
    shown(z, before)
    optimizer = kind()
    new, fixed = optimizer.step(cost, x, np.array(0.3, requires_grad=False))
    shown(new, fixed)
    print(fixed.requires_grad, optimizer.stepsize)
    optimizer = kind(0.2)
    gradient, before = optimizer.compute_grad(cost, (x, y), {})
    shown(*gradient, before, *optimizer.apply_grad(gradient, (x, y)))
    optimizer = kind(0.2)
    shown(optimizer.step(cost, x, grad_fn=lambda x: np.array([0.1, 0.2])))
    shown(optimizer.step(lambda v: cost(v, y=0.5), x))
    print(optimizer.step(cost, np.array([0.1, 0.2], requires_grad=False)))

momentum = qml.MomentumOptimizer(0.1, momentum=0.5)
momentum.step(cost, x)
shown(momentum.accumulation[0])
momentum.reset()
print(momentum.accumulation)
adam = qml.AdamOptimizer(0.1, beta1=0.8, beta2=0.9)
print(adam.fm, adam.t)
adam.step(cost, adam.step(cost, x))
shown(adam.fm[0], adam.sm[0])
print(adam.t)


@qml.qnode(dev)
def turns(rx, ry):
    qml.RX(rx[0], wires=0)
    qml.RX(rx[1], wires=1)
    qml.CNOT(wires=[0, 1])
    qml.RY(ry, wires=0)
    return qml.expval(qml.PauliX(0) @ qml.PauliZ(1) + 0.3 * qml.PauliZ(0))


rotosolve = qml.RotosolveOptimizer()
rx, ry = np.array([0.3, 1.1]), np.array(0.6)
known = {"rx": {(0,): 1, (1,): 1}, "ry": {(): 1}}
for step in range(3):
    (rx, ry), before, minima = rotosolve.step_and_cost(turns, rx, ry, nums_frequency=known, full_output=True)
    shown(rx, ry, before, minima)
shown(*rotosolve.step(turns, rx, ry, spectra={"rx": {(0,): [0, 1.0], (1,): [0, 1.0]}, "ry": {(): [0, 1.0]}}))
try:
    rotosolve.step(turns, rx, ry, nums_frequency={"rx": {(0,): 1}})
except ValueError as e:
    print(e)
