"""Transformations that give several tapes of one circuit, or measure something else: those of the program (qml.transform), circuits
of arrays of angles, measurements that do not commute. Each tape has a device of its own; what they give is put together."""
import _quantum
import jax.numpy as _jnp
import numpy as _np
from jax.core import Tracer as _Tracer
from pennylane import _queue
from pennylane.tape import QuantumScript


class Batch:
    """The tapes that a circuit has become, and how its results are those of the tapes."""

    def __init__(self, items, measured):
        self.scripts, self.steps, self.made = [QuantumScript(items, measured)], [], False

    def change(self, change):
        if not hasattr(change, "of_tape"):
            for script in self.scripts:
                script.operations = change(script.operations)
            return
        self.made, parts = True, []
        for script in self.scripts:
            tapes, put_together = change.of_tape(script)
            parts.append((list(tapes), put_together))
        self.scripts = [tape for tapes, _ in parts for tape in tapes]
        self.steps.append([(len(tapes), put_together) for tapes, put_together in parts])

    def result(self, results):
        """results: of each tape, that of its one measurement or a tuple."""
        for step in reversed(self.steps):
            before, results = list(results), []
            for n, put_together in step:
                results.append(put_together(tuple(before[:n])))
                before = before[n:]
        return results[0]


class Transform:
    """What qml.transform gives: of a QNode, a tape, or a function of operations."""

    def __init__(self, function, informative):
        self.function, self.informative = function, informative
        self.__name__ = getattr(function, "__name__", "transform")
        self.__wrapped__ = function

    def __call__(self, subject, *args, **kwargs):
        if isinstance(subject, QuantumScript):
            return self.function(subject, *args, **kwargs)
        change = _Change(self, args, kwargs)
        if hasattr(subject, "transformed"):
            return subject.transformed(change)
        if not callable(subject):
            _quantum.fail("E903", "TransformError", f"a transform is of a QNode, a tape or a function, not of '{type(subject).__name__}'")
        return _of_function(subject, change)


class _Change:
    def __init__(self, transform, args, kwargs):
        self.transform, self.args, self.kwargs = transform, args, kwargs
        self.__name__ = transform.__name__

    def of_tape(self, script):
        if self.transform.informative and _quantum.compiling():
            _quantum.fail("E904", "CompileError", f"'{self.__name__}' is an informative transform, which no compiled function can have")
        return self.transform.function(script, *self.args, **self.kwargs)


def _of_function(function, change):
    def transformed(*args, **kwargs):
        items, result = _queue.record(lambda: function(*args, **kwargs))
        script = QuantumScript([i for i in items if not hasattr(i, "kind")], [i for i in items if hasattr(i, "kind")])
        tapes, put_together = change.of_tape(script)
        if len(tapes) != 1:
            _quantum.fail("E903", "TransformError", f"'{change.__name__}' gives {len(tapes)} tapes: only a QNode can have several")
        for item in tapes[0].circuit:
            _queue.current().append(item)
        return result if not tapes[0].measurements else put_together((tapes[0].measurements[0],)) if len(tapes[0].measurements) == 1 else result

    transformed.__name__ = getattr(function, "__name__", "circuit")
    return transformed


def transform(tape_transform, expand_transform=None, classical_cotransform=None, is_informative=False, final_transform=False,
              use_argnum_in_expand=False):
    """qml.transform"""
    if not callable(tape_transform):
        _quantum.fail("E903", "TransformError", "the argument of transform is a function of a tape, not "
                                                f"'{type(tape_transform).__name__}'")
    return Transform(tape_transform, is_informative)


# ---- arrays of angles ----

def batch_of(item):
    """How many circuits an operation stands for; None: one."""
    inside = [getattr(item, "base", None), *getattr(item, "operands", ()), *getattr(item, "items", ())]
    for body in getattr(item, "bodies", ()):
        inside += body
    found = [getattr(item, "batch_size", None)] + [batch_of(i) for i in inside if i is not None and not isinstance(i, str)]
    return next((n for n in found if n is not None), None)


def _part(item, k):
    """The operation of the k-th circuit."""
    if batch_of(item) is None:
        return item
    if hasattr(item, "bodies"):
        return item.with_bodies([[_part(i, k) for i in body] for body in item.bodies])
    new = object.__new__(type(item))
    new.__dict__.update(item.__dict__)
    if hasattr(item, "items"):
        new.items = [_part(i, k) for i in item.items]
    elif getattr(item, "operands", None):
        new.operands = [_part(i, k) for i in item.operands]
        new.parameters = [p for o in new.operands for p in o.parameters]
    elif not isinstance(getattr(item, "base", ""), str):
        new.base = _part(item.base, k)
        new.parameters = new.base.parameters
    else:
        new.parameters, new.batch_size = [p[k] if _np.ndim(p) == 1 else p for p in item.parameters], None
    return new


def _stacked(values):
    return (_jnp if any(isinstance(v, _Tracer) for v in values) else _np).stack(values)


def batch_size(script):
    return next((n for n in [batch_of(op) for op in script.operations] if n is not None), None)


def expanded(script, squeeze=True):
    """A tape for each circuit; their results become arrays."""
    n = batch_size(script)
    if n is None:
        return [script], lambda results: results[0]

    def put_together(results):
        many = isinstance(results[0], tuple)
        made = [_stacked([r[i] if many else r for r in results]) for i in range(len(results[0]) if many else 1)]
        made = [m[0] if squeeze and n == 1 else m for m in made]
        return tuple(made) if many else made[0]

    return [QuantumScript([_part(op, k) for op in script.operations], script.measurements) for k in range(n)], put_together


broadcast_expand = transform(expanded)
broadcast_expand.__name__ = "broadcast_expand"


class Broadcast:
    """Circuits that are run by themselves take arrays of angles, as default.qubit does."""
    __name__ = "broadcast"

    def of_tape(self, script):
        return expanded(script, squeeze=False)


# ---- measurements that do not commute ----

def _letters(op):
    """By wire the Pauli operator; None: it is no product of them."""
    found = {}
    for factor in getattr(op, "operands", [op]):
        if factor.name not in ("PauliX", "PauliY", "PauliZ", "Identity"):
            return None
        if factor.name != "Identity":
            found[factor.wires[0]] = factor.name
    return found


def _fits(group, m):
    mine = _letters(m.obs) if m.obs is not None else None
    if mine is None:
        return False
    return all(other is not None and all(other.get(w, p) == p for w, p in mine.items())
               for other in [_letters(o.obs) if o.obs is not None else None for o in group])


def _split(script):
    groups = []
    for i, m in enumerate(script.measurements):
        group = next((g for g in groups if _fits([o for _, o in g], m)), None)
        if group is None:
            groups.append([(i, m)])
        else:
            group.append((i, m))
    if len(groups) < 2:
        return [script], lambda results: results[0]

    def put_together(results):
        made = {}
        for group, result in zip(groups, results):
            for k, (i, _) in enumerate(group):
                made[i] = result[k] if len(group) > 1 else result
        return tuple(made[i] for i in range(len(made)))

    return [QuantumScript(script.operations, [m for _, m in group]) for group in groups], put_together


split_non_commuting = transform(_split)
split_non_commuting.__name__ = "split_non_commuting"
