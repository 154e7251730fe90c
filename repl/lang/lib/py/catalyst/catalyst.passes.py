"""catalyst.passes, as Catalyst 0.15 has it: what a circuit is compiled to. Its results are the same, so that here a circuit stays as it is."""


def _keeps(circuit=None, **options):
    return circuit if circuit is not None else lambda circuit: circuit


def cancel_inverses(qnode=None):
    return _keeps(qnode)


def merge_rotations(qnode=None):
    return _keeps(qnode)


def combine_global_phases(qnode=None):
    return _keeps(qnode)


def diagonalize_measurements(qnode=None, **options):
    return _keeps(qnode)


def disentangle_cnot(qnode=None):
    return _keeps(qnode)


def disentangle_swap(qnode=None):
    return _keeps(qnode)


def parity_synth(qnode=None):
    return _keeps(qnode)


def apply_pass(pass_name, *flags, **valued_options):
    return _keeps


def pipeline(pass_pipeline):
    return _keeps
