"""pennylane: names that came after the release beside Catalyst 0.7."""
from pennylane import Hadamard as H
from pennylane.wires import Wires as _Wires


def _number(register_dict, first, out):
    """Wires for the registers from `first` on, in `out`; the next free one."""
    for name, size in register_dict.items():
        if isinstance(size, dict):
            after = _number(size, first, out)
        else:
            if not isinstance(size, int):
                raise ValueError(f"Expected '{size}' to be either a dict or an int, got {type(size)}")
            if size < 1:
                raise ValueError(f"Expected '{name}' to be greater than 0. Got '{size}'")
            after = first + size
        out[name] = _Wires(range(first, after))
        first = after
    return first


def registers(register_dict):
    out = {}
    _number(register_dict, 0, out)
    return out
