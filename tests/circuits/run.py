#!/usr/bin/env python3
"""Random circuits against dense matrices: every gate with its angles, controls of either value, adjoints, matrices.

usage: run.py PROGRAM [--circuits=N] [--qubits=N] [--seed=N] [--engine=interp|jit] [--compiled=no|yes]

A circuit that no compiled function calls is always interpreted: --compiled=yes puts each into compiled functions, so that the engine
runs it; the prefixes are then one function of their length, with each gate in a conditional.

Each circuit is run by PROGRAM gate by gate: the norm of the state after every gate is 1, the state after the last one is that of
the matrices below to 1e-10, and the circuit under adjoint behind itself gives the first state again, to 1e-10, as only a unitary
one does. The matrices are written from the definitions of the gates, and have nothing of PROGRAM. Last line: N passed, N failed.
"""
import cmath
import math
import os
import random
import subprocess
import sys
import tempfile

NEAR, BATCH = 1e-10, 20
H = 2 ** -0.5
PAULI = {"X": [[0, 1], [1, 0]], "Y": [[0, -1j], [1j, 0]], "Z": [[1, 0], [0, -1]], "I": [[1, 0], [0, 1]]}


def kron(a, b):
    return [[x * y for x in r for y in s] for r in a for s in b]


def times(a, b):
    return [[sum(r[k] * b[k][c] for k in range(len(b))) for c in range(len(b[0]))] for r in a]


def dagger(m):
    return [[complex(m[r][c]).conjugate() for r in range(len(m))] for c in range(len(m))]


def turn(t, word):
    """e^(-i t/2 P) of a word of Pauli matrices."""
    p = [[1]]
    for c in word:
        p = kron(p, PAULI[c])
    c, s = math.cos(t / 2), -1j * math.sin(t / 2)
    return [[s * p[r][k] + (c if r == k else 0) for k in range(len(p))] for r in range(len(p))]


def controlled(m, values):
    at = 0
    for v in values:
        at = 2 * at + v
    n = len(m)
    whole = [[float(r == c) for c in range(n << len(values))] for r in range(n << len(values))]
    for r in range(n):
        for c in range(n):
            whole[at * n + r][at * n + c] = m[r][c]
    return whole


