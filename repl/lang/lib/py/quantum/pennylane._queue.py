"""The queue of the circuit that is traced: what its first pass puts on the tape, a list for each region."""
import _quantum


class QuantumFunctionError(Exception):
    """pennylane.QuantumFunctionError"""


class Region:
    """A loop, a conditional or an adjoint block: its equation is bound in the second pass."""
    name = "block"

    def __init__(self, region, bodies):
        self.region, self.bodies, self.place = region, bodies, _quantum.place()

    def with_bodies(self, bodies):
        """The same of other operations."""
        new = object.__new__(Region)
        new.__dict__.update(self.__dict__)
        new.bodies = bodies
        return new


class Queues:
    def __init__(self, alone):
        self.alone = alone  # it is no part of what Catalyst compiles
        self.open, self.bodies, self.outer = [[]], {}, []
        self.main, self.ancillas = 0, 0  # wires of the device, and those that keep bits

    def enter(self, frame):
        self.open.append([])
        self.outer.append(list(_collected))  # what a body holds is collected by nothing around it
        _collected.clear()

    def leave(self, frame):
        self.bodies[frame] = self.open.pop()
        _collected[:] = self.outer.pop()

    def defer(self, number, frames):
        (_collected[-1] if _collected else self.open[-1]).append(Region(number, [self.bodies[f] for f in frames]))


_circuits = []


def begin(alone):
    _circuits.append(Queues(alone))
    return _circuits[-1]


def alone():
    return bool(_circuits) and _circuits[-1].alone


def innermost():
    return _circuits[-1]


def end():
    _circuits.pop()


def apart(function):
    """What the function makes is put on nothing that is open around it."""
    outer = list(_collected)
    _collected.clear()
    try:
        return function()
    finally:
        _collected[:] = outer


def current():
    """The list that operations go to; None: there is no circuit, and they are lost."""
    here = _quantum.here()
    if here is None or not _circuits:
        return None
    if not here:
        _quantum.fail("E218", "NotImplementedError", "gates inside of a compiled function, or of control flow of jax, that is called in a "
                                  "circuit are not offered: call the function itself, and use catalyst's loops")
    return _circuits[-1].open[-1]


outside = []  # derivatives under way that Catalyst does not compile
_collected = []  # lists that operations go to instead, innermost last


def collect(function):
    """The operations that the function makes, inside of a circuit or not, and what it gives."""
    _collected.append([])
    try:
        result = function()
        return _collected[-1], result
    finally:
        _collected.pop()


drawings = [0]  # under way


def drawn(function):
    """The same, of a circuit that is drawn."""
    drawings[0] += 1
    try:
        return apart(lambda: collect(function))
    finally:
        drawings[0] -= 1


class AnnotatedQueue:
    """qml.queuing.AnnotatedQueue: what is made within it."""

    def __init__(self):
        self.queue = []

    def __enter__(self):
        _collected.append(self.queue)
        return self

    def __exit__(self, *error):
        _collected.pop()

    def __len__(self):
        return len(self.queue)

    def __getitem__(self, i):
        return self.queue[i]


def put(item):
    queue = _collected[-1] if _collected else current()
    item.place = _quantum.place()
    if queue is not None:
        queue.append(item)
        _quantum.note(item.name, False, item.place)


def take(item):
    """What becomes a part of something else is no operation of its own."""
    queue = _collected[-1] if _collected else current()
    if queue is not None:
        for i in range(len(queue) - 1, -1, -1):
            if queue[i] is item:
                del queue[i]
                _quantum.note(item.name, True, _quantum.place())
                return


def record(function):
    """What the function puts on the tape, and what it gives."""
    queue = current()
    if queue is None:
        _quantum.fail("E902", "RuntimeError", "gates are collected inside of a circuit only")
    start = len(queue)
    result = function()
    items = queue[start:]
    del queue[start:]
    return items, result
