#!/usr/bin/env python3
"""Transformations of the tape of random circuits: `:tape --transform` says what it changes, and the operations that come out are
multiplied here.

usage: transforms.py DBIDX [--circuits=200] [--seed=1]
The difference of the tapes is applied to the circuit's own operations. What comes out has to give the same state as the circuit to
1e-10, and the program has to say that results stay; `decompose` has to leave gates on one wire, CNOT, matrices, and gates under controls
that no rule is for. One line a failure, then `N passed, N failed`.
"""
import math
import os
import random
import re
import subprocess
import sys
import tempfile

import run

NAMES = ["cancel_inverses", "merge_rotations", "decompose"]
BATCH, MOST = 20, 5
SELF_INVERSE = ["PauliX", "PauliY", "PauliZ", "Hadamard", "CNOT", "CZ", "CY", "SWAP", "Toffoli", "CSWAP"]
TURNS = ["RX", "RY", "RZ", "PhaseShift", "CRX", "CRY", "CRZ", "ControlledPhaseShift", "IsingXX", "IsingYY", "IsingZZ", "MultiRZ"]
LINE = re.compile(r"(Adjoint\()?(\w+)\)?(?:\(([^)]*)\))?  (?:(.*) -> ?)?(.*)")


def circuit_of(rng, n):
    """Gates as run.one_gate makes them; some follow themselves, so that there is something to cancel or to merge."""
    gates = []
    for _ in range(rng.randint(4, 10)):
        name = rng.choice(SELF_INVERSE + TURNS)
        wires, angles, matrix = run.GATES[name]
        if wires <= n and rng.random() < 0.4:
            at = rng.sample(range(n), wires)
            for _ in range(2):
                given = [rng.uniform(-6, 6) for _ in range(angles)]
                text = "".join(f"{t!r}, " for t in given)
                gates.append((f"qml.{name}({text}wires={at})", matrix(*given), at))
        else:
            gates.append(run.one_gate(rng, n))
    return gates


# What the tape has of an operation that becomes several: gates with their angles, and which of its wires they are on.
EXPANDED = {"qml.adjoint(qml.SX(": [("PhaseShift", [math.pi / 2], [0]), ("RZ", [-math.pi], [0]), ("RY", [math.pi / 2], [0]),
                                    ("RZ", [math.pi / 2], [0])],
            "qml.adjoint(qml.ISWAP(": [("Hadamard", [], [1]), ("CNOT", [], [1, 0]), ("CNOT", [], [0, 1]), ("Hadamard", [], [0]),
                                       ("S", [], [1]), ("S", [], [0])]}


def expanded(gates):
    """The operations of the tape; the text of a gate is with its first one."""
    done = []
    for text, m, at in gates:
        parts = next((p for start, p in EXPANDED.items() if text.startswith(start)), None)
        for i, (name, angles, places) in enumerate(parts or []):
            done.append(("" if i else text, run.dagger(run.GATES[name][2](*angles)), [at[k] for k in places]))
        if parts is None:
            done.append((text, m, at))
    return done


def parsed(line):
    """The matrix and the wires of an operation of the tape."""
    adjoint, name, angles, controls, wires = LINE.fullmatch(line).groups()
    at = [int(w) for w in wires.split(", ")]
    m = run.GATES[name][2](*[float(a) for a in angles.split(", ")] if angles else [])
    m = run.dagger(m) if adjoint else m
    if controls:
        listed = controls.split(", ")
        m = run.controlled(m, [not c.endswith("(0)") for c in listed])
        at = [int(c.split()[0]) for c in listed] + at
    return name, m, at


def applied(gates, lines):
    """The operations of the changed tape: (name or None, matrix, wires)."""
    done, at = [], 0
    for line in lines:
        hunk = re.match(r"@@ -(\d+)", line)
        if hunk:
            first = int(hunk[1]) - 1
            done += [(None, m, w) for _, m, w in gates[at:first]]
            at = first
        elif line.startswith("+"):
            done.append(parsed(line[1:]))
        elif line.startswith("-"):
            at += 1
        elif at < len(gates):
            done.append((None,) + gates[at][1:])
            at += 1
    return done + [(None, m, w) for _, m, w in gates[at:]]


def state_of(n, operations):
    state = [1.0 + 0j] + [0j] * ((1 << n) - 1)
    for m, wires in operations:
        state = run.apply(state, n, m, wires)
    return state


def wrong(name, n, gates, text):
    tape = text.split("--- the Jaxpr")[0].split("the Jaxpr stays")[0]
    if "results: the same" not in text:
        return "it does not say that results stay: " + text[-200:]
    operations = applied(gates, [line for line in tape.split("\n")[2:] if line]) if tape.startswith("--- the tape") else \
        [(None, m, w) for _, m, w in gates]
    before, after = state_of(n, [g[1:] for g in gates]), state_of(n, [o[1:] for o in operations])
    worst = max(abs(a - b) for a, b in zip(before, after))
    if worst > run.NEAR:
        return f"the state is off by {worst:.3g}"
    large = [o[0] for o in operations if o[0] and run.GATES[o[0]][0] > 1 and o[0] != "CNOT"]
    return f"it leaves {large}" if name == "decompose" and large else None


def ask(program, circuits):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "circuits.py")
        lines = ["import numpy as np", "import pennylane as qml", "from catalyst import qjit"]
        asked = [f":load {path}"]
        for i, (n, gates) in enumerate(circuits):
            body = "\n".join(f"    {text}" for text, _, _ in gates if text)
            lines.append(f"@qjit\n@qml.qnode(qml.device('lightning.qubit', wires={n}))\ndef f{i}():\n{body}\n    return qml.state()\n")
            asked.append(f"_ = f{i}()")
            for name in NAMES:
                asked += ["print('==')", f":tape --transform={name} f{i}"]
            asked.append("print('==')")
        with open(path, "w") as f:
            f.write("\n".join(lines) + "\n")
        made = subprocess.run([program], input="\n".join(asked) + "\n", capture_output=True, text=True, timeout=600,
                              env=dict(os.environ, DBIDX_CACHE="session", COLUMNS="200"))
    texts = made.stdout.split("==\n")[1:]
    per = len(NAMES) + 1
    return [texts[i * per:i * per + len(NAMES)] for i in range(len(circuits))]


def main(args):
    options = dict(a[2:].split("=", 1) for a in args if a.startswith("--"))
    program = [a for a in args if not a.startswith("--")][0]
    rng = random.Random(int(options.get("seed", 1)))
    passed = failed = changed = 0
    left = int(options.get("circuits", 200))
    while left > 0:
        circuits = [(n, expanded(circuit_of(rng, n))) for n in (rng.randint(1, MOST) for _ in range(min(BATCH, left)))]
        left -= len(circuits)
        for (n, gates), texts in zip(circuits, ask(program, circuits)):
            for name, text in zip(NAMES, texts + [""] * (len(NAMES) - len(texts))):
                try:
                    why = wrong(name, n, gates, text)
                except (AttributeError, ValueError, KeyError, IndexError) as e:
                    why = f"its lines cannot be read: {e!r}"
                passed, failed = passed + (why is None), failed + (why is not None)
                changed += text.startswith("--- the tape")
                if why:
                    print("FAIL", name, n, "qubits:", why, "".join("\n  " + g[0] for g in gates if g[0]))
    print(f"{changed} of them change the tape")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed or not changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
