"""qml.measure outside of compiled functions: the bit is kept on a wire of its own, and what depends on it is controlled by that
wire, so that results are those of all outcomes together."""
import _quantum
import itertools
from pennylane import _queue, _wires
from pennylane._operators import CNOT, Gates, Operator


class Ancilla:
    """A wire behind those of the device."""

    def __init__(self, queues):
        self.queues, self.index = queues, queues.ancillas
        queues.ancillas += 1

    def number(self):
        return self.queues.main + self.index


class Selected(Operator):
    """The qubit is found to be in one state."""

    def __init__(self, wire, postselect):
        self.postselect = postselect
        super().__init__(wires=[wire])


class MeasurementValue:
    """A function of bits."""

    def __init__(self, bits, function):
        self.bits, self.function = bits, function

    def _with(self, other, f):
        if not isinstance(other, MeasurementValue):
            return MeasurementValue(self.bits, lambda *b: f(self.function(*b), other))
        n = len(self.bits)
        return MeasurementValue(self.bits + other.bits, lambda *b: f(self.function(*b[:n]), other.function(*b[n:])))

    def __eq__(self, other):
        return self._with(other, lambda a, b: a == b)

    def __ne__(self, other):
        return self._with(other, lambda a, b: a != b)

    def __lt__(self, other):
        return self._with(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._with(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._with(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._with(other, lambda a, b: a >= b)

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __radd__(self, other):
        return self._with(other, lambda a, b: b + a)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b)

    def __and__(self, other):
        return self._with(other, lambda a, b: a and b)

    def __or__(self, other):
        return self._with(other, lambda a, b: a or b)

    def __invert__(self):
        return MeasurementValue(self.bits, lambda *b: not self.function(*b))

    def __bool__(self):
        _quantum.fail("E902", "ValueError", "a measured bit has no truth value while the circuit is built: use qml.cond")

    def __hash__(self):
        return id(self)

    def wires_where(self, wanted):
        """The wires of the bits, each once, and their values where the function is true, or false."""
        wires = []
        for bit in self.bits:
            if bit not in wires:
                wires.append(bit)
        for values in itertools.product((False, True), repeat=len(wires)):
            if bool(self.function(*[int(values[wires.index(b)]) for b in self.bits])) == wanted:
                yield wires, list(values)


def measure(wires, reset, postselect):
    listed = _wires.listed(wires)
    if len(listed) != 1:
        raise _queue.QuantumFunctionError("Only a single qubit can be measured in the middle of the circuit")
    if postselect is not None:
        Selected(listed[0], postselect)
    wire = Ancilla(_queue.innermost())
    CNOT([listed[0], wire])
    if reset:
        CNOT([wire, listed[0]])
    return MeasurementValue([wire], lambda b: b)


def cond(value, true_fn, false_fn):
    def conditional(*args, **kwargs):
        for function, wanted in ((true_fn, True), (false_fn, False)):
            if function is None:
                continue
            items, _ = _queue.record(lambda: function(*args, **kwargs))
            for wires, values in value.wires_where(wanted):
                Gates(items, wires, values)

    return conditional
