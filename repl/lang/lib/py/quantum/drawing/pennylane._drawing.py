"""qml.draw: circuits as text, a line for each wire, as PennyLane 0.37 prints them."""
from pennylane import _batches, _queue, _wires
from pennylane._blocks import CtrlBlock
from pennylane._measurements import Measurement
from pennylane._operators import PauliX

_MEASURED = {"expval": "<{}>", "var": "Var[{}]", "probs": "Probs", "state": "State", "density_matrix": "State"}


def draw(qnode, wire_order=None, show_all_wires=False, decimals=2, max_length=100, show_matrices=True, level=None, expansion_strategy=None):
    """qml.draw"""
    qnode = getattr(qnode, "user_function", qnode)
    if level is not None and expansion_strategy is not None:
        raise ValueError("Either 'level' or 'expansion_strategy' need to be set, but not both.")
    chosen = expansion_strategy if level is None else level
    if chosen not in (None, "top", "user", "gradient", "device", 0):
        raise NotImplementedError("the level of a drawing is 'top', 'user', 'gradient' or 'device' here")

    def drawn(*args, **kwargs):
        cache = {"matrices": []}
        made = []
        for operations, measurements in _scripts(qnode, args, kwargs, chosen):
            order = wire_order or getattr(getattr(qnode, "device", None), "wires", None) or _sorted(_used(operations + measurements))
            wires = _shown_wires(operations + measurements, order, show_all_wires)
            made.append(_text(operations, measurements, wires, decimals, max_length, cache) if wires else "")
        text = "\n\n".join(made)
        if not show_matrices or not cache["matrices"]:
            return text
        between = "\n" if hasattr(qnode, "device") else ""
        return text + between + "".join(f"\nM{i} = \n{m}" for i, m in enumerate(cache["matrices"]))

    drawn.__name__ = getattr(qnode, "__name__", "circuit")
    return drawn


# ---- what is drawn ----

def _scripts(qnode, args, kwargs, level):
    function = getattr(qnode, "func", qnode)
    items, result = _queue.drawn(lambda: function(*args, **kwargs))
    operations = [part for item in items if not isinstance(item, Measurement) for part in _plain(item)]
    measurements = [item for item in items if isinstance(item, Measurement)]
    if hasattr(qnode, "changes") and level not in ("top", 0):
        batch = _batches.Batch(operations, measurements)
        for change in qnode.changes:
            batch.change(change)
        scripts = [(list(s.operations), list(s.measurements)) for s in batch.scripts]
    else:
        scripts = [(operations, measurements)]
    return [(_with_matrices(o), m) for o, m in scripts] if level == "device" else scripts


def _plain(item):
    """Blocks under adjoint or controls as operations of their own; controls that are 0 are flipped before and behind a function."""
    if item.name == "HybridAdjoint":
        return item.decomposition()
    if item.name != "HybridCtrl":
        return [item]
    flipped = [w for w, value in zip(item.control_wires, item.control_values) if not value]
    flips = lambda: _queue.collect(lambda: [PauliX(w) for w in flipped])[0]
    block = CtrlBlock(item.operations, item.control_wires, [True] * len(item.control_wires))
    return flips() + block.decomposition() + flips()


def _with_matrices(operations):
    """Those without a matrix as what they are made of, as a simulator of PennyLane takes them."""
    made = []
    for op in operations:
        apart = not op.has_matrix and op.has_decomposition and op.name not in ("Barrier", "GlobalPhase", "StatePrep", "BasisState")
        made += _with_matrices(op.decomposition()) if apart else [op]
    return made


def _of(item):
    return item.obs.wires if getattr(item, "obs", None) is not None else item.wires or []


def _used(items):
    return _wires.Wires.all_wires([_of(i) for i in items])


def _sorted(wires):
    try:
        return sorted(wires)
    except TypeError:
        return wires


def _shown_wires(items, order, every):
    used = _used(items)
    order = list(order) + [w for w in used if w not in order]
    return order if every else [w for w in order if w in used]


# ---- layers ----

def _places(item, wires):
    """The lines that an operation is on, from the first to the last."""
    at = [wires.index(w) for w in _of(item)]
    return set(range(min(at), max(at) + 1)) if at else set(range(len(wires)))


def _layers(items, wires):
    """Each operation stands in the first layer behind what is on its lines."""
    layers, taken = [[]], [set()]
    for item in items:
        lines, at = _places(item, wires), len(layers)
        while at > 0 and not taken[at - 1] & lines:
            at -= 1
        if at == len(layers):
            layers.append([]), taken.append(set())
        layers[at].append(item)
        taken[at] |= lines
    return [layer for layer in layers[:-1] if layer] + layers[-1:]


# ---- texts ----

def _text(operations, measurements, wires, decimals, most, cache):
    layers = [(layer, _put_operation, "─") for layer in _layers(operations, wires)]
    last = len(layers) - 1
    layers += [(layer, _put_measurement, " ") for layer in _layers(measurements, wires)]
    names = [f"{w}: " for w in wires]
    width = max(len(name) for name in names)
    lines, finished = [name.rjust(width) for name in names], []
    for i, (layer, put, filler) in enumerate(layers):
        cells = [filler] * len(wires)
        for item in layer:
            put(item, cells, wires, decimals, cache)
        wide = max(len(c) for c in cells)
        width += wide + 1
        if width > most:
            finished += lines
            finished[-1] += "\n"
            lines, width = [filler] * len(wires), 2 + wide
        lines = [line + filler + cell.ljust(wide, filler) for line, cell in zip(lines, cells)]
        if i == last:
            lines = [line + "─┤" for line in lines]
            width += 2
    return "\n".join(finished + lines)


def _put_bracket(item, cells, wires):
    at = [wires.index(w) for w in _of(item)]
    if len(at) < 2:
        return
    for k in range(min(at) + 1, max(at)):
        cells[k] = "├" if k in at else "│"
    cells[min(at)], cells[max(at)] = "╭", "╰"


def _put_on(wires_of, text, cells, wires):
    for k in [wires.index(w) for w in wires_of] if wires_of else range(len(wires)):
        cells[k] += text


def _controls_of(op):
    """The control wires of an operation, also of one under adjoint, and their values."""
    while not op.uncontrolled() and hasattr(op, "base") and not isinstance(op.base, str):
        op = op.base
    found = {}
    while op.uncontrolled():
        op, wires, values = op.uncontrolled()
        found.update(zip(wires, values))
        while not op.uncontrolled() and op.name.startswith("Adjoint("):
            op = op.base
    return found


def _put_operation(op, cells, wires, decimals, cache):
    _put_bracket(op, cells, wires)
    found = _controls_of(op)
    for wire, value in found.items():
        cells[wires.index(wire)] += "●" if value else "○"
    label = op.label(decimals=decimals, cache=cache).replace("\n", "")
    targets = [w for w in op.wires if w not in found]
    if targets or not found:
        _put_on(targets, label, cells, wires)


def _put_measurement(m, cells, wires, decimals, cache):
    _put_bracket(m, cells, wires)
    label = "" if m.obs is None else m.obs.label(decimals=decimals, cache=cache).replace("\n", "")
    _put_on(_of(m), _MEASURED[m.kind].format(label), cells, wires)
