"""The queue of the circuit that is traced: what its first pass puts on the tape, a list for each region."""
import _quantum


class Region:
    """A loop, a conditional or an adjoint block: its equation is bound in the second pass."""

    def __init__(self, number, bodies):
        self.number, self.bodies, self.place = number, bodies, _quantum.place()


class Queues:
    def __init__(self):
        self.open, self.bodies, self.measured = [[]], {}, False

    def enter(self, frame):
        self.open.append([])

    def leave(self, frame):
        self.bodies[frame] = self.open.pop()

    def defer(self, number, frames):
        self.open[-1].append(Region(number, [self.bodies[f] for f in frames]))


_circuits = []


def begin():
    _circuits.append(Queues())
    return _circuits[-1]


def end():
    _circuits.pop()


def current():
    """The list that operations go to; None: there is no circuit, and they are lost."""
    here = _quantum.here()
    if here is None or not _circuits:
        return None
    if not here:
        raise NotImplementedError("gates inside of a compiled function, or of control flow of jax, that is called in a "
                                  "circuit are not offered: call the function itself, and use catalyst's loops")
    return _circuits[-1].open[-1]


def put(item):
    queue = current()
    item.place = _quantum.place()
    if queue is not None:
        queue.append(item)


def take(item):
    """What becomes a part of something else is no operation of its own."""
    queue = current()
    if queue is not None:
        for i in range(len(queue) - 1, -1, -1):
            if queue[i] is item:
                del queue[i]
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
