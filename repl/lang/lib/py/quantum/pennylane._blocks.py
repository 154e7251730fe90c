"""What adjoint and ctrl of a function give: an object that says its wires and its operations. These are on the tape of the circuit;
outside of circuits they are the object's alone."""
import _quantum
from pennylane import _queue, _wires
from pennylane._operators import Adjoint, Controlled, Operator, unused


class _Block(Operator):
    def __init__(self, items, wires, control_wires=(), control_values=(), work_wires=None):
        self.operations, self.parameters, self.wires = items, [], wires
        self.control_wires, self.control_values = control_wires, list(control_values)
        self.work_wires = unused(work_wires, wires)

    @property
    def num_wires(self):
        return len(self.wires)

    def gates(self):
        for op in self.operations:
            if not isinstance(op, Operator):
                _quantum.fail("E903", "CompileError", f"{self.name} holds a loop, a conditional or a block: it has no list of gates")
            for one in op.decomposition() if isinstance(op, _Block) else [op]:
                self.put(one)


def _all_of(items):
    """The wires of operations, of what blocks and regions hold, and of measurements."""
    found = []
    for item in items:
        if hasattr(item, "items"):
            found += [item.control_wires, _all_of(item.items)]
        elif hasattr(item, "bodies"):
            found += [_all_of(body) for body in item.bodies]
        else:
            found.append(getattr(item, "wires", None) or ([item.wire] if hasattr(item, "wire") else []))
    return _wires.Wires.all_wires(found)


class AdjointBlock(_Block):
    def __init__(self, items):
        super().__init__(list(reversed(items)), _all_of(items))

    @property
    def name(self):
        return "HybridAdjoint"

    def put(self, op):
        Adjoint(op)


class CtrlBlock(_Block):
    def __init__(self, items, control_wires, control_values, work_wires=None):
        super().__init__(items, _wires.Wires.all_wires([control_wires, _all_of(items)]), control_wires, control_values, work_wires)

    @property
    def name(self):
        return "HybridCtrl"

    def put(self, op):
        if isinstance(op, Controlled):
            return Controlled(op.base, list(self.control_wires) + list(op.control_wires),
                              self.control_values + list(op.control_values))
        Controlled(op, self.control_wires, self.control_values)


def alone(block):
    """Outside of circuits it is an operation itself, of what collects operations."""
    _queue.put(block)
    return block
