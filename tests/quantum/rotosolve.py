"""Rotosolve of parameters with several frequencies: sums of sines, and a search."""
import pennylane as qml
from pennylane import numpy as np

dev = qml.device("default.qubit", wires=3)


@qml.qnode(dev)
def cost(rot, layers, crot):
    for i in range(3):
        qml.RX(rot[i], wires=i)
    for x in layers:
        for i in range(3):
            qml.RX(x, wires=i)
        qml.CNOT(wires=[0, 1])
        qml.CNOT(wires=[1, 2])
    qml.CRY(crot[0], wires=[0, 1])
    qml.CRY(crot[1], wires=[1, 2])
    return qml.expval(qml.PauliZ(0) @ qml.PauliZ(1) @ qml.PauliX(2))


def shown(*values):
    print(*[f"{round(float(v), 6) + 0.0:.6f}" for x in values for v in np.ravel(x)])


numbers = {"rot": {(0,): 1, (1,): 1, (2,): 1}, "layers": {(0,): 3, (1,): 3}}
spectra = {"crot": {(0,): [0, 0.5, 1.0], (1,): [0, 0.5, 1.0]}}
for options in ({}, {"num_steps": 2, "Ns": 50}):
    args = np.array([0.4, -0.3, 0.9]), np.array([0.7, 0.2]), np.array([-0.3, 0.8])
    optimizer = qml.RotosolveOptimizer(substep_kwargs=options)
    for step in range(3):
        args, before, minima = optimizer.step_and_cost(cost, *args, nums_frequency=numbers, spectra=spectra, full_output=True)
        shown(before, minima)
    shown(cost(*args))


def of_grid(function, bounds):
    values = [function(x) for x in np.linspace(*bounds[0], 41)]
    return np.linspace(*bounds[0], 41)[int(np.argmin(values))], None


args = np.array([0.4, -0.3, 0.9]), np.array([0.7, 0.2]), np.array([-0.3, 0.8], requires_grad=False)
new = qml.RotosolveOptimizer(of_grid).step(cost, *args, nums_frequency=numbers)
shown(*new)