SWAP = [[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]


def phase(t):
    return [[1, 0], [0, cmath.exp(1j * t)]]


def rot(a, b, c):
    return times(turn(c, "Z"), times(turn(b, "Y"), turn(a, "Z")))


def ising_xy(t):
    c, s = math.cos(t / 2), 1j * math.sin(t / 2)
    return [[1, 0, 0, 0], [0, c, s, 0], [0, s, c, 0], [0, 0, 0, 1]]


# name: (wires, angles, matrix of the angles)
GATES = {
    "PauliX": (1, 0, lambda: PAULI["X"]), "PauliY": (1, 0, lambda: PAULI["Y"]), "PauliZ": (1, 0, lambda: PAULI["Z"]),
    "Hadamard": (1, 0, lambda: [[H, H], [H, -H]]), "S": (1, 0, lambda: phase(math.pi / 2)), "T": (1, 0, lambda: phase(math.pi / 4)),
    "SX": (1, 0, lambda: [[0.5 + 0.5j, 0.5 - 0.5j], [0.5 - 0.5j, 0.5 + 0.5j]]), "Identity": (1, 0, lambda: PAULI["I"]),
    "RX": (1, 1, lambda t: turn(t, "X")), "RY": (1, 1, lambda t: turn(t, "Y")), "RZ": (1, 1, lambda t: turn(t, "Z")),
    "PhaseShift": (1, 1, phase), "Rot": (1, 3, rot), "CNOT": (2, 0, lambda: controlled(PAULI["X"], [1])),
    "CY": (2, 0, lambda: controlled(PAULI["Y"], [1])), "CZ": (2, 0, lambda: controlled(PAULI["Z"], [1])),
    "SWAP": (2, 0, lambda: SWAP), "CRX": (2, 1, lambda t: controlled(turn(t, "X"), [1])),
    "CRY": (2, 1, lambda t: controlled(turn(t, "Y"), [1])), "CRZ": (2, 1, lambda t: controlled(turn(t, "Z"), [1])),
    "ControlledPhaseShift": (2, 1, lambda t: controlled(phase(t), [1])),
    "CRot": (2, 3, lambda a, b, c: controlled(rot(a, b, c), [1])), "IsingXX": (2, 1, lambda t: turn(t, "XX")),
    "IsingYY": (2, 1, lambda t: turn(t, "YY")), "IsingZZ": (2, 1, lambda t: turn(t, "ZZ")), "IsingXY": (2, 1, ising_xy),
    "ISWAP": (2, 0, lambda: [[1, 0, 0, 0], [0, 0, 1j, 0], [0, 1j, 0, 0], [0, 0, 0, 1]]),
    "Toffoli": (3, 0, lambda: controlled(PAULI["X"], [1, 1])), "CSWAP": (3, 0, lambda: controlled(SWAP, [1])),
    "MultiRZ": (3, 1, lambda t: turn(t, "ZZZ")),
}


def unitary(rng):
    """One qubit: a phase and three turns."""
    m = rot(rng.uniform(-3, 3), rng.uniform(-3, 3), rng.uniform(-3, 3))
    f = cmath.exp(1j * rng.uniform(-3, 3))
    return [[f * x for x in r] for r in m]


def one_gate(rng, n):
    """Its text, its matrix, its wires with the most significant one first."""
    while True:
        name = rng.choice(list(GATES) + ["QubitUnitary"])
        wires, angles, matrix = GATES.get(name, (1, 0, None))
        if wires <= n:
            break
    listed = rng.sample(range(n), n)
    at, values = listed[:wires], []
    given = [rng.uniform(-6, 6) for _ in range(angles)]
    m = matrix(*given) if matrix else unitary(rng)
    text = "".join(f"{t!r}, " for t in given)
    if not matrix:
        text = "np.array(" + repr([[complex(x) for x in r] for r in m]) + "), "
    text = f"qml.{name}({text}wires={at})"
    if rng.random() < 0.3:
        m, text = dagger(m), f"qml.adjoint({text})"
    room = n - wires
    # PennyLane leaves a gate with controls of its own beside the one under more: only gates without are taken.
    if room and rng.random() < 0.3 and not name.startswith("C") and name != "Toffoli":
        controls = listed[wires:wires + rng.randint(1, min(2, room))]
        values = [rng.random() < 0.7 for _ in controls]
        text, at = f"qml.ctrl({text}, control={controls}, control_values={values})", controls + at
        m = controlled(m, values)
    return text, m, at


def apply(state, n, m, wires):
    bits = [n - 1 - w for w in wires]
    k = len(bits)
    offsets = [sum(1 << b for i, b in enumerate(bits) if r >> (k - 1 - i) & 1) for r in range(1 << k)]
    mask, done = offsets[-1], list(state)
    rows = [[(c, x) for c, x in enumerate(row) if x] for row in m]
    for i in range(len(state)):
        if i & mask:
            continue
        for r, row in enumerate(rows):
            done[i | offsets[r]] = sum(x * state[i | offsets[c]] for c, x in row)
    return done


HEAD = '''import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, qjit


def show(norms, amplitudes, back):
    for state in norms:
        print(repr(float(np.sum(np.abs(np.array(state)) ** 2))))
    for x in np.array(amplitudes):
        print(repr(float(x.real)), repr(float(x.imag)))
    print(repr(float(back[0])))


def called(gates):
    for gate in gates:
        gate()


def called_if(condition, gate):
    @cond(condition)
    def branch():
        gate()

    branch()


def circuits(device, gates):
    def first(k):
        @qml.qnode(device)
        def circuit():
            called(gates[:k])
            return qml.state()

        return circuit()

    @qml.qnode(device)
    def prefix(k):
        for i, gate in enumerate(gates):
            called_if(i < k, gate)
        return qml.state()

    @qml.qnode(device)
    def back():
        called(gates)
        qml.adjoint(lambda: called(gates))()
        return qml.probs()

    return first, prefix, back


def alone(device, gates):
    first, _, back = circuits(device, gates)
    show([first(k) for k in range(1, len(gates))], first(len(gates)), back())


def compiled(device, gates):
    first, prefix, back = circuits(device, gates)

    @qjit
    def some(k: int):
        return prefix(k)

    @qjit
    def whole():
        return first(len(gates)), back()

    show([some(k) for k in range(1, len(gates))], *whole())


'''


def program_of(circuits, how):
    lines = [HEAD]
    for n, gates in circuits:
        listed = ",\n    ".join(f"lambda: {text}" for text, _, _ in gates)
        lines.append(f'{how}(qml.device("lightning.qubit", wires={n}), [\n    {listed}])\n')
    return "".join(lines)


def run(program, engine, how, circuits):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as f:
        f.write(program_of(circuits, how))
        f.flush()
        made = subprocess.run([program, "run", f"--engine={engine}", f.name], capture_output=True, text=True, timeout=600,
                              env=dict(os.environ, DBIDX_CACHE="session"))
    return made.stdout.split("\n")[:-1], made.stderr


def right(n, gates, lines):
    """What is wrong with the lines of a circuit; None: nothing."""
    state = [1.0 + 0j] + [0j] * ((1 << n) - 1)
    for _, m, wires in gates:
        state = apply(state, n, m, wires)
    norms, amplitudes, back = lines[:len(gates) - 1], lines[len(gates) - 1:-1], lines[-1]
    for k, x in enumerate(norms):
        if abs(float(x) - 1) > NEAR:
            return f"the norm after gate {k} is {x}"
    got = [complex(*map(float, x.split())) for x in amplitudes]
    worst = max(abs(a - b) for a, b in zip(state, got))
    if worst > NEAR:
        return f"the state is off by {worst:.3g}"
    return None if abs(float(back) - 1) <= NEAR else f"under adjoint behind itself it comes back to {back}"


def main(args):
    options = dict(a[2:].split("=", 1) for a in args if a.startswith("--"))
    program = [a for a in args if not a.startswith("--")][0]
    count, most = int(options.get("circuits", 2000)), int(options.get("qubits", 12))
    how = "compiled" if options.get("compiled") == "yes" else "alone"
    rng = random.Random(int(options.get("seed", 1)))
    passed = failed = 0
    for first in range(0, count, BATCH):
        circuits = []
        for i in range(first, min(first + BATCH, count)):
            n = 1 + i % most
            circuits.append((n, [one_gate(rng, n) for _ in range(rng.randint(4, 16))]))
        lines, errors = run(program, options.get("engine", "interp"), how, circuits)
        for n, gates in circuits:
            size = len(gates) + (1 << n)
            own, lines = lines[:size], lines[size:]
            try:
                wrong = right(n, gates, own) if len(own) == size else "it did not run: " + (errors.split("\n") + [""])[0]
            except ValueError:
                wrong = "its lines are no numbers"
            passed, failed = passed + (wrong is None), failed + (wrong is not None)
            if wrong:
                print("FAIL", n, "qubits:", wrong, "".join("\n  " + g[0] for g in gates))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
