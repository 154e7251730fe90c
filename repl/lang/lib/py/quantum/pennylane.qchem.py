"""pennylane.qchem: occupations; molecules are not computed here."""
import _quantum
import numpy as _np


def hf_state(electrons, orbitals, basis="occupation_number"):
    """The occupied orbitals of the Hartree-Fock state."""
    if electrons <= 0:
        _quantum.fail("E903", "ValueError", f"The number of active electrons has to be larger than zero; got 'electrons' = {electrons}")
    if electrons > orbitals:
        _quantum.fail("E903", "ValueError", "The number of active orbitals cannot be smaller than the number of active electrons; "
                                            f"got 'orbitals'={orbitals} < 'electrons'={electrons}")
    if basis != "occupation_number":
        _quantum.fail("E218", "NotImplementedError", f"the basis {basis} is not offered: use occupation_number")
    return _np.where(_np.arange(orbitals) < electrons, 1, 0)
